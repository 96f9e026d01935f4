/// A generated file before it is text.
struct SourceFile {
    /// The model file that it was made from, relative to the model's folder.
    var origin: String
    /// What bodies use, beside what the declarations mention.
    var bodyModules: Set<Module> = []
    var declarations: [Declaration]

    /// What the public declarations mention: these imports are public, and no others may be.
    var publicModules: Set<Module> {
        declarations.reduce(into: []) { $0.formUnion($1.modules) }
    }
}

extension Declaration {
    /// The modules of all types that the declaration and its members show.
    var modules: Set<Module> {
        switch kind {
        case .nominal(let nominal):
            nominal.members.reduce(
                into: nominal.inherits.reduce(into: nominal.name.modules) { $0.formUnion($1.modules) }
            ) {
                $0.formUnion($1.modules)
            }
        case .enumCase(_, let payload, _): payload?.modules ?? []
        case .variable(let variable): variable.isPublic ? variable.type.modules : []
        case .function(let function): function.access == .open ? function.modules : []
        case .alias(_, let type): type.modules
        }
    }
}

extension Variable {
    fileprivate var isPublic: Bool {
        switch storage {
        case .privateStored, .moduleStored, .moduleConstant: false
        default: true
        }
    }
}

extension Function {
    fileprivate var modules: Set<Module> {
        parameters.reduce(into: result?.modules ?? []) { $0.formUnion($1.type.modules) }
    }
}
