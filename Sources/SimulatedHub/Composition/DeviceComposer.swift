import Configuration
import DataModel
import HomeGraph
import ModelReader

/// Composes devices of the home file: layouts and first values.
///
/// Devices that are made alike are composed once and share one layout.
struct DeviceComposer {
    private struct Template {
        let layout: DeviceLayout
        let values: [DataValue]
    }

    private let vocabulary: CompositionVocabulary
    private var templates: [Signature: Template] = [:]

    /// Begins with nothing composed.
    init(_ vocabulary: CompositionVocabulary) {
        self.vocabulary = vocabulary
    }

    /// Composes a device.
    ///
    /// - Throws: What the home file asks for and cannot be had.
    mutating func compose(
        _ device: HomeFile.Device, structureID: String
    ) throws(ConfigurationFault) -> HubDevice {
        let signature = Signature(device)
        let template: Template
        if let known = templates[signature] {
            template = known
        } else {
            template = try compose(device)
            templates[signature] = template
        }
        var values = template.values
        values[DeviceLayout.connectivityOffset] = .uint(UInt64(Self.state(device.connectivity).rawValue))
        identify(device, template.layout, &values)
        return HubDevice(
            id: device.id, name: device.name, structureID: structureID, roomID: device.roomID,
            layout: template.layout, values: values)
    }

    private static func state(_ connectivity: InitialConnectivity) -> ConnectivityState {
        switch connectivity {
        case .online: .online
        case .offline: .offline
        case .partiallyOnline: .partiallyOnline
        case .unknown: .unknown
        }
    }

    /// Writes what tells a device from others that are made alike.
    private func identify(_ device: HomeFile.Device, _ layout: DeviceLayout, _ values: inout [DataValue]) {
        guard let trait = layout.part(endpoint: 0)?.trait(named: "BasicInformation") else { return }
        let own: [String: DataValue] = [
            "serialNumber": .string(String(device.id.prefix(32))),
            "uniqueId": .string(Self.uniqueID(of: device.id)),
        ]
        for (name, value) in own {
            guard let attribute = trait.attribute(named: name), let offset = trait.offset(ofAttribute: attribute.id)
            else { continue }
            values[offset] = value
        }
        for value in device.information where value.cluster == trait.cluster {
            guard let offset = trait.offset(ofAttribute: value.attribute.id) else { continue }
            values[offset] = value.value
        }
    }

    /// Sixteen hexadecimal digits that follow from the id.
    private static func uniqueID(of id: String) -> String { FNV1a.hash(Array(id.utf8)).hexadecimalDigits }

    // MARK: - Endpoints

    private struct Endpoint {
        let number: UInt16
        let parent: UInt16?
        /// What the home file says of it.
        let starting: [HomeFile.StartingValue]
        var composed: ComposedEndpoint
    }

    private func compose(_ device: HomeFile.Device) throws(ConfigurationFault) -> Template {
        var endpoints: [Endpoint] = []
        var root = device.root
        if let rootNode = vocabulary.rootNode {
            var description = PartDescription(place: device.place)
            description.values = device.information
            description.take(from: &root) { vocabulary.belongsToNode($0, of: device.root.type) }
            endpoints.append(
                Endpoint(
                    number: 0, parent: nil, starting: description.values,
                    composed: try EndpointComposer(rootNode, description, vocabulary).compose()))
            setProductName(of: &endpoints[0], device)
        }
        // A root node is endpoint 0, and no other.
        if root.type == vocabulary.rootNode { root.type = nil }
        try add(root, parent: nil, as: root.type.map { [$0.name] } ?? [], to: &endpoints)
        for index in endpoints.indices { describe(&endpoints[index], among: endpoints) }
        let layout = DeviceLayout(
            parts: endpoints.map { endpoint in
                DeviceLayout.Part(
                    endpoint: endpoint.number, types: endpoint.composed.types, parent: endpoint.parent,
                    traits: endpoint.composed.traits)
            })
        let values = endpoints.flatMap { $0.composed.values.joined() }
        // Nothing is remembered yet.
        let memories = repeatElement(DataValue.null, count: layout.slotCount - layout.attributeOffsets.upperBound)
        let template = Template(layout: layout, values: [.null, .null] + values + memories)
        try checkLimits(device, template, endpoints)
        return template
    }

    /// The home file's values are within the limits, too, that only the behaviours know.
    private func checkLimits(
        _ device: HomeFile.Device, _ template: Template, _ endpoints: [Endpoint]
    ) throws(ConfigurationFault) {
        let simulated = SimulatedDevice(
            HubDevice(
                id: device.id, name: device.name, structureID: "", roomID: nil, layout: template.layout,
                values: template.values), index: 0, behaviour: device.behaviour, seed: 0)
        for endpoint in endpoints {
            guard let part = template.layout.part(endpoint: endpoint.number) else { continue }
            let context = EndpointContext(
                device: simulated, part: part, moment: .zero, now: Timestamp(rawValue: 0))
            for starting in endpoint.starting {
                do throws(HomeError) {
                    try Behaviors.table[starting.cluster.id]?
                        .checkLimits(starting.attribute.id, starting.value, context)
                } catch {
                    throw ConfigurationFault(
                        at: starting.place, "\(starting.cluster.traitName).\(error.message)",
                        remedy: EndpointComposer.remedyOfLimits)
                }
            }
        }
    }

