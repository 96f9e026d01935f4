import ModelReader

extension ClusterDescriptor {
    /// The namespace of the cluster's types: `OnOffCluster`, `GoogleOpenCloseCluster`.
    var namespaceName: String {
        (namespace == .google ? "Google" : "") + name + "Cluster"
    }

    /// How people refer to it in documentation.
    var title: String {
        switch namespace {
        case .matter: "cluster \(name) (\(SwiftName.hexadecimal(id)))"
        case .google: "Google trait \(name) (\(SwiftName.hexadecimal(id)))"
        }
    }
}

extension CommandDescriptor {
    /// The structure of a request's fields: `MoveToLevelRequest`.
    var requestName: String { SwiftName.capitalized(name) + "Request" }

    /// The structure of a response's fields: `AddGroupResponse`.
    var responseName: String { SwiftName.capitalized(name) }

    /// The builder of a command's optional fields: `LockDoorOptions`.
    var optionsName: String { SwiftName.capitalized(name) + "Options" }
}

extension EventDescriptor {
    /// The structure of an event's fields: `StateChangeEvent`.
    var structureName: String { SwiftName.capitalized(name) + "Event" }
}

extension FieldDescriptor {
    /// Whether it may be absent: where it is optional, or there only under a condition.
    var mayBeAbsent: Bool {
        isOptional || (conformance.map { $0 != .mandatory } ?? false)
    }
}
