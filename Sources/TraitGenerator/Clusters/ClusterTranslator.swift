import ModelReader

/// Translates a cluster to its namespace in ClusterTypes: `OnOffCluster`.
struct ClusterTranslator {
    let cluster: ClusterDescriptor

    private var scope: TypeScope { TypeScope(traitName: cluster.traitName, isClusterTypes: true) }

    /// The cluster's file; without declarations where the model knows no member of it.
    func file() -> SourceFile {
        SourceFile(
            origin: ModelPath.cluster(cluster), bodyModules: [.dataModel],
            declarations: cluster.isStub ? [] : [namespace()])
    }

    private func namespace() -> Declaration {
        Declaration(
            "The numbers and types of the \(cluster.title).",
            .nominal(
                Nominal(
                    keyword: .enumeration, name: TypeReference(cluster.namespaceName),
                    inherits: [TypeReference("Sendable")], members: members())))
    }

    private func members() -> [Declaration] {
        var members: [Declaration] = [
            Declaration(
                "The cluster's number.",
                .variable(
                    Variable(
                        name: "clusterID", type: TypeReference("UInt32"), isStatic: true,
                        storage: .computed([.line(String(cluster.id))])))),
            Declaration(
                "The cluster's name in topics and home files.",
                .variable(
                    Variable(
                        name: "traitName", type: TypeReference("String"), isStatic: true,
                        storage: .computed([.line("\"\(cluster.traitName)\"")])))),
        ]
        members += cluster.attributes.map(key)
        if !cluster.features.isEmpty { members.append(translateFeatures(cluster.features)) }
        if !cluster.commands.isEmpty {
            members.append(numbers("Command", "commands", cluster.commands.map { ($0.name, $0.id) }))
        }
        if !cluster.events.isEmpty {
            members.append(numbers("Event", "events", cluster.events.map { ($0.name, $0.id) }))
        }
        members += cluster.types.map { translateType($0, in: scope) }
        return members + payloads()
    }

    private func key(_ attribute: AttributeDescriptor) -> Declaration {
        let type = TypeReference("AttributeKey").generic(over: scope.type(of: attribute.value)).needing(.dataModel)
        return Declaration(
            attribute.summary,
            .variable(
                Variable(
                    name: SwiftName.member(attribute.name), type: type, isStatic: true,
                    storage: .computed([.line("AttributeKey(cluster: \(cluster.id), id: \(attribute.id))")]))))
    }

    private func numbers(_ name: String, _ plural: String, _ members: [(name: String, id: UInt32)]) -> Declaration {
        Declaration(
            "The \(plural), by number.",
            .nominal(
                Nominal(
                    keyword: .enumeration, name: TypeReference(name),
                    inherits: [TypeReference("UInt32"), TypeReference("Sendable"), TypeReference("CaseIterable")],
                    members: members.map { member in
                        Declaration(
                            "`\(member.name)`, \(SwiftName.hexadecimal(member.id)).",
                            .enumCase(
                                name: SwiftName.member(member.name), payload: nil, rawValue: UInt64(member.id)))
                    })))
    }

    private func payloads() -> [Declaration] {
        let translator = StructureTranslator(scope: scope)
        let requests = cluster.commands.filter { !$0.fields.isEmpty }.map { command in
            translator.payload(
                name: command.requestName, summary: "The arguments of the command \(command.name).",
                conformance: "ClusterCommand", cluster: cluster.id, id: command.id, fields: command.fields)
        }
        let responses = cluster.responses.map { response in
            translator.payload(
                name: response.responseName, summary: "What a device answers: \(response.name).",
                conformance: "ClusterResponse", cluster: cluster.id, id: response.id, fields: response.fields)
        }
        let events = cluster.events.map { event in
            translator.payload(
                name: event.structureName, summary: "The event \(event.name), of priority \(event.priority.rawValue).",
                conformance: "ClusterEvent", cluster: cluster.id, id: event.id, fields: event.fields)
        }
        return requests + responses + events
    }
}

/// Translates a type that a cluster, or the model, declares.
func translateType(_ type: DeclaredType, in scope: TypeScope) -> Declaration {
    switch type {
    case .enumeration(let enumeration): translateEnumeration(enumeration)
    case .bitmap(let bitmap): translateBitmap(bitmap, in: scope)
    case .structure(let structure): StructureTranslator(scope: scope).structure(structure)
    }
}

/// Translates the types that clusters share.
func translateSharedTypes(_ types: [DeclaredType]) -> SourceFile {
    let scope = TypeScope(traitName: nil, isClusterTypes: true)
    return SourceFile(
        origin: ModelPath.sharedTypes, bodyModules: [.dataModel],
        declarations: [
            Declaration(
                "The types that clusters share.",
                .nominal(
                    Nominal(
                        keyword: .enumeration, name: TypeReference(TypeScope.shared),
                        inherits: [TypeReference("Sendable")],
                        members: types.map { translateType($0, in: scope) })))
        ])
}

extension AttributeDescriptor {
    /// The attribute's doc comment.
    var summary: String {
        var remarks = ["Attribute `\(name)`, \(SwiftName.hexadecimal(id))"]
        if let unit = value.unit { remarks.append("in steps of \(unit)") }
        if value.isNullable { remarks.append("nullable") }
        if isWritable { remarks.append("writable") }
        return remarks.joined(separator: ", ") + "."
    }
}
