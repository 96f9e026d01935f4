import DataModel

/// A template of Home Assistant's: one expression over a payload, in one of a few forms.
struct Template: Sendable, Hashable {
    /// What stands in the document.
    let text: String

    private init(_ expression: String) { text = "{{ \(expression) }}" }

    /// A number divided; unknown where it is null.
    static func divided(by divisor: Int) -> Template {
        unlessNull("value | float / \(divisor)")
    }

    /// The payload, unknown where it is null.
    static let orUnknown = unlessNull("value")

    /// The name of an enumeration's member; unknown where it is null or a number that the model has no name for.
    static let memberName = Template(
        "value if value not in ['', 'null'] and not value.isdigit() else None")

    /// A number multiplied and rounded to a whole one, for what Home Assistant sends.
    static func times(_ factor: Int) -> Template { Template("(value | float * \(factor)) | round(0) | int") }

    /// The payload, and nothing where it is null: for what ignores an empty text.
    static let orNothing = Template("value if value != 'null' else ''")

    /// An expression over a payload that is not null; unknown where it is.
    ///
    /// It is the same for an empty payload: topics are cleared, and Home Assistant may still look at them.
    static func unlessNull(_ expression: String) -> Template {
        Template("\(expression) if value not in ['', 'null'] else None")
    }

    /// One text for each payload; others are unknown, or the last parameter.
    static func map(_ pairs: [(payload: String, text: String)], otherwise: String? = nil) -> Template {
        let entries = pairs.map { "\(quoted($0.payload)): \(quoted($0.text))" }.joined(separator: ", ")
        return Template("{\(entries)}.get(value, \(otherwise.map(quoted) ?? "None"))")
    }

    /// One text for some payloads, another for all others.
    static func choose(_ text: String, for payloads: [String], otherwise: String) -> Template {
        let list = payloads.map(quoted).joined(separator: ", ")
        return Template("\(quoted(text)) if value in [\(list)] else \(quoted(otherwise))")
    }

    /// One text where a payload, such as a list of names, has a text in it, another where not.
    static func contains(_ part: String, _ text: String, otherwise: String) -> Template {
        Template("\(quoted(text)) if \(quoted(part)) in value else \(quoted(otherwise))")
    }

    /// Any expression; the linter looks at what stands in it.
    static func expression(_ expression: String) -> Template { Template(expression) }

    /// A text as it stands in an expression.
    static func quoted(_ text: String) -> String {
        String(decoding: JSONValue.string(text).text, as: UTF8.self)
    }
}
