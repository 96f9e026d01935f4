import DataModel

/// How a quantity follows from attributes.
public indirect enum Reading: Sendable {
    /// One attribute; `whenNull` is what null means.
    case attribute(AttributeID, Scale, whenNull: PeoplesValue? = nil)
    /// Always the same.
    case constant(PeoplesValue)
    /// By what another attribute is: the first entry with its number, else the last parameter.
    case selected(by: AttributeID, [Selection<Reading>], otherwise: Reading?)
    /// What one of a list of the device's own means whose name an attribute says.
    case named(AttributeID, NamedList)
    /// Half of the sum of two numbers.
    case mean(Reading, Reading)
    /// Two numbers that go together.
    case pair(Reading, Reading)
    /// A colour that is said in one form, in another.
    case color(Reading, from: ColorForm, to: ColorForm)
    /// What the device's own list calls the number that the attribute is.
    case label(AttributeID, in: AttributeID)
    /// By how two numbers compare.
    case compared(AttributeID, with: AttributeID, less: PeoplesValue, greater: PeoplesValue, equal: Reading)
    /// The first that the endpoint has.
    case first([Reading])
    /// Only where the endpoint has this, too.
    case requiring(Requirement, Reading)

    /// What is left of it for an endpoint; `nil` where it lacks what is read.
    func supported(by endpoint: EndpointMembers) -> Reading? {
        switch self {
        case .attribute(let attribute, let scale, let null):
            return endpoint.supports(attribute)
                ? .attribute(
                    attribute, scale.supported(by: endpoint).limited(to: endpoint.codes(of: attribute)), whenNull: null)
                : nil
        case .constant: return self
        case .named(let attribute, let list):
            guard endpoint.supports(attribute), endpoint.supports(list.attribute) else {
                return .constant(.choice(list.otherwise))
            }
            return self
        case .selected(let attribute, let entries, let otherwise):
            guard endpoint.supports(attribute) else { return nil }
            let left = entries.compactMap { entry in
                entry.value.supported(by: endpoint).map { Selection(entry.codes, $0) }
            }
            let rest = otherwise?.supported(by: endpoint)
            return left.isEmpty ? rest : .selected(by: attribute, left, otherwise: rest)
        case .mean(let first, let second):
            guard let first = first.supported(by: endpoint), let second = second.supported(by: endpoint) else {
                return nil
            }
            return .mean(first, second)
        case .pair(let first, let second):
            guard let first = first.supported(by: endpoint), let second = second.supported(by: endpoint) else {
                return nil
            }
            return .pair(first, second)
        case .color(let reading, let form, let other):
            return reading.supported(by: endpoint).map { .color($0, from: form, to: other) }
        case .label(let attribute, let list):
            return endpoint.supports(attribute) && endpoint.supports(list) ? self : nil
        case .compared(let first, let second, let less, let greater, let equal):
            guard endpoint.supports(first), endpoint.supports(second) else { return nil }
            return equal.supported(by: endpoint).map {
                .compared(first, with: second, less: less, greater: greater, equal: $0)
            }
        case .first(let readings): return readings.lazy.compactMap { $0.supported(by: endpoint) }.first
        case .requiring(let requirement, let reading):
            return endpoint.meets(requirement) ? reading.supported(by: endpoint) : nil
        }
    }

    /// The attributes that are read.
    var attributes: [AttributeID] {
        switch self {
        case .attribute(let attribute, _, _): [attribute]
        case .constant: []
        case .named(let attribute, let list): [attribute, list.attribute]
        case .selected(let attribute, let entries, let otherwise):
            [attribute] + entries.flatMap(\.value.attributes) + (otherwise?.attributes ?? [])
        case .mean(let first, let second), .pair(let first, let second): first.attributes + second.attributes
        case .color(let reading, _, _): reading.attributes
        case .label(let attribute, let list): [attribute, list]
        case .compared(let first, let second, _, _, let equal): [first, second] + equal.attributes
        case .first(let readings): readings.flatMap(\.attributes)
        case .requiring(_, let reading): reading.attributes
        }
    }

    /// The names that it can come to; empty where it is no matter of names.
    var choices: [Choice] {
        switch self {
        case .attribute(_, let scale, let null): scale.choices + (null?.choice.map { [$0] } ?? [])
        case .constant(let value): value.choice.map { [$0] } ?? []
        case .named(_, let list): list.kinds.map(\.choice) + [list.otherwise]
        case .selected(_, let entries, let otherwise):
            entries.flatMap(\.value.choices) + (otherwise?.choices ?? [])
        case .mean, .pair, .color, .label: []
        case .compared(_, _, let less, let greater, let equal):
            [less, greater].compactMap(\.choice) + equal.choices
        case .first(let readings): readings.flatMap(\.choices)
        case .requiring(_, let reading): reading.choices
        }
    }

    /// Of what kind the value is; `nil` where nothing is read.
    var kind: PeoplesValue.Kind? {
        switch self {
        case .attribute(_, let scale, _): scale.kind
        case .constant(let value): value.kind
        case .named: .choice
        case .selected(_, let entries, let otherwise): entries.first?.value.kind ?? otherwise?.kind
        case .mean: .number
        case .pair: .pair
        case .color: .pair
        case .label: .text
        case .compared(_, _, let less, _, _): less.kind
        case .first(let readings): readings.first?.kind
        case .requiring(_, let reading): reading.kind
        }
    }

    /// The list that gives the names, where the device has one of its own.
    var list: AttributeID? {
        switch self {
        case .label(_, let list): list
        case .first(let readings): readings.first?.list
        case .requiring(_, let reading): reading.list
        default: nil
        }
    }

    /// How many steps a unit of the number is divided into; `nil` where its steps are not alike, or it is no number.
    var stepsPerUnit: Double? {
        switch self {
        case .attribute(_, let scale, _): scale.stepsPerUnit
        case .constant, .compared, .label, .named: nil
        case .color(_, _, let form): form == .place ? 10_000 : 1
        case .selected(_, let entries, let otherwise):
            (entries.map(\.value) + (otherwise.map { [$0] } ?? [])).compactMap(\.stepsPerUnit).max()
        // The half of a step may be left.
        case .mean(let first, let second): [first, second].compactMap(\.stepsPerUnit).max().map { $0 * 2 }
        case .pair(let first, let second): [first, second].compactMap(\.stepsPerUnit).max()
        case .first(let readings): readings.first?.stepsPerUnit
        case .requiring(_, let reading): reading.stepsPerUnit
        }
    }

    /// The value; `nil` where the device has none now.
    func value(_ read: (AttributeID) -> DataValue) -> PeoplesValue? {
        switch self {
        case .attribute(let attribute, let scale, let null):
            let raw = read(attribute)
            return raw == .null ? null : scale.people(raw)
        case .constant(let value): return value
        case .named(let attribute, let list):
            guard case .string(let name) = read(attribute) else { return .choice(list.otherwise) }
            return .choice(list.choice(named: name, in: read(list.attribute)) ?? list.otherwise)
        case .selected(let attribute, let entries, let otherwise):
            let code = read(attribute).code
            let entry = entries.first { entry in code.map { entry.codes.contains($0) } == true }
            return (entry?.value ?? otherwise)?.value(read)
        case .mean(let first, let second):
            guard case .number(let low) = first.value(read), case .number(let high) = second.value(read) else {
                return nil
            }
            // Without the last digits of a binary number, which nobody set.
            return .number(((low + high) * 500).rounded() / 1000)
        case .pair(let first, let second):
            guard case .number(let first) = first.value(read), case .number(let second) = second.value(read) else {
                return nil
            }
            return .pair(first, second)
        case .color(let reading, let form, let other):
            return reading.value(read).flatMap(form.place).flatMap(other.value)
        case .label(let attribute, let list):
            let code = read(attribute).code
            return ModeList.entries(read(list)).first { $0.mode == code }.map { .text($0.label) }
        case .compared(let first, let second, let less, let greater, let equal):
            guard let left = read(first).number, let right = read(second).number, left != right else {
                return equal.value(read)
            }
            return left < right ? less : greater
        // Binding left the one that the endpoint has.
        case .first(let readings): return readings.first?.value(read)
        case .requiring(_, let reading): return reading.value(read)
        }
    }
}

