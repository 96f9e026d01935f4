/// What one step of a raw value is, by the name that the model gives the type (Matter Core Specification, section 7.19).
enum UnitTable {
    /// The unit of a type, for people to read.
    static func unit(ofType name: String) -> String? {
        units[name]
    }

    /// The unit that a plain number's own name says, such as `colorTemperatureMireds`.
    static func unit(ofMember name: String) -> String? {
        endings.first { name.hasSuffix($0.key) }?.value
    }

    /// How many raw steps one of a unit is, for constraints such as `12.7°C`.
    static func steps(ofType name: String) -> [String: Double] {
        switch name {
        case "temperature", "TemperatureDifference": ["°C": 100]
        case "SignedTemperature", "UnsignedTemperature": ["°C": 10]
        case "percent": ["%": 1]
        case "percent100ths": ["%": 100]
        default: [:]
        }
    }

    private static let units: [String: String] = [
        "percent": "%", "percent100ths": "0.01 %",
        "temperature": "0.01 °C", "TemperatureDifference": "0.01 °C",
        "SignedTemperature": "0.1 °C", "UnsignedTemperature": "0.1 °C",
        "epoch-s": "s since 2000-01-01", "epoch-us": "µs since 2000-01-01", "posix-ms": "ms since 1970-01-01",
        "systime-ms": "ms since start", "systime-us": "µs since start", "elapsed-s": "s",
        "power-mW": "mW", "power-mVA": "mVA", "power-mVAR": "mvar",
        "energy-mWh": "mWh", "energy-mVAh": "mVAh", "energy-mVARh": "mvarh",
        "voltage-mV": "mV", "amperage-mA": "mA",
    ]

    private static let endings: KeyValuePairs<String, String> = ["Mireds": "mired", "Seconds": "s"]
}
