/// Finds what is wrong in a model that could be read: names, numbers, constraints and defaults that cannot be right.
struct ModelValidation {
    private(set) var faults: [ModelFault] = []

    /// Every fault of a model.
    static func faults(of model: Model) -> [ModelFault] {
        var validation = ModelValidation()
        validation.unique(model.clusters.map(\.id), what: "cluster id", at: Place(file: "Matter/Clusters"))
        for cluster in model.clusters { validation.check(cluster, reserved: model.reservedNames) }
        for type in model.sharedTypes { validation.check(type, in: nil, at: Place(file: ModelAssembly.sharedFile)) }
        validation.check(model.deviceTypes)
        return validation.faults
    }

    mutating func fault(_ kind: ModelFault.Kind, _ place: Place, _ message: String) {
        faults.append(ModelFault(kind, file: place.file, member: place.member, message: message))
    }

    // MARK: - Clusters

    private mutating func check(_ cluster: ClusterDescriptor, reserved: [String]) {
        let folder = cluster.namespace == .google ? "Google/Traits" : "Matter/Clusters"
        let place = Place(file: "\(folder)/\(cluster.name).json")
        typeName(cluster.name, at: place)
        unique(cluster.features.map(\.bit), what: "feature bit", at: place)
        unique(cluster.features.map(\.code), what: "feature code", at: place)
        names(cluster.features.map(\.name), what: "feature", at: place)
        members(cluster.attributes.map(\.name), cluster.attributes.map(\.id), what: "attribute", at: place)
        members(cluster.commands.map(\.name), cluster.commands.map(\.id), what: "command", at: place)
        members(cluster.responses.map(\.name), cluster.responses.map(\.id), what: "response", at: place)
        members(cluster.events.map(\.name), cluster.events.map(\.id), what: "event", at: place)
        for name in cluster.attributes.map(\.name) + cluster.commands.map(\.name) + cluster.events.map(\.name)
        where reserved.contains(name) {
            fault(.reserved, place.member(name), "is a name that topics end with")
        }
        for attribute in cluster.attributes {
            check(
                attribute.value, defaultValue: attribute.defaultValue, in: cluster, siblings: [],
                at: place.member(attribute.name))
        }
        for command in cluster.commands + cluster.responses {
            fields(command.fields, in: cluster, at: place.member(command.name))
        }
        for event in cluster.events { fields(event.fields, in: cluster, at: place.member(event.name)) }
        for type in cluster.types { check(type, in: cluster, at: place) }
    }

    private mutating func members(_ names: [String], _ ids: [UInt32], what: String, at place: Place) {
        self.names(names, what: what, at: place)
        unique(ids, what: "\(what) id", at: place)
    }

    private mutating func fields(_ fields: [FieldDescriptor], in cluster: ClusterDescriptor?, at place: Place) {
        members(fields.map(\.name), fields.map(\.id), what: "field", at: place)
        for field in fields {
            check(
                field.value, defaultValue: field.defaultValue, in: cluster, siblings: fields,
                at: place.member(field.name))
        }
    }

    // MARK: - Types

    private mutating func check(_ type: DeclaredType, in cluster: ClusterDescriptor?, at place: Place) {
        switch type {
        case .enumeration(let type):
            let place = place.member(type.name)
            typeName(type.name, at: place)
            names(type.members.map(\.name), what: "value", at: place)
            unique(type.members.map(\.value), what: "value", at: place)
            if type.members.isEmpty { fault(.malformed, place, "has no values") }
        case .bitmap(let type):
            let place = place.member(type.name)
            typeName(type.name, at: place)
            names(type.fields.map(\.name), what: "bit", at: place)
            var taken: UInt64 = 0
            for field in type.fields {
                if taken & field.mask != 0 { fault(.duplicate, place.member(field.name), "its bits are taken") }
                taken |= field.mask
            }
        case .structure(let type):
            let place = place.member(type.name)
            typeName(type.name, at: place)
            fields(type.fields, in: cluster, at: place)
            if type.fields.isEmpty { fault(.malformed, place, "has no fields") }
        }
    }

    // MARK: - Device types

    private mutating func check(_ types: [DeviceTypeDescriptor]) {
        let place = Place(file: "Matter/device-types.json")
        unique(types.map(\.id), what: "device type id", at: place)
        unique(
            types.map { $0.name.lowercased() }
                + types.compactMap(\.alias).filter { alias in
                    !types.contains { $0.name.lowercased() == alias.lowercased() }
                }, what: "device type", at: place)
        for type in types {
            typeName(type.name, at: place)
            unique(type.server.map(\.trait), what: "cluster", at: place.member(type.name))
        }
    }

    // MARK: - Names and numbers

    private mutating func names(_ names: [String], what: String, at place: Place) {
        unique(names, what: what, at: place)
        // A name may begin with a digit: Swift spells it otherwise, topics do not.
        for name in names where !isWord(name, first: { $0.isLowercase || $0.isNumber }) {
            fault(.name, place.member(name), "is no lowerCamelCase word")
        }
    }

    private mutating func typeName(_ name: String, at place: Place) {
        if !isWord(name, first: \.isUppercase) { fault(.name, place, "\(name) is no UpperCamelCase word") }
    }

    private func isWord(_ name: String, first: (Character) -> Bool) -> Bool {
        name.first.map(first) ?? false && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private mutating func unique<Value: Hashable>(_ values: [Value], what: String, at place: Place) {
        for value in repeated(values) { fault(.duplicate, place, "\(what) \(value) is there twice") }
    }
}
