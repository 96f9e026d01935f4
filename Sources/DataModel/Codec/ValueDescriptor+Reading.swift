public import ModelReader

extension ValueDescriptor {
    /// Reads a payload: what is sent to the topic of an attribute, or a command's only argument.
    ///
    /// - Parameters:
    ///   - bytes: the payload.
    ///   - limits: the value of another member of the cluster that bounds this one, by name.
    /// - Returns: the value, checked.
    /// - Throws: what is wrong, with what is allowed.
    public func readText(
        _ bytes: [UInt8], limits: (String) -> DataValue? = { _ in nil }
    ) throws(ValueFault) -> DataValue {
        let value = try parse(payload: bytes, limits)
        try check(value, limits: limits)
        return value
    }

    /// Reads a JSON value.
    ///
    /// - Parameters:
    ///   - json: the JSON value.
    ///   - limits: the value of another member of the cluster that bounds this one, by name.
    /// - Returns: the value, checked.
    /// - Throws: what is wrong, with what is allowed.
    public func readJSON(
        _ json: JSONValue, limits: (String) -> DataValue? = { _ in nil }
    ) throws(ValueFault) -> DataValue {
        let value = try parse(json, isText: text == .always, limits)
        try check(value, limits: limits)
        return value
    }

    // MARK: - Payloads

    private func parse(payload bytes: [UInt8], _ limits: (String) -> DataValue?) throws(ValueFault) -> DataValue {
        guard let whole = String(validating: bytes, as: UTF8.self) else {
            throw ValueFault(.invalidArgument, "is not UTF-8")
        }
        let text = whole.withoutSpace
        if text.isEmpty {
            throw ValueFault(
                .invalidArgument, "is empty; \(isNullable ? "null is null" : "a value is wanted")\(emptyHint)")
        }
        if text == "null" {
            guard !isNullable else { return .null }
            throw ValueFault(
                .invalidArgument,
                "null is not allowed\(isTextual ? "; the text is \"null\", in quotes" : expectation(limits))")
        }
        if text.utf8.first == UInt8(ascii: "\"") {
            guard case .string(let content) = try json(text) else {
                throw ValueFault(.invalidArgument, "is no JSON string")
            }
            return try parse(quoted: content, isText: self.text == .always, limits)
        }
        switch type {
        case .string: return .string(text.withoutNull)
        case .octets: return try octets(text, isText: self.text == .always)
        case .list, .structure: return try parse(json(text), isText: false, limits)
        case .bitmap where text.utf8.first == UInt8(ascii: "[") || text.utf8.first == UInt8(ascii: "{"):
            return try parse(json(text), isText: false, limits)
        default: return try parse(bare: text, limits)
        }
    }

    /// Whether the value is a text for people, so that any payload could be one.
    private var isTextual: Bool {
        switch type {
        case .string: true
        case .octets: text != .never
        default: false
        }
    }

    private var emptyHint: String {
        switch type {
        case .string, .octets: ", \"\" is an empty one"
        default: ""
        }
    }

    private func json(_ text: String) throws(ValueFault) -> JSONValue {
        do throws(JSONFault) {
            return try JSONValue(parsing: Array(text.utf8))
        } catch {
            throw ValueFault(.invalidArgument, "is no JSON: \(error)")
        }
    }

    // MARK: - JSON

    /// Reads a JSON value without checking its range.
    func parse(_ json: JSONValue, isText: Bool, _ limits: (String) -> DataValue?) throws(ValueFault) -> DataValue {
        switch (type, json) {
        case (_, .null):
            guard isNullable else { throw ValueFault(.invalidArgument, "null is not allowed\(expectation(limits))") }
            return .null
        case (_, .string(let text)): return try parse(quoted: text, isText: isText, limits)
        case (.bool, .bool(let bool)): return .bool(bool)
        case (.bool, .int(0)): return .bool(false)
        case (.bool, .int(1)): return .bool(true)
        case (.integer, .int), (.integer, .uint), (.integer, .double), (.enumeration, .int), (.enumeration, .uint),
            (.enumeration, .double), (.bitmap, .int), (.bitmap, .uint), (.bitmap, .double):
            return try whole(WholeNumber(json), shownAs: shown(json), limits)
        case (.single, .int), (.single, .uint), (.single, .double), (.double, .int), (.double, .uint),
            (.double, .double):
            return try real(json.number, shownAs: shown(json))
        case (.bitmap(let type), .array(let entries)): return try bits(entries, of: type)
        case (.bitmap(let type), .object(let members)) where type.isWide: return try parts(members, of: type)
        case (.list(let entry), .array(let entries)):
            var values: [DataValue] = []
            values.reserveCapacity(entries.count)
            for (index, json) in entries.enumerated() {
                do throws(ValueFault) {
                    values.append(try entry.parse(json, isText: entry.text == .always, limits))
                } catch {
                    throw error.within(.entry(index))
                }
            }
            return .list(values)
        case (.structure(let type), .object(let members)):
            return .fields(try type.fields.parse(members, limits))
        default: throw ValueFault(.invalidArgument, "\(json.kind) is not allowed\(expectation(limits))")
        }
    }

