import ModelReader

/// When a part of a device has a service, and what feeds its characteristics.
struct ServiceRule: Sendable {
    /// Which parts a rule is for.
    enum Scope: Sendable {
        /// Those of one of these device types, or of one that extends it.
        case types(Set<String>)
        /// All but those of one of these device types.
        case any(except: Set<String> = [])
        /// Those of which no rule before reads the same attributes.
        case otherwise
    }

    /// A characteristic and the quantity that feeds it.
    struct Source: Sendable {
        let type: CharacteristicType
        let quantity: Quantity
        /// Whether there is no service without it.
        let isRequired: Bool
    }

    let service: ServiceType
    let scope: Scope
    let characteristics: [Source]

    init(
        _ service: ServiceType, _ scope: Scope, requires required: [(CharacteristicType, Quantity)],
        _ optional: [(CharacteristicType, Quantity)] = []
    ) {
        self.service = service
        self.scope = scope
        characteristics =
            required.map { Source(type: $0.0, quantity: $0.1, isRequired: true) }
            + optional.map { Source(type: $0.0, quantity: $0.1, isRequired: false) }
    }
}

extension ServiceRule {
    private static let fanControls: [(CharacteristicType, Quantity)] = [
        (.rotationSpeed, .fanSpeed), (.rotationDirection, .fanDirection), (.swingMode, .fanSwing),
    ]

    private static let coverControls: [(CharacteristicType, Quantity)] = [
        (.holdPosition, .coverStop), (.obstructionDetected, .obstructed), (.currentHorizontalTilt, .coverTilt),
        (.targetHorizontalTilt, .coverTiltTarget),
    ]

