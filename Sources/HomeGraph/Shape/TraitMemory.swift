import Conversions
import DataModel
public import ModelReader

/// What the home remembers of a trait beside what the device says now, by a ``Conversions/MemoryRule``.
///
/// It stands in a slot of its own after those of the attributes, so that all who look at the home see the same, and is
/// kept over restarts as values are.
public struct TraitMemory: Sendable {
    /// The number under which it is read.
    public let id: UInt32
    /// The offset of its slot among the device's.
    public let offset: Int
    /// The attribute that it follows; `nil` for an event.
    public let attribute: AttributeDescriptor?
    /// The offset of that attribute's slot.
    let source: Int?
    private let rule: MemoryRule

    /// What is remembered of a trait.
    ///
    /// - Parameters:
    ///   - trait: The trait.
    ///   - firstOffset: Where its attributes stand.
    ///   - offset: Where the first memory is to stand.
    /// - Returns: The memories, one after another; empty where the trait lacks what they follow.
    static func memories(
        of trait: DeviceLayout.Trait, firstOffset: Int, from offset: Int
    ) -> [TraitMemory] {
        var found: [TraitMemory] = []
        for rule in MemoryRule.byCluster[trait.cluster.id] ?? [] {
            if let memory = TraitMemory(rule, trait, firstOffset, at: offset + found.count) { found.append(memory) }
        }
        return found
    }

    private init?(_ rule: MemoryRule, _ trait: DeviceLayout.Trait, _ firstOffset: Int, at offset: Int) {
        self.offset = offset
        self.rule = rule
        switch rule.source {
        case .value(let followed, _, _):
            guard let position = trait.attributes.firstIndex(where: { $0.id == followed.id }) else { return nil }
            id = MemoryRule.lastValue
            attribute = trait.attributes[position]
            source = firstOffset + position
        case .event(let followed, _):
            guard trait.events.contains(where: { $0.id == followed.id }) else { return nil }
            id = MemoryRule.lastEvent
            attribute = nil
            source = nil
        }
    }

    /// What is remembered of a value of the attribute; `nil` for what leaves the memory as it is.
    func remembered(of value: DataValue) -> DataValue? {
        guard case .value(_, let values, _) = rule.source, case .uint(let code) = value else { return nil }
        return values[code].map { .uint($0) }
    }

    /// What is remembered of a command that was confirmed.
    func remembered(ofCommand id: UInt32) -> DataValue? {
        guard case .value(let attribute, _, let commands) = rule.source else { return nil }
        return commands[CommandID(cluster: attribute.cluster, id: id)].map { .uint($0) }
    }

    /// What is remembered of something that happened.
    func remembered(of event: EventReport) -> DataValue? {
        guard case .event(let followed, let combinations) = rule.source, event.event.id == followed.id else {
            return nil
        }
        let wanted = combinations.first { $0.allSatisfy { id, code in event.fields[id] == .uint(code) } }
        return wanted.map { wanted in .fields(event.fields.filter { wanted.keys.contains($0.key) }) }
    }
}
