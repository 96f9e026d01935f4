/// A type by the trait that declares it (`nil` for shared ones) and its name.
struct TypeKey: Hashable {
    let scope: String?
    let name: String
}

/// A type with what its name says beyond it.
struct ResolvedType {
    let type: DataType
    /// The constraint that an alias brings along, as it is written.
    var constraint: String?
    /// How many raw steps one of a unit is.
    var steps: [String: Double] = [:]

    static let unknown = ResolvedType(type: .octets)
}

extension ModelAssembly {
    /// Looks a type up: base types, the cluster's own, those of the cluster it is derived from, shared ones.
    func type(named name: String, in scope: String?, at place: Place) -> ResolvedType {
        if let base = Self.baseType(name) { return base }
        for key in candidates(name, in: scope) {
            if let known = resolved[key] { return known }
            guard let declared = declaration(of: key) else { continue }
            guard open.insert(key).inserted else {
                fault(.unresolved, place, "type \(name) contains itself")
                return .unknown
            }
            let type = assemble(declared, key: key)
            open.remove(key)
            resolved[key] = type
            return type
        }
        fault(.unresolved, place, "type \(name) is neither a base type nor declared")
        return .unknown
    }

    private func candidates(_ name: String, in scope: String?) -> [TypeKey] {
        var keys: [TypeKey] = []
        var current = scope
        // A scope that is no cluster is the prefix of a group of shared types.
        if let scope, clusters[scope] == nil { keys.append(TypeKey(scope: nil, name: "\(scope).\(name)")) }
        while let trait = current, let cluster = clusters[trait] {
            keys.append(TypeKey(scope: trait, name: name))
            current = cluster.base == trait ? nil : cluster.base
        }
        keys.append(TypeKey(scope: nil, name: name))
        if let dot = name.firstIndex(of: ".") {
            let local = String(name[name.index(after: dot)...])
            let trait = String(name[..<dot])
            if scope?.hasPrefix("Google.") == true { keys.append(TypeKey(scope: "Google.\(trait)", name: local)) }
            keys.append(TypeKey(scope: trait, name: local))
        }
        return keys
    }

    private func declaration(of key: TypeKey) -> RawType? {
        if let scope = key.scope { return clusterTypes[scope]?[key.name] }
        return sharedTypes[key.name]
    }

    /// The type as something to generate, if it is more than an alias.
    func declared(_ type: RawType, in scope: String?) -> DeclaredType? {
        guard Self.baseType(type.name) == nil, type.kind != "alias" else { return nil }
        let place = Place(file: file(of: scope))
        return switch self.type(named: type.name, in: scope, at: place).type {
        case .enumeration(let type): .enumeration(type)
        case .bitmap(let type): .bitmap(type)
        case .structure(let type): .structure(type)
        default: nil
        }
    }

    func file(of scope: String?) -> String {
        scope.flatMap { clusters[$0]?.file } ?? Self.sharedFile
    }

    private func assemble(_ type: RawType, key: TypeKey) -> ResolvedType {
        let place = Place(file: file(of: key.scope), member: key.name)
        switch type.kind {
        case "alias": return alias(type, key: key, at: place)
        case "enum": return ResolvedType(type: .enumeration(enumeration(type, key: key, at: place)))
        case "bitmap": return ResolvedType(type: .bitmap(bitmap(type, key: key, at: place)))
        case "struct": return ResolvedType(type: .structure(structure(type, key: key, at: place)))
        default:
            fault(.malformed, place, "kind \(type.kind) is none of alias, enum, bitmap and struct")
            return .unknown
        }
    }

    private func alias(_ type: RawType, key: TypeKey, at place: Place) -> ResolvedType {
        guard let base = type.base else {
            fault(.unresolved, place, "is an alias of nothing")
            return .unknown
        }
        var target = self.type(named: base, in: key.scope, at: place)
        if case .integer(let integer) = target.type {
            let named = IntegerType(
                isSigned: integer.isSigned, bits: integer.bits, alias: type.name,
                unit: UnitTable.unit(ofType: type.name))
            target = ResolvedType(
                type: .integer(named), constraint: target.constraint, steps: UnitTable.steps(ofType: type.name))
        }
        target.constraint = type.constraint ?? target.constraint
        return target
    }

