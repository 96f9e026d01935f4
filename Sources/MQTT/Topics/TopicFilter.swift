/// A topic or, with `+` for one level and `#` for all that follow, a set of topics (MQTT 5, section 4.7).
///
/// Topics are matched octet by octet: neither letter case nor the form of accents is looked through.
public struct TopicFilter: Sendable, Hashable, CustomStringConvertible {
    /// The filter as it is written.
    public let description: String
    private let octets: [UInt8]

    private static let slash = UInt8(ascii: "/")
    private static let plus = [UInt8(ascii: "+")]
    private static let hash = [UInt8(ascii: "#")]
    /// What may be left of a filter when the topic is over: `a/#` covers `a`, too.
    private static let below = [slash] + hash

    /// Takes a filter that is valid.
    public init(_ text: String) throws(TopicError) {
        try TopicError.check(text)
        let levels = text.utf8.split(separator: Self.slash, omittingEmptySubsequences: false)
        for (index, level) in levels.enumerated() where level.count > 1 || level.elementsEqual(Self.hash) {
            let isLast = index == levels.count - 1
            let isWild = level.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
            guard !isWild || level.count == 1 && isLast else { throw TopicError(.wildcard, text) }
        }
        description = text
        octets = Array(text.utf8)
    }

    /// Whether the filter covers a topic.
    public func matches(_ topic: TopicName) -> Bool { matches(Array(topic.description.utf8)) }

    /// Whether the filter covers a topic, given as octets that nobody checked.
    ///
    /// It is asked for every message that comes, so it makes nothing and goes through both once.
    public func matches(_ topic: [UInt8]) -> Bool {
        guard let first = topic.first, first != UInt8(ascii: "$") || octets.first == first else { return false }
        var position = 0
        for (index, octet) in octets.enumerated() {
            switch octet {
            case UInt8(ascii: "#"): return true
            case UInt8(ascii: "+"): while position < topic.count, topic[position] != Self.slash { position += 1 }
            default:
                guard position < topic.count else { return octets[index...].elementsEqual(Self.below) }
                guard topic[position] == octet else { return false }
                position += 1
            }
        }
        return position == topic.count
    }

    /// Whether there is a topic that both filters cover; a broker may deliver such a one twice.
    public func overlaps(_ other: TopicFilter) -> Bool {
        let isReserved = [self, other].map { $0.description.utf8.first == UInt8(ascii: "$") }
        if isReserved[0] != isReserved[1] { return false }
        var left = Levels(description.utf8[...])
        var right = Levels(other.description.utf8[...])
        while true {
            let levels = (left.next(), right.next())
            for level in [levels.0, levels.1] where level?.elementsEqual(Self.hash) == true { return true }
            switch levels {
            case (nil, nil): return true
            case (nil, _), (_, nil): return false
            case (let one?, let two?):
                guard one.elementsEqual(Self.plus) || two.elementsEqual(Self.plus) || one.elementsEqual(two)
                else { return false }
            }
        }
    }
}

extension Sequence<TopicFilter> {
    /// Makes sure that no topic is covered by two of these.
    /// - Throws: `TopicError` for the first filter that overlaps one before it.
    public func checkDisjoint() throws(TopicError) {
        var before: [TopicFilter] = []
        for filter in self {
            if before.contains(where: filter.overlaps) { throw TopicError(.overlap, filter.description) }
            before.append(filter)
        }
    }
}

/// The levels of a topic, one after another and without copies.
private struct Levels<Octets: Collection<UInt8>>: IteratorProtocol where Octets.SubSequence == Octets {
    private var rest: Octets?

    init(_ octets: Octets) { rest = octets }

    mutating func next() -> Octets? {
        guard let octets = rest else { return nil }
        let level = octets.prefix { $0 != UInt8(ascii: "/") }
        rest = level.endIndex == octets.endIndex ? nil : octets[octets.index(after: level.endIndex)...]
        return level
    }
}
