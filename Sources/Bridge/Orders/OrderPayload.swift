import DataModel
import HomeGraph

/// What an order's payload says, before it is known what it means.
struct OrderPayload: Sendable {
    /// What is to be set, or what the command is given.
    enum Body: Sendable {
        /// Nothing.
        case empty
        /// Text that is no JSON object or array: a bare value, or a bare command in a batch.
        case text(String)
        /// A JSON array or object, or the value of `$value`; the text it was is kept for attributes that hold text.
        case json(JSONValue, isBareValue: Bool, text: String)
    }

    /// How many octets `$id` may have.
    static let idLimit = 256

    /// What came as `$id`.
    let id: JSONValue?
    let body: Body

    /// No payload, for an order that failed before its payload was read.
    static let none = OrderPayload(id: nil, body: .empty)

    private init(id: JSONValue?, body: Body) {
        self.id = id
        self.body = body
    }

    /// Reads a payload.
    ///
    /// - Parameters:
    ///   - payload: The octets.
    ///   - isTextual: Whether a payload that begins with a brace or bracket may be a text all the same.
    /// - Throws: `invalidArgument` for what is neither UTF-8 nor JSON.
    init(_ payload: [UInt8], isTextual: Bool = false) throws(HomeError) {
        guard let text = String(validating: payload, as: UTF8.self) else {
            throw HomeError(.invalidArgument, "the payload is not UTF-8")
        }
        let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
        guard let first else {
            self.init(id: nil, body: .empty)
            return
        }
        guard first == "{" || first == "[" else {
            self.init(id: nil, body: .text(text))
            return
        }
        let value: JSONValue
        do throws(HomeError) {
            value = try Codec.parse(payload)
        } catch {
            guard isTextual else { throw error }
            self.init(id: nil, body: .text(text))
            return
        }
        guard case .object(let members) = value else {
            self.init(id: nil, body: .json(value, isBareValue: false, text: text))
            return
        }
        let envelope = try Self.envelope(members)
        if let bare = envelope.value {
            self.init(id: envelope.id, body: .json(bare, isBareValue: true, text: text))
        } else if isTextual, envelope.id == nil {
            self.init(id: nil, body: .text(text))
        } else {
            self.init(id: envelope.id, body: .json(.object(envelope.rest), isBareValue: false, text: text))
        }
    }

    /// Takes the members that begin with `$` out.
    private static func envelope(
        _ members: [JSONMember]
    ) throws(HomeError) -> (id: JSONValue?, value: JSONValue?, rest: [JSONMember]) {
        var id: JSONValue?
        var value: JSONValue?
        var rest: [JSONMember] = []
        for member in members {
            switch member.name {
            case "$id":
                guard Codec.json(member.value).count <= idLimit else {
                    throw HomeError(.invalidArgument, "$id is longer than \(idLimit) octets")
                }
                id = member.value
            case "$value": value = member.value
            case let name where name.hasPrefix("$"):
                throw HomeError(.invalidArgument, "there is no key '\(name)'; those with $ are $id and $value")
            default: rest.append(member)
            }
        }
        guard value == nil || rest.isEmpty else {
            throw HomeError(.invalidArgument, "beside $value there can only be $id, not '\(rest[0].name)'")
        }
        return (id, value, rest)
    }
}
