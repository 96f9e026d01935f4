import DataModel

extension Form where Value == String {
    /// Any text that is not empty.
    static let text = text("a text")

    /// Any text that is not empty, called something better than a text.
    static func text(_ expected: String) -> Form {
        .scalar(expected) { text, _ in text.isEmpty ? nil : text }
    }
}

extension Form where Value == Bool {
    /// `true` or `false`; YAML's older words for them are taken.
    static let boolean = Form.scalar("true or false") { text, style in
        guard style == .plain else { return nil }
        return switch text.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }
}

extension Form where Value: FixedWidthInteger & Sendable {
    /// A whole number of a range.
    static func integer(in range: ClosedRange<Value>) -> Form {
        .scalar("a whole number from \(range.lowerBound) to \(range.upperBound)") { text, _ in
            Value(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension Form where Value == Double {
    /// A number of a range.
    static func number(in range: ClosedRange<Double>) -> Form {
        .scalar("a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))") { text, _ in
            guard let value = Double(text), value.isFinite, range.contains(value) else { return nil }
            return value
        }
    }

    private static func plain(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

extension Form where Value == Int {
    /// A number of bytes: `500`, `64KiB`, `2MiB`.
    static func size(in range: ClosedRange<Int>) -> Form {
        .scalar("a size from \(range.lowerBound) bytes to \(range.upperBound) bytes, such as 64KiB") { text, _ in
            guard let (number, unit) = Quantity.split(text), let factor = Quantity.bytes[unit.lowercased()],
                let value = Int(exactly: number * factor), range.contains(value)
            else { return nil }
            return value
        }
    }
}

extension Form where Value == Duration {
    /// A time: `20ms`, `30s`, `2m`, `1h`; 0 needs no unit.
    static func duration(in range: ClosedRange<Duration>) -> Form {
        let ends = "\(Quantity.describe(range.lowerBound)) to \(Quantity.describe(range.upperBound))"
        return .scalar("a time from \(ends), such as 20ms, 30s, 2m or 1h") { text, _ in
            guard let (number, unit) = Quantity.split(text) else { return nil }
            if number == 0, unit.isEmpty { return range.contains(.zero) ? .zero : nil }
            guard let factor = Quantity.milliseconds[unit.lowercased()],
                let milliseconds = Int64(exactly: (number * factor).rounded())
            else { return nil }
            let duration = Duration.milliseconds(milliseconds)
            return range.contains(duration) ? duration : nil
        }
    }
}

extension Form where Value: Sendable {
    /// One of several words, of which letter case does not count; a wrong one is answered with the nearest.
    ///
    /// - Parameters:
    ///   - choices: The words, and what each stands for.
    ///   - synonyms: Other words that are read, and not proposed.
    /// - Returns: A form that reads a word in any letter case.
    static func choice(
        _ choices: [(word: String, value: Value)], synonyms: [(word: String, value: Value)] = []
    ) -> Form {
        let words = choices.map(\.word)
        let choices = choices + synonyms
        return Form(expected: words.joined(separator: ", ")) { node, reading in
            guard case .scalar(let text, _) = node.content, !node.isNull else {
                reading.refuse(node, expected: "one of \(words.joined(separator: ", "))")
                return nil
            }
            if let found = choices.first(where: { $0.word.lowercased() == text.lowercased() }) { return found.value }
            reading.faults.add(
                node.place, "\(reading.subject) is \(node.summary)", NearestName.advice(for: text, among: words))
            return nil
        }
    }
}

extension Form where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    /// One of the words that name the type's values.
    static func choice(of type: Value.Type) -> Form {
        choice(Value.allCases.map { ($0.rawValue, $0) })
    }

    /// One of the words that name the type's values, or `off`, which reads as `nil`.
    static func choiceOrOff(of type: Value.Type) -> Form<Value?> {
        Form<Value?>.choice(Value.allCases.map { ($0.rawValue, $0) } + [("off", nil)], synonyms: [("false", nil)])
    }
}
