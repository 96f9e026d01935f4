/// Which retained topics count as the bridge's own native ones, so that they are cleared when nobody has them any more.
///
/// Among them are those on which the bridge never has anything retained: whoever subscribes would take what somebody left
/// there for something that happens now.
/// Source: the MQTT contract, section 2, “Own”.
enum OwnTopics {
    private static let bridge: Set<String> = [
        "state", "info", "structures", "rooms", "devices", "groups", "event", "log", "scan",
    ]
    private static let kinds: Set<String> = ["device", "group", "room"]
    private static let verbs: Set<String> = ["set", "invoke"]

    /// Whether a retained topic under the base has one of the bridge's shapes; orders that somebody retained have not.
    static func isOwn(_ topic: [UInt8], base: [ArraySlice<UInt8>]) -> Bool {
        let levels = Topic.levels(of: topic)
        guard levels.count > base.count + 1, levels.prefix(base.count).elementsEqual(base) else { return false }
        let below = levels.dropFirst(base.count).map { String(decoding: $0, as: UTF8.self) }
        if below[0] == "bridge" { return below.count == 2 ? bridge.contains(below[1]) : below[1] == "response" }
        if below[1] == "info" { return below.count == 2 }
        guard kinds.contains(below[1]), below.count >= 4, let last = below.last else { return false }
        return !verbs.contains(last)
    }
}
