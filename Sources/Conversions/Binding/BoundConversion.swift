public import DataModel

/// A conversion on one endpoint, without what the endpoint lacks.
public struct BoundConversion: Sendable {
    /// What it is.
    public let quantity: Quantity
    /// `nil` for a quantity without a unit.
    public let unit: Unit?
    /// The attributes that the value follows from.
    public let attributes: [AttributeID]
    /// The names that can be set; empty where it is no matter of names.
    public let choices: [Choice]
    private let range: ClosedRange<Double>?
    private let limits: Limits?
    /// Whether a number beyond the range goes to the nearest that there is; else it is refused.
    public let isClamped: Bool
    private let reading: Reading?
    private let setting: Setting?
    private let events: [EventCase]

    /// Binds a quantity to an endpoint; `nil` where the endpoint does not have it.
    public init?(_ quantity: Quantity, on endpoint: EndpointMembers) {
        let conversion = quantity.conversion
        reading = conversion.reading?.supported(by: endpoint)
        events = conversion.events.filter { endpoint.supports($0.event) && endpoint.meets($0.requirement) }
        setting = conversion.setting?.supported(by: endpoint)
        guard reading != nil || !events.isEmpty || conversion.reading == nil && setting != nil else { return nil }
        self.quantity = quantity
        unit = conversion.unit
        range = conversion.range
        limits = conversion.limits?.supported(by: endpoint)
        isClamped = conversion.isClamped
        var seen: Set<AttributeID> = []
        attributes = (reading?.attributes ?? []).filter { seen.insert($0).inserted }
        choices = setting?.choices ?? []
    }

    /// Whether the device says the value.
    public var isReadable: Bool { reading != nil }
    /// Whether the value can be set.
    public var isSettable: Bool { setting != nil }
    /// Whether the value is made by events.
    public var isEvent: Bool { !events.isEmpty }
    /// The names that the value can have; empty where it is no matter of names.
    public var possibleChoices: [Choice] {
        var seen: Set<Choice> = []
        return ((reading?.choices ?? []) + events.map(\.value)).filter { seen.insert($0).inserted }
    }
    /// Of what kind the value is; `nil` for what is only set, or made by events.
    public var kind: PeoplesValue.Kind? { reading?.kind }
    /// The attribute that lists the texts which the value can be; `nil` where it is no matter of such.
    public var list: AttributeID? { reading?.list }

    /// The texts that the value can be and be set to, where the device lists them.
    ///
    /// - Parameter read: The raw value of an attribute; null where it has none.
    /// - Returns: The texts, in the device's order.
    public func labels(_ read: (AttributeID) -> DataValue) -> [String] {
        list.map { ModeList.entries(read($0)).map(\.label) } ?? []
    }

    /// How many steps a unit of the value is divided into; `nil` where its steps are not alike, or it is no number.
    public var stepsPerUnit: Double? { reading?.stepsPerUnit }

    /// The value now; `nil` where the device has none.
    ///
    /// - Parameter read: The raw value of an attribute; null where it has none.
    /// - Returns: In people's unit.
    public func value(_ read: (AttributeID) -> DataValue) -> PeoplesValue? { reading?.value(read) }

    /// What an event means; `nil` where it is none of this quantity.
    public func value(of event: EventID, fields: [UInt32: DataValue]) -> PeoplesValue? {
        events.first { candidate in
            candidate.event == event && candidate.fields.allSatisfy { fields[$0]?.code == $1 }
        }.map { .choice($0.value) }
    }

    /// The attributes that the range follows from.
    public var limitAttributes: [AttributeID] { limits?.attributes ?? [] }

