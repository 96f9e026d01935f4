/// What a common product of a device type has beyond what its type mandates.
enum CommonProducts {
    /// Members of one cluster, by name; what does not go together with the rest is left out.
    struct Members: Sendable, Hashable {
        var features: [String] = []
        var attributes: [String] = []
        var commands: [String] = []
        /// Of the optional members of an attribute's enumeration, by the attribute's name: those that it has.
        var values: [String: [String]] = [:]

        /// Both together; features and values of the first replace those of the second.
        func over(_ other: Members) -> Members {
            Members(
                features: features.isEmpty ? other.features : features, attributes: attributes + other.attributes,
                commands: commands + other.commands, values: values.merging(other.values) { own, _ in own })
        }
    }

    /// The conditions of device types that products fulfil: what manages energy can be controlled.
    static let conditions: Set<String> = ["ControllableESA"]

    /// What a type is called as so many-th part of its kind in another type, the most particular name first:
    /// `Refrigerator/TemperatureControlledCabinet-2`, `Refrigerator/TemperatureControlledCabinet`, the type itself.
    static func names(of type: String, _ number: Int, in whole: String?) -> [String] {
        guard let whole else { return [type] }
        return (number > 1 ? ["\(whole)/\(type)-\(number)"] : []) + ["\(whole)/\(type)", type]
    }

    /// The optional traits that a product of a name has, too.
    static func traits(of name: String) -> [String] { traitsByType[name] ?? [] }

    /// The types that a product of a type is composed of, in the order of their endpoints.
    static func parts(of type: String) -> [String] { partsByType[type] ?? [] }

    private static let partsByType: [String: [String]] = [
        "Closure": ["ClosurePanel"],
        "Cooktop": ["CookSurface", "CookSurface"],
        "FloodlightCamera": ["Camera", "OnOffLight"],
        "HeatPump": ["Thermostat", "TemperatureSensor"],
        "IrrigationSystem": ["WaterValve", "WaterValve"],
        "Oven": ["TemperatureControlledCabinet"],
        "Refrigerator": ["TemperatureControlledCabinet", "TemperatureControlledCabinet"],
        "VideoDoorbell": ["Camera", "Doorbell"],
    ]

    /// What a product has of a cluster.
    static func members(of trait: String, on type: String) -> Members {
        let general = byTrait[trait] ?? (trait.hasSuffix("ConcentrationMeasurement") ? concentration : Members())
        return (byType[type]?[trait] ?? Members()).over(general)
    }

    /// What measures its power, and lets an energy manager adjust it.
    private static let energy = [
        "ElectricalPowerMeasurement", "ElectricalEnergyMeasurement", "DeviceEnergyManagement",
    ]

    private static let traitsByType: [String: [String]] = [
        "AirPurifier": ["HepaFilterMonitoring"],
        "BatteryStorage": ["PowerSource"] + energy,
        "Camera": ["ZoneManagement"],
        "AirQualitySensor": [
            "TemperatureMeasurement", "RelativeHumidityMeasurement", "CarbonDioxideConcentrationMeasurement",
            "Pm25ConcentrationMeasurement",
        ],
        "CookSurface": ["TemperatureControl"],
        "Dishwasher": ["DishwasherMode", "DishwasherAlarm"],
        "EnergyEvse": energy,
        "HeatPump": energy,
        "Oven/TemperatureControlledCabinet": ["OvenMode", "OvenCavityOperationalState"],
        "SolarPower": energy,
        "WaterHeater": energy,
        "ElectricalSensor": ["ElectricalPowerMeasurement", "ElectricalEnergyMeasurement"],
        "LaundryDryer": ["LaundryWasherMode", "LaundryDryerControls"],
        "LaundryWasher": ["LaundryWasherMode", "LaundryWasherControls"],
        "GoogleDoorbell": ["Google.DoorbellPress"],
        "Refrigerator": ["RefrigeratorAndTemperatureControlledCabinetMode", "RefrigeratorAlarm"],
        "RoboticVacuumCleaner": ["RvcCleanMode", "ServiceArea", "PowerSource"],
        "RoomAirConditioner": ["FanControl"],
        "TemperatureControlledCabinet": ["TemperatureMeasurement"],
        "VideoDoorbell": ["PushAvStreamTransport"],
    ]

    private static let concentration = Members(features: ["numericMeasurement"], attributes: ["uncertainty"])

    private static let byType: [String: [String: Members]] = [
        "BatteryStorage": [
            "PowerSource": Members(
                features: ["battery", "rechargeable"],
                attributes: [
                    "batPercentRemaining", "batCapacity", "batVoltage", "batTimeRemaining", "batTimeToFullCharge",
                ]),
            "ElectricalEnergyMeasurement": Members(
                features: ["importedEnergy", "exportedEnergy", "cumulativeEnergy"]),
        ],
        "RoboticVacuumCleaner": ["PowerSource": accumulator],
        "GoogleCharger": ["PowerSource": accumulator], "GoogleMop": ["PowerSource": accumulator],
        "GoogleMower": ["PowerSource": accumulator],
        "SolarPower": [
            "ElectricalEnergyMeasurement": Members(features: ["exportedEnergy", "cumulativeEnergy"])
        ],
        "ExtendedColorLight": ["ColorControl": Members(features: ["hueSaturation"])],
        "Pump": ["PumpConfigurationAndControl": Members(features: ["constantSpeed"])],
        "ExtractorHood": ["FanControl": Members(features: ["multiSpeed", "step"])],
        "RoomAirConditioner": ["Thermostat": Members(values: ["systemMode": airConditioning])],
        "GoogleAirCooler": ["Thermostat": Members(values: ["systemMode": airConditioning])],
        "WaterHeater": ["Thermostat": Members(features: ["heating"])],
    ]

