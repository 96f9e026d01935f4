import DataModel
import HomeGraph
import MQTT

/// A group as a device of its own: what its members have in common to be set.
struct HomieGroup: Sendable {
    /// The one node.
    static let node = "group"

    /// A property of one part of one member.
    struct Member: Sendable {
        let device: HomeTopics.Device
        let part: QuantityPart
        let property: HomieProperty
    }

    /// A property of the group: that of its members.
    struct Property: Sendable {
        /// Of each part of each member that has it, in member order.
        let members: [Member]
        /// That of the first.
        let first: HomieProperty
        private let values: GroupQuantity
        private let colors: GroupQuantities

        fileprivate init(_ members: [Member], first: HomieProperty) {
            self.members = members
            self.first = first
            values = GroupQuantity(
                members.compactMap { member in
                    guard case .value(let quantity, _, _) = member.property.form else { return nil }
                    return GroupQuantity.Member(member.device.record, quantity, on: member.part)
                })
            guard case .color(let color) = first.form else {
                colors = GroupQuantities([], of: [])
                return
            }
            colors = GroupQuantities(
                Array(color.quantities.keys), of: members.map { ($0.device.record, $0.part) })
        }

        /// The slots that it follows from.
        fileprivate var valueSlots: [Int] { values.slots + colors.slots }

        /// What the members say together; `nil` where none has a value.
        func text(_ store: HomeStore) -> String? {
            if case .color(let color) = first.form { return color.text { colors.value($0, store) } }
            return values.value(store).map { first.text(of: $0) }
        }
    }

    let properties: [Property]

    /// Looks at the members of a group.
    init(_ members: [HomeTopics.Device], nodes: (HomeTopics.Device) -> [HomieNode]) {
        var found: [String: [Member]] = [:]
        var order: [String] = []
        for device in members {
            for node in nodes(device) {
                for property in node.properties where property.isSettable && property.id != "identify" {
                    if found[property.id] == nil { order.append(property.id) }
                    // What is told in other words elsewhere is another thing.
                    if let first = found[property.id]?.first, first.property.datatype != property.datatype { continue }
                    found[property.id, default: []].append(Member(device: device, part: node.part, property: property))
                }
            }
        }
        properties = order.compactMap { id in
            guard let members = found[id], let first = members.first else { return nil }
            return Property(members, first: first.property)
        }
    }

    /// What `$description` is made of; slots are counted from the first of all.
    var content: HomieContent {
        let node = HomieContent.Node(
            id: Self.node, name: "Group", type: "Group",
            properties: properties.map { property in
                HomieContent.Property(id: property.first.id, isRetained: property.first.isRetained) { context in
                    property.text(context.store) != nil
                } description: { context in
                    property.description(context.store)
                }
            })
        return HomieContent(
            nodes: [node],
            offsets: (
                properties.filter(\.first.isRetained).flatMap(\.valueSlots).uniqued(),
                properties.flatMap { $0.slots(\.descriptionOffsets) }.uniqued()
            ))
    }

    /// The documents of values.
    func documents(_ qualityOfService: QualityOfService) -> [DocumentContent] {
        properties.filter(\.first.isRetained).map { property in
            DocumentContent(
                end: "\(Self.node)/\(property.first.id)", qualityOfService: qualityOfService,
                offsets: property.valueSlots.uniqued()
            ) { context, payload in
                payload.append(contentsOf: (property.text(context.store) ?? "").utf8)
            }
        }
    }
}

extension HomieGroup.Property {
    fileprivate func slots(_ offsets: (HomieProperty) -> [Int]) -> [Int] {
        members.flatMap { member in offsets(member.property).map { member.device.record.firstSlot + $0 } }
    }

    private func reader(_ device: HomeTopics.Device, _ store: HomeStore) -> SlotReader {
        { store.value(at: device.record.firstSlot + $0) }
    }

    fileprivate func description(_ store: HomeStore) -> JSONValue {
        first.description(format: format(store))
    }

    /// What all members take: the highest lower and the lowest upper bound, and every name that one of them knows.
    private func format(_ store: HomeStore) -> String? {
        switch first.datatype {
        case .integer, .float:
            let ranges = members.compactMap { $0.property.range(reader($0.device, store)) }
            guard let low = ranges.map(\.lowerBound).max(), let high = ranges.map(\.upperBound).min() else {
                return nil
            }
            return first.text(ofRange: low <= high ? low...high : ranges[0])
        case .enumeration, .color:
            var seen: Set<String> = []
            let names = members.flatMap { member in
                (member.property.format(reader(member.device, store)) ?? "").split(separator: ",").map(String.init)
            }
            return names.filter { seen.insert($0).inserted }.joined(separator: ",")
        case .boolean, .string: return nil
        }
    }

    /// What a payload asks of the members.
    ///
    /// - Throws: As ``HomieProperty/steps(_:)``, where no member takes it.
    func orders(_ payload: [UInt8]) throws(HomeError) -> [ValueOrder] {
        try ValueOrder.each(of: members) { member throws(HomeError) in
            ValueOrder(
                device: member.device, endpoint: member.part.part.endpoint, name: first.id,
                steps: try member.property.steps(payload))
        }
    }
}
