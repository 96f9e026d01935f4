import DataModel
import Foundation

/// Carries out an expression as Home Assistant's templates do, as far as the bridge's use them.
///
/// Source: Jinja, “Template Designer Documentation”, expressions: filters bind more tightly than powers, these more
/// tightly than signs, products, sums, comparisons, `not`, `and`, `or`, and `if`.
struct TemplateExpression {
    private enum Token: Equatable {
        case name(String), number(Double), text(String), sign(String), end
    }

    private var tokens: [Token]
    private var position = 0
    private let variables: [String: TemplateValue]
    /// How deep in branches that are not taken; nothing is carried out there.
    private var skipped = 0

    /// The value of an expression.
    ///
    /// - Throws: Why there is none.
    static func value(
        of text: Substring, _ variables: [String: TemplateValue]
    ) throws(TemplateFault) -> TemplateValue {
        var expression = TemplateExpression(tokens: try tokens(of: text), variables: variables)
        let value = try expression.condition()
        guard expression.next == .end else { throw TemplateFault("has something behind its end") }
        return value
    }

    private init(tokens: [Token], variables: [String: TemplateValue]) {
        self.tokens = tokens
        self.variables = variables
    }

    // MARK: - Words

    private static func tokens(of text: Substring) throws(TemplateFault) -> [Token] {
        var tokens: [Token] = []
        var rest = text
        while let character = rest.first {
            if character.isWhitespace {
                rest = rest.dropFirst()
            } else if character == "'" || character == "\"" {
                var content = ""
                rest = rest.dropFirst()
                while let inner = rest.first, inner != character {
                    rest = rest.dropFirst()
                    guard inner == "\\", let escaped = rest.first else {
                        content.append(inner)
                        continue
                    }
                    rest = rest.dropFirst()
                    content += escaped == "n" ? "\n" : escaped == "t" ? "\t" : String(escaped)
                }
                guard !rest.isEmpty else { throw TemplateFault("does not end a text") }
                rest = rest.dropFirst()
                tokens.append(.text(content))
            } else if character.isNumber {
                let digits = rest.prefix { $0.isNumber || $0 == "." }
                guard let number = Double(digits) else { throw TemplateFault("has the number \(digits)") }
                tokens.append(.number(number))
                rest = rest.dropFirst(digits.count)
            } else if character.isLetter || character == "_" {
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                tokens.append(.name(String(name)))
                rest = rest.dropFirst(name.count)
            } else {
                let sign = ["**", "==", "!="].first { rest.hasPrefix($0) } ?? String(character)
                tokens.append(.sign(sign))
                rest = rest.dropFirst(sign.count)
            }
        }
        return tokens
    }

    private var next: Token { tokens.indices.contains(position) ? tokens[position] : .end }

    private mutating func take(_ token: Token) -> Bool {
        guard next == token else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ sign: String) throws(TemplateFault) {
        guard take(.sign(sign)) else { throw TemplateFault("lacks \(sign)") }
    }

    private mutating func name() throws(TemplateFault) -> String {
        guard case .name(let name) = next else { throw TemplateFault("lacks a name") }
        position += 1
        return name
    }

    /// A branch that is not taken is read, and not carried out.
    private mutating func read(
        isTaken: Bool, _ body: (inout Self) throws(TemplateFault) -> TemplateValue
    ) throws(TemplateFault) -> TemplateValue {
        if !isTaken { skipped += 1 }
        defer { if !isTaken { skipped -= 1 } }
        return try body(&self)
    }

    private func fail(_ text: String) throws(TemplateFault) -> TemplateValue {
        guard skipped == 0 else { return .undefined }
        throw TemplateFault(text)
    }

    // MARK: - Expressions

    /// `A if CONDITION else B`: which of the two counts is known only behind the first.
    private mutating func condition() throws(TemplateFault) -> TemplateValue {
        let start = position
        _ = try read(isTaken: false) { expression throws(TemplateFault) in try expression.disjunction() }
        guard take(.name("if")) else {
            position = start
            return try disjunction()
        }
        let isTrue = try disjunction().isTrue
        let behind = position
        position = start
        let first = try read(isTaken: isTrue) { expression throws(TemplateFault) in try expression.disjunction() }
        position = behind
        guard take(.name("else")) else { return isTrue ? first : .undefined }
        let second = try read(isTaken: !isTrue) { expression throws(TemplateFault) in try expression.condition() }
        return isTrue ? first : second
    }

