import DataModel
import ModelReader

/// Between slots and what is kept of them.
extension DeviceLayout {
    /// What the value at an offset is kept as; `nil` where there is no such slot.
    public func valueKey(at offset: Int) -> ValueKey? {
        switch offset {
        case Self.connectivityOffset: return .connectivity
        case Self.lastReportOffset: return .lastReport
        default: break
        }
        for part in parts {
            for trait in part.traits where trait.offsets.contains(offset) {
                return ValueKey(
                    endpoint: part.endpoint, cluster: trait.cluster.id,
                    attribute: trait.attributes[offset - trait.firstOffset].id)
            }
            for trait in part.traits {
                guard let memory = trait.memories.first(where: { $0.offset == offset }) else { continue }
                return ValueKey(endpoint: part.endpoint, cluster: trait.cluster.id, attribute: memory.id)
            }
        }
        return nil
    }

    /// Where the value of a key stands; `nil` where the device does not have it.
    public func offset(of key: ValueKey) -> Int? {
        switch key {
        case .connectivity: return Self.connectivityOffset
        case .lastReport: return Self.lastReportOffset
        default: break
        }
        return part(endpoint: key.endpoint)?.traits.first { $0.cluster.id == key.cluster }?
            .offset(ofAttribute: key.attribute)
    }

    /// What the value at each offset is kept as, in order.
    public var valueKeys: [ValueKey] {
        var keys: [ValueKey] = [.connectivity, .lastReport]
        keys.reserveCapacity(slotCount)
        for part in parts {
            for trait in part.traits {
                for attribute in trait.attributes {
                    keys.append(
                        ValueKey(endpoint: part.endpoint, cluster: trait.cluster.id, attribute: attribute.id))
                }
            }
        }
        for part in parts {
            for trait in part.traits {
                keys += trait.memories.map {
                    ValueKey(endpoint: part.endpoint, cluster: trait.cluster.id, attribute: $0.id)
                }
            }
        }
        return keys
    }

    /// What the home remembers of the traits.
    var memories: [TraitMemory] { parts.flatMap(\.traits).flatMap(\.memories) }

    /// The values of all offsets, in order, by what they are kept as.
    func keyed(_ values: [DataValue]) -> [ValueKey: DataValue] {
        Dictionary(zip(valueKeys, values)) { first, _ in first }
    }

    /// The offsets of the attributes that a predicate picks.
    func offsets(where isPicked: (AttributeDescriptor) -> Bool) -> [Int] {
        parts.flatMap(\.traits).flatMap { trait in
            trait.attributes.indices.filter { isPicked(trait.attributes[$0]) }.map { trait.firstOffset + $0 }
        }
    }
}

extension TraitLayout {
    /// The offsets of the attributes' slots among the device's.
    public var offsets: Range<Int> { firstOffset..<(firstOffset + attributes.count) }
}
