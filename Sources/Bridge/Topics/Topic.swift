/// A topic's octets and its levels.
enum Topic {
    /// What stands between two levels.
    static let separator = UInt8(ascii: "/")

    /// The levels of a topic.
    static func levels(of topic: [UInt8]) -> [ArraySlice<UInt8>] {
        topic.split(separator: separator, omittingEmptySubsequences: false)
    }

    /// A level as text, for people to read.
    static func text(_ level: some Collection<UInt8>) -> String {
        String(decoding: level, as: UTF8.self)
    }

    /// A topic that others may have made as long as they like, for the log.
    static func shown(_ topic: [UInt8]) -> String {
        topic.count > 200 ? "\(text(topic.prefix(200)))…" : text(topic)
    }
}
