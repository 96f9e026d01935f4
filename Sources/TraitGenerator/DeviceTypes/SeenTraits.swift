import ModelReader

/// Traits of Google that devices of Matter's types were seen with; the model lists none for these types.
enum SeenTraits {
    /// Source: the reference of the Home APIs and their sample application.
    private static let google: [String: [String]] = [
        "AirPurifier": ["Google.ExtendedFanControl", "Google.ExtendedAirQuality", "Google.FilterMonitoring"],
        "ColorTemperatureLight": ["Google.LightEffects", "Google.ExtendedColorControl"],
        "DimmableLight": ["Google.LightEffects"],
        "ExtendedColorLight": ["Google.LightEffects", "Google.ExtendedColorControl"],
        "Fan": ["Google.ExtendedFanControl"],
        "OnOffLight": ["Google.LightEffects"],
        "OtaRequestor": ["Google.ConfigurationDone"],
        "PowerSource": ["Google.ExtendedPowerSource"],
        "RoboticVacuumCleaner": ["Google.Dock"],
        "Thermostat": ["Google.ExtendedThermostat"],
    ]

    /// The names of Google's traits that the type was seen with.
    static func google(of type: DeviceTypeDescriptor) -> [String] {
        type.namespace == .matter ? google[type.name] ?? [] : []
    }
}
