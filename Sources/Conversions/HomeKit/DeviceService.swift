import DataModel

/// A service of a device, with what feeds it.
public struct DeviceService: Sendable {
    /// Its name within the device, which stays: that of its type, with a number from the second of a type on, such as
    /// `Lightbulb` and `Outlet-2`.
    public let name: String
    /// What kind of service it is.
    public let type: ServiceType
    /// The part that it is of; `nil` for what informs about the whole device.
    public let endpoint: UInt16?
    /// Whether it is what the device is there for: the first service that people use.
    public let isPrimary: Bool
    /// Whether it is of the primary service's type, and called after the device alone.
    public let isLikePrimary: Bool
    /// In the order of the table; what it is called is the last, except of what informs about the accessory.
    public let characteristics: [DeviceCharacteristic]

    /// Whether it informs about the accessory, whose name its own characteristic Name is.
    public var isInformation: Bool { type == .accessoryInformation }

    /// The characteristic of this name.
    public func characteristic(named name: String) -> DeviceCharacteristic? {
        characteristics.first { $0.type.name == name }
    }

    /// The services of a device: information about it first, then by parts.
    ///
    /// - Parameters:
    ///   - endpoints: The parts, by number.
    ///   - kept: The names that services of each part have already; they keep them, and no other service gets one.
    /// - Returns: The services; there is at least one.
    public static func services(
        of endpoints: [EndpointMembers], keeping kept: [UInt16: [String]] = [:]
    ) -> [DeviceService] {
        var found: [(type: ServiceType, endpoint: UInt16?, characteristics: [DeviceCharacteristic])] = [
            (.accessoryInformation, nil, information(of: endpoints))
        ]
        for endpoint in endpoints {
            var read: Set<AttributeID> = []
            for rule in ServiceRule.all {
                guard let characteristics = rule.characteristics(on: endpoint, of: endpoints, besides: read) else {
                    continue
                }
                read.formUnion(characteristics.filter { $0.endpoint == endpoint.number }.flatMap(\.attributes))
                found.append((rule.service, endpoint.number, characteristics + [DeviceCharacteristic(.name)]))
            }
        }
        let primary = found.firstIndex { $0.type.isUserInteractive }
        let names = names(of: found.map { ($0.type, $0.endpoint) }, keeping: kept)
        return zip(found, names).enumerated().map { position, service in
            DeviceService(
                name: service.1, type: service.0.type, endpoint: service.0.endpoint,
                isPrimary: position == primary,
                isLikePrimary: primary.map { found[$0].type == service.0.type } == true,
                characteristics: service.0.characteristics)
        }
    }

    /// The names of services: of each its type's, or that with the first free number from 2 upward.
    private static func names(
        of services: [(type: ServiceType, endpoint: UInt16?)], keeping kept: [UInt16: [String]]
    ) -> [String] {
        var left = kept
        let known = services.map { service -> String? in
            guard let endpoint = service.endpoint,
                let position = left[endpoint]?.firstIndex(where: { service.type.isType(ofName: $0) })
            else { return nil }
            return left[endpoint]?.remove(at: position)
        }
        var names = NumberedNames<Int>(taken: kept.values.joined()) { "\($0)-\($1)" }
        for (position, service) in services.enumerated() where known[position] == nil {
            names.claim(position, base: service.type.name)
        }
        return services.indices.map { known[$0] ?? names.entries[$0]?.name ?? services[$0].type.name }
    }

    private static func information(of endpoints: [EndpointMembers]) -> [DeviceCharacteristic] {
        let fed = ServiceRule.information.characteristics.compactMap { source in
            endpoints.lazy.compactMap { endpoint in
                BoundConversion(source.quantity, on: endpoint).map {
                    DeviceCharacteristic(source.type, $0, on: endpoint)
                }
            }.first
        }
        return [DeviceCharacteristic(.name)] + fed
    }
}
