import DataModel

/// How a quantity follows from attributes.
public indirect enum Reading: Sendable {
    /// One attribute; `whenNull` is what null means.
    case attribute(AttributeID, Scale, whenNull: PeoplesValue? = nil)
    /// Always the same.
    case constant(PeoplesValue)
    /// By what another attribute is: the first entry with its number, else the last parameter.
    case selected(by: AttributeID, [Selection<Reading>], otherwise: Reading?)
    /// What one of a list of the device's own means whose name an attribute says; the last parameter where the list
    /// does not say.
    case named(AttributeID, NamedList, otherwise: PeoplesValue)
    /// Half of the sum of two numbers.
    case mean(Reading, Reading)
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
                ? .attribute(attribute, scale.supported(by: endpoint), whenNull: null) : nil
        case .constant: return self
        case .named(let attribute, let list, let otherwise):
            guard endpoint.supports(attribute), endpoint.supports(list.attribute) else { return .constant(otherwise) }
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
        case .named(let attribute, let list, _): [attribute, list.attribute]
        case .selected(let attribute, let entries, let otherwise):
            [attribute] + entries.flatMap(\.value.attributes) + (otherwise?.attributes ?? [])
        case .mean(let first, let second): first.attributes + second.attributes
        case .compared(let first, let second, _, _, let equal): [first, second] + equal.attributes
        case .first(let readings): readings.flatMap(\.attributes)
        case .requiring(_, let reading): reading.attributes
        }
    }

    /// The value; `nil` where the device has none now.
    func value(_ read: (AttributeID) -> DataValue) -> PeoplesValue? {
        switch self {
        case .attribute(let attribute, let scale, let null):
            let raw = read(attribute)
            return raw == .null ? null : scale.people(raw)
        case .constant(let value): return value
        case .named(let attribute, let list, let otherwise):
            guard case .string(let name) = read(attribute) else { return otherwise }
            return list.choice(named: name, in: read(list.attribute)).map { .choice($0) } ?? otherwise
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

    /// Describes a list.
    public init(_ attribute: AttributeID, list: UInt32, name: UInt32, number: UInt32, _ kinds: [Scale.Coded]) {
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

    /// The name of the first entry of a kind.
    func name(of choice: Choice, in value: DataValue) -> String? {
        entries(value).first { $0.kind == choice }?.name
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

extension Scale {
    /// The scale without the names that an endpoint does not have.
    func supported(by endpoint: EndpointMembers) -> Scale {
        switch self {
        case .choices(let coded, let otherwise):
            .choices(coded.filter { endpoint.meets($0.requirement) }, otherwise: otherwise)
        case .field(let id, let scale): .field(id, scale.supported(by: endpoint))
        default: self
        }
    }
}