/// A list that a device has of things it can be, each with a name of its own and a number that says of what kind it is.
public struct NamedList: Sendable {
    /// The attribute with the list.
    public let attribute: AttributeID
    /// Where the list is within the attribute's structure, the name in an entry, and the number: field numbers.
    public let list, name, number: UInt32
    /// What the numbers mean.
    public let kinds: [Scale.Coded]
    /// What an entry of another number means, and what a device is that lists nothing.
    public let otherwise: Choice

    /// Describes a list.
    public init(
        _ attribute: AttributeID, list: UInt32, name: UInt32, number: UInt32, _ kinds: [Scale.Coded],
        otherwise: Choice
    ) {
        self.otherwise = otherwise
        self.attribute = attribute
        self.list = list
        self.name = name
        self.number = number
        self.kinds = kinds
    }

    private func entries(_ value: DataValue) -> [(name: String, kind: Choice?)] {
        guard case .fields(let fields) = value, case .list(let entries)? = fields[list] else { return [] }
        return entries.compactMap { entry in
            guard case .fields(let fields) = entry, case .string(let text)? = fields[name] else { return nil }
            let code = fields[number]?.code
            return (text, kinds.first { $0.code == code }?.choice)
        }
    }

    /// Of what kind the entry of a name is.
    func choice(named name: String, in value: DataValue) -> Choice? {
        entries(value).first { $0.name == name }?.kind
    }

