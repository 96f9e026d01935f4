import Conversions
import DataModel
import HomeGraph

/// A property of a part of devices that are made alike.
///
/// Source: the Homie convention 5, “Properties”.
struct HomieProperty: Sendable {
    /// What it is made of, on the part.
    enum Form: Sendable {
        case value(PartQuantity, set: PartQuantity?, target: PartQuantity?)
        case color(HomieColor)
        case command(PartQuantity, word: String?)
        case event(PartQuantity)
    }

    /// How its payloads look.
    enum Datatype: String, Sendable {
        case boolean, integer, float, string, color
        case enumeration = "enum"
    }

    let id: String
    let name: String
    let form: Form
    let datatype: Datatype

    /// Finds the properties of a part.
    static func all(of part: QuantityPart) -> [HomieProperty] {
        var taken: Set<String> = []
        return HomieRule.all.compactMap { rule in
            guard rule.scope.contains(part), !taken.contains(rule.id), let property = HomieProperty(rule, part)
            else { return nil }
            taken.insert(rule.id)
            return property
        }
    }

    private init?(_ rule: HomieRule, _ part: QuantityPart) {
        (id, name) = (rule.id, rule.name)
        switch rule.form {
        case .value(let quantity, let set, let target):
            guard let read = part.bind(quantity), read.conversion.isReadable else { return nil }
            let setting = set.map(part.bind) ?? read
            form = .value(
                read, set: setting?.conversion.isSettable == true ? setting : nil, target: target.flatMap(part.bind))
            datatype = Self.datatype(read.conversion)
        case .color:
            guard let color = HomieColor(part) else { return nil }
            form = .color(color)
            datatype = .color
        case .command(let quantity, let word):
            guard let command = part.bind(quantity), command.conversion.isSettable else { return nil }
            form = .command(command, word: word)
            datatype = .enumeration
        case .event(let quantity):
            guard let event = part.bind(quantity), event.conversion.isEvent else { return nil }
            form = .event(event)
            datatype = .enumeration
        }
    }

    private static func datatype(_ conversion: BoundConversion) -> Datatype {
        switch conversion.kind {
        case .text where conversion.list != nil: .enumeration
        case .flag: .boolean
        case .choice: .enumeration
        case .text: .string
        case .number, .pair, nil: conversion.stepsPerUnit == 1 ? .integer : .float
        }
    }

    /// Whether it can be set.
    var isSettable: Bool {
        switch form {
        case .value(_, let set, _): set != nil
        case .color(let color): color.isSettable
        case .command: true
        case .event: false
        }
    }

    /// Whether its value stays.
    var isRetained: Bool {
        switch form {
        case .value, .color: true
        case .command, .event: false
        }
    }

    /// Whether it says what it is on the way to.
    var hasTarget: Bool {
        guard case .value(_, _, .some) = form else { return false }
        return true
    }

    /// The slots that the value follows from.
    var offsets: [Int] {
        switch form {
        case .value(let read, _, _): read.offsets
        case .color(let color): color.offsets
        case .command, .event: []
        }
    }

    /// The slots that the target follows from.
    var targetOffsets: [Int] {
        guard case .value(let read, _, let target?) = form else { return [] }
        return (target.offsets + read.offsets).uniqued()
    }

    /// The slots that the description follows from.
    var descriptionOffsets: [Int] {
        guard case .value(let read, let set, _) = form else { return [] }
        return (read.conversion.list == nil ? [] : read.limitOffsets) + (set?.limitOffsets ?? [])
    }
}

// MARK: - Payloads

extension HomieProperty {
    /// The payload of the value now; `nil` where the device has none.
    func text(_ read: @escaping SlotReader) -> String? {
        switch form {
        case .value(let quantity, _, _): quantity.value(read).map { text(of: $0) }
        case .color(let color): color.text { color.quantities[$0]?.value(read) }
        case .command, .event: nil
        }
    }

    /// The payload of the target now; of what is on the way to nothing else it is where it is.
    ///
    /// Source: the Homie convention 5, “Target attribute”: a property that uses it has it always.
    func targetText(_ read: @escaping SlotReader) -> String? {
        guard case .value(_, _, let target?) = form else { return nil }
        return target.value(read).map(Self.text) ?? text(read)
    }

    /// A value as payload, also one of those that the device lists.
    func text(of value: PeoplesValue) -> String {
        if case .text(let label) = value, datatype == .enumeration { return HomieText.label(label) }
        return Self.text(value)
    }

    /// The payload that says an event; `nil` for an event of something else.
    func text(of event: EventID, fields: [UInt32: DataValue]) -> String? {
        guard case .event(let quantity) = form else { return nil }
        return quantity.conversion.value(of: event, fields: fields).map(Self.text)
    }

    /// A value as payload.
    static func text(_ value: PeoplesValue) -> String {
        switch value {
        case .flag(let flag): flag ? "true" : "false"
        case .number(let number): HomieText.number(number)
        case .choice(let choice): HomieText.id(choice.rawValue)
        case .text(let text): HomieText.string(text)
        case .pair(let first, let second): "\(HomieText.number(first)),\(HomieText.number(second))"
        }
    }

    /// What a payload on `set` asks of the part.
    ///
    /// - Throws: `invalidArgument` for a payload that the datatype does not have, `unimplemented` where the property
    ///   cannot be set.
    func steps(_ payload: [UInt8]) throws(HomeError) -> ValueOrder.Steps {
        switch form {
        case .value(_, let set?, _):
            guard set.conversion.list == nil else { return labelled(payload, set) }
            return set.steps(for: try value(payload, of: set), of: id)
        case .color(let color): return try color.steps(payload, of: id)
        case .command(let quantity, let word?):
            guard payload.elementsEqual(word.utf8) else {
                throw HomeError(.invalidArgument, "\(id) takes \(word), not '\(Self.quoted(payload))'")
            }
            return quantity.steps(for: .flag(true), of: id)
        case .command(let quantity, nil):
            return quantity.steps(for: try choice(payload, of: quantity.conversion.choices), of: id)
        case .value(_, nil, _), .event: throw HomeError(.unimplemented, "\(id) can only be read")
        }
    }

