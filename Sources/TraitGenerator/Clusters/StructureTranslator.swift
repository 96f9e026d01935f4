import ModelReader

/// Translates a structure of the model, or the fields of a command, response or event.
struct StructureTranslator {
    let scope: TypeScope

    /// A structure that a cluster declares.
    func structure(_ type: StructureType) -> Declaration {
        declaration(
            name: SwiftName.type(type.name), summary: "The structure \(type.name).",
            conformance: "DataStructure", fields: type.fields)
    }

    /// The fields of something that has an id in a cluster, such as a command.
    func payload(
        name: String, summary: String, conformance: String, cluster: UInt32, id: UInt32, fields: [FieldDescriptor]
    ) -> Declaration {
        declaration(
            name: name, summary: summary, conformance: conformance,
            identity: [
                constant("cluster", cluster, "The cluster's number."),
                constant("id", id, "The number within the cluster."),
            ], fields: fields)
    }

    private func declaration(
        name: String, summary: String, conformance: String, identity: [Declaration] = [], fields: [FieldDescriptor]
    ) -> Declaration {
        let properties = fields.map { field in
            Declaration(
                documentation(of: field),
                .variable(Variable(name: SwiftName.member(field.name), type: scope.type(of: field), storage: .variable))
            )
        }
        return Declaration(
            summary,
            .nominal(
                Nominal(
                    keyword: .structure, name: TypeReference(name),
                    inherits: [TypeReference(conformance).needing(.dataModel)],
                    members: identity + properties + [memberwise(fields), reading(fields), writing(fields)])))
    }

    private func constant(_ name: String, _ number: UInt32, _ summary: String) -> Declaration {
        Declaration(
            summary,
            .variable(
                Variable(
                    name: name, type: TypeReference("UInt32"), isStatic: true,
                    storage: .computed([.line(String(number))]))))
    }

    private func documentation(of field: FieldDescriptor) -> String {
        var remarks: [String] = []
        if field.value.isNullable { remarks.append("nil is null") }
        if field.mayBeAbsent { remarks.append(field.value.isNullable ? "or absent" : "nil is absent") }
        let unit = field.value.unit.map { ", \($0)" } ?? ""
        return "Field \(field.id)\(unit)" + (remarks.isEmpty ? "." : "; \(remarks.joined(separator: " ")).")
    }

    private func memberwise(_ fields: [FieldDescriptor]) -> Declaration {
        Declaration(
            "Takes all fields.",
            .function(
                Function(
                    name: "init",
                    parameters: fields.map { field in
                        .init(
                            name: SwiftName.member(field.name), type: scope.type(of: field),
                            defaultValue: field.mayBeAbsent ? "nil" : nil)
                    },
                    body: fields.map { field in
                        let name = SwiftName.member(field.name)
                        return "self.\(name) = \(name)"
                    })))
    }

    private func reading(_ fields: [FieldDescriptor]) -> Declaration {
        let required = fields.filter { !$0.mayBeAbsent }
        var body: [Statement] = required.map { field in
            let name = SwiftName.member(field.name)
            let type = scope.type(of: field).text
            return "guard let \(name): \(type) = fields.read(\(field.id)) else { return nil }"
        }
        body += fields.map { field in
            let name = SwiftName.member(field.name)
            return field.mayBeAbsent ? "self.\(name) = fields.read(\(field.id))" : "self.\(name) = \(name)"
        }
        return Declaration(
            "Reads the fields; `nil` where a required one is absent or does not fit.",
            .function(
                Function(name: "init?", parameters: [.init(name: "fields", type: .fields)], body: body)))
    }

    private func writing(_ fields: [FieldDescriptor]) -> Declaration {
        var body: [Statement] = []
        if fields.isEmpty {
            body = ["[:]"]
        } else {
            body.append("var fields: [UInt32: DataValue] = [:]")
            body += fields.map { field in
                let name = SwiftName.member(field.name)
                return "fields[\(field.id)] = \(name)\(field.mayBeAbsent ? "?" : "").dataValue"
            }
            body.append("return fields")
        }
        return Declaration(
            "The fields by id.",
            .variable(Variable(name: "fields", type: .fields, storage: .computed(body))))
    }
}

extension ValueDescriptor {
    /// What one step of the raw value is, such as `0.01 °C`; `nil` where there is none.
    var unit: String? {
        guard case .integer(let integer) = type else { return nil }
        return integer.unit
    }
}
