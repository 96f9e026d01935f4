import ClusterTypes
import DataModel

/// Heating and cooling.
extension ConversionTable {
    private typealias T = ThermostatCluster
    private typealias HumidityControl = GoogleRelativeHumidityControlCluster

    static let hundredths = Linear(1, over: 100, kind: .int, stepsPerUnit: 100)
    private static let heating = Reading.attribute(T.occupiedHeatingSetpoint, .linear(hundredths))
    private static let cooling = Reading.attribute(T.occupiedCoolingSetpoint, .linear(hundredths))
    private static let setHeating = Setting.write(T.occupiedHeatingSetpoint, .linear(hundredths))
    private static let setCooling = Setting.write(T.occupiedCoolingSetpoint, .linear(hundredths))
    private static let mean = Reading.mean(heating, cooling)

    private static let heats = Requirement.feature(cluster: T.clusterID, bits: T.Feature.heating.rawValue)
    private static let cools = Requirement.feature(cluster: T.clusterID, bits: T.Feature.cooling.rawValue)
    private static let changesOver = Requirement.feature(cluster: T.clusterID, bits: T.Feature.autoMode.rawValue)

    /// Modes that only move air, and the like, count as off.
    private static let mainModes = Scale.choices(
        [
            Scale.Coded(.off, 0), Scale.Coded(.heat, 4, requires: heats), Scale.Coded(.heat, 5, requires: heats),
            Scale.Coded(.cool, 3, requires: cools), Scale.Coded(.cool, 6, requires: cools),
            Scale.Coded(.auto, 1, requires: changesOver),
        ], otherwise: .off)

    private static let heatingLimits = Limits.bounds(
        lower: [AttributeID(T.absMinHeatSetpointLimit), AttributeID(T.minHeatSetpointLimit)],
        upper: [AttributeID(T.absMaxHeatSetpointLimit), AttributeID(T.maxHeatSetpointLimit)], hundredths)
    private static let coolingLimits = Limits.bounds(
        lower: [AttributeID(T.absMinCoolSetpointLimit), AttributeID(T.minCoolSetpointLimit)],
        upper: [AttributeID(T.absMaxCoolSetpointLimit), AttributeID(T.maxCoolSetpointLimit)], hundredths)

    /// Both setpoints at once, in tenths of a degree: those that count by whether somebody is there.
    ///
    /// Source: Matter application clusters, Thermostat, SetpointRaiseLower.
    private static let raiseBoth = JointMove(
        command: CommandID(cluster: T.clusterID, id: T.Command.setpointRaiseLower.rawValue),
        fields: [0: .uint(2)], amount: 1, line: Linear(1, over: 10, kind: .int, stepsPerUnit: 10), most: 12.7)

    private static func moveBoth(together: JointMove? = nil) -> Setting {
        .shifted(
            from: mean, [AttributeID(T.occupiedHeatingSetpoint), AttributeID(T.occupiedCoolingSetpoint)], hundredths,
            together: together)
    }

    /// While it is off, people mean the setpoint of the mode that it had before; where nobody knows, that for heating.
    private static let mode = AttributeID(T.systemMode), lastMode = AttributeID.last(T.systemMode)
    private static let readingByMode = [
        Selection([3, 6], cooling), Selection([4, 5], heating), Selection([1], mean),
    ]
    private static let settingByMode = [
        Selection([3, 6], setCooling), Selection([4, 5], setHeating),
        // The command moves what is shown only while somebody is there.
        Selection(
            [1],
            .first([
                .selected(
                    by: AttributeID(T.occupancy), [Selection([1], moveBoth(together: raiseBoth))],
                    otherwise: moveBoth()),
                moveBoth(together: raiseBoth),
            ])),
    ]
    private static let limitsByMode = [
        Selection([3, 6], coolingLimits), Selection([4, 5], heatingLimits),
        Selection([1], .shifted(from: mean, [(heating, heatingLimits), (cooling, coolingLimits)])),
    ]

    /// The modes in which it heats or cools.
    private static let workingModes = Scale.choices([
        Scale.Coded(.heat, 4, requires: heats), Scale.Coded(.heat, 5, requires: heats),
        Scale.Coded(.cool, 3, requires: cools), Scale.Coded(.cool, 6, requires: cools),
        Scale.Coded(.auto, 1, requires: changesOver),
    ])

    /// Whether it heats or cools now, or what it does otherwise.
    private static func activity(otherwise: Choice) -> Reading {
        .first([
            .attribute(
                T.thermostatRunningState,
                .flags([Scale.Coded(.heat, 0b1001), Scale.Coded(.cool, 0b1_0010)], otherwise: otherwise)),
            .attribute(
                T.thermostatRunningMode,
                .choices([Scale.Coded(.heat, 4), Scale.Coded(.cool, 3)], otherwise: otherwise)),
        ])
    }

