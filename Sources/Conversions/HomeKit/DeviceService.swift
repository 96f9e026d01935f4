/// A service of a device, with what feeds it.
public struct DeviceService: Sendable {
    /// Its name within the device, which stays: that of its type, with a number from the second of a type on, such as
    /// `Lightbulb` and `Outlet-2`.
    public let name: String
    /// What kind of service it is.
    public let type: ServiceType
    /// Whether it is what the device is there for: the first service that people use.
    public let isPrimary: Bool
    /// Whether it is of the primary service's type.
    let isLikePrimary: Bool
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
    /// - Parameter endpoints: The parts, by number.
    /// - Returns: The services; there is at least one.
    public static func services(of endpoints: [EndpointMembers]) -> [DeviceService] {
        var found: [(type: ServiceType, characteristics: [DeviceCharacteristic])] = [
            (.accessoryInformation, information(of: endpoints))
        ]
        for endpoint in endpoints {
            var read: Set<AttributeID> = []
            for rule in ServiceRule.all {
                guard let characteristics = rule.characteristics(on: endpoint, besides: read) else { continue }
                read.formUnion(characteristics.flatMap(\.attributes))
                found.append((rule.service, characteristics + [DeviceCharacteristic(.name)]))
            }
        }
        let primary = found.firstIndex { $0.type.isUserInteractive }
        var counts: [String: Int] = [:]
        return found.enumerated().map { position, service in
            let number = counts[service.type.name, default: 0] + 1
            counts[service.type.name] = number
            return DeviceService(
                name: number == 1 ? service.type.name : "\(service.type.name)-\(number)", type: service.type,
                isPrimary: position == primary,
                isLikePrimary: primary.map { found[$0].type == service.type } == true,
                characteristics: service.characteristics)
        }
    }

    private static func information(of endpoints: [EndpointMembers]) -> [DeviceCharacteristic] {
        let fed = ServiceRule.information.characteristics.compactMap { source in
            endpoints.lazy.compactMap { endpoint in
                BoundConversion(source.quantity, on: endpoint).map {
                    DeviceCharacteristic(source.type, $0, endpoint: endpoint.number)
                }
            }.first
        }
        return [DeviceCharacteristic(.name)] + fed
    }
}
