import DataModel

/// How a quantity follows from attributes.
public indirect enum Reading: Sendable {
    /// One attribute; `whenNull` is what null means.
    case attribute(AttributeID, Scale, whenNull: PeoplesValue? = nil)
    /// Always the same.
    case constant(PeoplesValue)
    /// By what another attribute is: the first entry with its number, else the last parameter.
    case selected(by: AttributeID, [Selection<Reading>], otherwise: Reading?)
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
        case .selected(let attribute, let entries, let otherwise):
            let code = read(attribute).code
            let entry = entries.first { entry in code.map { entry.codes.contains($0) } == true }
            return (entry?.value ?? otherwise)?.value(read)
        case .mean(let first, let second):
            guard case .number(let low) = first.value(read), case .number(let high) = second.value(read) else {
                return nil
            }
            return .number((low + high) / 2)
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