    private mutating func disjunction() throws(TemplateFault) -> TemplateValue {
        var value = try conjunction()
        while take(.name("or")) {
            let other = try read(isTaken: !value.isTrue) { expression throws(TemplateFault) in
                try expression.conjunction()
            }
            if !value.isTrue { value = other }
        }
        return value
    }

    private mutating func conjunction() throws(TemplateFault) -> TemplateValue {
        var value = try negation()
        while take(.name("and")) {
            let other = try read(isTaken: value.isTrue) { expression throws(TemplateFault) in
                try expression.negation()
            }
            if value.isTrue { value = other }
        }
        return value
    }

    private mutating func negation() throws(TemplateFault) -> TemplateValue {
        take(.name("not")) ? .bool(!(try negation().isTrue)) : try comparison()
    }

    private mutating func comparison() throws(TemplateFault) -> TemplateValue {
        var value = try sum()
        while true {
            if take(.sign("==")) {
                value = .bool(value == (try sum()))
            } else if take(.sign("!=")) {
                value = .bool(value != (try sum()))
            } else if take(.name("in")) {
                value = try contained(value, try sum())
            } else if next == .name("not"), tokens.indices.contains(position + 1), tokens[position + 1] == .name("in") {
                position += 2
                value = .bool(!(try contained(value, try sum()).isTrue))
            } else if take(.name("is")) {
                let isNegated = take(.name("not"))
                guard take(.name("defined")) else { throw TemplateFault("asks what it cannot") }
                value = .bool((value != .undefined) != isNegated)
            } else {
                return value
            }
        }
    }

    private func contained(_ value: TemplateValue, _ whole: TemplateValue) throws(TemplateFault) -> TemplateValue {
        switch (value, whole) {
        case (_, .list(let entries)): return .bool(entries.contains(value))
        case (.text(let part), .text(let text)): return .bool(part.isEmpty || text.contains(part))
        case (.text(let key), .dictionary(let members)): return .bool(members[key] != nil)
        default: return try fail("looks for \(value.text) in \(whole.text)")
        }
    }

    private mutating func sum() throws(TemplateFault) -> TemplateValue {
        var value = try product()
        while true {
            if take(.sign("+")) {
                value = try calculated(value, try product(), +)
            } else if take(.sign("-")) {
                value = try calculated(value, try product(), -)
            } else {
                return value
            }
        }
    }

    private mutating func product() throws(TemplateFault) -> TemplateValue {
        var value = try signed()
        while true {
            if take(.sign("*")) {
                value = try calculated(value, try signed(), *)
            } else if take(.sign("/")) {
                value = try calculated(value, try signed(), /)
            } else {
                return value
            }
        }
    }

    private mutating func signed() throws(TemplateFault) -> TemplateValue {
        take(.sign("-")) ? try calculated(.number(0), try signed(), -) : try power()
    }

    private mutating func power() throws(TemplateFault) -> TemplateValue {
        let value = try filtered()
        return take(.sign("**")) ? try calculated(value, try signed(), pow) : value
    }

    /// Only numbers are counted with: a text that says one is none.
    private func calculated(
        _ first: TemplateValue, _ second: TemplateValue, _ operation: (Double, Double) -> Double
    ) throws(TemplateFault) -> TemplateValue {
        guard case .number(let first) = first, case .number(let second) = second else {
            return try fail("counts with \(first.text) and \(second.text)")
        }
        let result = operation(first, second)
        return result.isFinite ? .number(result) : try fail("has no result")
    }

    // MARK: - Values

    private mutating func filtered() throws(TemplateFault) -> TemplateValue {
        var value = try member()
        while take(.sign("|")) {
            let filter = try name()
            let arguments = take(.sign("(")) ? try list(until: ")") : []
            value = try filtered(value, filter, arguments)
        }
        return value
    }

