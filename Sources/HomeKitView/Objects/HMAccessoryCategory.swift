import Conversions

/// What an accessory is to people at first sight, by what it is there for.
///
/// Source: the HomeKit framework.
public struct HMAccessoryCategory: Sendable, Hashable {
    /// One of the constants `HMAccessoryCategoryType…`.
    public let categoryType: String
    /// What people call it.
    public let localizedDescription: String

    /// The category of a bridge, or of an accessory by its primary service.
    init(primary service: HMService?, isBridge: Bool) {
        if isBridge {
            self.init(HMAccessoryCategoryTypeBridge, "Bridge")
        } else if let service, let type = Self.types[service.serviceType] {
            self.init(type, type == HMAccessoryCategoryTypeSensor ? "Sensor" : service.localizedDescription)
        } else {
            self.init(HMAccessoryCategoryTypeOther, "Other")
        }
    }

    private init(_ categoryType: String, _ localizedDescription: String) {
        self.categoryType = categoryType
        self.localizedDescription = localizedDescription
    }

    /// By types of services; those of all others are other accessories.
    private static let types: [String: String] = {
        let named = [
            HMServiceTypeDoor: HMAccessoryCategoryTypeDoor, HMServiceTypeLockMechanism: HMAccessoryCategoryTypeDoorLock,
            HMServiceTypeFan: HMAccessoryCategoryTypeFan,
            HMServiceTypeGarageDoorOpener: HMAccessoryCategoryTypeGarageDoorOpener,
            HMServiceTypeLightbulb: HMAccessoryCategoryTypeLightbulb,
            HMServiceTypeOutlet: HMAccessoryCategoryTypeOutlet,
            HMServiceTypeStatelessProgrammableSwitch: HMAccessoryCategoryTypeProgrammableSwitch,
            HMServiceTypeSecuritySystem: HMAccessoryCategoryTypeSecuritySystem,
            HMServiceTypeSwitch: HMAccessoryCategoryTypeSwitch,
            HMServiceTypeStatefulProgrammableSwitch: HMAccessoryCategoryTypeProgrammableSwitch,
            HMServiceTypeThermostat: HMAccessoryCategoryTypeThermostat,
            HMServiceTypeHeaterCooler: HMAccessoryCategoryTypeThermostat,
            HMServiceTypeWindow: HMAccessoryCategoryTypeWindow,
            HMServiceTypeWindowCovering: HMAccessoryCategoryTypeWindowCovering,
        ]
        let sensors = ServiceType.all.filter { $0.name.hasSuffix("Sensor") }.map(\.identifier)
        return sensors.reduce(into: named) { $0[$1] = HMAccessoryCategoryTypeSensor }
    }()
}
