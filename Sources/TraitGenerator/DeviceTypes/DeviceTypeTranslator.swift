import ModelReader

/// Translates the device types of a namespace: `OnOffLightDeviceType` with its containers of traits.
func translateDeviceTypes(
    _ types: [DeviceTypeDescriptor], of namespace: Namespace, clusters: [String: ClusterDescriptor]
) -> SourceFile {
    SourceFile(
        origin: ModelPath.deviceTypes(namespace), bodyModules: [.homeGraph],
        declarations: types.flatMap { DeviceTypeTranslator(type: $0, clusters: clusters).declarations() })
}

struct DeviceTypeTranslator {
    let type: DeviceTypeDescriptor
    /// All clusters, by trait name.
    let clusters: [String: ClusterDescriptor]

    private var name: String { "\(type.name)DeviceType" }

    /// The type, and its other spelling where it has one.
    func declarations() -> [Declaration] {
        let alias = type.alias.map { alias in
            Declaration(
                "Another spelling of ``\(name)``.", .alias(name: "\(alias)DeviceType", of: TypeReference(name)))
        }
        return [structure()] + (alias.map { [$0] } ?? [])
    }

    private func structure() -> Declaration {
        let collection = TypeReference("TraitCollection", from: .homeGraph)
        let members: [Declaration] = [
            constant("identifier", "String", "\"\(type.identifier)\"", "The type's identifier in the Home APIs."),
            constant("typeName", "String", "\"\(type.name)\"", "The type's name in the model and in home files."),
            constant(
                "requiredTraits", "[String]",
                "[\(RequiredTraits.names(of: type).map { "\"\($0)\"" }.joined(separator: ", "))]",
                "The traits that a device must have to be offered as this type."),
            Declaration(
                "The part's traits.", .variable(Variable(name: "traits", type: collection, storage: .constant))),
            Declaration(
                "Takes the type over a part's traits.",
                .function(
                    Function(
                        name: "init", parameters: [.init(label: "_", name: "traits", type: collection)],
                        body: ["self.traits = traits"]))),
        ]
        return Declaration(
            "The device type \(type.name) (\(SwiftName.hexadecimal(type.id))).",
            .nominal(
                Nominal(
                    keyword: .structure, name: TypeReference(name),
                    inherits: [TypeReference("DeviceType", from: .homeGraph)],
                    members: members + container(.matter) + container(.google))))
    }

    private func constant(_ name: String, _ type: String, _ value: String, _ summary: String) -> Declaration {
        Declaration(
            summary,
            .variable(
                Variable(name: name, type: TypeReference(type), isStatic: true, storage: .computed([.line(value)]))))
    }

    /// The traits of a namespace that the type, or one that it extends, has or may have.
    private func container(_ namespace: Namespace) -> [Declaration] {
        let container = "\(type.name)\(namespace.swiftName)Traits"
        let accessors = traits(of: namespace).map { cluster in
            let trait = "\(namespace.swiftName).\(cluster.name)Trait"
            return Declaration(
                "The trait \(cluster.name); `nil` where the device lacks it.",
                .variable(
                    Variable(
                        name: SwiftName.lowercased(cluster.name) + "Trait", type: TypeReference(trait).optional,
                        storage: .computed([.line("traits[\(trait).self]")]))))
        }
        let stored = Declaration(
            [],
            .variable(
                Variable(name: "traits", type: TypeReference("TraitCollection"), storage: .moduleConstant)))
        let structure = Declaration(
            "The type's traits of \(namespace.swiftName).",
            .nominal(
                Nominal(
                    keyword: .structure, name: TypeReference(container),
                    inherits: [TypeReference("Sendable"), TypeReference("Hashable")], members: [stored] + accessors)))
        let property = Declaration(
            "The type's traits of \(namespace.swiftName).",
            .variable(
                Variable(
                    name: "\(SwiftName.lowercased(namespace.swiftName))Traits", type: TypeReference(container),
                    storage: .computed([.line("\(container)(traits: traits)")]))))
        return [structure, property]
    }

    private func traits(of namespace: Namespace) -> [ClusterDescriptor] {
        var seen: Set<String> = []
        let names = type.lineage.flatMap { $0.server.map(\.trait) + SeenTraits.google(of: $0) }
        return names.filter { seen.insert($0).inserted }.compactMap { clusters[$0] }
            .filter { $0.namespace == namespace && !$0.isStub }
    }
}
