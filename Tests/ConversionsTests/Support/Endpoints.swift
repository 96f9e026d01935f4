import Configuration
import Conversions
import DataModel
import HomeGraph
import ModelReader
import SimulatedHub
import Testing

extension EndpointMembers {
    /// An endpoint with all that clusters can have.
    static func whole(_ clusters: [String], types: [String] = [], features: UInt32 = .max) throws -> EndpointMembers {
        let catalog = ModelCatalog.standard
        var members: [UInt32: Cluster] = [:]
        for name in clusters {
            let cluster = try #require(catalog.cluster(named: name))
            members[cluster.id] = Cluster(
                featureMap: features, attributes: Set(cluster.attributes.map(\.id)),
                commands: Set(cluster.commands.map(\.id)), events: Set(cluster.events.map(\.id)))
        }
        return EndpointMembers(
            number: 1, types: try types.map { try #require(catalog.deviceType(named: $0)) }, clusters: members)
    }

    /// The endpoint without attributes.
    func without(_ attributes: AttributeID...) -> EndpointMembers {
        var clusters = clusters
        for attribute in attributes { clusters[attribute.cluster]?.attributes.remove(attribute.id) }
        return EndpointMembers(number: number, types: types, clusters: clusters)
    }

    /// The endpoint without commands.
    func without(_ commands: CommandID...) -> EndpointMembers {
        var clusters = clusters
        for command in commands { clusters[command.cluster]?.commands.remove(command.id) }
        return EndpointMembers(number: number, types: types, clusters: clusters)
    }
}

/// Raw values by attribute, as a device has them.
struct RawValues {
    var values: [AttributeID: DataValue] = [:]

    func read(_ attribute: AttributeID) -> DataValue { values[attribute] ?? .null }
}

/// A device of each type that a device can be of, as the simulated hub composes it.
enum EveryType {
    static let names = ModelCatalog.standard.deviceTypes.filter { $0.classification != .node }.map(\.name)

    /// The parts of a device of a type.
    static func device(_ type: String, _ more: String = "") async throws -> HubDevice {
        try await device(home: "structures: [{name: Home, devices: [{name: Device, type: \(type)\(more)}]}]")
    }

    /// The first device of a home file.
    static func device(home text: String) async throws -> HubDevice {
        let file = try HomeFile.read(Array(text.utf8), file: "home", catalog: .standard)
        return try #require(try await SimulatedHub(home: file).contents().devices.first)
    }
}