    /// Device types → services, in the order in which a device has them.
    static let all: [ServiceRule] = [
        // Light and power
        ServiceRule(
            .lightbulb, .types(["OnOffLight"]), requires: [(.powerState, .onOff)],
            [
                (.brightness, .brightness), (.hue, .hue), (.saturation, .saturation),
                (.colorTemperature, .colorTemperature),
            ]),
        ServiceRule(
            .outlet, .types(["OnOffPluginUnit", "DimmablePlugInUnit"]), requires: [(.powerState, .onOff)],
            [(.outletInUse, .powerDrawn), (.brightness, .brightness)]),
        // Locks and doors
        ServiceRule(
            .lockMechanism, .any(),
            requires: [(.currentLockMechanismState, .lockState), (.targetLockMechanismState, .lockTarget)]),
        ServiceRule(
            .lockManagement, .any(), requires: [(.lockMechanismLastKnownAction, .lockAction)],
            [
                (.lockManagementAutoSecureTimeout, .autoRelockTime), (.currentDoorState, .lockedDoorState),
                (.audioFeedback, .lockSound),
            ]),
        ServiceRule(
            .garageDoorOpener, .types(["GoogleGarage", "GoogleGate", "Closure"]),
            requires: [(.currentDoorState, .doorState), (.targetDoorState, .doorTarget)],
            [
                (.obstructionDetected, .obstructed), (.currentLockMechanismState, .latchState),
                (.targetLockMechanismState, .latchTarget),
            ]),
        ServiceRule(
            .lockMechanism, .otherwise,
            requires: [(.currentLockMechanismState, .latchState), (.targetLockMechanismState, .latchTarget)]),
        ServiceRule(
            .window, .types(["GoogleWindow"]),
            requires: [
                (.currentPosition, .openPosition), (.targetPosition, .openPositionTarget),
                (.positionState, .openPositionMovement),
            ]),
        ServiceRule(
            .windowCovering, .types(["WindowCovering"]),
            requires: [
                (.currentPosition, .coverPosition), (.targetPosition, .coverPositionTarget),
                (.positionState, .coverMovement),
            ],
            coverControls),
        ServiceRule(
            .windowCovering, .otherwise, requires: [(.positionState, .coverMovement)],
            [(.targetPosition, .coverWayTarget)] + coverControls),
        // Climate
        ServiceRule(
            .thermostat, .any(),
            requires: [
                (.targetHeatingCooling, .climateMode), (.currentTemperature, .roomTemperature),
                (.targetTemperature, .targetTemperature),
            ],
            [
                (.currentHeatingCooling, .climateActivity), (.temperatureUnits, .temperatureUnit),
                (.heatingThreshold, .heatingSetpoint), (.coolingThreshold, .coolingSetpoint),
                (.currentRelativeHumidity, .humidity), (.targetRelativeHumidity, .humidityTarget),
            ]),
        ServiceRule(
            .airPurifier, .types(["AirPurifier"]),
            requires: [(.active, .fanOn), (.currentAirPurifierState, .fanState)],
            [(.targetAirPurifierState, .fanAuto)] + fanControls),
        ServiceRule(
            .filterMaintenance, .any(), requires: [(.filterChangeIndication, .filterDue)],
            [(.filterLifeLevel, .filterLife), (.filterResetChangeIndication, .filterReset)]),
        // Water
        ServiceRule(
            .valve, .types(["WaterValve"]),
            requires: [(.active, .valveOpen), (.inUse, .valveInUse), (.valveType, .valveKind)],
            [(.setDuration, .valveDuration), (.remainingDuration, .valveRemaining)]),
        // Sensors
        ServiceRule(
            .contactSensor, .types(["ContactSensor"]), requires: [(.contactState, .contactOpen)],
            [(.statusFault, .sensorFault)]),
        ServiceRule(
            .leakSensor, .types(["WaterLeakDetector", "WaterFreezeDetector", "RainSensor"]),
            requires: [(.leakDetected, .stateDetected)], [(.statusFault, .sensorFault)]),
        ServiceRule(
            .smokeSensor, .types(["SmokeCoAlarm"]), requires: [(.smokeDetected, .smoke)],
            [(.statusFault, .alarmFault), (.statusLowBattery, .alarmBatteryLow)]),
        ServiceRule(
            .carbonMonoxideSensor, .types(["SmokeCoAlarm"]), requires: [(.carbonMonoxideDetected, .carbonMonoxide)],
            [
                (.carbonMonoxideLevel, .carbonMonoxideLevel), (.carbonMonoxidePeakLevel, .carbonMonoxidePeak),
                (.statusFault, .alarmFault), (.statusLowBattery, .alarmBatteryLow),
            ]),
        ServiceRule(
            .airQualitySensor, .any(), requires: [(.airQuality, .airQuality)],
            [
                (.pm25Density, .fineDust), (.pm10Density, .coarseDust),
                (.nitrogenDioxideDensity, .nitrogenDioxide), (.ozoneDensity, .ozone),
                (.volatileOrganicCompoundDensity, .organicCompounds),
                (.carbonDioxideLevel, .carbonDioxideLevel), (.carbonMonoxideLevel, .carbonMonoxideLevel),
            ]),
        ServiceRule(
            .carbonDioxideSensor, .any(), requires: [(.carbonDioxideDetected, .carbonDioxideHigh)],
            [(.carbonDioxideLevel, .carbonDioxideLevel), (.carbonDioxidePeakLevel, .carbonDioxidePeak)]),
        ServiceRule(
            .carbonMonoxideSensor, .types(["AirQualitySensor"]),
            requires: [(.carbonMonoxideDetected, .carbonMonoxideHigh)],
            [(.carbonMonoxideLevel, .carbonMonoxideLevel), (.carbonMonoxidePeakLevel, .carbonMonoxidePeak)]),
        ServiceRule(.temperatureSensor, .any(), requires: [(.currentTemperature, .temperature)]),
        ServiceRule(.humiditySensor, .any(), requires: [(.currentRelativeHumidity, .humidity)]),
        ServiceRule(.lightSensor, .any(), requires: [(.currentLightLevel, .illuminance)]),
        ServiceRule(
            .occupancySensor, .types(["OccupancySensor"]), requires: [(.occupancyDetected, .occupancy)]),
        ServiceRule(
            .motionSensor, .types(["Camera", "SnapshotCamera", "FloodlightCamera"]),
            requires: [(.motionDetected, .occupancy)]),
        // Buttons, sound, security
        ServiceRule(
            .doorbell, .types(["Doorbell", "AudioDoorbell", "VideoDoorbell", "GoogleDoorbell"]),
            requires: [(.inputEvent, .doorbellPress)]),
        ServiceRule(.statelessProgrammableSwitch, .types(["GenericSwitch"]), requires: [(.inputEvent, .press)]),
        ServiceRule(
            .speaker, .types(["Speaker"]), requires: [(.mute, .mute)], [(.volume, .volume)]),
        // What also shows pictures, or plays for itself, is switched by its own OnOff, which is then no mute.
        ServiceRule(
            .speaker,
            .types([
                "GoogleAudioVideoReceiver", "GoogleSetTopBox", "GoogleSoundbar", "GoogleStreamingBox",
                "GoogleStreamingSoundbar", "GoogleStreamingStick", "GoogleTV",
            ]), requires: [(.volume, .volume)]),
        ServiceRule(
            .securitySystem, .types(["GoogleSecuritySystem"]),
            requires: [(.currentSecuritySystemState, .alarmState), (.targetSecuritySystemState, .alarmTarget)]),
        // What else moves air, opens, or can be switched
        ServiceRule(
            .fan, .any(except: ["AirPurifier"]), requires: [(.powerState, .fanOn)],
            fanControls + [(.currentFanState, .fanState), (.targetFanState, .fanAuto)]),
        ServiceRule(
            .door, .otherwise,
            requires: [
                (.currentPosition, .openPosition), (.targetPosition, .openPositionTarget),
                (.positionState, .openPositionMovement),
            ]),
        ServiceRule(.switch, .otherwise, requires: [(.powerState, .onOff)]),
        ServiceRule(
            .battery, .any(), requires: [(.statusLowBattery, .batteryLow)],
            [(.batteryLevel, .batteryLevel), (.chargingState, .batteryCharging)]),
    ]

    /// What every device has as a whole: each quantity from the first part that knows it.
    static let information = ServiceRule(
        .accessoryInformation, .any(), requires: [],
        [
            (.identify, .identify), (.manufacturer, .manufacturer), (.model, .model), (.serialNumber, .serialNumber),
            (.firmwareVersion, .firmwareVersion), (.hardwareVersion, .hardwareVersion),
        ])

    /// What the rule comes to on a part.
    ///
    /// - Parameters:
    ///   - endpoint: The part.
    ///   - read: What the part's services before it read.
    /// - Returns: The characteristics; `nil` where there is no service.
    func characteristics(
        on endpoint: EndpointMembers, besides read: Set<AttributeID>
    ) -> [DeviceCharacteristic]? {
        let types = Set(endpoint.types.flatMap(\.lineage).map(\.name))
        switch scope {
        case .types(let wanted): guard !types.isDisjoint(with: wanted) else { return nil }
        case .any(let unwanted): guard types.isDisjoint(with: unwanted) else { return nil }
        case .otherwise: break
        }
        var found: [DeviceCharacteristic] = []
        for source in characteristics {
            if let conversion = BoundConversion(source.quantity, on: endpoint) {
                found.append(DeviceCharacteristic(source.type, conversion, endpoint: endpoint.number))
            } else if source.isRequired {
                return nil
            }
        }
        if case .otherwise = scope, !read.isDisjoint(with: found.flatMap(\.attributes)) { return nil }
        return found
    }
}
