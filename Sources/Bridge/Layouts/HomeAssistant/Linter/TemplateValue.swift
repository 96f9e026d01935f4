import DataModel

/// A value while a template is carried out.
enum TemplateValue: Sendable, Equatable {
    case none, undefined
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([TemplateValue])
    case dictionary([String: TemplateValue])

    /// What a JSON text is.
    init(_ json: JSONValue) {
        switch json {
        case .null: self = .none
        case .bool(let bool): self = .bool(bool)
        case .string(let text): self = .text(text)
        case .array(let entries): self = .list(entries.map(TemplateValue.init))
        case .object(let members):
            self = .dictionary(
                Dictionary(members.map { ($0.name, TemplateValue($0.value)) }, uniquingKeysWith: { $1 }))
        default: self = Codec.number(json).map { .number($0) } ?? .none
        }
    }

    /// What stands in the place of the expression.
    var text: String {
        switch self {
        case .none: "None"
        case .undefined: ""
        case .bool(let bool): bool ? "True" : "False"
        case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        case .text(let text): text
        case .list, .dictionary: String(decoding: json.text, as: UTF8.self)
        }
    }

    /// As JSON.
    var json: JSONValue {
        switch self {
        case .none, .undefined: .null
        case .bool(let bool): .bool(bool)
        case .number(let number): .double(number)
        case .text(let text): .string(text)
        case .list(let entries): .array(entries.map(\.json))
        case .dictionary(let members):
            .object(members.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value.json) })
        }
    }

    /// Whether a condition holds.
    var isTrue: Bool {
        switch self {
        case .none, .undefined: false
        case .bool(let bool): bool
        case .number(let number): number != 0
        case .text(let text): !text.isEmpty
        case .list(let entries): !entries.isEmpty
        case .dictionary(let members): !members.isEmpty
        }
    }

    /// The number that it is, or that its text says.
    var number: Double? {
        switch self {
        case .number(let number): number
        case .bool(let bool): bool ? 1 : 0
        case .text(let text): Double(text)
        default: nil
        }
    }
}

/// Why a template cannot be carried out.
struct TemplateFault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
