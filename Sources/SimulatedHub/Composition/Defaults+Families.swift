/// Families of attributes whose first values follow one rule.
extension Defaults {
    // MARK: - Temperatures

    /// What something warms or cools to, in hundredths of a degree.
    struct Temperatures {
        let range: ClosedRange<Int64>
        let step: Int64
        let setpoint: Int64

        /// It is as cold within as it is set to, and no warmer than a room before it is used.
        func value(of attribute: String, _ trait: String) -> Literal? {
            switch (trait, attribute) {
            case ("TemperatureControl", "minTemperature"): .integer(range.lowerBound)
            case ("TemperatureControl", "maxTemperature"): .integer(range.upperBound)
            case ("TemperatureControl", "step"): .integer(step)
            case ("TemperatureControl", "temperatureSetpoint"): .integer(setpoint)
            case ("TemperatureMeasurement", "measuredValue"): .integer(min(setpoint, 2100))
            case ("TemperatureMeasurement", "maxMeasuredValue"): .integer(range.upperBound + 5000)
            default: nil
            }
        }
    }

    private static let bathing = Temperatures(range: 2000...4500, step: 50, setpoint: 3800)
    private static let cooling = Temperatures(range: 100...800, step: 100, setpoint: 400)
    private static let freezing = Temperatures(range: -2400 ... -1600, step: 100, setpoint: -1800)

    static let temperatures: [String: Temperatures] = [
        "Dishwasher": Temperatures(range: 3500...7500, step: 500, setpoint: 5500),
        "LaundryDryer": Temperatures(range: 4000...8000, step: 1000, setpoint: 6000),
        "LaundryWasher": Temperatures(range: 2000...9000, step: 1000, setpoint: 4000),
        "Oven/TemperatureControlledCabinet": Temperatures(range: 3000...25_000, step: 500, setpoint: 18_000),
        "Refrigerator/TemperatureControlledCabinet-2": freezing, "TemperatureControlledCabinet": cooling,
        "GoogleBathtub": bathing, "GoogleFaucet": bathing, "GoogleShower": bathing, "GoogleFreezer": freezing,
        "GoogleBoiler": Temperatures(range: 3000...8000, step: 500, setpoint: 6000),
        "GoogleCoffeeMaker": Temperatures(range: 6000...9600, step: 100, setpoint: 9200),
        "GoogleKettle": Temperatures(range: 4000...10_000, step: 500, setpoint: 10_000),
    ]

    // MARK: - Modes

    /// A mode: its label and the tag, or the tags, that say what it means.
    typealias Mode = (label: String, tag: Literal)

    /// The modes of the clusters derived from the mode base; the first is the one at first.
    static let modes: [String: [Mode]] = [
        "ModeSelect": [("Normal", 0), ("Quiet", 0), ("Strong", 0)],
        "DeviceEnergyManagementMode": [
            ("Any optimisation", ["localOptimization", "gridOptimization"]), ("Local", "localOptimization"),
            ("Grid", "gridOptimization"), ("No optimisation", "noOptimization"),
        ],
        "DishwasherMode": [("Normal", "normal"), ("Heavy", "heavy"), ("Light", "light")],
        "EnergyEvseMode": [("Manual", "manual"), ("Solar", "solarCharging")],
        "LaundryWasherMode": [
            ("Normal", "normal"), ("Delicate", "delicate"), ("Heavy", "heavy"), ("Whites", "whites"),
        ],
        "MicrowaveOvenMode": [("Normal", "normal"), ("Defrost", "defrost")],
        "OvenMode": [("Bake", "bake"), ("Convection", "convection"), ("Grill", "grill")],
        "RefrigeratorAndTemperatureControlledCabinetMode": [
            ("Normal", "auto"), ("Rapid cool", "rapidCool"), ("Rapid freeze", "rapidFreeze"),
        ],
        "RvcCleanMode": [("Vacuum", "vacuum"), ("Mop", "mop"), ("Deep clean", "deepClean")],
        "RvcRunMode": [("Idle", "idle"), ("Cleaning", "cleaning"), ("Mapping", "mapping")],
        "WaterHeaterMode": [("Off", "off"), ("Manual", "manual"), ("Timed", "timed")],
    ]

    static func modeValue(_ attribute: String, _ modes: [Mode]) -> Literal? {
        switch attribute {
        case "currentMode": .integer(0)
        case "description": .text("Mode")
        case "supportedModes":
            .list(
                modes.enumerated().map { number, mode in
                    if mode.tag == 0 {
                        return ["label": .text(mode.label), "mode": .integer(Int64(number)), "semanticTags": []]
                    }
                    let tags: [Literal] = if case .list(let tags) = mode.tag { tags } else { [mode.tag] }
                    return [
                        "label": .text(mode.label), "mode": .integer(Int64(number)),
                        "modeTags": .list(tags.map { ["value": $0] }),
                    ]
                })
        default: nil
        }
    }

    // MARK: - Energy

    /// What an energy manager can do with something, in milliwatts.
    private struct Adjustment {
        let kind: Literal
        let power: ClosedRange<Int64>