    private func enumeration(_ type: RawType, key: TypeKey, at place: Place) -> EnumerationType {
        let bits = ["enum8": 8, "enum16": 16][type.base ?? ""]
        if bits == nil { fault(.width, place, "base \(type.base ?? "") is neither enum8 nor enum16") }
        var members: [EnumerationType.Member] = []
        for value in type.values ?? [] {
            guard let number = UInt16(exactly: value.value), number < 1 << (bits ?? 16) || bits == 16 else {
                fault(.width, place.member(value.name), "\(value.value) has no room in \(type.base ?? "the type")")
                continue
            }
            let conformance = conformance(
                value.conformance, trait: key.scope ?? "", at: place.member(value.name))
            members.append(
                EnumerationType.Member(
                    name: value.name, value: number,
                    conformance: conformance.flatMap { $0.isAlwaysMandatory ? nil : $0 }))
        }
        return EnumerationType(name: Self.typeName(type.name), scope: key.scope, bits: bits ?? 8, members: members)
    }

    private func bitmap(_ type: RawType, key: TypeKey, at place: Place) -> BitmapType {
        let bits = ["map8": 8, "map16": 16, "map32": 32, "map64": 64][type.base ?? ""]
        if bits == nil { fault(.width, place, "base \(type.base ?? "") is none of map8, map16, map32 and map64") }
        let fields = (type.bits ?? []).compactMap { field -> BitmapType.Field? in
            let ends = field.bits.split(separator: " to ").map { Int($0) }
            guard let low = ends.first ?? nil, let high = ends.last ?? nil, (0...high).contains(low), ends.count < 3,
                high < bits ?? 64
            else {
                fault(.width, place.member(field.name), "bits \(field.bits) have no room in \(type.base ?? "the type")")
                return nil
            }
            return BitmapType.Field(
                name: field.name, lowBit: low, width: high - low + 1,
                enumeration: fieldEnumeration(field.name, of: key, at: place))
        }
        return BitmapType(
            name: Self.typeName(type.name), scope: key.scope, bits: bits ?? 8,
            fields: fields.sorted { $0.lowBit < $1.lowBit })
    }

    private func fieldEnumeration(_ field: String, of key: TypeKey, at place: Place) -> EnumerationType? {
        guard let trait = key.scope, let name = marks.enumeration(trait, key.name, field) else { return nil }
        guard case .enumeration(let type) = type(named: name, in: trait, at: place.member(field)).type else {
            fault(.unresolved, place.member(field), "\(name) is no enumeration")
            return nil
        }
        return type
    }

    private func structure(_ type: RawType, key: TypeKey, at place: Place) -> StructureType {
        // Shared types may be grouped by a prefix, within which they refer to each other without it.
        let prefix = key.scope == nil ? key.name.split(separator: ".").dropLast().last.map(String.init) : nil
        let context = MemberContext(
            scope: key.scope ?? prefix, trait: key.scope ?? "", container: type.name,
            siblings: (type.fields ?? []).map(\.name))
        return StructureType(
            name: Self.typeName(type.name), scope: key.scope,
            fields: (type.fields ?? []).map { field($0, in: context, at: place) })
    }

    /// The name without the prefix of a group, in UpperCamelCase.
    private static func typeName(_ name: String) -> String {
        let local = name.split(separator: ".").last.map(String.init) ?? name
        return local.prefix(1).uppercased() + local.dropFirst()
    }

    /// The types that the notation itself has.
    static func baseType(_ name: String) -> ResolvedType? {
        switch name {
        case "bool": return ResolvedType(type: .bool)
        case "single": return ResolvedType(type: .single)
        case "double": return ResolvedType(type: .double)
        case "string": return ResolvedType(type: .string)
        case "octstr": return ResolvedType(type: .octets)
        // An enumeration of which no member is known is a number.
        case "enum8": return ResolvedType(type: .integer(IntegerType(isSigned: false, bits: 8, alias: name)))
        case "enum16": return ResolvedType(type: .integer(IntegerType(isSigned: false, bits: 16, alias: name)))
        case "map8", "map16", "map32", "map64":
            return plainBitmaps[name].map { ResolvedType(type: .bitmap($0)) }
        default:
            let isSigned = name.hasPrefix("int")
            guard isSigned || name.hasPrefix("uint"), let bits = Int(name.drop { !$0.isNumber }),
                stride(from: 8, through: 64, by: 8).contains(bits), name == "\(isSigned ? "" : "u")int\(bits)"
            else { return nil }
            return ResolvedType(type: .integer(IntegerType(isSigned: isSigned, bits: bits)))
        }
    }

    /// Bitmaps of which no bit is named, shared so that equal types are one object.
    private static let plainBitmaps: [String: BitmapType] = Dictionary(
        uniqueKeysWithValues: [8, 16, 32, 64].map { bits in
            ("map\(bits)", BitmapType(name: "Map\(bits)", scope: nil, bits: bits, fields: []))
        })
}
