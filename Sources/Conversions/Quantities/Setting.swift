public import DataModel

/// How a quantity is set: which commands and writes carry a value to the device.
public indirect enum Setting: Sendable {
    /// Where a raw value comes from.
    public enum Source: Sendable {
        /// What people want, on a scale.
        case value(Scale)
        /// The first, and the second, of a pair that people want, on a scale.
        case first(Scale), second(Scale)
        /// Always the same.
        case constant(DataValue)
        /// What another attribute is.
        case attribute(AttributeID)
        /// What people want, on a scale, and at least one more than what an attribute is.
        case raised(Scale, above: AttributeID)
        /// What the device calls a choice in a list of its own; left out where it lists nothing.
        case entry(NamedList, Choice)
        /// The number that the device's own list gives the text that people want.
        case labelled(in: AttributeID)
        /// The secret of who asks, such as a lock's PIN; left out where there is none.
        case authorization
        /// How long who asks wants it to take, in tenths of a second; this where they do not say.
        case transition(otherwise: DataValue)
    }

    /// A command, with its arguments by field number.
    case invoke(CommandID, [UInt32: Source] = [:])
    /// A write.
    case write(AttributeID, Source)
    /// By what is wanted; else the last parameter.
    case byValue([(value: PeoplesValue, setting: Setting)], otherwise: Setting? = nil)
    /// By what an attribute is now: the first entry with its number, else the last parameter.
    case selected(by: AttributeID, [Selection<Setting>], otherwise: Setting?)
    /// By whether the number that is wanted is less than another.
    case split(at: Double, below: Setting, from: Setting)
    /// What moves each attribute by as much as what is wanted is from what is read now: one command where the device
    /// counts so, so that nobody sees one moved and the other not; else writes.
    case shifted(from: Reading, [AttributeID], Linear, together: JointMove? = nil)
    /// The first that the endpoint has.
    case first([Setting])
    /// Only where the endpoint has this, too.
    case requiring(Requirement, Setting)

    /// What is left of it for an endpoint; `nil` where it lacks what would be sent.
    func supported(by endpoint: EndpointMembers) -> Setting? {
        switch self {
        case .invoke(let command, let arguments):
            guard endpoint.supports(command) else { return nil }
            for case .labelled(let list) in arguments.values where !endpoint.supports(list) { return nil }
            var left: [UInt32: Source] = [:]
            for (field, source) in arguments {
                let codes = endpoint.codes(of: command, field: field)
                guard let source = source.supported(by: endpoint).limited(to: codes) else { return nil }
                left[field] = source
            }
            return .invoke(command, left)
        case .write(let attribute, let source):
            guard endpoint.supports(attribute) else { return nil }
            if case .attribute(let other) = source, !endpoint.supports(other) { return nil }
            return source.supported(by: endpoint).limited(to: endpoint.codes(of: attribute)).map {
                .write(attribute, $0)
            }
        case .byValue(let entries, let otherwise):
            let left = entries.compactMap { entry in
                entry.setting.supported(by: endpoint).map { (value: entry.value, setting: $0) }
            }
            let rest = otherwise?.supported(by: endpoint)
            return left.isEmpty ? rest : .byValue(left, otherwise: rest)
        case .selected(let attribute, let entries, let otherwise):
            guard endpoint.supports(attribute) else { return nil }
            let left = entries.compactMap { entry in
                entry.value.supported(by: endpoint).map { Selection(entry.codes, $0) }
            }
            let rest = otherwise?.supported(by: endpoint)
            return left.isEmpty ? rest : .selected(by: attribute, left, otherwise: rest)
        case .shifted(let reading, let attributes, let line, let move):
            guard attributes.allSatisfy({ endpoint.supports($0) }) else { return nil }
            let together = move.flatMap { endpoint.supports($0.command) ? $0 : nil }
            return reading.supported(by: endpoint).map { .shifted(from: $0, attributes, line, together: together) }
        case .split(let limit, let below, let from):
            guard let below = below.supported(by: endpoint), let from = from.supported(by: endpoint) else { return nil }
            return .split(at: limit, below: below, from: from)
        case .first(let settings): return settings.lazy.compactMap { $0.supported(by: endpoint) }.first
        case .requiring(let requirement, let setting):
            return endpoint.meets(requirement) ? setting.supported(by: endpoint) : nil
        }
    }

    /// The cluster that the first of its commands or writes is of.
    var cluster: UInt32? {
        switch self {
        case .invoke(let command, _): command.cluster
        case .write(let attribute, _): attribute.cluster
        case .byValue(let entries, let otherwise): (entries.first?.setting ?? otherwise)?.cluster
        case .selected(_, let entries, let otherwise): (entries.first?.value ?? otherwise)?.cluster
        case .split(_, let below, _): below.cluster
        case .shifted(_, let attributes, _, _): attributes.first?.cluster
        case .first(let settings): settings.first?.cluster
        case .requiring(_, let setting): setting.cluster
        }
    }

    /// The names that can be set; empty where it is no matter of names.
    var choices: [Choice] {
        switch self {
        case .write(_, .value(.choices(let coded, _))): return coded.map(\.choice)
        case .invoke(_, let arguments):
            return arguments.values.flatMap { source -> [Choice] in
                guard case .value(.choices(let coded, _)) = source else { return [] }
                return coded.map(\.choice)
            }
        case .byValue(let entries, let otherwise):
            let named = entries.compactMap { entry -> Choice? in
                guard case .choice(let choice) = entry.value else { return nil }
                return choice
            }
            return named + (otherwise?.choices ?? [])
        case .selected(_, let entries, let otherwise):
            return entries.first?.value.choices ?? otherwise?.choices ?? []
        default: return []
        }
    }
}

extension Setting.Source {
    func supported(by endpoint: EndpointMembers) -> Self {
        switch self {
        case .value(let scale): .value(scale.supported(by: endpoint))
        case .raised(let scale, let bottom): endpoint.supports(bottom) ? self : .value(scale)
        case .first(let scale): .first(scale.supported(by: endpoint))
        case .second(let scale): .second(scale.supported(by: endpoint))
        default: self
        }
    }

    /// Without what the attribute or field cannot be; where it is always that, nothing is left.
    ///
    /// - Parameter codes: What it can be; `nil` is all.
    /// - Returns: What is left; `nil` for nothing.
    func limited(to codes: Set<UInt64>?) -> Self? {
        guard let codes else { return self }
        switch self {
        case .value(let scale): return .value(scale.limited(to: codes))
        case .constant(let raw): return raw.code.map { codes.contains($0) } == false ? nil : self
        default: return self
        }
    }
}

/// A command that moves several attributes by the same amount.
public struct JointMove: Sendable {
    let command: CommandID
    /// Which attributes it is to move.
    let fields: [UInt32: DataValue]
    /// The field with the amount, how it counts, and the most that it holds, in people's unit.
    let amount: UInt32
    let line: Linear
    let most: Double

    /// The command that moves by so much; `nil` where it does not count that finely, or that far.
    func step(by difference: Double) -> ConversionStep? {
        guard abs(difference) <= most, let raw = line.raw(difference), let moved = line.people(raw),
            abs(moved - difference) < 1e-9
        else { return nil }
        return .invoke(command, fields.merging([amount: raw]) { _, amount in amount })
    }
}
