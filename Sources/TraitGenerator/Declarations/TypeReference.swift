/// A type as generated code spells it, and the modules that must be imported for it.
struct TypeReference: Equatable {
    let text: String
    let modules: Set<Module>

    /// A type of the standard library, or of the file's own module.
    init(_ text: String) {
        self.init(text, modules: [])
    }

    init(_ text: String, from module: Module) {
        self.init(text, modules: [module])
    }

    private init(_ text: String, modules: Set<Module>) {
        self.text = text
        self.modules = modules
    }

    /// The same type, or nil.
    var optional: TypeReference { TypeReference(text + "?", modules: modules) }

    /// An array of the type.
    var list: TypeReference { TypeReference("[\(text)]", modules: modules) }

    /// The type with one generic argument.
    func generic(over argument: TypeReference) -> TypeReference {
        TypeReference("\(text)<\(argument.text)>", modules: modules.union(argument.modules))
    }

    /// The type, and what else must be imported where it is mentioned.
    func needing(_ module: Module) -> TypeReference {
        TypeReference(text, modules: modules.union([module]))
    }
}

extension TypeReference {
    /// The fields of a structure, command or event.
    static let fields = TypeReference("[UInt32: DataValue]", from: .dataModel)
    static let dataRepresentable = TypeReference("DataRepresentable", from: .dataModel)
}
