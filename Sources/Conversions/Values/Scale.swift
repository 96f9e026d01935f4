import Foundation
public import DataModel

/// How one raw value and one of people's stand for each other.
public indirect enum Scale: Sendable, Hashable {
    /// A bool, as it is or the other way round.
    case flag(isInverted: Bool = false)
    /// A bool that is true unless the raw number is this one.
    case isNot(UInt64)
    /// A bool that is true for these raw numbers.
    case isAmong([UInt64])
    /// A bool that is true where one of these bits is set.
    case bits(UInt64)
    /// A bool that is true where one of these raw numbers is in the list.
    case contains([UInt64])
    /// A number on a straight line.
    case linear(Linear)
    /// Lux of `10000 × log10(lux) + 1`; 0 is what is too dark to measure.
    ///
    /// Source: the Matter Application Cluster Specification, Illuminance Measurement.
    case illuminance
    /// A number that is this one divided by the raw number.
    case reciprocal(Double)
    /// A name for each raw number; others are the last parameter, if any.
    case choices([Coded], otherwise: Choice? = nil)
    /// The first name one of whose bits is set.
    case flags([Coded], otherwise: Choice? = nil)
    /// A name for each of some numbers that need not be whole; others are the last parameter, if any.
    case stops([Stop], otherwise: Choice? = nil)
    /// A field of a structure, by its number.
    case field(UInt32, Scale)
    /// A structure that has the fields of something that happens: what that means.
    case cases([EventCase])
    /// A text as it is.
    case text

    /// A name and the raw number that stands for it; where a name stands more than once, the first is what is set.
    public struct Coded: Sendable, Hashable {
        /// The name.
        public let choice: Choice
        /// The raw number, or the bits.
        public let code: UInt64
        /// What an endpoint must have for the name to be a choice.
        public let requirement: Requirement?

        /// A name and its raw number.
        public init(_ choice: Choice, _ code: UInt64, requires requirement: Requirement? = nil) {
            self.choice = choice
            self.code = code
            self.requirement = requirement
        }
    }

    /// A name and the number that stands for it.
    public struct Stop: Sendable, Hashable {
        /// The name.
        public let choice: Choice
        /// The number.
        public let number: Double

        /// A name and its number.
        public init(_ choice: Choice, _ number: Double) {
            self.choice = choice
            self.number = number
        }
    }

    /// What is too dark to measure, in lux.
    private static let darkness = 0.0001

    /// What people see; `nil` for null and what the scale has no place for.
    public func people(_ raw: DataValue) -> PeoplesValue? {
        switch self {
        case .flag(let isInverted):
            guard case .bool(let bool) = raw else { return nil }
            return .flag(bool != isInverted)
        case .isNot(let code):
            return (raw.code.map { $0 != code } ?? raw.number.map { $0 != Double(code) }).map { .flag($0) }
        case .isAmong(let codes): return raw.code.map { .flag(codes.contains($0)) }
        case .bits(let bits): return raw.code.map { .flag($0 & bits != 0) }
        case .contains(let codes):
            guard case .list(let entries) = raw else { return nil }
            return .flag(entries.contains { entry in entry.code.map { codes.contains($0) } == true })
        case .linear(let line): return line.people(raw).map { .number($0) }
        case .illuminance:
            guard let number = raw.number else { return nil }
            let lux = number == 0 ? Self.darkness : pow(10, (number - 1) / 10000)
            return .number(Self.fiveDigits(lux))
        case .reciprocal(let numerator):
            guard let number = raw.number, number > 0 else { return nil }
            return .number((numerator / number).rounded())
        case .choices(let coded, let otherwise):
            guard let code = raw.code else { return nil }
            return (coded.first { $0.code == code }?.choice ?? otherwise).map { .choice($0) }
        case .flags(let coded, let otherwise):
            guard let code = raw.code else { return nil }
            return (coded.first { $0.code & code != 0 }?.choice ?? otherwise).map { .choice($0) }
        case .stops(let stops, let otherwise):
            guard let number = raw.number else { return nil }
            return (stops.first { $0.number == number }?.choice ?? otherwise).map { .choice($0) }
        case .field(let id, let scale):
            guard case .fields(let fields) = raw, let field = fields[id] else { return nil }
            return scale.people(field)
        case .cases(let cases):
            guard case .fields(let fields) = raw else { return nil }
            let found = cases.first { $0.fields.allSatisfy { fields[$0]?.code == $1 } }
            return found.map { .choice($0.value) }
        case .text:
            guard case .string(let text) = raw else { return nil }
            return .text(text)
        }
    }

    /// The raw value; `nil` where the scale does not go that way or has no place for it.
    public func raw(_ people: PeoplesValue) -> DataValue? {
        switch (self, people) {
        case (.flag(let isInverted), .flag(let flag)): .bool(flag != isInverted)
        case (.linear(let line), .number(let number)): line.raw(number)
        case (.reciprocal(let numerator), .number(let number)):
            number > 0 ? UInt64(exactly: (numerator / number).rounded()).map { .uint($0) } : nil
        case (.illuminance, .number(let lux)):
            lux <= Self.darkness ? .uint(0) : UInt64(exactly: (10000 * log10(lux) + 1).rounded()).map { .uint($0) }
        case (.choices(let coded, _), .choice(let choice)):
            coded.first { $0.choice == choice }.map { .uint($0.code) }
        case (.text, .text(let text)): .string(text)
        default: nil
        }
    }

    /// As many digits as tell all raw values apart.
    private static func fiveDigits(_ number: Double) -> Double {
        let scale = pow(10, 4 - floor(log10(number)))
        return (number * scale).rounded() / scale
    }
}
