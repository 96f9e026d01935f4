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
        var isRequired = false
        /// Whether it is true of the whole device, such as that its battery is low, and another part may say it.
        var isOfDevice = false

        /// The characteristic on a part; `nil` where nothing feeds it.
        func characteristic(on endpoint: EndpointMembers, of endpoints: [EndpointMembers]) -> DeviceCharacteristic? {
            let parts = isOfDevice ? [endpoint] + endpoints : [endpoint]
            return parts.lazy.compactMap { part in
                BoundConversion(quantity, on: part).map { DeviceCharacteristic(type, $0, on: part) }
            }.first
        }
    }

    let service: ServiceType
    let scope: Scope
    let characteristics: [Source]

    init(
        _ service: ServiceType, _ scope: Scope, requires required: [(CharacteristicType, Quantity)],
        _ optional: [(CharacteristicType, Quantity)] = [], ofDevice: [(CharacteristicType, Quantity)] = []
    ) {
        self.service = service
        self.scope = scope
        characteristics =
            required.map { Source(type: $0.0, quantity: $0.1, isRequired: true) }
            + optional.map { Source(type: $0.0, quantity: $0.1) }
            + ofDevice.map { Source(type: $0.0, quantity: $0.1, isOfDevice: true) }
    }
}

extension ServiceRule {
    private static let fanControls: [(CharacteristicType, Quantity)] = [
        (.rotationSpeed, .fanSpeed), (.rotationDirection, .fanDirection), (.swingMode, .fanSwing),
    ]

    private static let coverControls: [(CharacteristicType, Quantity)] = [
        (.holdPosition, .coverStop), (.obstructionDetected, .obstructed), (.currentHorizontalTilt, .coverTilt),
        (.targetHorizontalTilt, .coverTiltTarget), (.currentVerticalTilt, .coverSlatTurn),
        (.targetVerticalTilt, .coverSlatTurnTarget),
    ]

    /// How a sensor is, as far as it does not say more of itself.
    private static let sensorStatus: [(CharacteristicType, Quantity)] = [
        (.statusFault, .deviceFault), (.statusTampered, .deviceTampered), (.statusLowBattery, .batteryLow),
    ]

