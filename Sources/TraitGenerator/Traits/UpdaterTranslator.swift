import ModelReader

/// Translates the writable attributes of a trait to what collects the writes of one update.
struct UpdaterTranslator {
    let attributes: [AttributeDescriptor]
    let scope: TypeScope

    /// The trait's `Updater`: each attribute has a method `setX` and a property, which do the same.
    func updater() -> Declaration {
        let storage = Declaration(
            [],
            .variable(
                Variable(
                    name: "writes", type: TypeReference("AttributeWrites"),
                    storage: .privateStored(value: "AttributeWrites()"))))
        let list = Declaration(
            "The values to write, in the order in which they were set.",
            .variable(
                Variable(
                    name: "attributesToUpdate",
                    type: TypeReference("[(id: UInt32, value: DataValue)]", from: .dataModel),
                    storage: .computed(["writes.list"]))))
        let initializer = Declaration("Makes an empty collection.", .function(Function(name: "init", body: [])))
        return Declaration(
            "Collects the writes of one update.",
            .nominal(
                Nominal(
                    keyword: .structure, name: TypeReference("Updater"),
                    inherits: [TypeReference("TraitUpdater", from: .homeGraph)],
                    members: [storage, list, initializer] + attributes.flatMap(members))))
    }

    private func members(_ attribute: AttributeDescriptor) -> [Declaration] {
        let type = scope.type(of: attribute.value)
        let setter = Declaration(
            "Writes the attribute \(attribute.name).",
            .function(
                Function(
                    name: "set\(SwiftName.capitalized(attribute.name))", isMutating: true,
                    parameters: [.init(label: "_", name: "value", type: type)],
                    body: [.line("writes.set(\(attribute.id), value)")])))
        // Of a nullable attribute nil is a value; of others it takes the write back.
        let change = attribute.value.isNullable ? "set" : "replace"
        let property = Declaration(
            attribute.summary,
            .variable(
                Variable(
                    name: SwiftName.member(attribute.name), type: scope.type(of: attribute.value.type).optional,
                    storage: .computedWithSetter(
                        get: [.line("writes.value(\(attribute.id))")],
                        set: [.line("writes.\(change)(\(attribute.id), newValue)")]))))
        return [setter, property]
    }
}