        /// Whatever it can take it takes for up to four hours.
        func value(of attribute: String) -> Literal? {
            switch attribute {
            case "esaType": kind
            case "esaCanGenerate": .bool(power.lowerBound < 0)
            case "esaState": "online"
            case "absMinPower": .integer(power.lowerBound)
            case "absMaxPower": .integer(power.upperBound)
            case "powerAdjustmentCapability":
                [
                    "powerAdjustCapability": [
                        [
                            "minPower": .integer(power.lowerBound), "maxPower": .integer(power.upperBound),
                            "minDuration": 60, "maxDuration": 14_400,
                        ]
                    ],
                    "cause": "noAdjustment",
                ]
            default: nil
            }
        }
    }

    private static let adjustments: [String: Adjustment] = [
        "BatteryStorage": Adjustment(kind: "batteryStorage", power: -5_000_000...5_000_000),
        "EnergyEvse": Adjustment(kind: "evse", power: 1_380_000...7_360_000),
        "HeatPump": Adjustment(kind: "spaceHeating", power: 0...4_000_000),
        "SolarPower": Adjustment(kind: "solarPv", power: -4_000_000...0),
        "WaterHeater": Adjustment(kind: "waterHeating", power: 0...3_000_000),
        "Dishwasher": Adjustment(kind: "dishwasher", power: 0...2_000_000),
        "LaundryWasher": Adjustment(kind: "washingMachine", power: 0...2_000_000),
    ]
    private static let usualAdjustment = Adjustment(kind: "other", power: 0...7_000_000)

    /// What can be adjusted of a type.
    static func adjustment(_ attribute: String, _ trait: String, on names: [String]) -> Literal? {
        guard trait == "DeviceEnergyManagement" else { return nil }
        return (names.lazy.compactMap { adjustments[$0] }.first ?? usualAdjustment).value(of: attribute)
    }

    // MARK: - Identifying

    /// How something shows which one it is, where that is no indicator (Matter Application Cluster Specification,
    /// Identify, IdentifyType).
    private static let identifications: [Literal: Set<String>] = [
        "lightOutput": ["OnOffLight", "DimmableLight", "ColorTemperatureLight", "ExtendedColorLight"],
        "actuator": ["Closure", "Fan", "WaterValve", "WindowCovering"],
        "display": ["RoomAirConditioner", "Thermostat"],
        "audibleBeep": [
            "AirPurifier", "AudioDoorbell", "Chime", "Cooktop", "Dishwasher", "Doorbell", "DoorLock", "ExtractorHood",
            "Intercom", "LaundryDryer", "LaundryWasher", "MicrowaveOven", "Oven", "Refrigerator",
            "RoboticVacuumCleaner", "SmokeCoAlarm",
        ],
    ]

    static func identification(_ attribute: String, _ trait: String, on names: [String]) -> Literal? {
        guard trait == "Identify", attribute == "identifyType" else { return nil }
        return identifications.first { !$0.value.isDisjoint(with: names) }?.key ?? "visibleIndicator"
    }

    // MARK: - Batteries

    /// The voltage, in millivolts, and the capacity, in milliampere-hours, of what something is charged with.
    private static let batteryPacks: [String: (voltage: Int64, capacity: Int64)] = [
        "BatteryStorage": (51_200, 200_000), "GoogleCharger": (3700, 10_000), "GoogleMop": (14_400, 2600),
        "GoogleMower": (21_600, 5000), "RoboticVacuumCleaner": (14_400, 5200),
    ]
    /// Two cells.
    private static let cells: (voltage: Int64, capacity: Int64) = (3000, 2500)

    static func batteryPack(_ attribute: String, _ trait: String, on names: [String]) -> Literal? {
        guard trait == "PowerSource" else { return nil }
        let pack = names.lazy.compactMap { batteryPacks[$0] }.first ?? cells
        return switch attribute {
        case "batVoltage": .integer(pack.voltage)
        case "batCapacity": .integer(pack.capacity)
        default: nil
        }
    }

    // MARK: - Concentrations

    /// What a sensor of a concentration measures at first, the unit, the most that it can, and how uncertain it is.
    private static let concentrations: [String: (value: Double, unit: Literal, most: Double, uncertainty: Double)] = [
        "CarbonDioxide": (600, "ppm", 5000, 50), "CarbonMonoxide": (0.5, "ppm", 500, 0.5),
        "Formaldehyde": (15, "ugm3", 2000, 5), "NitrogenDioxide": (15, "ugm3", 2000, 5),
        "Ozone": (30, "ugm3", 2000, 5), "Pm1": (5, "ugm3", 1000, 1), "Pm25": (8, "ugm3", 1000, 1),
        "Pm10": (12, "ugm3", 1000, 2), "Radon": (40, "bqm3", 10_000, 5),
        "TotalVolatileOrganicCompounds": (150, "ugm3", 30_000, 20),
    ]

    static func concentration(_ attribute: String, _ trait: String) -> Literal? {
        let suffix = "ConcentrationMeasurement"
        guard trait.hasSuffix(suffix), let usual = concentrations[String(trait.dropLast(suffix.count))] else {
            return nil
        }
        return switch attribute {
        case "measuredValue": .real(usual.value)
        case "minMeasuredValue": 0.0
        case "maxMeasuredValue": .real(usual.most)
        case "measurementUnit": usual.unit
        case "uncertainty": .real(usual.uncertainty)
        case "measurementMedium": "air"
        default: nil
        }
    }
}