    /// The name of the first entry of a kind; `nil` for what the device is without a name, too.
    ///
    /// - Throws: ``ConversionFault/notAmong(_:)`` where the device is never that, ``ConversionFault/unknownState`` where
    ///   it does not say what it lists.
    func name(of choice: Choice, in value: DataValue) throws(ConversionFault) -> String? {
        let entries = entries(value)
        if let entry = entries.first(where: { $0.kind == choice }) { return entry.name }
        guard choice == otherwise else {
            guard case .fields = value else { throw .unknownState }
            var kinds: [Choice] = []
            for kind in entries.map({ $0.kind ?? otherwise }) + [otherwise] where !kinds.contains(kind) {
                kinds.append(kind)
            }
            throw .notAmong(kinds)
        }
        return nil
    }
}

/// What goes for some raw numbers of an attribute.
public struct Selection<Value: Sendable>: Sendable {
    /// The raw numbers.
    public let codes: Set<UInt64>
    /// What goes for them.
    public let value: Value

    /// Describes a selection.
    public init(_ codes: Set<UInt64>, _ value: Value) {
        self.codes = codes
        self.value = value
    }
}

extension PeoplesValue {
    /// What sort of value it is.
    public enum Kind: Sendable, Hashable {
        case flag, number, pair, choice, text
    }

    /// What sort of value this is.
    public var kind: Kind {
        switch self {
        case .flag: .flag
        case .number: .number
        case .pair: .pair
        case .choice: .choice
        case .text: .text
        }
    }

    /// The name, where it is one.
    public var choice: Choice? {
        guard case .choice(let choice) = self else { return nil }
        return choice
    }
}

extension Scale {
    /// The names that it has.
    var choices: [Choice] {
        switch self {
        case .choices(let coded, let otherwise), .flags(let coded, let otherwise):
            coded.map(\.choice) + (otherwise.map { [$0] } ?? [])
        case .stops(let stops, let otherwise): stops.map(\.choice) + (otherwise.map { [$0] } ?? [])
        case .field(_, let scale): scale.choices
        default: []
        }
    }

    /// Of what kind people's values are.
    var kind: PeoplesValue.Kind {
        switch self {
        case .flag, .isNot, .isAmong, .bits, .contains: .flag
        case .linear, .illuminance, .reciprocal: .number
        case .choices, .flags, .stops, .cases: .choice
        case .field(_, let scale): scale.kind
        case .text: .text
        }
    }

    /// How many steps a unit of people's is divided into.
    var stepsPerUnit: Double? {
        switch self {
        case .linear(let line): line.stepsPerUnit
        case .reciprocal: 1
        case .field(_, let scale): scale.stepsPerUnit
        default: nil
        }
    }

    /// The scale without the names that an endpoint does not have.
    func supported(by endpoint: EndpointMembers) -> Scale {
        switch self {
        case .choices(let coded, let otherwise):
            .choices(coded.filter { endpoint.meets($0.requirement) }, otherwise: otherwise)
        case .field(let id, let scale): .field(id, scale.supported(by: endpoint))
        default: self
        }
    }

    /// Without the names of numbers that are not among these; `nil` is all.
    func limited(to codes: Set<UInt64>?) -> Scale {
        guard let codes, case .choices(let coded, let otherwise) = self else { return self }
        return .choices(coded.filter { codes.contains($0.code) }, otherwise: otherwise)
    }
}
