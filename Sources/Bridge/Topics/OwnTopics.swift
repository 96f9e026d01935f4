/// Which retained topics count as the bridge's own native ones, so that they are cleared when nobody has them any more.
///
/// Source: the MQTT contract, section 2, “Own”.
enum OwnTopics {
    private static let bridge: Set<String> = ["state", "info", "structures", "rooms", "devices", "groups"]
    private static let kinds: Set<String> = ["device", "group", "room"]
    private static let verbs: Set<String> = ["set", "invoke"]

    /// Whether a retained topic under the base has one of the bridge's shapes; orders that somebody retained have not.
    static func isOwn(_ topic: [UInt8], base: [ArraySlice<UInt8>]) -> Bool {
        let levels = Topic.levels(of: topic)
        guard levels.count > base.count + 1, levels.prefix(base.count).elementsEqual(base) else { return false }
        let below = levels.dropFirst(base.count).map { String(decoding: $0, as: UTF8.self) }
        if below[0] == "bridge" { return below.count == 2 && bridge.contains(below[1]) }
        if below[1] == "info" { return below.count == 2 }
        guard kinds.contains(below[1]), below.count >= 4, let last = below.last else { return false }
        return !verbs.contains(last)
    }
}
