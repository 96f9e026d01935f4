import ModelReader

/// Where a type is mentioned, which decides how its name is spelled there.
struct TypeScope {
    /// The namespace of all types that clusters share.
    static let shared = "SharedTypes"

    /// The trait whose types need no prefix; `nil` inside the shared types.
    let traitName: String?
    /// Whether the file is part of ClusterTypes, or imports it.
    let isClusterTypes: Bool

    /// The Swift type of a value; nullable ones are optional.
    func type(of value: ValueDescriptor) -> TypeReference {
        let type = type(of: value.type)
        return value.isNullable ? type.optional : type
    }

    /// The Swift type of a field: optional where it is nullable or may be absent.
    func type(of field: FieldDescriptor) -> TypeReference {
        let type = type(of: field.value.type)
        return field.value.isNullable || field.mayBeAbsent ? type.optional : type
    }

    func type(of type: DataType) -> TypeReference {
        switch type {
        case .bool: TypeReference("Bool")
        case .integer(let integer): TypeReference(Self.integer(isSigned: integer.isSigned, bits: integer.bits))
        case .single: TypeReference("Float")
        case .double: TypeReference("Double")
        case .string: TypeReference("String")
        case .octets: TypeReference("Data", from: .foundation)
        case .list(let element): self.type(of: element).list
        case .enumeration(let enumeration): named(enumeration.name, declaredBy: enumeration.scope)
        // No bit of it has a name.
        case .bitmap(let bitmap) where bitmap.fields.isEmpty && bitmap.scope == nil:
            TypeReference(Self.integer(isSigned: false, bits: bitmap.bits))
        case .bitmap(let bitmap): named(bitmap.name, declaredBy: bitmap.scope)
        case .structure(let structure): named(structure.name, declaredBy: structure.scope)
        }
    }

    /// The narrowest Swift integer with room for so many bits.
    static func integer(isSigned: Bool, bits: Int) -> String {
        let width = [8, 16, 32].first { bits <= $0 } ?? 64
        return (isSigned ? "Int" : "UInt") + String(width)
    }

    private func named(_ name: String, declaredBy owner: String?) -> TypeReference {
        let name = SwiftName.type(name)
        guard owner != traitName else { return reference(name) }
        guard let owner else { return reference("\(Self.shared).\(name)") }
        let parts = owner.split(separator: ".")
        let prefix = parts.count == 2 ? "Google" : ""
        return reference("\(prefix)\(parts.last ?? "")Cluster.\(name)")
    }

    private func reference(_ text: String) -> TypeReference {
        isClusterTypes ? TypeReference(text) : TypeReference(text, from: .clusterTypes)
    }
}
