/// What bounds a value beyond its type: a range, or the length of a string, octet string or list.
public struct Constraint: Sendable, Hashable {
    /// A limit: a number, or something computed from other members of the same cluster, structure or command.
    public indirect enum Bound: Sendable, Hashable {
        case integer(Int64)
        case real(Double)
        /// The value of the member of this name; with a dot, a field of it (`holdTimeLimits.holdTimeMin`).
        case member(String)
        case sum(Bound, Bound)
        case difference(Bound, Bound)
        case product(Bound, Bound)
        case quotient(Bound, Bound)
        case greatest([Bound])
        case least([Bound])
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
    }
}
