import HomeGraph

/// Which segment each object of the home has, kept while the home changes.
///
/// A segment that is taken within its parent and kind gets the first free number from 2 upward, in order of creation,
/// and keeps it until the object's own name gives another base.
struct SegmentTable: Sendable {
    /// Within what a segment is unique.
    private struct Scope: Hashable {
        /// The structure's id; empty for structures.
        let parent: String
        let kind: ObjectKind
    }

    private struct Entry {
        let base: String
        let segment: String
    }

    /// An object that wants a segment.
    private struct Claim {
        let id: String
        let base: String
    }

    private let mode: BridgeConfiguration.SegmentMode
    private var entries: [Scope: [String: Entry]] = [:]

    /// Makes a table in which nothing has a segment.
    init(mode: BridgeConfiguration.SegmentMode) {
        self.mode = mode
    }

    /// The segment of an object; `nil` for one that ``assign(_:)`` did not see.
    func segment(of id: String, _ kind: ObjectKind, in structureID: String = "") -> String? {
        entries[Scope(parent: structureID, kind: kind)]?[id]?.segment
    }

    /// Gives every object of the home its segment; those that are gone lose theirs.
    mutating func assign(_ shape: HomeShape) {
        var claims: [Scope: [Claim]] = [:]
        for structure in shape.structures {
            claims[Scope(parent: "", kind: .structure), default: []].append(claim(structure.id, structure.name))
        }
        for room in shape.rooms {
            claims[Scope(parent: room.structureID, kind: .room), default: []].append(claim(room.id, room.name))
        }
        for device in shape.devices {
            claims[Scope(parent: device.structureID, kind: .device), default: []].append(claim(device.id, device.name))
        }
        for group in shape.groups {
            claims[Scope(parent: group.structureID, kind: .group), default: []].append(claim(group.id, group.name))
        }
        entries = claims.reduce(into: [:]) { result, claim in
            result[claim.key] = Self.settle(claim.value, before: entries[claim.key] ?? [:], kind: claim.key.kind)
        }
    }

    private func claim(_ id: String, _ name: String) -> Claim {
        Claim(id: id, base: mode == .id ? id : Segments.base(of: name))
    }

    private static func settle(_ claims: [Claim], before: [String: Entry], kind: ObjectKind) -> [String: Entry] {
        var result: [String: Entry] = [:]
        var taken: Set<String> = kind == .structure ? ["bridge"] : []
        for claim in claims {
            guard let entry = before[claim.id], entry.base == claim.base else { continue }
            result[claim.id] = entry
            taken.insert(entry.segment)
        }
        // Nothing becomes free while the rest is settled, so that a search may go on where the last one ended.
        var next: [String: Int] = [:]
        for claim in claims where result[claim.id] == nil {
            var segment = claim.base
            var number = next[claim.base] ?? 2
            while taken.contains(segment) {
                segment = Segments.numbered(claim.base, number)
                number += 1
            }
            next[claim.base] = number
            taken.insert(segment)
            result[claim.id] = Entry(base: claim.base, segment: segment)
        }
        return result
    }
}
