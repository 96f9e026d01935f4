import HomeGraph
import ModelReader

/// The parts of a group: each type that a member has or extends, and the members' parts of it.
struct GroupParts: Sendable {
    /// One member's part.
    struct Member: Sendable {
        let device: HomeTopics.Device
        let part: PartLayout
    }

    /// A part of the group.
    struct Part: Sendable {
        /// The type's name.
        let name: String
        /// In member order, then by endpoint.
        var members: [Member]
    }

    /// In the order in which members bring them.
    let parts: [Part]

    /// Finds the parts of a group.
    init(_ group: HomeTopics.Group, in topics: HomeTopics) {
        var parts: [Part] = []
        var positions: [String: Int] = [:]
        for device in group.devices.map({ topics.devices[$0] }) {
            for part in device.record.layout.parts {
                for name in Self.names(of: part) {
                    let member = Member(device: device, part: part)
                    if let position = positions[name] {
                        parts[position].members.append(member)
                    } else {
                        positions[name] = parts.count
                        parts.append(Part(name: name, members: [member]))
                    }
                }
            }
        }
        self.parts = parts
    }

    /// The part of this name.
    func part(named name: String) -> Part? {
        parts.first { $0.name == name }
    }

    /// The types that a part answers to, nearest first.
    static func names(of part: PartLayout) -> [String] {
        var names: [String] = []
        for type in part.types where type == part.types.first || type.classification == .simple {
            for ancestor in type.lineage where !names.contains(ancestor.name) { names.append(ancestor.name) }
        }
        return names
    }
}
