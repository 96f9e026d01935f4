import DataModel
import HomeGraph

/// What a message on `set` asks for, key by key, in the order in which it is carried out.
///
/// Source: zigbee2mqtt 2, “zigbee2mqtt/FRIENDLY_NAME/set”: whether it is on, and how bright, goes first, since many
/// lights take no colour while they are off; where it is switched off, that goes last.
struct ZigbeeMessage: Sendable {
    /// A key and its value.
    struct Entry: Sendable, Equatable {
        let key: String
        let value: JSONValue
    }

    let entries: [Entry]
    /// How long it is to take, in seconds.
    let transition: Double?
    /// A lock's code.
    let code: String?

    /// The words that may stand alone.
    private static let words = ["on", "off", "toggle", "open", "close", "stop", "lock", "unlock"]
    private static let first: Set<String> = ["state", "brightness", "brightness_percent"]

    /// Reads a payload.
    ///
    /// - Parameters:
    ///   - payload: JSON, or one of the words that may stand alone.
    ///   - attribute: The key that the topic names.
    /// - Throws: `invalidArgument`.
    init(_ payload: [UInt8], attribute: String?) throws(HomeError) {
        guard let text = String(validating: payload, as: UTF8.self) else {
            throw HomeError(.invalidArgument, "the payload is not UTF-8")
        }
        let parsed = try? JSONValue(parsing: payload)
        if let attribute {
            // What is no JSON is text.
            let value = parsed ?? .string(text)
            guard !text.isEmpty else { throw HomeError(.invalidArgument, "the payload is empty; send a value") }
            (entries, transition, code) = ([Entry(key: attribute, value: value)], nil, nil)
            return
        }
        var word = text
        if case .string(let quoted)? = parsed { word = quoted }
        if Self.words.contains(word.lowercased()) {
            (entries, transition, code) = ([Entry(key: "state", value: .string(word))], nil, nil)
            return
        }
        // What begins as an object and is none is told where it goes wrong.
        let value = text.hasPrefix("{") ? try Codec.parse(payload) : parsed
        guard case .object(let members)? = value else {
            throw HomeError(
                .invalidArgument,
                "the payload is none of the words \(Self.words.map { $0.uppercased() }.joined(separator: ", ")) "
                    + "and no JSON object, such as {\"state\":\"ON\"}")
        }
        guard members.count <= OrderStep.batchLimit else {
            throw HomeError(
                .invalidArgument, "the payload has \(members.count) members; \(OrderStep.batchLimit) are the most")
        }
        transition = try Self.transition(members.first { $0.name == "transition" }?.value)
        code = Self.code(members.first { $0.name == "code" }?.value)
        let entries = members.filter { !["transition", "code"].contains($0.name) }
            .map { Entry(key: $0.name, value: $0.value) }
        guard !entries.isEmpty else { throw HomeError(.invalidArgument, "the payload asks for nothing") }
        self.entries = Self.sorted(entries)
    }

    private static func transition(_ value: JSONValue?) throws(HomeError) -> Double? {
        guard let value, value != .null else { return nil }
        var number = Codec.number(value)
        if case .string(let text) = value { number = Double(text) }
        guard let number, (0...6553).contains(number) else {
            throw HomeError(.outOfRange, "transition is a number of seconds from 0 to 6553")
        }
        return number
    }

    private static func code(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text
        case .int(let number): String(number)
        default: nil
        }
    }

    /// The key without the endpoint, such as `_l1`.
    private static func base(_ key: String) -> String {
        let pieces = key.split(separator: "_", omittingEmptySubsequences: false)
        guard let last = pieces.last, last.first == "l", last.count > 1, last.dropFirst().allSatisfy(\.isNumber) else {
            return key
        }
        return pieces.dropLast().joined(separator: "_")
    }

    private static func sorted(_ entries: [Entry]) -> [Entry] {
        let states = entries.filter { base($0.key) == "state" }
        let off = Set(states.filter { word($0.value) == "off" }.map { suffix($0.key) })
        let levels = entries.filter { first.contains(base($0.key)) && base($0.key) != "state" }
        let bright = Set(levels.map { suffix($0.key) })
        // A brightness switches on by itself, without the old one in between; what goes off has none.
        let before =
            states.filter {
                !off.contains(suffix($0.key)) && (word($0.value) != "on" || !bright.contains(suffix($0.key)))
            }
            + levels.filter { !off.contains(suffix($0.key)) }
        let others = entries.filter { !first.contains(base($0.key)) }
        return before + others + states.filter { off.contains(suffix($0.key)) }
    }

    private static func suffix(_ key: String) -> Substring { key.dropFirst(base(key).count) }

    private static func word(_ value: JSONValue) -> String? {
        guard case .string(let text) = value else { return nil }
        return text.lowercased()
    }
}
