/// A topic that can be published to (MQTT 5, section 4.7): no wildcards, no control characters.
public struct TopicName: Sendable, Hashable, CustomStringConvertible {
    /// The topic as it is written.
    public let description: String

    /// Takes a topic that is valid.
    public init(_ text: String) throws(TopicError) {
        try TopicError.check(text)
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }) else {
            throw TopicError(.wildcard, text)
        }
        description = text
    }

    /// Takes octets that are a valid topic.
    public init(octets: some Collection<UInt8>) throws(TopicError) {
        guard let text = String(validating: octets, as: UTF8.self) else { throw TopicError(.notUTF8, "") }
        try self.init(text)
    }

    /// The levels between the slashes; there is at least one, and any may be empty.
    public var levels: [Substring] { description.split(separator: "/", omittingEmptySubsequences: false) }

    /// Whether it is one of the broker's own, which `#` and `+` do not match.
    public var isReserved: Bool { description.utf8.first == UInt8(ascii: "$") }
}