    private func add(
        _ part: HomeFile.Part, parent: UInt16?, as names: [String], to endpoints: inout [Endpoint]
    ) throws(ConfigurationFault) {
        var own = parent
        if let type = part.type {
            for value in part.values where vocabulary.nodeTraits.contains(value.cluster.traitName) {
                throw ConfigurationFault(
                    at: value.place, "\(value.cluster.traitName) belongs to the device as a whole",
                    remedy: "write \(value.attribute.name) under information, or leave it out")
            }
            if type == vocabulary.rootNode {
                throw ConfigurationFault(
                    at: part.place, "\(type.name) is endpoint 0 of a device, and no part of another",
                    remedy: "leave it out")
            }
            let number = number(after: endpoints)
            own = number
            let description = PartDescription(
                features: part.features, missing: part.without, values: part.values, place: part.place)
            endpoints.append(
                Endpoint(
                    number: number, parent: parent, starting: description.values,
                    composed: try EndpointComposer(type, description, vocabulary, as: names).compose()))
        }
        let parts = part.parts.isEmpty ? usualParts(of: part) : part.parts
        for (index, child) in parts.enumerated() {
            let number = parts[..<index].count { $0.type == child.type } + 1
            let names = child.type.map { CommonProducts.names(of: $0.name, number, in: part.type?.name) } ?? []
            try add(child, parent: own, as: names, to: &endpoints)
        }
    }

    /// What a product of the type is composed of.
    private func usualParts(of part: HomeFile.Part) -> [HomeFile.Part] {
        CommonProducts.parts(of: part.type?.name ?? "").compactMap(vocabulary.deviceType).map { type in
            var child = part
            (child.type, child.features, child.without, child.values) = (type, [:], [], [])
            return child
        }
    }

    /// The number of the next endpoint.
    private func number(after endpoints: [Endpoint]) -> UInt16 {
        UInt16(clamping: max(1, endpoints.count + (vocabulary.rootNode == nil ? 1 : 0)))
    }

    private func setProductName(of endpoint: inout Endpoint, _ device: HomeFile.Device) {
        var part = device.root
        while part.type == nil, let first = part.parts.first { part = first }
        guard let type = part.type,
            let position = endpoint.composed.traits.firstIndex(where: {
                $0.cluster.traitName == "BasicInformation"
            }),
            let attribute = endpoint.composed.traits[position].attributes.firstIndex(where: {
                $0.name == "productName"
            })
        else { return }
        endpoint.composed.values[position][attribute] = .string(String(type.name.prefix(32)))
    }

    /// Adds Descriptor, filled in by what there is.
    private func describe(_ endpoint: inout Endpoint, among all: [Endpoint]) {
        guard let cluster = vocabulary.descriptor else { return }
        let number = endpoint.number
        let composed = endpoint.composed
        let clients = composed.types.flatMap(\.client).compactMap { vocabulary.cluster(named: $0)?.id }
        let literals: [String: Literal] = [
            "deviceTypeList": .list(
                composed.types.map {
                    ["deviceType": .integer(Int64($0.id)), "revision": .integer(Int64($0.revision))]
                }),
            "serverList": .list(
                ([cluster.id] + composed.traits.map(\.cluster.id)).map { .integer(Int64($0)) }),
            "clientList": .list(clients.map { .integer(Int64($0)) }),
            "partsList": .list(
                all.filter { $0.number != 0 && (number == 0 || Self.isPart($0, of: number, all)) }
                    .map { .integer(Int64($0.number)) }),
        ]
        let attributes = cluster.attributes.filter { $0.conformance?.isAlwaysMandatory ?? true }
        let least = LeastValue { _ in nil }
        let values = attributes.map { attribute in
            literals[attribute.name]?.value(as: attribute.value) { least.value($0.value) }
                ?? least.value(attribute.value)
        }
        endpoint.composed.traits.insert(
            DeviceLayout.Trait(
                cluster: cluster, featureMap: 0, attributes: attributes, commands: [], events: []), at: 0)
        endpoint.composed.values.insert(values, at: 0)
    }

    /// Whether an endpoint is part of another, or of one of its parts.
    private static func isPart(_ endpoint: Endpoint, of number: UInt16, _ all: [Endpoint]) -> Bool {
        var parent = endpoint.parent
        while let current = parent {
            if current == number { return true }
            parent = all.first { $0.number == current }?.parent
        }
        return false
    }
}

/// What makes devices alike: all of the home file that layouts and first values follow from, without places.
struct Signature: Hashable {
    private struct Part: Hashable {
        let type: DeviceTypeDescriptor?
        let features: [ClusterDescriptor: [FeatureDescriptor]]
        let without: [[UInt32?]]
        let values: [Value]
        let parts: [Part]

        init(_ part: HomeFile.Part) {
            type = part.type
            features = part.features
            without = part.without.map { [$0.cluster.id, $0.attribute?.id, $0.command?.id] }
            values = part.values.map { Value(cluster: $0.cluster.id, attribute: $0.attribute.id, value: $0.value) }
            parts = part.parts.map(Part.init)
        }
    }

    private struct Value: Hashable {
        let cluster: UInt32
        let attribute: UInt32
        let value: DataValue
    }

    private let root: Part
    /// Which of the information is written; what it says is no matter of the layout.
    private let information: [UInt32]

    /// Takes the signature of a device.
    init(_ device: HomeFile.Device) {
        root = Part(device.root)
        information = device.information.map(\.attribute.id)
    }
}
