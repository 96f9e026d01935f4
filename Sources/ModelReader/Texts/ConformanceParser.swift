/// Reads the notation of conformance (Matter Core Specification, section 7.3).
struct ConformanceParser {
    private var cursor: TextCursor
    /// Gives a name in a condition the spelling of what it names.
    private let spell: (String) -> String

    private init(_ text: String, spell: @escaping (String) -> String) {
        cursor = TextCursor(text)
        self.spell = spell
    }

    /// Reads a conformance.
    ///
    /// - Parameters:
    ///   - text: the conformance as it is written.
    ///   - spell: turns a name as it is written (`NumberOfPrimaries`) into the code of a feature or the name of the
    ///     element that is meant.
    /// - Returns: what it says.
    /// - Throws: what follows no form.
    static func read(_ text: String, spell: @escaping (String) -> String) throws(TextFault) -> Conformance {
        switch text {
        case "M": return .mandatory
        case "O": return .optional
        default: break
        }
        var parser = ConformanceParser(text, spell: spell)
        var terms: [Conformance.Term] = []
        repeat { terms.append(try parser.term()) } while parser.cursor.take(",")
        guard parser.cursor.isAtEnd else {
            throw TextFault(message: "\"\(parser.cursor.rest)\" is left in \"\(text)\"")
        }
        return Conformance(terms: terms)
    }

    private mutating func term() throws(TextFault) -> Conformance.Term {
        if cursor.take("[") {
            let condition = try any()
            guard cursor.take("]") else { throw TextFault(message: "']' is missing") }
            guard cursor.take(".") else { return Conformance.Term(condition: condition, rule: .optional) }
            guard let group = cursor.identifier() else {
                throw TextFault(message: "a choice's letter expected after '.'")
            }
            return Conformance.Term(condition: condition, rule: choice(group))
        }
        let start = cursor
        if let word = cursor.identifier(), let rule = rule(word) { return Conformance.Term(condition: nil, rule: rule) }
        cursor = start
        return Conformance.Term(condition: try any(), rule: .mandatory)
    }

    /// What a word says by itself; `nil` if it is a name.
    private mutating func rule(_ word: String) -> Conformance.Rule? {
        switch word {
        case "M": .mandatory
        // In prose only: a device decides.
        case "O", "desc": .optional
        case "P": .provisional
        case "D": .deprecated
        case "X": .disallowed
        default: word.hasPrefix("O.") ? choice(String(word.dropFirst(2))) : nil
        }
    }

    private mutating func choice(_ group: String) -> Conformance.Rule {
        // At most one of them: none is right, too.
        if cursor.take("-") { return .optional }
        return .choice(group, orMore: cursor.take("+"))
    }

    private mutating func any() throws(TextFault) -> Conformance.Expression {
        var parts = [try all()]
        while cursor.take("|") { parts.append(try all()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func all() throws(TextFault) -> Conformance.Expression {
        var parts = [try unary()]
        while cursor.take("&") { parts.append(try unary()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func unary() throws(TextFault) -> Conformance.Expression {
        if cursor.take("!") { return .not(try unary()) }
        if cursor.take("(") {
            let inner = try any()
            guard cursor.take(")") else { throw TextFault(message: "')' is missing") }
            return inner
        }
        guard let name = cursor.identifier() else {
            throw TextFault(message: "a name expected before \"\(cursor.rest)\"")
        }
        for sign in ["==", "!=", ">=", "<=", ">", "<"] where cursor.take(sign: sign) {
            guard let value = cursor.number() ?? cursor.identifier() else {
                throw TextFault(message: "a value expected after '\(sign)'")
            }
            if name == "Rev", sign == ">=", let revision = Int(value.drop { $0 == "v" }) {
                return .revision(atLeast: revision)
            }
            return .comparison("\(name) \(sign) \(value)")
        }
        return .name(spell(name))
    }
}
