import ModelReader

/// Translates a cluster to its trait in HomeTypes: `Matter.OnOffTrait`.
struct TraitTranslator {
    let cluster: ClusterDescriptor
    /// All clusters, by trait name.
    let clusters: [String: ClusterDescriptor]

    private var scope: TypeScope { TypeScope(traitName: cluster.traitName, isClusterTypes: false) }
    private var writable: [AttributeDescriptor] { cluster.attributes.filter(\.isWritable) }

    /// The trait's file; without declarations where the model knows no member of it.
    func file() -> SourceFile {
        SourceFile(
            origin: ModelPath.cluster(cluster), bodyModules: [.clusterTypes, .dataModel, .homeGraph],
            declarations: cluster.isStub ? [] : [namespace()])
    }

    private func namespace() -> Declaration {
        Declaration(
            [],
            .nominal(
                Nominal(
                    keyword: .extension, name: TypeReference(cluster.namespace.swiftName, from: .homeGraph),
                    members: [trait()])))
    }

    private func trait() -> Declaration {
        var members = identity() + eventTypes() + [attributes()]
        if !cluster.commands.isEmpty {
            members.append(alias("Command", "The commands, by number."))
            members += CommandTranslator(cluster: cluster, scope: scope).members()
        }
        if !writable.isEmpty { members.append(UpdaterTranslator(attributes: writable, scope: scope).updater()) }
        return Declaration(
            "The \(cluster.title).",
            .nominal(
                Nominal(
                    keyword: .structure, name: TypeReference("\(cluster.name)Trait"), inherits: conformances(),
                    members: members + aliases())))
    }

    private func conformances() -> [TypeReference] {
        var names: [String] = []
        if !cluster.commands.isEmpty { names.append("CommandTrait") }
        if !writable.isEmpty { names.append("UpdatableTrait") }
        switch cluster.scope {
        case .structure: names.append("StructureTrait")
        case .group: names.append("GroupPlatformTrait")
        case .device, .platform, .automation: break
        }
        return (names.isEmpty ? ["Trait"] : names).map { TypeReference($0, from: .homeGraph) }
    }

    private func identity() -> [Declaration] {
        let handle = TypeReference("TraitHandle", from: .homeGraph)
        return [
            text("identifier", cluster.identifier, "The trait's identifier in the Home APIs."),
            text("traitName", cluster.traitName, "The trait's name in the model, in topics and in home files."),
            Declaration(
                "What leads to the device.", .variable(Variable(name: "handle", type: handle, storage: .constant))),
            Declaration(
                "The attributes as they were when the trait was taken.",
                .variable(Variable(name: "attributes", type: TypeReference("Attributes"), storage: .constant))),
            Declaration(
                "Takes the trait that a handle leads to.",
                .function(
                    Function(
                        name: "init", parameters: [.init(label: "_", name: "handle", type: handle)],
                        body: ["self.handle = handle", "attributes = Attributes(handle.snapshot)"]))),
        ]
    }

    private func text(_ name: String, _ value: String, _ summary: String) -> Declaration {
        Declaration(
            summary,
            .variable(
                Variable(
                    name: name, type: TypeReference("String"), isStatic: true,
                    storage: .computed([.line("\"\(value)\"")]))))
    }

    /// The structures of the trait's events; nothing for a trait without any.
    private func eventTypes() -> [Declaration] {
        guard !cluster.events.isEmpty else { return [] }
        let list = cluster.events.map { "\($0.structureName).self" }.joined(separator: ", ")
        return [
            Declaration(
                "The kinds of events that the trait has; a device may have fewer.",
                .variable(
                    Variable(
                        name: "supportedEventTypes",
                        type: TypeReference("[any ClusterEvent.Type]", from: .dataModel), isStatic: true,
                        storage: .computed([.line("[\(list)]")]))))
        ]
    }

    private func attributes() -> Declaration {
        let spelled = cluster.attributes.flatMap { attribute in
            AttributeSpelling.names(of: attribute, in: cluster).map { (name: $0, attribute: attribute) }
        }
        let properties = spelled.map { name, attribute in
            Declaration(
                attribute.summary,
                .variable(
                    Variable(
                        name: SwiftName.member(name),
                        type: scope.type(of: attribute.value.type).optional, storage: .attribute)))
        }
        let initializer = Declaration(
            [],
            .function(
                Function(
                    name: "init", access: .module,
                    parameters: [.init(label: "_", name: "snapshot", type: TypeReference("TraitSnapshot"))],
                    body: spelled.map { name, attribute in
                        "_\(name) = snapshot[\(attribute.id), nullable: \(attribute.value.isNullable)]"
                    })))
        return Declaration(
            "The attributes; `nil` where null or not reported.",
            .nominal(
                Nominal(
                    keyword: .structure, name: TypeReference("Attributes"),
                    inherits: [TypeReference("Sendable"), TypeReference("Hashable")],
                    members: properties + [initializer])))
    }

    /// The cluster's types under the trait's own name, so that nothing is generated twice.
    private func aliases() -> [Declaration] {
        let declared = cluster.types.map(\.name).map { alias(SwiftName.type($0), "The type \($0) of the cluster.") }
        let features = cluster.features.isEmpty ? [] : [alias("Feature", "The features of the cluster.")]
        let responses = cluster.responses.map { alias($0.responseName, "What a device answers: \($0.name).") }
        let events = cluster.events.map { alias($0.structureName, "The event \($0.name).") }
        return features + declared + responses + events
    }

    private func alias(_ name: String, _ summary: String) -> Declaration {
        Declaration(
            summary,
            .alias(name: name, of: TypeReference("\(cluster.namespaceName).\(name)", from: .clusterTypes)))
    }
}

extension DeclaredType {
    fileprivate var name: String {
        switch self {
        case .enumeration(let type): type.name
        case .bitmap(let type): type.name
        case .structure(let type): type.name
        }
    }
}