    /// The text is one that the device lists, as far as a format can say it.
    private func labelled(_ payload: [UInt8], _ set: PartQuantity) -> ValueOrder.Steps {
        let (id, text) = (id, String(decoding: payload, as: UTF8.self))
        return { read throws(HomeError) in
            let label = set.conversion.labels(read).first { HomieText.label($0) == text } ?? text
            return try set.steps(for: .text(label), of: id)(read)
        }
    }

    private func value(_ payload: [UInt8], of set: PartQuantity) throws(HomeError) -> PeoplesValue {
        switch datatype {
        case .boolean:
            if payload.elementsEqual("true".utf8) { return .flag(true) }
            if payload.elementsEqual("false".utf8) { return .flag(false) }
            throw HomeError(.invalidArgument, "\(id) takes true or false, not '\(Self.quoted(payload))'")
        case .integer:
            guard let number = HomieText.integer(payload) else {
                throw HomeError(.invalidArgument, "\(id) takes a whole number, not '\(Self.quoted(payload))'")
            }
            return .number(number)
        case .float:
            guard let number = HomieText.float(payload) else {
                throw HomeError(.invalidArgument, "\(id) takes a number, not '\(Self.quoted(payload))'")
            }
            let steps = set.conversion.stepsPerUnit ?? 1
            return .number((number * steps).rounded() / steps)
        case .enumeration: return try choice(payload, of: set.conversion.choices)
        case .string:
            guard !payload.isEmpty, let text = String(validating: payload, as: UTF8.self) else {
                throw HomeError(.invalidArgument, "\(id) takes text")
            }
            return .text(text == "\0" ? "" : text)
        case .color: throw HomeError(.invalidArgument, "\(id) takes a color")
        }
    }

    private func choice(_ payload: [UInt8], of choices: [Choice]) throws(HomeError) -> PeoplesValue {
        guard let choice = choices.first(where: { payload.elementsEqual(HomieText.id($0.rawValue).utf8) }) else {
            let names = choices.map { HomieText.id($0.rawValue) }.joined(separator: ", ")
            throw HomeError(.invalidArgument, "\(id) takes one of \(names), not '\(Self.quoted(payload))'")
        }
        return .choice(choice)
    }

    /// A payload for messages to people: not too long.
    static func quoted(_ payload: [UInt8]) -> String { String(String(decoding: payload.prefix(80), as: UTF8.self)) }
}

// MARK: - Description

extension HomieProperty {
    /// What `$description` says of it.
    func description(_ read: @escaping SlotReader) -> JSONValue { description(format: format(read)) }

    /// The same, with a format of its own.
    func description(format: String?) -> JSONValue {
        var members = [
            JSONMember(name: "name", value: .string(name)),
            JSONMember(name: "datatype", value: .string(datatype.rawValue)),
        ]
        if let format { members.append(JSONMember(name: "format", value: .string(format))) }
        if isSettable { members.append(JSONMember(name: "settable", value: .bool(true))) }
        if !isRetained { members.append(JSONMember(name: "retained", value: .bool(false))) }
        if case .value(let quantity, _, _) = form, let unit = quantity.conversion.unit {
            members.append(JSONMember(name: "unit", value: .string(unit.sign)))
        }
        return .object(members)
    }

    /// Which payloads there are; `nil` where the datatype says all.
    func format(_ read: @escaping SlotReader) -> String? {
        switch form {
        case .value(let quantity, let set, _):
            switch datatype {
            case .enumeration where quantity.conversion.list != nil:
                return quantity.labels(read).map(HomieText.label).uniqued().joined(separator: ",")
            case .enumeration:
                return Self.names(quantity.conversion.possibleChoices + (set?.conversion.choices ?? []))
            case .integer, .float: return range(read).map { text(ofRange: $0) }
            case .boolean, .string, .color: return nil
            }
        case .color(let color): return color.format
        case .command(_, let word?): return word
        case .command(let quantity, nil): return Self.names(quantity.conversion.choices)
        case .event(let quantity): return Self.names(quantity.conversion.possibleChoices)
        }
    }

    /// Within what it can be set; `nil` where it cannot, or is no number.
    func range(_ read: @escaping SlotReader) -> ClosedRange<Double>? {
        guard case .value(_, let set?, _) = form else { return nil }
        return set.range(read)
    }

    /// A range as format, with the property's own steps.
    func text(ofRange range: ClosedRange<Double>) -> String {
        guard case .value(let quantity, _, _) = form else { return "" }
        let conversion = quantity.conversion
        var bounds = (range.lowerBound, range.upperBound)
        if datatype == .integer { bounds = (bounds.0.rounded(.up), bounds.1.rounded(.down)) }
        let step = conversion.stepsPerUnit.map { ":\(HomieText.number(1 / $0))" } ?? ""
        return "\(HomieText.number(bounds.0)):\(HomieText.number(bounds.1))\(step)"
    }

    /// Names in a format, each once.
    private static func names(_ choices: [Choice]) -> String {
        var seen: Set<Choice> = []
        return choices.filter { seen.insert($0).inserted }.map { HomieText.id($0.rawValue) }.joined(separator: ",")
    }
}
