import Conversions
import DataModel
import HomeGraph

/// A feature of a part of devices that are made alike.
struct Feature: Sendable {
    let rule: FeatureRule
    /// The part.
    let part: QuantityPart
    /// The member of the state that holds it, on this device.
    let property: String
    /// `l1`, where several parts have such a thing.
    let endpoint: String?
    let reading: PartQuantity?
    private let setting: PartQuantity?
    private let toggle: PartQuantity?
    private let words: [(word: String, quantity: PartQuantity)]

    /// Finds a feature on a part; `nil` where the part has neither what it says nor what sets it.
    init?(_ rule: FeatureRule, on part: QuantityPart, property: String, endpoint: String? = nil) {
        reading = rule.reading.flatMap(part.bind)
        setting = rule.setting.flatMap(part.bind).flatMap { $0.conversion.isSettable ? $0 : nil }
        guard reading != nil || setting != nil else { return nil }
        self.rule = rule
        self.part = part
        self.property = property
        self.endpoint = endpoint
        switch rule.form {
        case .binary(_, _, let quantity):
            toggle = quantity.flatMap(part.bind)
            words = []
        case .names(_, let quantities):
            toggle = nil
            words = quantities.compactMap { word, quantity in part.bind(quantity).map { (word, $0) } }
        default: (toggle, words) = (nil, [])
        }
    }

    /// The same feature under another member of the state.
    func renamed(_ property: String, endpoint: String?) -> Feature { Feature(self, property, endpoint) }

    private init(_ other: Feature, _ property: String, _ endpoint: String?) {
        (rule, part, reading, setting) = (other.rule, other.part, other.reading, other.setting)
        (toggle, words) = (other.toggle, other.words)
        self.property = property
        self.endpoint = endpoint
    }

    /// Whether it can be set.
    var isSettable: Bool { setting != nil || !words.isEmpty }
    /// Whether the state holds it.
    var isReadable: Bool { reading?.conversion.isReadable == true }
    /// Whether it is made by events.
    var isEvent: Bool { reading?.conversion.isEvent == true }
    /// The slots that the value follows from.
    var offsets: [Int] { reading?.offsets ?? [] }
    /// The slots that the description follows from.
    var descriptionOffsets: [Int] { ((reading?.limitOffsets ?? []) + (setting?.limitOffsets ?? [])).uniqued() }
}

// MARK: - Values

extension Feature {
    /// The value now; null where the device has none.
    func value(_ read: @escaping SlotReader) -> JSONValue {
        guard let value = reading?.value(read) else { return .null }
        return json(value)
    }

    /// What an event says; `nil` for an event of something else.
    func value(of event: EventID, fields: [UInt32: DataValue]) -> JSONValue? {
        reading?.conversion.value(of: event, fields: fields).map { value -> JSONValue in
            guard case .string(let word) = json(value) else { return json(value) }
            return .string(eventWord(word))
        }
    }

    /// A value as the state says it.
    func json(_ value: PeoplesValue) -> JSONValue {
        switch (rule.form, value) {
        case (.binary(let on, let off, _), .flag(let flag)): flag ? on : off
        case (.lock(let on, let off), .choice(let choice)):
            .string(choice == on.0 ? on.1 : off.1)
        case (.names(let names, _), .choice(let choice)):
            names.first { $0.0 == choice }.map { .string($0.1) } ?? .null
        case (.xy, .pair(let x, let y)):
            .object([JSONMember(name: "x", value: .double(x)), JSONMember(name: "y", value: .double(y))])
        case (.hueSaturation, .pair(let hue, let saturation)):
            .object([
                JSONMember(name: "hue", value: .double(hue)),
                JSONMember(name: "saturation", value: .double(saturation)),
            ])
        case (_, .number(let number)): .double(number)
        case (_, .text(let text)): .string(text)
        default: .null
        }
    }

    /// Beside a value, what who asks says.
    struct Wish: Sendable {
        /// In seconds.
        var transition: Double?
        /// A lock's code.
        var code: DataValue?
    }

    /// What a value asks of the part.
    ///
    /// - Throws: Why it cannot be set.
    func steps(_ value: JSONValue, _ wish: Wish) throws(HomeError) -> ValueOrder.Steps {
        let text = Self.text(value)?.lowercased()
        if let text {
            if text == "toggle" { return try toggled(wish) }
            if let word = words.first(where: { $0.word.lowercased() == text }) {
                return word.quantity.steps(for: .flag(true), of: property)
            }
        }
        guard let setting else { throw HomeError(.unimplemented, "\(property) can only be read") }
        return setting.steps(
            for: try people(value, text), of: property, authorization: wish.code, transition: wish.transition)
    }

