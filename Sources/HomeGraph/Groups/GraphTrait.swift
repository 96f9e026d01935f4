import DataModel
import ModelReader

/// A trait of a structure or group: it stands on no device, and the home's editor carries it out.
///
/// Source: the third seed, device groups.
struct GraphTrait: TraitTarget {
    /// Whose trait it is.
    enum Owner: Hashable {
        case structure(String)
        case group(String)
    }

    let context: HomeContext
    let owner: Owner
    let cluster: ClusterDescriptor

    /// Leads to a trait; to one that supports nothing where the model does not have it.
    static func handle(_ traitName: String, of owner: Owner, in context: HomeContext) -> TraitHandle {
        guard let cluster = ModelCatalog.standard.cluster(named: traitName) else {
            return TraitHandle(detached: TraitSnapshot([:]))
        }
        let target = GraphTrait(context: context, owner: owner, cluster: cluster)
        return TraitHandle(target: target, snapshot: target.snapshot)
    }

    var identity: String { "\(owner)/\(cluster.traitName)" }

    /// The attributes as they are now: a group's name, as long as there is the group.
    private var snapshot: TraitSnapshot {
        guard case .group(let id) = owner, cluster.traitName == "Google.Group",
            let name = cluster.attribute(named: "name"), let group = context.store.shape.group(id)
        else { return TraitSnapshot([:]) }
        return TraitSnapshot([name.id: .string(group.name)])
    }

    func supports(command id: UInt32) -> Bool {
        cluster.commands.first { $0.id == id }.flatMap(edit) != nil
    }

    func invoke(_ id: UInt32, _ fields: [UInt32: DataValue]) async throws(HomeError) -> [UInt32: DataValue] {
        let command = cluster.commands.first { $0.id == id }
        guard let command, let edit = edit(of: command) else {
            throw unsupported(command?.name ?? "command \(id)")
        }
        let arguments = Arguments(command: command, values: fields)
        let object = try await context.editor.perform { shape throws(HomeError) in try edit(arguments, shape) }
        // The only response there is: the id of what was made.
        return cluster.response(to: command)?.fields.first.map { [$0.id: .string(object)] } ?? [:]
    }

    func write(_ attributes: [(id: UInt32, value: DataValue)]) async throws(HomeError) -> TraitSnapshot {
        for (id, value) in attributes {
            let attribute = cluster.attributes.first { $0.id == id }
            guard case .group(let group) = owner, cluster.traitName == "Google.Group", attribute?.name == "name" else {
                throw unsupported(attribute?.name ?? "attribute \(id)")
            }
            guard case .string(let name) = value else {
                throw HomeError(.invalidArgument, "a group's name is a text")
            }
            try await context.editor.perform(.renameGroup(group, to: name))
        }
        return snapshot
    }

    /// How a command changes the home; `nil` for one that is not carried out.
    ///
    /// Not among them: `createGroup`, since what its policies mean is nowhere public, and `createCastSpeakerGroup`,
    /// since a group here does not make its speakers play together.
    private func edit(
        of command: CommandDescriptor
    ) -> (@Sendable (Arguments, HomeShape) throws(HomeError) -> HomeEdit)? {
        guard case .structure(let structure) = owner, cluster.traitName == "Google.GroupManagement" else { return nil }
        switch command.name {
        case "createUserDefinedGroup":
            return { arguments, shape throws(HomeError) in
                .createGroup(
                    name: try arguments.text("withName"), structure: structure,
                    devices: try arguments.devices("withDevices", shape))
            }
        case "addGroupMembers":
            return { arguments, shape throws(HomeError) in
                .addGroupMembers(
                    try arguments.group(of: structure, shape).id,
                    devices: try arguments.devices("memberDeviceObjectIds", shape))
            }
        case "removeGroupMembers":
            return { arguments, shape throws(HomeError) in
                .removeGroupMembers(
                    try arguments.group(of: structure, shape).id,
                    devices: try arguments.devices("memberDeviceObjectIdsArray", shape))
            }
        case "removeAllGroupMembers":
            return { arguments, shape throws(HomeError) in
                let group = try arguments.group(of: structure, shape)
                return .removeGroupMembers(group.id, devices: group.deviceIDs)
            }
        case "deleteGroup":
            return { arguments, shape throws(HomeError) in
                .deleteGroup(try arguments.group(of: structure, shape).id)
            }
        default:
            return nil
        }
    }

    private func unsupported(_ member: String) -> HomeError {
        HomeError(.unimplemented, "\(cluster.traitName).\(member) is not supported here")
    }
}

/// The arguments of a command, by name.
private struct Arguments: Sendable {
    let command: CommandDescriptor
    let values: [UInt32: DataValue]

    private func value(_ name: String) -> DataValue? {
        command.fields.first { $0.name == name }.flatMap { values[$0.id] }
    }

    func text(_ name: String) throws(HomeError) -> String {
        if case .string(let text) = value(name) { return text }
        throw HomeError(.invalidArgument, "\(command.name), \(name): a text is needed")
    }

    /// The ids of whole devices, since a group has such.
    func devices(_ name: String, _ shape: HomeShape) throws(HomeError) -> [String] {
        guard case .list(let entries) = value(name) else {
            throw HomeError(.invalidArgument, "\(command.name), \(name): a list of ids is needed")
        }
        var devices: [String] = []
        for entry in entries {
            guard case .string(let text) = entry else {
                throw HomeError(.invalidArgument, "\(command.name), \(name): each entry is to be a text")
            }
            devices.append(shape.deviceID(text))
        }
        return devices
    }

    /// The group that is meant, which is to be one of the structure's.
    func group(of structure: String, _ shape: HomeShape) throws(HomeError) -> GroupRecord {
        let id = try text("groupObjectId")
        if let group = shape.group(id), group.structureID == structure { return group }
        let groups = shape.groups.filter { $0.structureID == structure }.map(\.id)
        throw HomeError(
            .notFound,
            "\(shape.structure(structure)?.name ?? structure) has no group '\(id)'; \(NearestName.hint(for: id, among: groups))"
        )
    }
}
