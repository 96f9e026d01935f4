import ModelReader

/// The parts of a group: each type that a member has or extends, and the members' parts of it.
///
/// Source: the first seed; the MQTT contract, section 4, “Groups and rooms”.
package struct GroupParts: Sendable {
    /// One member's part.
    package struct Member: Sendable {
        /// The member.
        package let device: DeviceRecord
        /// The part that is of the type, or extends it.
        package let part: PartLayout
    }

    /// A part of the group.
    package struct Part: Sendable {
        /// The type's name.
        package let name: String
        /// In member order, then by endpoint.
        package fileprivate(set) var members: [Member]
    }

    /// In the order in which members bring them.
    package let parts: [Part]

    /// Finds the parts of a group of these devices.
    package init(_ devices: [DeviceRecord]) {
        var parts: [Part] = []
        var positions: [String: Int] = [:]
        for device in devices {
            for part in device.layout.parts {
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
    package func part(named name: String) -> Part? {
        parts.first { $0.name == name }
    }

    /// The types that a part answers to, nearest first.
    package static func names(of part: PartLayout) -> [String] {
        var names: [String] = []
        for type in part.types where type == part.types.first || type.classification == .simple {
            for ancestor in type.lineage where !names.contains(ancestor.name) { names.append(ancestor.name) }
        }
        return names
    }
}
