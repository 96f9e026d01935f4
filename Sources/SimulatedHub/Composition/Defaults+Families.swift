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

    /// A mode: its label and the tag that says what it means.
    typealias Mode = (label: String, tag: Literal)

    /// The modes of the clusters derived from the mode base; the first is the one at first.
    static let modes: [String: [Mode]] = [
        "ModeSelect": [("Normal", 0), ("Quiet", 0), ("Strong", 0)],
        "DeviceEnergyManagementMode": [("No optimisation", "noOptimization"), ("Local", "localOptimization")],
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
                    return [
                        "label": .text(mode.label), "mode": .integer(Int64(number)),
                        "modeTags": [["value": mode.tag]],
                    ]
                })
        default: nil
        }
    }

    // MARK: - Concentrations

    static func concentration(_ attribute: String, _ trait: String) -> Literal? {
        guard trait.hasSuffix("ConcentrationMeasurement") else { return nil }
        let isParticles = trait.hasPrefix("Pm")
        return switch attribute {
        case "measuredValue": trait.hasPrefix("CarbonDioxide") ? 600.0 : isParticles ? 8.0 : 1.0
        case "minMeasuredValue": 0.0
        case "maxMeasuredValue": trait.hasPrefix("CarbonDioxide") ? 5000.0 : 1000.0
        case "measurementUnit": isParticles ? "ugm3" : trait.hasPrefix("Radon") ? "bqm3" : "ppm"
        case "uncertainty": trait.hasPrefix("CarbonDioxide") ? 50.0 : 1.0
        case "measurementMedium": "air"
        default: nil
        }
    }
}
