import DataModel
import HomeGraph
import MQTT

/// A group as a device of its own: what its members have in common to be set.
struct HomieGroup: Sendable {
    /// The one node.
    static let node = "group"

    /// A property of the group: that of its members.
    struct Property: Sendable {
        /// Of each part of each member that has it, in member order.
        let members: [(device: HomeTopics.Device, endpoint: UInt16, property: HomieProperty)]
        /// That of the first.
        let first: HomieProperty
    }

    let properties: [Property]

    /// Looks at the members of a group.
    init(_ members: [HomeTopics.Device], nodes: (HomeTopics.Device) -> [HomieNode]) {
        var found: [String: [(device: HomeTopics.Device, endpoint: UInt16, property: HomieProperty)]] = [:]
        var order: [String] = []
        for device in members {
            for node in nodes(device) {
                for property in node.properties where property.isSettable && property.id != "identify" {
                    if found[property.id] == nil { order.append(property.id) }
                    // What is told in other words elsewhere is another thing.
                    if let first = found[property.id]?.first, first.property.datatype != property.datatype { continue }
                    found[property.id, default: []].append((device, node.endpoint, property))
                }
            }
        }
        properties = order.compactMap { id in
            guard let members = found[id], let first = members.first else { return nil }
            return Property(members: members, first: first.property)
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
                properties.filter(\.first.isRetained).flatMap { $0.slots(\.offsets) }.uniqued(),
                properties.flatMap { $0.slots(\.descriptionOffsets) }.uniqued()
            ))
    }

    /// The documents of values.
    func documents(_ qualityOfService: QualityOfService) -> [DocumentContent] {
        properties.filter(\.first.isRetained).map { property in
            DocumentContent(
                end: "\(Self.node)/\(property.first.id)", qualityOfService: qualityOfService,
                offsets: property.slots(\.offsets)
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

    /// On if one is on; the mean of numbers; else what the first says.
    func text(_ store: HomeStore) -> String? {
        let texts = members.compactMap { $0.property.text(reader($0.device, store)) }
        switch first.datatype {
        case .boolean: return texts.isEmpty ? nil : texts.contains("true") ? "true" : "false"
        case .integer, .float:
            let numbers = texts.compactMap(Double.init)
            guard !numbers.isEmpty else { return nil }
            let mean = numbers.reduce(0, +) / Double(numbers.count)
            return HomieText.number(first.datatype == .integer ? mean.rounded() : (mean * 100).rounded() / 100)
        case .enumeration, .string, .color: return texts.first
        }
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
        var orders: [ValueOrder] = []
        var failure: HomeError?
        for member in members {
            do throws(HomeError) {
                orders.append(
                    ValueOrder(
                        device: member.device, endpoint: member.endpoint, name: first.id,
                        steps: try member.property.steps(payload)))
            } catch {
                failure = failure ?? error
            }
        }
        if orders.isEmpty, let failure { throw failure }
        return orders
    }
}