    /// Every mode by its own name.
    private static let systemMode = Scale.choices([
        Scale.Coded(.off, 0), Scale.Coded(.auto, 1, requires: changesOver), Scale.Coded(.cool, 3, requires: cools),
        Scale.Coded(.heat, 4, requires: heats), Scale.Coded(.emergencyHeat, 5, requires: heats),
        Scale.Coded(.precooling, 6, requires: cools), Scale.Coded(.fanOnly, 7), Scale.Coded(.dry, 8),
        Scale.Coded(.sleep, 9),
    ])

    static let climate: [Quantity: Conversion] = [
        .roomTemperature: Conversion(
            unit: .celsius, reading: .attribute(T.localTemperature, .linear(hundredths))),
        .heatingSetpoint: Conversion(
            unit: .celsius, range: -273...100,
            limits: heatingLimits, reading: heating, setting: setHeating),
        .coolingSetpoint: Conversion(
            unit: .celsius, range: -273...100,
            limits: coolingLimits, reading: cooling, setting: setCooling),
        .targetTemperature: Conversion(
            unit: .celsius, range: -273...100,
            limits: .selected(
                by: mode, limitsByMode,
                otherwise: .first([
                    .selected(by: lastMode, limitsByMode, otherwise: .first([heatingLimits, coolingLimits])),
                    .first([heatingLimits, coolingLimits]),
                ])),
            reading: .selected(
                by: mode, readingByMode,
                otherwise: .first([
                    .selected(by: lastMode, readingByMode, otherwise: .first([heating, cooling])),
                    .first([heating, cooling]),
                ])),
            setting: .selected(
                by: mode, settingByMode,
                otherwise: .first([
                    .selected(by: lastMode, settingByMode, otherwise: .first([setHeating, setCooling])),
                    .first([setHeating, setCooling]),
                ]))),
        .climateMode: Conversion(
            reading: .attribute(T.systemMode, mainModes), setting: .write(T.systemMode, mainModes)),
        .systemMode: Conversion(
            reading: .attribute(T.systemMode, systemMode), setting: .write(T.systemMode, systemMode)),
        .controlledTemperature: Conversion(
            unit: .celsius, range: -273...1000,
            limits: .bounds(
                lower: [AttributeID(TemperatureControlCluster.minTemperature)],
                upper: [AttributeID(TemperatureControlCluster.maxTemperature)], hundredths),
            reading: .attribute(TemperatureControlCluster.temperatureSetpoint, .linear(hundredths)),
            setting: .invoke(CommandID(.setTemperature), [0: .value(.linear(hundredths))])),
        .climateActivity: Conversion(
            reading: activity(otherwise: .off)),
        .heaterCoolerActivity: Conversion(
            reading: .selected(
                by: AttributeID(OnOffCluster.onOff), [Selection([0], .constant(.choice(.inactive)))],
                otherwise: activity(otherwise: .idle))),
        // While it neither heats nor cools by its mode, people mean the mode that it had before.
        .heaterCoolerMode: Conversion(
            reading: .selected(
                by: mode, [Selection([1, 3, 4, 5, 6], .attribute(T.systemMode, workingModes))],
                otherwise: .attribute(lastMode, workingModes)),
            setting: .write(T.systemMode, workingModes)),
        .temperatureUnit: Conversion(
            // A thermostat that shows nothing to people counts in the unit of the data model.
            reading: .first([
                .attribute(
                    ThermostatUserInterfaceConfigurationCluster.temperatureDisplayMode, temperatureUnit),
                .requiring(.attribute(AttributeID(T.systemMode)), .constant(.choice(.celsius))),
            ]),
            setting: .write(ThermostatUserInterfaceConfigurationCluster.temperatureDisplayMode, temperatureUnit)),
        .humidityTarget: Conversion(
            unit: .percent, range: 0...100,
            limits: .bounds(
                lower: [AttributeID(HumidityControl.minRelativeHumidity)],
                upper: [AttributeID(HumidityControl.maxRelativeHumidity)], Linear()),
            reading: .attribute(HumidityControl.relativeHumiditySetpoint, .linear(Linear())),
            setting: .invoke(CommandID(.setRelativeHumidity), [0: .value(.linear(Linear()))])),
    ]

    private static let temperatureUnit = Scale.choices([Scale.Coded(.celsius, 0), Scale.Coded(.fahrenheit, 1)])
}