    /// The range in which the value can be set; `nil` where it is no number.
    ///
    /// - Parameter read: The raw value of an attribute; null where it has none.
    /// - Returns: The range of the quantity, and within it that of the device.
    public func range(_ read: (AttributeID) -> DataValue) -> ClosedRange<Double>? {
        guard let range else { return nil }
        let bounds = bounds(read)
        let low = max(range.lowerBound, bounds?.lower ?? range.lowerBound)
        let high = min(range.upperBound, bounds?.upper ?? range.upperBound)
        return low <= high ? low...high : range
    }

    /// The bounds that the device itself gives, in people's unit; `nil` where it gives none on that side.
    public func bounds(_ read: (AttributeID) -> DataValue) -> (lower: Double?, upper: Double?)? { limits?.bounds(read) }

    /// What is to be sent for a value.
    ///
    /// - Parameters:
    ///   - value: What people want.
    ///   - authorization: The secret of who asks.
    ///   - transition: How long it is to take, in seconds, where the device can take its time; `nil` for its own way.
    ///   - read: The raw value of an attribute; null where it has none.
    /// - Returns: The steps, in order; not empty.
    /// - Throws: Why the value cannot be set.
    public func steps(
        for value: PeoplesValue, authorization: DataValue? = nil, transition: Double? = nil,
        _ read: (AttributeID) -> DataValue
    ) throws(ConversionFault) -> [ConversionStep] {
        guard let setting else { throw .notSettable }
        var value = value
        if case .number(let number) = value, let range = range(read) {
            if isClamped {
                value = .number(min(max(number, range.lowerBound), range.upperBound))
            } else {
                guard number >= range.lowerBound else { throw .below(range.lowerBound) }
                guard number <= range.upperBound else { throw .above(range.upperBound) }
            }
        }
        if case .choice(let choice) = value, !choices.contains(choice) { throw .notAmong(choices) }
        return try setting.steps(for: value, Caller(authorization: authorization, transition: transition), read)
    }
}

extension BoundConversion {
    /// What a value comes to on the device, where that is known before it says so: less than its least is its least.
    ///
    /// - Parameters:
    ///   - value: What people want.
    ///   - read: The raw value of an attribute; null where it has none.
    /// - Returns: In people's unit.
    public func settled(_ value: PeoplesValue, _ read: (AttributeID) -> DataValue) -> PeoplesValue {
        setting?.settled(value, read) ?? value
    }
}

/// A command or write that carries a value to a device.
public enum ConversionStep: Sendable, Hashable {
    /// The arguments by field number; only optional ones are left out.
    case invoke(CommandID, [UInt32: DataValue])
    case write(AttributeID, DataValue)
}

/// Why a value cannot be set.
public enum ConversionFault: Error, Hashable {
    /// It can only be read.
    case notSettable
    /// It is less than this.
    case below(Double)
    /// It is more than this.
    case above(Double)
    /// It is none of these names.
    case notAmong([Choice])
    /// It is none of these texts, which the device lists.
    case notLabelled([String])
    /// It is of another kind than the quantity.
    case wrongKind
    /// It depends on a value that the device does not have now.
    case unknownState
}

