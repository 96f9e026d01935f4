import DataModel

/// What a template of the bridge's may consist of, and what becomes of a payload by it.
enum TemplateForm {
    private static let words: Set<String> = [
        "value", "value_json", "code", "position", "tilt_position", "event_type", "fields", "event", "hub", "online",
        "energy", "totalNumberOfPressesCounted", "if", "else", "in", "is", "not", "and", "or", "defined",
        "None", "float", "int", "round", "get", "dict", "to_json", "isdigit",
    ]

    /// What is wrong with a template; `nil` where it is well formed.
    static func fault(in template: String) -> String? {
        var rest = Substring(template)
        var count = 0
        while let start = rest.firstRange(of: "{{") {
            if let fault = faultOutside(rest[..<start.lowerBound]) { return fault }
            rest = rest[start.upperBound...]
            guard let end = end(of: rest) else { return "does not end its expression" }
            if let word = unknownWord(in: rest[..<end]) { return "uses \(word)" }
            rest = rest[end...].dropFirst(2)
            count += 1
        }
        return faultOutside(rest) ?? (count == 0 ? "has no expression" : nil)
    }

    /// What a template makes of a payload.
    ///
    /// - Parameters:
    ///   - template: One that has no fault.
    ///   - payload: What stands on the topic, or what Home Assistant sends.
    /// - Returns: The text.
    /// - Throws: Why Home Assistant could not carry it out.
    static func text(_ template: String, of payload: String) throws(TemplateFault) -> String {
        let payload = TemplateValue.text(payload)
        var variables: [String: TemplateValue] = ["value": payload]
        for name in ["position", "tilt_position"] { variables[name] = payload.number.map { .number($0) } }
        if let json = try? JSONValue(parsing: Array(payload.text.utf8)) {
            variables["value_json"] = TemplateValue(json)
        }
        var text = ""
        var rest = Substring(template)
        while let start = rest.firstRange(of: "{{") {
            text += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            guard let end = end(of: rest) else { throw TemplateFault("does not end its expression") }
            text += try TemplateExpression.value(of: rest[..<end], variables).text
            rest = rest[end...].dropFirst(2)
        }
        return text + rest
    }

    /// What is wrong with what stands around expressions: it is text, and nothing else.
    private static func faultOutside(_ text: Substring) -> String? {
        if text.contains("{%") || text.contains("{#") { return "has statements" }
        return text.contains("}}") ? "ends an expression that did not begin" : nil
    }

    /// Where an expression ends: at `}}` outside of texts and of brackets of its own.
    private static func end(of text: Substring) -> Substring.Index? {
        var quotes = Quotes()
        var depth = 0
        for index in text.indices where !quotes.take(text[index]) {
            switch text[index] {
            case "{": depth += 1
            case "}" where depth == 0: return text[index...].hasPrefix("}}") ? index : nil
            case "}": depth -= 1
            default: break
            }
        }
        return nil
    }

    /// A name outside of texts that no template of the bridge's uses.
    private static func unknownWord(in expression: Substring) -> String? {
        var quotes = Quotes()
        var word = ""
        for character in expression + " " {
            let isText = quotes.take(character)
            if !isText, character.isLetter || character == "_" || !word.isEmpty && character.isNumber {
                word.append(character)
                continue
            }
            if !word.isEmpty, !words.contains(word) { return word }
            word = ""
        }
        return nil
    }
}

/// Goes through an expression, and knows what belongs to texts in it.
private struct Quotes {
    private var open: Character?
    private var isEscaped = false

    /// Takes the next character.
    ///
    /// - Returns: Whether it belongs to a text, as its quotes do.
    mutating func take(_ character: Character) -> Bool {
        guard let quote = open else {
            guard character == "'" || character == "\"" else { return false }
            open = character
            return true
        }
        if isEscaped {
            isEscaped = false
        } else if character == "\\" {
            isEscaped = true
        } else if character == quote {
            open = nil
        }
        return true
    }
}