    private static let accumulator = Members(
        features: ["battery", "rechargeable"], attributes: ["batPercentRemaining", "batCapacity", "batVoltage"])
    private static let airConditioning = ["off", "auto", "cool", "heat", "fanOnly", "dry", "sleep"]

    private static let byTrait: [String: Members] = [
        "AirQuality": Members(features: ["fair", "moderate", "veryPoor", "extremelyPoor"]),
        "BasicInformation": Members(attributes: ["serialNumber", "reachable", "uniqueId"]),
        "BooleanStateConfiguration": Members(attributes: ["alarmsEnabled"]),
        "BooleanState": Members(features: ["changeEvent"]),
        "CameraAvSettingsUserLevelManagement": Members(
            commands: [
                "dptzRelativeMove", "mptzRelativeMove", "mptzMoveToPreset", "mptzSavePreset", "mptzRemovePreset",
            ]),
        "TemperatureMeasurement": Members(attributes: ["tolerance"]),
        "RelativeHumidityMeasurement": Members(attributes: ["tolerance"]),
        "PressureMeasurement": Members(attributes: ["tolerance"]),
        "FlowMeasurement": Members(attributes: ["tolerance"]),
        "IlluminanceMeasurement": Members(attributes: ["tolerance"]),
        "CameraAvStreamManagement": Members(features: ["video", "audio", "snapshot"]),
        "ClosureControl": Members(features: ["positioning"], attributes: ["countdownTime"]),
        "ClosureDimension": Members(features: ["positioning", "translation"]),
        "DeviceEnergyManagement": Members(features: ["powerAdjustment"]),
        "DoorLock": Members(
            features: ["pinCredential", "user", "doorPositionSensor", "credentialOverTheAirAccess"],
            attributes: ["autoRelockTime"], commands: ["unlockWithTimeout"]),
        "ElectricalEnergyMeasurement": Members(features: ["importedEnergy", "cumulativeEnergy"]),
        "ElectricalPowerMeasurement": Members(
            features: ["alternatingCurrent"], attributes: ["voltage", "activeCurrent"]),
        "FanControl": Members(features: ["multiSpeed", "auto", "step"]),
        "GeneralDiagnostics": Members(attributes: ["bootReason", "totalOperationalHours"]),
        "HepaFilterMonitoring": Members(features: ["condition"], commands: ["resetCondition"]),
        "ActivatedCarbonFilterMonitoring": Members(features: ["condition"], commands: ["resetCondition"]),
        "Identify": Members(commands: ["triggerEffect"]),
        "LaundryWasherControls": Members(features: ["spin", "rinse"]),
        "LevelControl": Members(attributes: ["minLevel", "maxLevel", "onOffTransitionTime"]),
        "NetworkCommissioning": Members(features: ["ethernetNetworkInterface"]),
        "OccupancySensing": Members(features: ["passiveInfrared", "occupancyEvent"], attributes: ["holdTime"]),
        "OtaSoftwareUpdateRequestor": Members(commands: ["announceOtaProvider"]),
        "OperationalState": Members(
            attributes: ["countdownTime"], commands: ["start", "stop", "pause", "resume"]),
        "OvenCavityOperationalState": Members(attributes: ["countdownTime"], commands: ["start", "stop"]),
        "PowerSource": Members(
            features: ["battery", "replaceable"], attributes: ["batPercentRemaining", "batVoltage"]),
        "PowerTopology": Members(features: ["nodeTopology"]),
        "PumpConfigurationAndControl": Members(features: ["constantSpeed"], attributes: ["pumpStatus", "speed"]),
        "RvcOperationalState": Members(commands: ["pause", "resume", "goHome"]),
        "DishwasherAlarm": Members(features: ["reset"], commands: ["modifyEnabledAlarms"]),
        "MicrowaveOvenControl": Members(features: ["powerAsNumber"], commands: ["addMoreTime"]),
        "ScenesManagement": Members(commands: ["copyScene"]),
        "ServiceArea": Members(
            features: ["progressReporting"], attributes: ["currentArea", "estimatedEndTime"], commands: ["skipArea"]),
        "SmokeCoAlarm": Members(features: ["smokeAlarm", "coAlarm"], commands: ["selfTestRequest"]),
        "Switch": Members(
            features: [
                "momentarySwitch", "momentarySwitchRelease", "momentarySwitchLongPress", "momentarySwitchMultiPress",
            ]),
        "TemperatureControl": Members(features: ["temperatureNumber", "temperatureStep"]),
        "Thermostat": Members(
            features: ["heating", "cooling", "autoMode"],
            attributes: [
                "absMinHeatSetpointLimit", "absMaxHeatSetpointLimit", "absMinCoolSetpointLimit",
                "absMaxCoolSetpointLimit", "minHeatSetpointLimit", "maxHeatSetpointLimit", "minCoolSetpointLimit",
                "maxCoolSetpointLimit", "thermostatRunningMode", "thermostatRunningState",
            ],
            values: ["systemMode": ["off", "auto", "cool", "heat"]]),
        "ValveConfigurationAndControl": Members(features: ["level"]),
        "WaterHeaterManagement": Members(features: ["tankPercent"]),
        "WaterTankLevelMonitoring": Members(features: ["condition"]),
        "WindowCovering": Members(features: ["lift", "positionAwareLift"]),
        "ZoneManagement": Members(features: ["twoDimensionalCartesianZone", "userDefined"]),
    ]
}