extension Setting {
    func steps(
        for value: PeoplesValue, _ caller: Caller, _ read: (AttributeID) -> DataValue
    ) throws(ConversionFault) -> [ConversionStep] {
        switch self {
        case .invoke(let command, let arguments):
            var fields: [UInt32: DataValue] = [:]
            for (id, source) in arguments {
                if case .authorization = source {
                    fields[id] = caller.authorization
                } else if case .entry(let list, let choice) = source {
                    fields[id] = try list.name(of: choice, in: read(list.attribute)).map { .string($0) }
                } else {
                    fields[id] = try source.raw(for: value, caller, read)
                }
            }
            return [.invoke(command, fields)]
        case .write(let attribute, let source): return [.write(attribute, try source.raw(for: value, caller, read))]
        case .byValue(let entries, let otherwise):
            guard let setting = entries.first(where: { $0.value == value })?.setting ?? otherwise else {
                throw .wrongKind
            }
            return try setting.steps(for: value, caller, read)
        case .selected(let attribute, let entries, let otherwise):
            let code = read(attribute).code
            let entry = entries.first { entry in code.map { entry.codes.contains($0) } == true }
            guard let setting = entry?.value ?? otherwise else { throw .unknownState }
            return try setting.steps(for: value, caller, read)
        case .shifted(let reading, let attributes, let line, let move):
            guard case .number(let wanted) = value else { throw .wrongKind }
            guard case .number(let now) = reading.value(read) else { throw .unknownState }
            // Without the last digits of a binary number, which nobody asked for.
            if let step = move?.step(by: ((wanted - now) * 1000).rounded() / 1000) { return [step] }
            let steps = attributes.compactMap { attribute -> ConversionStep? in
                guard let old = line.people(read(attribute)) else { return nil }
                return line.raw(old + wanted - now).map { .write(attribute, $0) }
            }
            guard steps.count == attributes.count else { throw .unknownState }
            // What moves up goes first from above, so that the two never come too near to each other.
            return wanted > now ? steps.reversed() : steps
        case .first(let settings):
            guard let first = settings.first else { throw .notSettable }
            return try first.steps(for: value, caller, read)
        case .split(let limit, let below, let from):
            guard case .number(let number) = value else { throw .wrongKind }
            return try (number < limit ? below : from).steps(for: value, caller, read)
        case .requiring(_, let setting): return try setting.steps(for: value, caller, read)
        }
    }
}

extension Setting {
    fileprivate func settled(_ value: PeoplesValue, _ read: (AttributeID) -> DataValue) -> PeoplesValue? {
        switch self {
        case .invoke(_, let arguments):
            for source in arguments.values {
                guard case .raised(let scale, _) = source,
                    let raw = try? source.raw(for: value, Caller(authorization: nil, transition: nil), read)
                else { continue }
                return scale.people(raw)
            }
            return nil
        case .byValue(let entries, let otherwise):
            return (entries.first { $0.value == value }?.setting ?? otherwise)?.settled(value, read)
        case .first(let settings): return settings.first?.settled(value, read)
        case .requiring(_, let setting): return setting.settled(value, read)
        case .write, .selected, .shifted, .split: return nil
        }
    }
}

/// What who asks says beside the value.
struct Caller {
    let authorization: DataValue?
    /// In seconds.
    let transition: Double?
}

extension Setting.Source {
    private static let tenths = Linear(1, over: 10)

    fileprivate func raw(
        for value: PeoplesValue, _ caller: Caller, _ read: (AttributeID) -> DataValue
    ) throws(ConversionFault) -> DataValue {
        switch self {
        case .value(let scale):
            guard let raw = scale.raw(value) else { throw .wrongKind }
            return raw
        case .first(let scale):
            guard case .pair(let first, _) = value, let raw = scale.raw(.number(first)) else { throw .wrongKind }
            return raw
        case .second(let scale):
            guard case .pair(_, let second) = value, let raw = scale.raw(.number(second)) else { throw .wrongKind }
            return raw
        case .labelled(let list):
            guard case .text(let text) = value else { throw .wrongKind }
            let entries = ModeList.entries(read(list))
            guard let entry = entries.first(where: { $0.label == text }) else {
                throw .notLabelled(entries.map(\.label))
            }
            return .uint(entry.mode)
        case .constant(let raw): return raw
        case .transition(let otherwise):
            guard let seconds = caller.transition else { return otherwise }
            guard let tenths = Self.tenths.raw(seconds) else { throw .below(0) }
            return tenths
        case .attribute(let attribute):
            let raw = read(attribute)
            guard raw != .null else { throw .unknownState }
            return raw
        case .raised(let scale, let bottom):
            guard let raw = scale.raw(value) else { throw .wrongKind }
            guard let number = raw.code, let least = read(bottom).code, number <= least else { return raw }
            return .uint(least + 1)
        case .authorization, .entry: throw .unknownState
        }
    }
}