    /// The steps to a number that is so much more than it is then, within what it can be.
    func steps(by difference: Double, _ wish: Wish) throws(HomeError) -> ValueOrder.Steps {
        guard let setting, let reading, case .numeric = rule.form else {
            throw HomeError(.unimplemented, "\(property) cannot be set step by step")
        }
        let property = property
        return { read throws(HomeError) in
            guard case .number(let now)? = reading.conversion.value(read), let range = setting.conversion.range(read)
            else { throw HomeError(.failedPrecondition, "\(property) is not known now") }
            // A step down does not switch off.
            let least = range.lowerBound == 0 ? min(1, now) : range.lowerBound
            let goal = min(max(now + difference, least), range.upperBound)
            return try setting.steps(for: .number(goal), of: property, transition: wish.transition)(read)
        }
    }

    private func toggled(_ wish: Wish) throws(HomeError) -> ValueOrder.Steps {
        if let toggle { return toggle.steps(for: .flag(true), of: property) }
        guard let setting, let reading, case .binary = rule.form else {
            throw HomeError(.invalidArgument, "\(property) cannot be toggled")
        }
        let property = property
        return { read throws(HomeError) in
            guard case .flag(let now)? = reading.conversion.value(read) else {
                throw HomeError(.failedPrecondition, "\(property) is not known now")
            }
            return try setting.steps(for: .flag(!now), of: property, transition: wish.transition)(read)
        }
    }

    private func people(_ value: JSONValue, _ text: String?) throws(HomeError) -> PeoplesValue {
        switch rule.form {
        case .binary(let on, let off, _):
            if value == on || text != nil && text == Self.text(on)?.lowercased() { return .flag(true) }
            if value == off || text != nil && text == Self.text(off)?.lowercased() { return .flag(false) }
        case .lock(let on, let off):
            if text == on.1.lowercased() { return .choice(on.0) }
            if text == off.1.lowercased() { return .choice(off.0) }
        case .names(let names, _):
            let choices = setting?.conversion.choices ?? []
            if let name = names.first(where: { $0.1.lowercased() == text && choices.contains($0.0) }) {
                return .choice(name.0)
            }
        case .numeric:
            if let number = Codec.number(value) ?? text.flatMap(Double.init), number.isFinite { return .number(number) }
            if let preset = preset(text) { return .number(preset) }
        case .word(let word): if text == word.lowercased() { return .flag(true) }
        case .xy, .hueSaturation:
            do throws(HomeError) {
                if let pair = try ColorWish(value).pair(for: rule.form) { return .pair(pair.0, pair.1) }
            } catch {
                throw HomeError(error.code, "\(property) \(error.message)")
            }
        case .labels: if case .string(let text) = value { return .text(text) }
        }
        let given = String(String(decoding: value.text, as: UTF8.self).prefix(80))
        throw HomeError(.invalidArgument, "\(property) takes \(expectation), not \(given)")
    }

    /// Colour temperatures that have a name in zigbee2mqtt, in mireds.
    private static let presets = ["cool": 250.0, "neutral": 370, "warm": 454]

    private func preset(_ text: String?) -> Double? {
        rule.name == "color_temp" ? text.flatMap { Self.presets[$0] } : nil
    }

    private var expectation: String {
        switch rule.form {
        case .binary(let on, let off, let toggle):
            [on, off].map { String(decoding: $0.text, as: UTF8.self) }.joined(separator: ", ")
                + (toggle == nil ? "" : ", \"TOGGLE\"")
        case .lock(let on, let off): "\(on.1) or \(off.1)"
        case .numeric: "a number"
        case .names: "one of \(settableNames.joined(separator: ", "))"
        case .word(let word): word
        case .xy, .hueSaturation: "a color, such as {\"x\":0.3,\"y\":0.3} or {\"hue\":120,\"saturation\":100}"
        case .labels: "one of the texts that bridge/devices lists"
        }
    }

    private var settableNames: [String] {
        guard case .names(let names, _) = rule.form else { return [] }
        let choices = setting?.conversion.choices ?? []
        return names.filter { choices.contains($0.0) }.map(\.1) + words.map(\.word)
    }

    private static func text(_ value: JSONValue) -> String? {
        guard case .string(let text) = value else { return nil }
        return text
    }
}

// MARK: - Description

