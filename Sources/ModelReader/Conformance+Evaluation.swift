extension Conformance {
    /// What a conformance is judged by.
    public struct Context: Sendable, Hashable {
        /// The codes of the features that the cluster has.
        public var features: Set<String>
        /// The names of the attributes, commands, events and fields that are there.
        public var elements: Set<String>
        /// The cluster's, or the device type's, revision.
        public var revision: Int
        /// Conditions of the device, such as `Ethernet`, and comparisons that hold, as the model writes them.
        public var conditions: Set<String>

        /// Describes what is there.
        public init(
            features: Set<String> = [], elements: Set<String> = [], revision: Int = .max, conditions: Set<String> = []
        ) {
            self.features = features
            self.elements = elements
            self.revision = revision
            self.conditions = conditions
        }

        /// Whether a condition holds.
        public func meets(_ expression: Expression) -> Bool {
            switch expression {
            case .name(let name): features.contains(name) || elements.contains(name) || conditions.contains(name)
            case .not(let inner): !meets(inner)
            case .all(let parts): parts.allSatisfy(meets)
            case .any(let parts): parts.contains(where: meets)
            case .revision(let least): revision >= least
            case .comparison(let text): conditions.contains(text)
            }
        }
    }

    /// Says whether a device has the element: the first term that applies holds, and none is disallowed.
    ///
    /// A provisional element is judged by the terms after that remark; where there are none it is provisional.
    public func evaluate(in context: Context) -> Rule {
        var isProvisional = false
        for term in terms where term.condition.map(context.meets) ?? true {
            guard term.rule == .provisional else { return term.rule }
            isProvisional = true
        }
        return isProvisional && terms.count == 1 ? .provisional : .disallowed
    }
}
