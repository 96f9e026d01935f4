/// A topic's octets and its levels.
enum Topic {
    /// What stands between two levels.
    static let separator = UInt8(ascii: "/")

    /// The levels of a topic.
    static func levels(of topic: [UInt8]) -> [ArraySlice<UInt8>] {
        topic.split(separator: separator, omittingEmptySubsequences: false)
    }

    /// Whether a filter, with `+` and `#`, matches a topic (MQTT 5, section 4.7).
    static func matches(filter: String, _ topic: String) -> Bool {
        let filter = filter.utf8.split(separator: separator, omittingEmptySubsequences: false)
        let topic = topic.utf8.split(separator: separator, omittingEmptySubsequences: false)
        for (position, level) in filter.enumerated() {
            if level.elementsEqual("#".utf8) { return true }
            guard position < topic.count else { return false }
            if !level.elementsEqual("+".utf8), !level.elementsEqual(topic[position]) { return false }
        }
        return filter.count == topic.count
    }

    /// Whether octets are the name of a topic: UTF-8, not empty, no wildcard, no U+0000.
    static func isName(_ topic: [UInt8]) -> Bool {
        guard !topic.isEmpty, topic.count <= 65_535, String(validating: topic, as: UTF8.self) != nil else { return false }
        return !topic.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") || $0 == 0 }
    }

    /// A level as text, for people to read.
    static func text(_ level: some Collection<UInt8>) -> String {
        String(decoding: level, as: UTF8.self)
    }
}
