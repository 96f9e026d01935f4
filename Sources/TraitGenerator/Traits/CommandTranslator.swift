import ModelReader

/// Translates commands to methods that send them.
///
/// Fields that must be there are labelled arguments; the others are set in a closure at the end.
struct CommandTranslator {
    let cluster: ClusterDescriptor
    let scope: TypeScope

    /// For each command whether it is supported, the builder of its optional fields, the method that sends it, and the
    /// one that describes it to be sent with others.
    func members() -> [Declaration] {
        cluster.commands.map(support)
            + cluster.commands.flatMap { command in
                let optional = command.fields.filter(\.mayBeAbsent)
                let response = command.response.flatMap { name in cluster.responses.first { $0.name == name } }
                return (optional.isEmpty ? [] : [options(command, optional)])
                    + [method(command, response), batchable(command, optional, response)]
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

    private func method(_ command: CommandDescriptor, _ response: CommandDescriptor?) -> Declaration {
        let arguments = parameters(of: command).map { parameter in
            parameter.label == "_" ? parameter.name : "\(parameter.name): \(parameter.name)"
        }
        let call = "\(command.name)Batchable(\(arguments.joined(separator: ", "))).send()"
        return Declaration(
            documentation(
                "Sends the command `\(command.name)`, \(SwiftName.hexadecimal(command.id)).", of: command,
                returns: response.map { _ in "What the device answered." },
                throws: "`HomeError` where the device does not carry it out."),
            .function(
                Function(
                    name: SwiftName.member(command.name), isDiscardable: response != nil,
                    parameters: parameters(of: command), effects: "async throws(HomeError)",
                    result: response.map { TypeReference($0.responseName, from: .clusterTypes) },
                    body: [.line("try await \(call)")])))
    }

    private func batchable(
        _ command: CommandDescriptor, _ optional: [FieldDescriptor], _ response: CommandDescriptor?
    ) -> Declaration {
        let mandatory = command.fields.filter { !$0.mayBeAbsent }
        var body: [Statement] = []
        let fields: String
        if optional.isEmpty {
            let values = mandatory.map { "\($0.id): \(SwiftName.member($0.name)).dataValue" }
            fields = values.isEmpty ? "" : ", [\(values.joined(separator: ", "))]"
        } else {
            body += ["var options = \(command.optionsName)()", "optional(&options)"]
            body += mandatory.map { "options.arguments.set(\($0.id), \(SwiftName.member($0.name)))" }
            fields = ", options.arguments.fields"
        }
        let make = "BatchableCommand(handle, \(command.id)\(fields))"
        body.append(.line(optional.isEmpty ? make : "return \(make)"))
        let answer = response.map { TypeReference($0.responseName, from: .clusterTypes) } ?? TypeReference("Void")
        return Declaration(
            documentation(
                "The command `\(command.name)`, to be sent together with others.", of: command,
                returns: "The command; nothing is sent yet."),
            .function(
                Function(
                    name: "\(command.name)Batchable", parameters: parameters(of: command),
                    result: TypeReference("BatchableCommand", from: .homeGraph).generic(over: answer), body: body)))
    }

    /// The fields that must be there, then a closure that sets the others.
    private func parameters(of command: CommandDescriptor) -> [Function.Parameter] {
        let mandatory = command.fields.filter { !$0.mayBeAbsent }.map { field in
            Function.Parameter(name: SwiftName.member(field.name), type: scope.type(of: field))
        }
        guard mandatory.count < command.fields.count else { return mandatory }
        return mandatory + [
            Function.Parameter(
                label: "_", name: "optional", type: TypeReference("(inout \(command.optionsName)) -> Void"),
                defaultValue: "{ _ in }")
        ]
    }

    private func documentation(
        _ summary: String, of command: CommandDescriptor, returns: String?, throws error: String? = nil
    ) -> [String] {
        var lines = [summary, ""]
        for field in command.fields where !field.mayBeAbsent {
            let unit = field.value.unit.map { ", in steps of \($0)" } ?? ""
            lines.append("- Parameter \(field.name): Field \(field.id)\(unit).")
        }
        if let returns { lines.append("- Returns: \(returns)") }
        if let error { lines.append("- Throws: \(error)") }
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
