/// Names a service of a device; what services there are is the matter of whoever shows the home as services.
public struct ServiceID: Sendable, Hashable {
    /// The device.
    public var deviceID: String
    /// The service's name within the device, such as `Lightbulb` or `Outlet-2`.
    public var name: String

    /// Names a service.
    public init(deviceID: String, name: String) {
        self.deviceID = deviceID
        self.name = name
    }
}

extension ServiceID: CustomStringConvertible {
    /// `kitchen-lamp/Lightbulb`.
    public var description: String { "\(deviceID)/\(name)" }
}

/// A group of services, as the store knows it.
public struct ServiceGroupRecord: Sendable, Hashable, Identifiable {
    /// Unique in the home.
    public let id: String
    /// At most 60 code points; unique among the service groups of its structure.
    public var name: String
    /// The structure that it belongs to.
    public let structureID: String
    /// The members, in the order they were added.
    public var services: [ServiceID]

    /// Describes a service group.
    public init(id: String, name: String, structureID: String, services: [ServiceID]) {
        self.id = id
        self.name = name
        self.structureID = structureID
        self.services = services
    }
}