extension Feature {
    private var access: Int64 { (isReadable || isEvent ? 1 : 0) | (isSettable ? 2 : 0) | (isReadable ? 4 : 0) }

    /// What `exposes` says of it.
    ///
    /// - Parameters:
    ///   - words: What it can be, where other features say something on the property, too.
    ///   - read: The value in a slot.
    /// - Returns: The entry.
    func description(words: [String]? = nil, _ read: @escaping SlotReader) -> JSONValue {
        var members = [
            JSONMember(name: "type", value: .string(type)), JSONMember(name: "name", value: .string(rule.name)),
            JSONMember(name: "label", value: .string(Self.label(rule.name))),
            JSONMember(name: "property", value: .string(property)), JSONMember(name: "access", value: .int(access)),
        ]
        if let endpoint, !isEvent { members.append(JSONMember(name: "endpoint", value: .string(endpoint))) }
        if let category = rule.category { members.append(JSONMember(name: "category", value: .string(category))) }
        return .object(members + details(words, read))
    }

    private var type: String {
        switch rule.form {
        case .binary, .lock: "binary"
        case .numeric: "numeric"
        case .names, .word, .labels: "enum"
        case .xy, .hueSaturation: "composite"
        }
    }

    private func details(_ words: [String]?, _ read: @escaping SlotReader) -> [JSONMember] {
        switch rule.form {
        case .binary(let on, let off, let toggle):
            return [JSONMember(name: "value_on", value: on), JSONMember(name: "value_off", value: off)]
                + (toggle == nil ? [] : [JSONMember(name: "value_toggle", value: .string("TOGGLE"))])
        case .lock(let on, let off):
            return [
                JSONMember(name: "value_on", value: .string(on.1)),
                JSONMember(name: "value_off", value: .string(off.1)),
            ]
        case .names: return [JSONMember(name: "values", value: .array((words ?? possibleNames).map { .string($0) }))]
        case .word(let word): return [JSONMember(name: "values", value: .array([.string(word)]))]
        case .numeric: return numeric(read)
        case .xy: return [Self.pair("x", "y")]
        case .hueSaturation: return [Self.pair("hue", "saturation")]
        case .labels:
            let labels = reading?.labels(read).uniqued() ?? []
            return [JSONMember(name: "values", value: .array(labels.map { .string($0) }))]
        }
    }

    /// What it can be, and what it can be set to.
    private var possibleNames: [String] {
        guard case .names(let names, _) = rule.form else { return [] }
        let choices = (reading?.conversion.possibleChoices ?? []) + (setting?.conversion.choices ?? [])
        var seen: Set<String> = []
        return (names.filter { choices.contains($0.0) }.map(\.1) + words.map(\.word)).filter {
            seen.insert($0).inserted
        }
    }

    /// What its events can say.
    var eventWords: [String] { possibleNames.map(eventWord) }

    /// Of several buttons the word says which, as in zigbee2mqtt.
    private func eventWord(_ word: String) -> String { endpoint.map { "\(word)_\($0)" } ?? word }

    private func numeric(_ read: @escaping SlotReader) -> [JSONMember] {
        var members: [JSONMember] = []
        if let unit = (reading ?? setting)?.conversion.unit {
            members.append(JSONMember(name: "unit", value: .string(Self.sign(unit))))
        }
        guard let range = setting?.range(read) else { return members }
        members.append(JSONMember(name: "value_min", value: .double(range.lowerBound)))
        members.append(JSONMember(name: "value_max", value: .double(range.upperBound)))
        if let steps = reading?.conversion.stepsPerUnit, steps > 1 {
            members.append(JSONMember(name: "value_step", value: .double(1 / steps)))
        }
        return members
    }

    private static func pair(_ first: String, _ second: String) -> JSONMember {
        JSONMember(
            name: "features",
            value: .array(
                [first, second].map { name in
                    .object([
                        JSONMember(name: "type", value: .string("numeric")),
                        JSONMember(name: "name", value: .string(name)),
                        JSONMember(name: "label", value: .string(label(name))),
                        JSONMember(name: "property", value: .string(name)), JSONMember(name: "access", value: .int(7)),
                    ])
                }))
    }

    static func label(_ name: String) -> String {
        let words = name.split(separator: "_").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private static func sign(_ unit: Unit) -> String {
        switch unit {
        case .mired: "mired"
        case .microgramsPerCubicMeter: "\u{B5}g/m\u{B3}"
        default: unit.sign
        }
    }
}
