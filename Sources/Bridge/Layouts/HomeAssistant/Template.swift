import DataModel

/// A template of Home Assistant's: one expression over a payload, in one of a few forms.
///
/// No value, null as well as the empty payload of a topic that is cleared, is unknown in every form for what is read:
/// nothing is off, on, or an alarm because it is not there. The linter looks at that, too.
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
    static let orNothing = Template("value if value not in ['', 'null'] else ''")

    /// An expression over a payload that is not null; unknown where it is.
    ///
    /// It is the same for an empty payload: topics are cleared, and Home Assistant may still look at them.
    static func unlessNull(_ expression: String) -> Template {
        Template("\(expression) \(ifThere)")
    }

    private static let ifThere = "if value not in ['', 'null'] else None"

    /// One text for each payload; others are unknown, or the last parameter.
    static func map(_ pairs: [(payload: String, text: String)], otherwise: String? = nil) -> Template {
        guard let otherwise else { return Template("\(dictionary(pairs)).get(value, None)") }
        return unlessNull("\(dictionary(pairs)).get(value, \(quoted(otherwise)))")
    }

    /// One text for each of those that Home Assistant sends; nothing for others.
    static func lookUp(_ pairs: [(payload: String, text: String)]) -> Template {
        Template("\(dictionary(pairs)).get(value, '')")
    }

    private static func dictionary(_ pairs: [(payload: String, text: String)]) -> String {
        "{\(pairs.map { "\(quoted($0.payload)): \(quoted($0.text))" }.joined(separator: ", "))}"
    }

    /// One text for some payloads, another for all others.
    static func choose(_ text: String, for payloads: [String], otherwise: String) -> Template {
        let list = payloads.map(quoted).joined(separator: ", ")
        return unlessNull("(\(quoted(text)) if value in [\(list)] else \(quoted(otherwise)))")
    }

    /// One text where a payload, such as a list of names, has a text in it, another where not.
    static func contains(_ part: String, _ text: String, otherwise: String) -> Template {
        unlessNull("(\(quoted(text)) if \(quoted(part)) in value else \(quoted(otherwise)))")
    }

    /// Whether something can be reached: nobody is who says nothing.
    static let availability = Template("'online' if value in ['online', 'partiallyOnline'] else 'offline'")

    /// Any expression; the linter looks at what stands in it.
    static func expression(_ expression: String) -> Template { Template(expression) }

    /// A text as it stands in an expression.
    static func quoted(_ text: String) -> String {
        String(decoding: JSONValue.string(text).text, as: UTF8.self)
    }
}
