import HomeGraph

/// Where the devices of this bridge stand, and how they are told from another's.
///
/// Source: the MQTT contract, section 7; the Homie convention 5, “Topic IDs”.
struct HomieTopics: Sendable {
    /// The domain, mostly `homie`.
    let prefix: String
    /// The bridge's instance id.
    let instance: String

    /// The id of the root device: the bridge.
    var bridge: String { instance }

    /// The id of a device: the same whatever its name is.
    ///
    /// Ids of the home that begin as those of groups do here have a word before them, so that no two are alike.
    func device(_ id: String) -> String {
        id.hasPrefix("group-") || id.hasPrefix("device-") ? "\(instance)-device-\(id)" : "\(instance)-\(id)"
    }

    /// The id of a group's device.
    func group(_ id: String) -> String { "\(instance)-group-\(id)" }

    /// The topic of a device.
    func root(_ id: String) -> String { "\(prefix)/5/\(id)" }

    /// Whom a device's id is for.
    enum Object: Equatable {
        case bridge
        case device(String)
        case group(String)
    }

    /// Whom a device's id is for; `nil` for another bridge's.
    func object(_ id: String) -> Object? {
        guard id != instance else { return .bridge }
        guard id.hasPrefix("\(instance)-") else { return nil }
        let rest = String(id.dropFirst(instance.count + 1))
        if rest.hasPrefix("group-") { return .group(String(rest.dropFirst("group-".count))) }
        return .device(rest.hasPrefix("device-") ? String(rest.dropFirst("device-".count)) : rest)
    }

    /// The levels after `PREFIX/5`; `nil` for a topic elsewhere.
    func levels(below topic: [UInt8]) -> [String]? {
        let levels = Topic.levels(of: topic).map { String(decoding: $0, as: UTF8.self) }
        let start = prefix.split(separator: "/", omittingEmptySubsequences: false).map(String.init) + ["5"]
        guard levels.count > start.count, Array(levels.prefix(start.count)) == start else { return nil }
        return Array(levels.dropFirst(start.count))
    }
}
