import ModelReader

/// Translates an enumeration to one that keeps the values which the model does not know.
func translateEnumeration(_ type: EnumerationType) -> Declaration {
    let raw = TypeReference(TypeScope.integer(isSigned: false, bits: type.bits))
    let cases = type.members.map { member in
        Declaration(
            "`\(member.name)`, \(member.value).",
            .enumCase(name: SwiftName.member(member.name), payload: nil, rawValue: nil))
    }
    let unrecognized = Declaration(
        "A value that the model does not name.",
        .enumCase(name: "unrecognized_", payload: raw, rawValue: nil))
    let members = type.members.map { "." + SwiftName.member($0.name) }
    let allCases = Declaration(
        "The values that the model names, in its order.",
        .variable(
            Variable(
                name: "allCases", type: TypeReference("Self").list, isStatic: true,
                storage: .computed([.line("[\(members.joined(separator: ", "))]")]))))
    let initializer = Declaration(
        "Takes any value.",
        .function(
            Function(
                name: "init", parameters: [.init(name: "rawValue", type: raw)],
                body: [
                    .choice(
                        over: "rawValue",
                        cases: type.members.map { "case \($0.value): self = .\(SwiftName.member($0.name))" }
                            + ["default: self = .unrecognized_(rawValue)"])
                ])))
    let rawValue = Declaration(
        "The number that stands for the value.",
        .variable(
            Variable(
                name: "rawValue", type: raw,
                storage: .computed([
                    .choice(
                        over: "self",
                        cases: type.members.map { "case .\(SwiftName.member($0.name)): \($0.value)" }
                            + ["case .unrecognized_(let value): value"])
                ]))))
    return Declaration(
        "The enumeration \(type.name).",
        .nominal(
            Nominal(
                keyword: .enumeration, name: TypeReference(SwiftName.type(type.name)),
                inherits: [TypeReference("OpenEnum", from: .dataModel)],
                members: cases + [unrecognized, allCases, initializer, rawValue])))
}
