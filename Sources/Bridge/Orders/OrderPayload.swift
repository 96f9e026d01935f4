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
        /// A JSON array or object, or the value of `$value`.
        case json(JSONValue, isBareValue: Bool)
    }

    /// What came as `$id`.
    let id: JSONValue?
    let body: Body

    /// No payload, for an order that failed before its payload was read.
    static let none = OrderPayload(id: nil, body: .empty)

    /// The `$id` of a payload that cannot be taken otherwise; `nil` where none is to be found.
    static func id(in payload: [UInt8]) -> JSONValue? {
        // What is no JSON has no id, and why it is none is said elsewhere.
        guard payload.contains(UInt8(ascii: "$")), case .object(let members)? = try? JSONValue(parsing: payload),
            let id = members.first(where: { $0.name == "$id" })?.value,
            id.text.count <= PayloadEnvelope.greatestID
        else { return nil }
        return id
    }

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
        let first = payload.first { !Self.isSpace($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            let text = try Self.text(payload)
            self.init(id: nil, body: text.withoutSpace.isEmpty ? .empty : .text(text))
            return
        }
        let value: JSONValue
        do throws(HomeError) {
            value = try Codec.parse(payload)
        } catch {
            guard isTextual else { throw error }
            self.init(id: nil, body: .text(try Self.text(payload)))
            return
        }
        guard case .object(let members) = value else {
            self.init(id: nil, body: .json(value, isBareValue: false))
            return
        }
        let envelope: PayloadEnvelope
        do throws(ValueFault) {
            envelope = try PayloadEnvelope(members)
        } catch {
            throw HomeError(error)
        }
        if let bare = envelope.value {
            self.init(id: envelope.id, body: .json(bare, isBareValue: true))
        } else if isTextual, envelope.id == nil {
            self.init(id: nil, body: .text(try Self.text(payload)))
        } else {
            self.init(id: envelope.id, body: .json(.object(envelope.members), isBareValue: false))
        }
    }

    private static func text(_ payload: [UInt8]) throws(HomeError) -> String {
        guard let text = String(validating: payload, as: UTF8.self) else {
            throw HomeError(.invalidArgument, "the payload is not UTF-8")
        }
        return text
    }

    /// What may stand before a JSON text (RFC 8259, section 2).
    private static func isSpace(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
        default: false
        }
    }
}
