/// What bounds a value beyond its type: a range, or the length of a string, octet string or list.
public struct Constraint: Sendable, Hashable {
    /// A limit: a number, or something computed from other members of the same cluster, structure or command.
    public enum Bound: Sendable, Hashable {
        case integer(Int64)
        case real(Double)
        /// The value of the member of this name; with a dot, a field of it (`holdTimeLimits.holdTimeMin`).
        case member(String)
        indirect case sum(Bound, Bound)
        indirect case difference(Bound, Bound)
        indirect case product(Bound, Bound)
        indirect case quotient(Bound, Bound)
        case greatest([Bound])
        case least([Bound])

        /// The members that it is computed from, as they are named in it.
        public var memberNames: [String] {
            switch self {
            case .integer, .real: []
            case .member(let name): [name]
            case .sum(let left, let right), .difference(let left, let right), .product(let left, let right),
                .quotient(let left, let right):
                left.memberNames + right.memberNames
            case .greatest(let bounds), .least(let bounds): bounds.flatMap(\.memberNames)
            }
        }
    }

    /// An inclusive range; a missing end is open.
    public struct Range: Sendable, Hashable {
        /// The least value.
        public let lower: Bound?
        /// The greatest value.
        public let upper: Bound?

        /// Describes a range.
        public init(lower: Bound?, upper: Bound?) {
            self.lower = lower
            self.upper = upper
        }
    }

    /// The value, or length, lies in one of these; empty allows any.
    public let ranges: [Range]
    /// For an enumeration: the only members allowed; empty allows any.
    public let members: [String]
    /// For a list: what bounds each entry.
    public let entry: Entry?
    /// For a string: how many characters it has at most; the ranges count octets.
    public let codePoints: Int?
    /// The members that the ranges are computed from, such as `maxLevel` and `holdTimeLimits.holdTimeMin`.
    public let memberNames: [String]

    /// The constraint of a list's entries.
    public indirect enum Entry: Sendable, Hashable {
        case constraint(Constraint)
    }

    /// Describes a constraint.
    public init(ranges: [Range] = [], members: [String] = [], entry: Constraint? = nil, codePoints: Int? = nil) {
        self.ranges = ranges
        self.members = members
        self.entry = entry.map(Entry.constraint)
        self.codePoints = codePoints
        memberNames = ranges.flatMap { ($0.lower?.memberNames ?? []) + ($0.upper?.memberNames ?? []) }
    }
}
