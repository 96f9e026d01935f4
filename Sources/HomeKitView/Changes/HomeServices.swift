import Conversions
import DataModel
import HomeGraph
import ModelReader

extension EndpointMembers {
    /// What a part of a device has.
    init(_ part: PartLayout) {
        let clusters = part.traits.map { trait in
            (
                trait.cluster.id,
                Cluster(
                    featureMap: trait.featureMap, attributes: Set(trait.attributes.map(\.id)),
                    commands: Set(trait.commands.map(\.id)), events: Set(trait.events.map(\.id)))
            )
        }
        self.init(
            number: part.endpoint, types: part.types,
            clusters: Dictionary(clusters, uniquingKeysWith: { first, _ in first }))
    }
}

/// The services of a home's devices and what they are called.
struct HomeServices {
    /// A device with its services, and their names in the same order.
    struct Device {
        let record: DeviceRecord
        let services: [DeviceService]
        let names: [String]
    }

    /// The devices of the structure, in order.
    let devices: [Device]

    /// Finds the services of a structure's devices.
    init(of structureID: String, in shape: HomeShape) {
        var byLayout: [ObjectIdentifier: [DeviceService]] = [:]
        let records = shape.devices.filter { $0.structureID == structureID }
        let found = records.map { record in
            let key = ObjectIdentifier(record.layout)
            let services =
                byLayout[key] ?? DeviceService.services(of: record.layout.parts.map { EndpointMembers($0) })
            byLayout[key] = services
            return (name: record.name, services: services)
        }
        let names = UniqueNames.serviceNames(found) { device, service in
            shape.serviceNames[ServiceID(deviceID: records[device].id, name: found[device].services[service].name)]
        }
        devices = zip(records, zip(found, names)).map {
            Device(record: $0, services: $1.0.services, names: $1.1)
        }
    }

    /// The service of this name; `nil` where there is none.
    func service(named name: String) -> ServiceID? {
        for device in devices {
            for (service, other) in zip(device.services, device.names) where ObjectName.isSimilar(name, other) {
                return ServiceID(deviceID: device.record.id, name: service.name)
            }
        }
        return nil
    }
}
