import ModelReader

/// Translates commands to methods that send them.
///
/// Fields that must be there are labelled arguments; the others are set in a closure at the end.
struct CommandTranslator {
    let cluster: ClusterDescriptor
    let scope: TypeScope

    /// For each command whether it is supported, the builder of its optional fields, and the method.
    func members() -> [Declaration] {
        cluster.commands.map(support)
            + cluster.commands.flatMap { command in
                let optional = command.fields.filter(\.mayBeAbsent)
                return (optional.isEmpty ? [] : [options(command, optional)]) + [method(command, optional)]
            }
    }

    private func support(_ command: CommandDescriptor) -> Declaration {
        Declaration(
            "Whether the device takes the command \(command.name).",
            .variable(
                Variable(
                    name: "supports\(SwiftName.capitalized(command.name))Command", type: TypeReference("Bool"),
                    storage: .computed([.line("supports(.\(SwiftName.member(command.name)))")]))))
    }

    private func method(_ command: CommandDescriptor, _ optional: [FieldDescriptor]) -> Declaration {
        let mandatory = command.fields.filter { !$0.mayBeAbsent }
        var parameters = mandatory.map { field in
            Function.Parameter(name: SwiftName.member(field.name), type: scope.type(of: field))
        }
        var body: [Statement] = []
        let fields: String
        if optional.isEmpty {
            let values = mandatory.map { "\($0.id): \(SwiftName.member($0.name)).dataValue" }
            fields = values.isEmpty ? "" : ", [\(values.joined(separator: ", "))]"
        } else {
            parameters.append(
                Function.Parameter(
                    label: "_", name: "optional", type: TypeReference("(inout \(command.optionsName)) -> Void"),
                    defaultValue: "{ _ in }"))
            body += ["var options = \(command.optionsName)()", "optional(&options)"]
            body += mandatory.map { "options.arguments.set(\($0.id), \(SwiftName.member($0.name)))" }
            fields = ", options.arguments.fields"
        }
        let response = command.response.flatMap { name in cluster.responses.first { $0.name == name } }
        let call = "handle.invoke(\(command.id)\(fields))"
        let result: TypeReference?
        if let response {
            let type = TypeReference(response.responseName, from: .clusterTypes)
            body.append("return try \(type.text)(answer: await \(call))")
            result = type
        } else {
            body.append("try await \(call)")
            result = nil
        }
        return Declaration(
            documentation(of: command, mandatory, response),
            .function(
                Function(
                    name: SwiftName.member(command.name), isDiscardable: response != nil, parameters: parameters,
                    effects: "async throws(HomeError)", result: result, body: body)))
    }

    private func documentation(
        of command: CommandDescriptor, _ mandatory: [FieldDescriptor], _ response: CommandDescriptor?
    ) -> [String] {
        var lines = ["Sends the command `\(command.name)`, \(SwiftName.hexadecimal(command.id))."]
        lines.append("")
        for field in mandatory {
            let unit = field.value.unit.map { ", in steps of \($0)" } ?? ""
            lines.append("- Parameter \(field.name): Field \(field.id)\(unit).")
        }
        if response != nil { lines.append("- Returns: What the device answered.") }
        lines.append("- Throws: `HomeError` where the device does not carry it out.")
        return lines
    }

    private func options(_ command: CommandDescriptor, _ fields: [FieldDescriptor]) -> Declaration {
        let storage = Declaration(
            [],
            .variable(
                Variable(
                    name: "arguments", type: TypeReference("CommandArguments"),
                    storage: .moduleStored(value: "CommandArguments()"))))
        let setters = fields.map { field in
            Declaration(
                "Gives the command its optional field \(field.name).",
                .function(
                    Function(
                        name: "set\(SwiftName.capitalized(field.name))", isMutating: true,
                        parameters: [.init(label: "_", name: "value", type: scope.type(of: field.value))],
                        body: [.line("arguments.set(\(field.id), value)")])))
        }
        return Declaration(
            "The optional fields of the command \(command.name).",
            .nominal(
                Nominal(
                    keyword: .structure, name: TypeReference(command.optionsName),
                    inherits: [TypeReference("Sendable")],
                    members: [storage] + setters)))
    }
}
