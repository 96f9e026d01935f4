import DataModel
public import HomeGraph
import ModelReader

/// The services of a home's devices and what they are called.
public struct HomeServices: Sendable {
    /// A device with its services, and their names in the same order.
    public struct Device: Sendable {
        /// The device.
        public let record: DeviceRecord
        /// What it is there for, information about it first.
        public let services: [DeviceService]
        /// What each service is called; unique in the home.
        public let names: [String]
    }

    /// The devices of the structure, in order.
    public let devices: [Device]

    /// Finds the services of a structure's devices.
    public init(of structureID: String, in shape: HomeShape) {
        var known = LayoutServices()
        self.init(of: structureID, in: shape) { known.services(of: $0.layout) }
    }

    /// Finds the services of a structure's devices.
    ///
    /// - Parameters:
    ///   - structureID: The structure.
    ///   - shape: The home.
    ///   - services: Gives the services of a device, which follow from how it is made.
    public init(of structureID: String, in shape: HomeShape, services: (DeviceRecord) -> [DeviceService]) {
        let records = shape.devices.filter { $0.structureID == structureID }
        let found = records.map { (name: $0.name, services: services($0)) }
        let names = UniqueNames.serviceNames(found) { device, service in
            shape.serviceNames[ServiceID(deviceID: records[device].id, name: found[device].services[service].name)]
        }
        devices = zip(records, zip(found, names)).map {
            Device(record: $0, services: $1.0.services, names: $1.1)
        }
    }

    /// All services with their names, in order.
    public var all: [(id: ServiceID, name: String)] {
        devices.flatMap { device in
            zip(device.services, device.names).map { (ServiceID(deviceID: device.record.id, name: $0.name), $1) }
        }
    }

    /// The service of this name; `nil` where there is none.
    public func service(named name: String) -> ServiceID? {
        let folded = ObjectName.folded(name)
        return all.first { ObjectName.folded($0.name) == folded }?.id
    }

    /// What naming a service otherwise comes to.
    ///
    /// - Throws: `notFound`, and `alreadyExists` where another service of the home is called so, whether people named it
    ///   or it is called after its device.
    public static func rename(
        _ service: ServiceID, to name: String, in shape: HomeShape
    ) throws(HomeError) -> HomeEdit {
        guard let device = shape.device(service.deviceID) else {
            throw HomeError(.notFound, "there is no accessory '\(service.deviceID)'")
        }
        let name = ObjectName.kept(name) ?? name
        if let other = HomeServices(of: device.structureID, in: shape).service(named: name), other != service {
            throw HomeError(.alreadyExists, "the service \(other) is called '\(name)' already")
        }
        return .services(.rename(service, to: name))
    }
}

/// The services of devices by how they are made, found once for all that are made alike.
public struct LayoutServices: Sendable {
    /// The layouts are held, so that none takes the place of one that is gone.
    private var known: [ObjectIdentifier: (layout: DeviceLayout, services: [DeviceService])] = [:]

    /// Knows none yet.
    public init() {}

    /// The services of the devices that are made so.
    public mutating func services(of layout: DeviceLayout) -> [DeviceService] {
        let key = ObjectIdentifier(layout)
        if let entry = known[key] { return entry.services }
        let services = DeviceService.services(of: layout)
        known[key] = (layout, services)
        return services
    }
}

extension DeviceService {
    /// The services of all devices that are made so.
    public static func services(of layout: DeviceLayout) -> [DeviceService] {
        services(of: layout.parts.map { EndpointMembers($0) })
    }
}

extension EndpointMembers {
    /// What a part of a device has.
    public init(_ part: PartLayout) {
        let clusters = part.traits.map { trait in
            (
                trait.cluster.id,
                Cluster(
                    featureMap: trait.featureMap,
                    attributes: Set(trait.attributes.map(\.id) + trait.memories.map(\.id)),
                    commands: Set(trait.commands.map(\.id)), events: Set(trait.events.map(\.id)))
            )
        }
        self.init(
            number: part.endpoint, types: part.types,
            clusters: Dictionary(clusters, uniquingKeysWith: { first, _ in first }))
    }
}
