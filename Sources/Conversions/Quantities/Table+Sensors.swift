import ClusterTypes
import DataModel

/// What is measured and noticed.
extension ConversionTable {
    static let sensors: [Quantity: Conversion] = [
        .temperature: Conversion(
            unit: .celsius, reading: .attribute(TemperatureMeasurementCluster.measuredValue, .linear(hundredths))),
        .humidity: Conversion(
            unit: .percent,
            reading: .attribute(
                RelativeHumidityMeasurementCluster.measuredValue,
                .linear(Linear(1, over: 100, stepsPerUnit: 100)))),
        .outdoorTemperature: Conversion(
            unit: .celsius, reading: .attribute(ThermostatCluster.outdoorTemperature, .linear(hundredths))),
        .pressure: Conversion(
            unit: .kilopascal,
            reading: .attribute(
                PressureMeasurementCluster.measuredValue, .linear(Linear(1, over: 10, kind: .int, stepsPerUnit: 10)))),
        .flow: Conversion(
            unit: .cubicMetersPerHour,
            reading: .attribute(
                FlowMeasurementCluster.measuredValue, .linear(Linear(1, over: 10, stepsPerUnit: 10)))),
        .soilMoisture: Conversion(
            unit: .percent,
            reading: .attribute(SoilMeasurementCluster.soilMoistureMeasuredValue, .linear(Linear()))),
        .pressureHectopascal: Conversion(
            unit: .hectopascal,
            reading: .attribute(PressureMeasurementCluster.measuredValue, .linear(Linear(kind: .int)))),
        .pressurePascal: Conversion(
            unit: .pascal,
            reading: .attribute(PressureMeasurementCluster.measuredValue, .linear(Linear(100, kind: .int)))),
        .illuminance: Conversion(
            unit: .lux, reading: .attribute(IlluminanceMeasurementCluster.measuredValue, .illuminance)),
        .occupancy: Conversion(reading: .attribute(OccupancySensingCluster.occupancy, .bits(1))),
        // A contact sensor says whether there is contact, and people whether it is open.
        .contactOpen: Conversion(reading: .attribute(BooleanStateCluster.stateValue, .flag(isInverted: true))),
        // Other sensors of this kind say that they found what they look for: water, ice, rain.
        .stateDetected: Conversion(reading: .attribute(BooleanStateCluster.stateValue, .flag())),
        .smoke: Conversion(reading: .attribute(SmokeCoAlarmCluster.smokeState, .isNot(0))),
        .carbonMonoxide: Conversion(reading: .attribute(SmokeCoAlarmCluster.coState, .isNot(0))),
        .alarmFault: Conversion(reading: .attribute(SmokeCoAlarmCluster.hardwareFaultAlert, .flag())),
        .alarmBatteryLow: Conversion(reading: .attribute(SmokeCoAlarmCluster.batteryAlert, .isNot(0))),
        .alarmUnmounted: Conversion(reading: .attribute(SmokeCoAlarmCluster.unmounted, .flag())),
        .alarmInService: Conversion(reading: .attribute(SmokeCoAlarmCluster.endOfServiceAlert, .isAmong([0]))),
        .temperatureKnown: known(TemperatureMeasurementCluster.measuredValue),
        .humidityKnown: known(RelativeHumidityMeasurementCluster.measuredValue),
        .illuminanceKnown: known(IlluminanceMeasurementCluster.measuredValue),
        .latch: Conversion(events: [EventCase(event(Switch.SwitchLatchedEvent.id), .singlePress)]),
        .latchPosition: Conversion(
            reading: .requiring(has(.latchingSwitch), .attribute(Switch.currentPosition, .isNot(0)))),
        .sensorFault: Conversion(reading: .attribute(BooleanStateConfigurationCluster.sensorFault, .isNot(0))),
        .press: Conversion(events: presses),
        .doorbellPress: Conversion(
            events: presses + [
                EventCase(
                    EventID(
                        cluster: GoogleDoorbellPressCluster.clusterID,
                        id: GoogleDoorbellPressCluster.DoorbellPressedEvent.id), .singlePress)
            ]),
    ]

    /// Whether a sensor has a value: one that does not work has none.
    static func known<Value: DataRepresentable>(_ value: AttributeKey<Value>) -> Conversion {
        // No number that is measured is this one.
        Conversion(reading: .attribute(value, .isNot(.max), whenNull: .flag(false)))
    }

    private typealias Switch = SwitchCluster
    private static func has(_ feature: Switch.Feature) -> Requirement {
        .feature(cluster: Switch.clusterID, bits: feature.rawValue)
    }
    private static func event(_ id: UInt32) -> EventID { EventID(cluster: Switch.clusterID, id: id) }

    /// A switch that cannot count presses says each when it is let go, or, without that, when it begins.
    ///
    /// One that counts need not say when it is let go (feature actionSwitch).
    private static let presses = [
        EventCase(event(Switch.MultiPressCompleteEvent.id), fields: [1: 1], .singlePress),
        EventCase(event(Switch.MultiPressCompleteEvent.id), fields: [1: 2], .doublePress),
        EventCase(event(Switch.LongPressEvent.id), .longPress),
        EventCase(
            event(Switch.ShortReleaseEvent.id), requires: .not(has(.momentarySwitchMultiPress)), .singlePress),
        EventCase(
            event(Switch.InitialPressEvent.id),
            requires: .all([.not(has(.momentarySwitchRelease)), .not(has(.momentarySwitchMultiPress))]), .singlePress),
    ]
}