    private func parse(quoted text: String, isText: Bool, _ limits: (String) -> DataValue?) throws(ValueFault)
        -> DataValue
    {
        switch type {
        case .string: return .string(text.withoutNull)
        case .octets: return try octets(text, isText: isText)
        case .list, .structure: throw ValueFault(.invalidArgument, "a string is not allowed\(expectation(limits))")
        default: return try parse(bare: text.withoutSpace, limits)
        }
    }

    // MARK: - Scalars

    private func parse(bare text: String, _ limits: (String) -> DataValue?) throws(ValueFault) -> DataValue {
        switch type {
        case .bool:
            switch text.lowercased() {
            case "true", "on", "1": return .bool(true)
            case "false", "off", "0": return .bool(false)
            default: throw ValueFault(.invalidArgument, "\(shown(text)) is no bool; allowed are true and false")
            }
        case .integer: return try whole(WholeNumber(text.utf8), shownAs: shown(text), limits)
        case .single, .double:
            guard WholeNumber(text.utf8) != .none, let number = Double(text) else {
                throw ValueFault(.invalidArgument, "\(shown(text)) is no number\(expectation(limits))")
            }
            return try real(number, shownAs: shown(text))
        case .enumeration(let type):
            let number = WholeNumber(text.utf8)
            guard number == .none else { return try whole(number, shownAs: shown(text), limits) }
            if let member = type.member(named: text) { return .uint(UInt64(member.value)) }
            throw unknown(text, among: allowedMembers.map(\.name), of: "value")
        case .bitmap(let type):
            let number = WholeNumber(text.utf8)
            guard number == .none else { return try whole(number, shownAs: shown(text), limits) }
            return .uint(try bit(text, of: type))
        case .string, .octets, .list, .structure:
            throw ValueFault(.invalidArgument, "\(shown(text)) is not allowed\(expectation(limits))")
        }
    }

    private func whole(
        _ number: WholeNumber, shownAs shown: String, _ limits: (String) -> DataValue?
    ) throws(ValueFault) -> DataValue {
        switch number {
        case .none: throw ValueFault(.invalidArgument, "\(shown) is no whole number\(expectation(limits))")
        case .fraction: throw ValueFault(.invalidArgument, "\(shown) is no whole number\(expectation(limits))")
        case .exact(let exact):
            if case .integer(let integer) = type, integer.isSigned {
                if let value = Int64(exactly: exact) { return .int(value) }
            } else if let value = UInt64(exactly: exact) {
                return .uint(value)
            }
            throw ValueFault(
                .outOfRange,
                allowed(limits).problem(with: .whole(exact), shownAs: isSecret ? "the value" : String(exact)))
        case .beyond(let isNegative):
            let measure = Measure.real(isNegative ? -.infinity : .infinity)
            throw ValueFault(.outOfRange, allowed(limits).problem(with: measure, shownAs: shown))
        }
    }

    private func real(_ number: Double, shownAs shown: String) throws(ValueFault) -> DataValue {
        guard number.isFinite, !isSingle || Float(number).isFinite else {
            throw ValueFault(.outOfRange, "\(shown) is beyond the greatest \(isSingle ? "single" : "double")")
        }
        // Minus zero is zero, so that equal numbers look equal.
        let number = number == 0 ? 0 : number
        return .float(isSingle ? Double(Float(number)) : number)
    }

    private var isSingle: Bool {
        if case .single = type { return true }
        return false
    }

    private func octets(_ text: String, isText: Bool) throws(ValueFault) -> DataValue {
        if isText { return .octets(Array(text.withoutNull.utf8)) }
        guard let octets = [UInt8](hexadecimal: text.utf8) else {
            throw ValueFault(.invalidArgument, "\(shown(text)) is no even number of hexadecimal digits")
        }
        return .octets(octets)
    }

