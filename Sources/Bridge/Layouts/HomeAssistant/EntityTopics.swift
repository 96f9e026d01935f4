/// Where the documents stand that single entities need: `B/S/ha/device/D/ENTITY`, `B/S/ha/group/G/ENTITY`, and `/set`.
///
/// Source: the MQTT contract, section 7.
enum EntityTopics {
    /// The kinds of objects that have entities.
    static let kinds = ["device", "group"]
    private static let kind = "ha"

    /// What stands before `/ENTITY`, from an object's own topic, `B/S/device/D`.
    static func root(_ topic: String) -> String {
        var levels = topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        levels.insert(kind, at: max(0, levels.count - 2))
        return levels.joined(separator: "/")
    }

    /// Whether a retained topic has this shape; orders that somebody retained have not.
    static func isOwn(_ topic: [UInt8], base: String) -> Bool {
        guard let levels = levels(topic, base: base) else { return false }
        return levels.count == 5 && kinds.contains(levels[2])
    }

    /// The levels below `B` of a topic of this kind.
    static func levels(_ topic: [UInt8], base: String) -> [String]? {
        let prefix = Array("\(base)/".utf8)
        guard topic.starts(with: prefix) else { return nil }
        let levels = Topic.levels(of: Array(topic.dropFirst(prefix.count))).map(Topic.text)
        return levels.count > 2 && levels[1] == kind ? levels : nil
    }
}