    private func filtered(
        _ value: TemplateValue, _ filter: String, _ arguments: [TemplateValue]
    ) throws(TemplateFault) -> TemplateValue {
        switch filter {
        case "float", "int", "round":
            guard let number = value.number else { return try fail("takes \(value.text) for a number") }
            guard filter != "float" else { return .number(number) }
            guard filter == "round" else { return .number(number.rounded(.towardZero)) }
            let scale = pow(10, arguments.first?.number ?? 0)
            return .number((number * scale).rounded() / scale)
        case "to_json": return .text(String(decoding: value.json.text, as: UTF8.self))
        default: throw TemplateFault("uses the filter \(filter)")
        }
    }

    private mutating func member() throws(TemplateFault) -> TemplateValue {
        var value = try primary()
        while true {
            if take(.sign(".")) {
                let name = try name()
                value = take(.sign("(")) ? try call(name, of: value, try list(until: ")")) : try member(name, of: value)
            } else if take(.sign("[")) {
                let key = try condition()
                try expect("]")
                value = try member(key.text, of: value)
            } else {
                return value
            }
        }
    }

    /// What is not there is not defined, and of that nothing can be asked.
    private func member(_ name: String, of value: TemplateValue) throws(TemplateFault) -> TemplateValue {
        switch value {
        case .dictionary(let members): members[name] ?? .undefined
        case .undefined: try fail("asks for \(name) of what is not there")
        default: .undefined
        }
    }

    private func call(
        _ name: String, of value: TemplateValue, _ arguments: [TemplateValue]
    ) throws(TemplateFault) -> TemplateValue {
        switch (name, value) {
        case ("get", .dictionary(let members)):
            return arguments.first.flatMap { members[$0.text] } ?? (arguments.count > 1 ? arguments[1] : .none)
        case ("isdigit", .text(let text)): return .bool(!text.isEmpty && text.allSatisfy(\.isNumber))
        default: return try fail("asks \(value.text) for \(name)")
        }
    }

    private mutating func primary() throws(TemplateFault) -> TemplateValue {
        switch next {
        case .number(let number):
            position += 1
            return .number(number)
        case .text(let text):
            position += 1
            return .text(text)
        case .name("None"):
            position += 1
            return .none
        case .name("dict"):
            position += 1
            try expect("(")
            return try dictionary()
        case .name(let name):
            position += 1
            return variables[name] ?? .undefined
        case .sign("("):
            position += 1
            let value = try condition()
            try expect(")")
            return value
        case .sign("["):
            position += 1
            return .list(try list(until: "]"))
        case .sign("{"):
            position += 1
            return try members()
        default: throw TemplateFault("is not whole")
        }
    }

    private mutating func list(until end: String) throws(TemplateFault) -> [TemplateValue] {
        var values: [TemplateValue] = []
        while !take(.sign(end)) {
            values.append(try condition())
            guard take(.sign(",")) || next == .sign(end) else { throw TemplateFault("lacks \(end)") }
        }
        return values
    }

    /// `KEY: VALUE, …}`.
    private mutating func members() throws(TemplateFault) -> TemplateValue {
        var members: [String: TemplateValue] = [:]
        while !take(.sign("}")) {
            let key = try condition()
            try expect(":")
            members[key.text] = try condition()
            guard take(.sign(",")) || next == .sign("}") else { throw TemplateFault("lacks }") }
        }
        return .dictionary(members)
    }

    /// `MEMBERS, NAME=VALUE, …)`.
    private mutating func dictionary() throws(TemplateFault) -> TemplateValue {
        var members: [String: TemplateValue] = [:]
        while !take(.sign(")")) {
            if case .name(let name) = next, tokens.indices.contains(position + 1), tokens[position + 1] == .sign("=") {
                position += 2
                members[name] = try condition()
            } else {
                let other = try condition()
                guard case .dictionary(let more) = other else {
                    _ = try fail("takes \(other.text) for members")
                    continue
                }
                members.merge(more) { $1 }
            }
            guard take(.sign(",")) || next == .sign(")") else { throw TemplateFault("lacks )") }
        }
        return .dictionary(members)
    }
}