    // MARK: - Bitmaps

    private func bits(_ entries: [JSONValue], of type: BitmapType) throws(ValueFault) -> DataValue {
        var raw: UInt64 = 0
        for (index, entry) in entries.enumerated() {
            do throws(ValueFault) {
                switch entry {
                case .string(let name): raw |= try bit(name, of: type)
                case .int(let number) where (0..<Int64(type.bits)).contains(number): raw |= 1 << UInt64(number)
                case .int, .uint:
                    throw ValueFault(.outOfRange, "\(shown(entry)) is no bit; allowed are 0 to \(type.bits - 1)")
                default:
                    throw ValueFault(.invalidArgument, "\(entry.kind) is no bit; names and numbers of bits are")
                }
            } catch {
                throw error.within(.entry(index))
            }
        }
        return .uint(raw)
    }

    private func bit(_ name: String, of type: BitmapType) throws(ValueFault) -> UInt64 {
        let narrow = type.fields.filter { $0.width == 1 }
        guard let field = type.field(named: name), field.width == 1 else {
            throw unknown(name, among: narrow.map(\.name), of: "bit")
        }
        return field.mask
    }

    private func parts(_ members: [JSONMember], of type: BitmapType) throws(ValueFault) -> DataValue {
        var raw: UInt64 = 0
        for member in members {
            guard let field = type.field(named: member.name) else {
                throw unknown(member.name, among: type.fields.map(\.name), of: "field")
            }
            do throws(ValueFault) {
                raw |= try part(member.value, of: field) << UInt64(field.lowBit)
            } catch {
                throw error.within(field.name)
            }
        }
        return .uint(raw)
    }

    /// A field of a bitmap: a bool for one bit, else a number, or a name where an enumeration is linked.
    private func part(_ json: JSONValue, of field: BitmapType.Field) throws(ValueFault) -> UInt64 {
        let greatest = UInt64.max >> UInt64(64 - field.width)
        switch json {
        case .bool(let bool) where field.width == 1: return bool ? 1 : 0
        case .string(let name):
            guard let enumeration = field.enumeration else { break }
            guard let member = enumeration.member(named: name) else {
                throw unknown(name, among: enumeration.members.map(\.name), of: "value")
            }
            return UInt64(member.value)
        case .int, .uint, .double:
            guard case .exact(let number) = WholeNumber(json) else { break }
            guard let value = UInt64(exactly: number), value <= greatest else {
                throw ValueFault(.outOfRange, "\(shown(json)) is not allowed; allowed are 0 to \(greatest)")
            }
            return value
        default: break
        }
        let names = field.enumeration.map { "; allowed are \($0.members.map(\.name).listed)" }
        throw ValueFault(.invalidArgument, "\(json.kind) is not allowed\(names ?? "; a number up to \(greatest) is")")
    }

    // MARK: - Messages

    private func unknown(_ name: String, among names: [String], of kind: String) -> ValueFault {
        guard !isSecret else { return ValueFault(.invalidArgument, "the value is no \(kind) of it") }
        return ValueFault(
            .invalidArgument, "\(shown(name)) is no \(kind) of it; \(NearestName.hint(for: name, among: names))")
    }

    /// A text for a message: never a secret, and not too much of it.
    private func shown(_ text: String) -> String {
        guard !isSecret else { return "the value" }
        let start = text.prefix(40)
        return start.endIndex == text.endIndex ? "'\(text)'" : "'\(start)…'"
    }

    private func shown(_ json: JSONValue) -> String {
        guard !isSecret else { return "the value" }
        switch json {
        case .string(let text): return shown(text)
        case .int, .uint, .double, .bool, .null: return String(decoding: json.text, as: UTF8.self)
        case .array, .object: return json.kind
        }
    }
}

extension WholeNumber {
    /// Takes a number of JSON.
    init(_ json: JSONValue) {
        switch json {
        case .int(let number): self = .exact(Int128(number))
        case .uint(let number): self = .exact(Int128(number))
        case .double(let number): self.init(number)
        default: self = .none
        }
    }
}

extension JSONValue {
    /// The number; not a number where it is none.
    fileprivate var number: Double {
        switch self {
        case .int(let number): Double(number)
        case .uint(let number): Double(number)
        case .double(let number): number
        default: .nan
        }
    }
}
