/// What Home Assistant allows of a sensor of a device class.
///
/// Source: Home Assistant's sensor integration, `DEVICE_CLASS_UNITS` and `DEVICE_CLASS_STATE_CLASSES`.
struct SensorClass: Sendable {
    /// The units; empty where it has none.
    let units: Set<String>
    /// The state classes; empty where it has none.
    let stateClasses: Set<String>

    private init(_ units: [String], _ stateClasses: [String] = ["measurement"]) {
        self.units = Set(units)
        self.stateClasses = Set(stateClasses)
    }

    private static let totals = ["total", "total_increasing"]
    private static let energy = ["J", "kJ", "MJ", "GJ", "mWh", "Wh", "kWh", "MWh", "GWh", "TWh"]

    /// By name; those that the bridge may use.
    static let all: [String: SensorClass] = [
        "temperature": SensorClass(["°C", "°F", "K"]), "humidity": SensorClass(["%"]), "moisture": SensorClass(["%"]),
        "battery": SensorClass(["%"]), "illuminance": SensorClass(["lx"]),
        "pressure": SensorClass([
            "Pa", "hPa", "kPa", "bar", "cbar", "mbar", "mmHg", "inHg", "psi",
        ]),
        "power": SensorClass(["mW", "W", "kW", "MW", "GW", "TW"]), "energy": SensorClass(energy, totals),
        "voltage": SensorClass(["μV", "mV", "V", "kV", "MV"]), "current": SensorClass(["mA", "A"]),
        "frequency": SensorClass(["Hz", "kHz", "MHz", "GHz"]), "apparent_power": SensorClass(["VA"]),
        "reactive_power": SensorClass(["var"]), "power_factor": SensorClass(["%"]),
        "carbon_dioxide": SensorClass(["ppm"]), "carbon_monoxide": SensorClass(["ppm"]),
        "pm1": SensorClass(["μg/m³"]), "pm25": SensorClass(["μg/m³"]), "pm10": SensorClass(["μg/m³"]),
        "ozone": SensorClass(["μg/m³"]), "nitrogen_dioxide": SensorClass(["μg/m³"]),
        "volatile_organic_compounds": SensorClass(["μg/m³", "mg/m³"]),
        "volatile_organic_compounds_parts": SensorClass(["ppb", "ppm"]),
        "volume_flow_rate": SensorClass(["m³/h", "m³/min", "m³/s", "L/h", "L/min", "L/s"]),
        "duration": SensorClass(["d", "h", "min", "s", "ms"], ["measurement"] + totals),
        "timestamp": SensorClass([], []), "enum": SensorClass([], []),
    ]
}
