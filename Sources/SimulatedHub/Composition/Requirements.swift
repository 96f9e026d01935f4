import ModelReader

/// A cluster that an endpoint has, and what its device types demand of it.
struct ClusterDemand: Sendable {
    let cluster: ClusterDescriptor
    /// The demands of the device types, the nearest first.
    var elements: [DeviceTypeDescriptor.Element]

    /// The first demand on a member; `nil` where the types leave it to the cluster.
    func rule(_ kind: DeviceTypeDescriptor.Element.Kind, _ name: String, _ context: Conformance.Context)
        -> Conformance.Rule?
    {
        for element in elements where element.kind == kind && element.name == name {
            if let conformance = element.conformance { return conformance.evaluate(in: context) }
        }
        return nil
    }

    /// The narrower constraint of an attribute.
    func constraint(of attribute: String) -> Constraint? {
        elements.first { $0.kind == .attribute && $0.name == attribute && $0.constraint != nil }?.constraint
    }
}

extension DeviceTypeDescriptor {
    /// The type's own requirements, then those of the types that it extends where its own list lacks them.
    var allRequirements: [Requirement] {
        var known: Set<String> = []
        return lineage.flatMap { type in
            let new = type.server.filter { !known.contains($0.trait) }
            known.formUnion(new.map(\.trait))
            return new
        }
    }

    /// The traits that a device of this type has by its type alone.
    ///
    /// - Parameter named: Traits that were asked for, too; they satisfy choices.
    /// - Returns: The requirements, in their order.
    func traits(named: Set<String>) -> [Requirement] {
        let context = Conformance.Context(revision: Int(revision), conditions: CommonProducts.conditions)
        var chosen: Set<String> = []
        for requirement in allRequirements where named.contains(requirement.trait) {
            if case .choice(let group, _) = requirement.conformance.evaluate(in: context) { chosen.insert(group) }
        }
        return allRequirements.filter { requirement in
            switch requirement.conformance.evaluate(in: context) {
            case .mandatory: true
            case .optional: namespace == .google || named.contains(requirement.trait)
            case .choice(let group, _): named.contains(requirement.trait) || chosen.insert(group).inserted
            case .disallowed, .deprecated, .provisional: named.contains(requirement.trait)
            }
        }
    }
}