    /// What shows pictures, or makes them.
    private static let televisions: Set<String> = [
        "BasicVideoPlayer", "CastingVideoPlayer", "GoogleAudioVideoReceiver", "GoogleSetTopBox", "GoogleStreamingBox",
        "GoogleStreamingStick", "GoogleTV",
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
            .heaterCooler, .types(["RoomAirConditioner"]),
            requires: [
                (.active, .onOff), (.currentHeaterCoolerState, .heaterCoolerActivity),
                (.targetHeaterCoolerState, .heaterCoolerMode), (.currentTemperature, .roomTemperature),
            ],
            [
                (.heatingThreshold, .heatingSetpoint), (.coolingThreshold, .coolingSetpoint),
                (.rotationSpeed, .fanSpeed), (.swingMode, .fanSwing),
            ]),
        ServiceRule(
            .thermostat, .otherwise,
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
            [
                (.setDuration, .valveDuration), (.remainingDuration, .valveRemaining), (.statusFault, .valveFault),
            ]),
        ServiceRule(
            .faucet, .types(["GoogleFaucet"]), requires: [(.active, .operationOn)],
            [(.statusFault, .operationFault)]),
        ServiceRule(
            .valve, .types(["GoogleShower"]),
            requires: [(.active, .operationOn), (.inUse, .operationRunning), (.valveType, .showerKind)],
            [(.remainingDuration, .operationRemaining), (.statusFault, .operationFault)]),
        ServiceRule(
            .irrigationSystem, .types(["IrrigationSystem", "GoogleSprinkler"]),
            requires: [(.active, .operationOn), (.programMode, .operationProgram), (.inUse, .operationRunning)],
            [(.remainingDuration, .operationRemaining), (.statusFault, .operationFault)]),
        // Sensors
        ServiceRule(
            .contactSensor, .types(["ContactSensor"]), requires: [(.contactState, .contactOpen)],
            [(.statusFault, .sensorFault)], ofDevice: sensorStatus),
        ServiceRule(
            .leakSensor, .types(["WaterLeakDetector", "WaterFreezeDetector", "RainSensor"]),
            requires: [(.leakDetected, .stateDetected)], [(.statusFault, .sensorFault)], ofDevice: sensorStatus),
        ServiceRule(
            .smokeSensor, .types(["SmokeCoAlarm"]), requires: [(.smokeDetected, .smoke)],
            [
                (.statusActive, .alarmInService), (.statusFault, .alarmFault), (.statusLowBattery, .alarmBatteryLow),
                (.statusTampered, .alarmUnmounted),
            ], ofDevice: sensorStatus),
        ServiceRule(
            .carbonMonoxideSensor, .types(["SmokeCoAlarm"]), requires: [(.carbonMonoxideDetected, .carbonMonoxide)],
            [
                (.carbonMonoxideLevel, .carbonMonoxideLevel), (.carbonMonoxidePeakLevel, .carbonMonoxidePeak),
                (.statusActive, .alarmInService), (.statusFault, .alarmFault), (.statusLowBattery, .alarmBatteryLow),
                (.statusTampered, .alarmUnmounted),
            ], ofDevice: sensorStatus),
        ServiceRule(
            .airQualitySensor, .any(), requires: [(.airQuality, .airQualityGrade)],
            [
                (.pm25Density, .fineDust), (.pm10Density, .coarseDust),
                (.nitrogenDioxideDensity, .nitrogenDioxide), (.ozoneDensity, .ozone),
                (.volatileOrganicCompoundDensity, .organicCompounds),
                (.carbonDioxideLevel, .carbonDioxideLevel), (.carbonMonoxideLevel, .carbonMonoxideLevel),
                (.statusActive, .airQualityKnown),
            ], ofDevice: sensorStatus),
        ServiceRule(
            .carbonDioxideSensor, .any(), requires: [(.carbonDioxideDetected, .carbonDioxideHigh)],
            [
                (.carbonDioxideLevel, .carbonDioxideLevel), (.carbonDioxidePeakLevel, .carbonDioxidePeak),
                (.statusActive, .carbonDioxideKnown),
            ], ofDevice: sensorStatus),
        ServiceRule(
            .carbonMonoxideSensor, .types(["AirQualitySensor"]),
            requires: [(.carbonMonoxideDetected, .carbonMonoxideHigh)],
            [
                (.carbonMonoxideLevel, .carbonMonoxideLevel), (.carbonMonoxidePeakLevel, .carbonMonoxidePeak),
                (.statusActive, .carbonMonoxideKnown),
            ], ofDevice: sensorStatus),
        ServiceRule(
            .temperatureSensor, .any(), requires: [(.currentTemperature, .temperature)],
            [(.statusActive, .temperatureKnown)], ofDevice: sensorStatus),
        ServiceRule(
            .humiditySensor, .any(), requires: [(.currentRelativeHumidity, .humidity)],
            [(.statusActive, .humidityKnown)], ofDevice: sensorStatus),
        ServiceRule(
            .lightSensor, .any(), requires: [(.currentLightLevel, .illuminance)],
            [(.statusActive, .illuminanceKnown)], ofDevice: sensorStatus),
        ServiceRule(
            .occupancySensor, .types(["OccupancySensor"]), requires: [(.occupancyDetected, .occupancy)],
            [(.statusFault, .sensorFault)], ofDevice: sensorStatus),
        ServiceRule(
            .motionSensor, .types(["Camera", "SnapshotCamera", "FloodlightCamera"]),
            requires: [(.motionDetected, .occupancy)], ofDevice: sensorStatus),
        // Buttons, sound, security
        ServiceRule(
            .doorbell, .types(["Doorbell", "AudioDoorbell", "VideoDoorbell", "GoogleDoorbell"]),
            requires: [(.inputEvent, .doorbellPress)], [(.mute, .speakerMute), (.volume, .speakerVolume)]),
        ServiceRule(.statelessProgrammableSwitch, .types(["GenericSwitch"]), requires: [(.inputEvent, .press)]),
        ServiceRule(
            .statefulProgrammableSwitch, .types(["GenericSwitch"]),
            requires: [(.inputEvent, .latch), (.outputState, .latchPosition)]),
        ServiceRule(.television, .types(televisions), requires: [(.active, .onOff)]),
        ServiceRule(.speaker, .otherwise, requires: [(.mute, .speakerMute)], [(.volume, .speakerVolume)]),
        ServiceRule(.microphone, .any(), requires: [(.mute, .microphoneMute)], [(.volume, .microphoneVolume)]),
        ServiceRule(
            .speaker, .types(["Speaker"]), requires: [(.mute, .mute)], [(.volume, .volume)]),
        // What also shows pictures, or plays for itself, is switched by its own OnOff, which is then no mute.
        ServiceRule(
            .speaker,
            .types(televisions.union(["GoogleSoundbar", "GoogleStreamingSoundbar"])), requires: [(.volume, .volume)]),
        ServiceRule(
            .securitySystem, .types(["GoogleSecuritySystem"]),
            requires: [(.currentSecuritySystemState, .alarmState), (.targetSecuritySystemState, .alarmTarget)],
            ofDevice: [(.statusFault, .deviceFault), (.statusTampered, .deviceTampered)]),
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
            (.softwareVersion, .firmwareVersion),
        ])

    /// What the rule comes to on a part.
    ///
    /// - Parameters:
    ///   - endpoint: The part.
    ///   - endpoints: All parts of the device.
    ///   - read: What the part's services before it read.
    /// - Returns: The characteristics; `nil` where there is no service.
    func characteristics(
        on endpoint: EndpointMembers, of endpoints: [EndpointMembers], besides read: Set<AttributeID>
    ) -> [DeviceCharacteristic]? {
        let types = Set(endpoint.types.flatMap(\.lineage).map(\.name))
        switch scope {
        case .types(let wanted): guard !types.isDisjoint(with: wanted) else { return nil }
        case .any(let unwanted): guard types.isDisjoint(with: unwanted) else { return nil }
        case .otherwise: break
        }
        var found: [DeviceCharacteristic] = []
        // The first that feeds a characteristic counts.
        for source in characteristics where !found.contains(where: { $0.type == source.type }) {
            if let characteristic = source.characteristic(on: endpoint, of: endpoints) {
                found.append(characteristic)
            } else if source.isRequired {
                return nil
            }
        }
        if case .otherwise = scope, !read.isDisjoint(with: found.flatMap(\.attributes)) { return nil }
        return found
    }
}
