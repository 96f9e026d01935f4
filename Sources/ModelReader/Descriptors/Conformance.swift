/// When a device has an element (Matter Core Specification, section 7.3).
public struct Conformance: Sendable, Hashable {
    /// A condition over features, attributes, commands, the cluster's revision and the endpoint.
    public indirect enum Expression: Sendable, Hashable {
        /// A feature's code, another element's name, or a condition of the device type, such as `Ethernet`.
        case name(String)
        case not(Expression)
        case all([Expression])
        case any([Expression])
        /// `Rev >= v7`.
        case revision(atLeast: Int)
        /// A comparison with a value that only a device knows; the text is kept.
        case comparison(String)
    }

    /// What one term of the list says.
    public enum Rule: Sendable, Hashable {
        case mandatory
        case optional
        /// One (or, with `orMore`, at least one) of the elements with the same letter.
        case choice(String, orMore: Bool)
        case disallowed
        case deprecated
        case provisional
    }

    /// A rule and when it applies; the first term that applies holds.
    public struct Term: Sendable, Hashable {
        /// When it applies; `nil` is always.
        public let condition: Expression?
        /// What holds then.
        public let rule: Rule

        /// Describes a term.
        public init(condition: Expression?, rule: Rule) {
            self.condition = condition
            self.rule = rule
        }
    }

    /// In the order of the model.
    public let terms: [Term]

    /// Describes a conformance.
    public init(terms: [Term]) {
        self.terms = terms
    }

    /// `M`.
    public static let mandatory = Conformance(terms: [Term(condition: nil, rule: .mandatory)])
    /// `O`.
    public static let optional = Conformance(terms: [Term(condition: nil, rule: .optional)])
}
