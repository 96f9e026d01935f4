import ModelReader

/// Translates a bitmap to an option set; fields of several bits become properties of it.
func translateBitmap(_ type: BitmapType, in scope: TypeScope) -> Declaration {
    optionSet(
        name: SwiftName.type(type.name), summary: "The bitmap \(type.name).", bits: type.bits,
        members: type.fields.map { field in
            field.width == 1
                ? option(field.name, bit: field.lowBit)
                : wideField(field, bits: type.bits, in: scope)
        })
}

/// Translates a cluster's features to an option set: the value of its feature map.
func translateFeatures(_ features: [FeatureDescriptor]) -> Declaration {
    optionSet(
        name: "Feature", summary: "The features, as the feature map has them.", bits: 32,
        members: features.map { option($0.name, bit: $0.bit, code: $0.code) })
}

private func optionSet(name: String, summary: String, bits: Int, members: [Declaration]) -> Declaration {
    let raw = TypeReference(TypeScope.integer(isSigned: false, bits: bits))
    let rawValue = Declaration("All bits.", .variable(Variable(name: "rawValue", type: raw, storage: .variable)))
    let initializer = Declaration(
        "Takes all bits, also those that the model does not name.",
        .function(
            Function(
                name: "init", parameters: [.init(name: "rawValue", type: raw)],
                body: ["self.rawValue = rawValue"])))
    return Declaration(
        summary,
        .nominal(
            Nominal(
                keyword: .structure, name: TypeReference(name),
                inherits: [TypeReference("OptionSet"), .dataRepresentable],
                members: [rawValue, initializer] + members)))
}

private func option(_ name: String, bit: Int, code: String? = nil) -> Declaration {
    let suffix = code.map { " (\($0))" } ?? ""
    return Declaration(
        "`\(name)`\(suffix), bit \(bit).",
        .variable(
            Variable(
                name: SwiftName.member(name), type: TypeReference("Self"), isStatic: true,
                storage: .computed([.line("Self(rawValue: 1 << \(bit))")]))))
}

private func wideField(_ field: BitmapType.Field, bits: Int, in scope: TypeScope) -> Declaration {
    let raw = TypeScope.integer(isSigned: false, bits: bits)
    let mask = (UInt64.max >> (64 - field.width))
    let type: TypeReference
    let get: String
    let set: String
    let value = "(rawValue >> \(field.lowBit)) & \(mask)"
    if let enumeration = field.enumeration {
        type = scope.type(of: .enumeration(enumeration))
        let inner = TypeScope.integer(isSigned: false, bits: enumeration.bits)
        get = "\(type.text)(rawValue: \(inner)(truncatingIfNeeded: \(value)))"
        set = "newValue.rawValue"
    } else {
        type = TypeReference(TypeScope.integer(isSigned: false, bits: field.width))
        get = "\(type.text)(truncatingIfNeeded: \(value))"
        set = "newValue"
    }
    return Declaration(
        "`\(field.name)`, bits \(field.lowBit) to \(field.lowBit + field.width - 1).",
        .variable(
            Variable(
                name: SwiftName.member(field.name), type: type,
                storage: .computedWithSetter(
                    get: [.line(get)],
                    set: [
                        .line("let field = (\(raw)(truncatingIfNeeded: \(set)) & \(mask)) << \(field.lowBit)"),
                        .line("rawValue = rawValue & ~(\(mask) << \(field.lowBit)) | field"),
                    ]))))
}
