/// One correction of the model, and why it is right.
struct ModelRepair: Sendable {
    /// What it corrects, for the fault that says there is nothing to correct.
    let subject: String
    /// Why the model is wrong there, and where the right value comes from.
    let reason: String
    /// Corrects it.
    ///
    /// - Returns: how many places it has changed.
    let apply: @Sendable (inout RawModel) -> Int
}

extension ModelRepair {
    /// Corrects members (attributes, or fields of commands, events and structures) of a cluster.
    ///
    /// - Parameters:
    ///   - trait: the cluster's trait name; `nil` for all clusters and the shared types.
    ///   - container: the command, event or structure; `nil` for attributes, `*` for any.
    ///   - name: the member; `nil` for all that `change` finds at fault.
    ///   - reason: why the model is wrong there.
    ///   - change: corrects one, and says whether there was something to correct.
    /// - Returns: the repair.
    static func members(
        of trait: String?, in container: String?, named name: String?, because reason: String,
        change: @escaping @Sendable (inout RawMember) -> Bool
    ) -> ModelRepair {
        let subject = [trait ?? "*", container, name ?? "*"].compactMap { $0 }.joined(separator: ".")
        return ModelRepair(subject: subject, reason: reason) { model in
            var count = 0
            func visit(_ members: inout [RawMember]?, of owner: String?) {
                guard owner == container || (container == "*" && owner != nil), var list = members else { return }
                for index in list.indices where name == nil || list[index].name == name {
                    if change(&list[index]) { count += 1 }
                }
                members = list
            }
            func visit(_ types: inout [RawType]) {
                for index in types.indices { visit(&types[index].fields, of: types[index].name) }
            }
            for index in model.clusters.indices where trait == nil || model.clusters[index].traitName == trait {
                var cluster = model.clusters[index]
                visit(&cluster.attributes, of: nil)
                var commands = cluster.commands ?? []
                for index in commands.indices { visit(&commands[index].fields, of: commands[index].name) }
                var events = cluster.events ?? []
                for index in events.indices { visit(&events[index].fields, of: events[index].name) }
                var types = cluster.types ?? []
                visit(&types)
                cluster.commands = commands
                cluster.events = events
                cluster.types = types
                model.clusters[index] = cluster
            }
            if trait == nil {
                for index in model.types.indices { visit(&model.types[index].types) }
            }
            return count
        }
    }

    /// Gives a member a type.
    static func type(
        _ type: String, of trait: String, in container: String?, named name: String, constraint: String? = nil,
        because reason: String
    ) -> ModelRepair {
        members(of: trait, in: container, named: name, because: reason) { member in
            guard member.type != type else { return false }
            member.type = type
            member.constraint = constraint ?? member.constraint
            return true
        }
    }

    /// Gives the entries of a list a type.
    static func entry(
        _ type: String, of trait: String, in container: String?, named name: String, because reason: String
    ) -> ModelRepair {
        members(of: trait, in: container, named: name, because: reason) { member in
            guard member.entry != type else { return false }
            member.entry = type
            return true
        }
    }

    /// Gives a member another constraint; `nil` for none.
    static func constraint(
        _ text: String?, of trait: String, in container: String? = nil, named name: String, because reason: String
    ) -> ModelRepair {
        members(of: trait, in: container, named: name, because: reason) { member in
            guard member.constraint != text else { return false }
            member.constraint = text
            return true
        }
    }

    /// Gives a member another default; `nil` for none.
    static func defaultValue(
        _ value: ModelValue?, of trait: String, in container: String? = nil, named name: String, because reason: String
    ) -> ModelRepair {
        members(of: trait, in: container, named: name, because: reason) { member in
            guard member.defaultValue != value else { return false }
            member.defaultValue = value
            return true
        }
    }

    /// Gives a shared type a constraint that it lacks.
    static func constraint(_ text: String, ofType name: String, because reason: String) -> ModelRepair {
        ModelRepair(subject: name, reason: reason) { model in
            var count = 0
            for file in model.types.indices {
                for index in model.types[file].types.indices
                where model.types[file].types[index].name == name && model.types[file].types[index].constraint == nil {
                    model.types[file].types[index].constraint = text
                    count += 1
                }
            }
            return count
        }
    }

    /// Takes a demand that names no element of the cluster from every device type.
    static func noDemand(on cluster: String, for element: String, because reason: String) -> ModelRepair {
        ModelRepair(subject: "\(cluster).\(element)", reason: reason) { model in
            var count = 0
            for file in model.deviceTypes.indices {
                for type in model.deviceTypes[file].deviceTypes.indices {
                    for index in (model.deviceTypes[file].deviceTypes[type].server ?? []).indices
                    where model.deviceTypes[file].deviceTypes[type].server?[index].cluster == cluster {
                        let demands = model.deviceTypes[file].deviceTypes[type].server?[index].requires ?? []
                        let kept = demands.filter { ($0.feature ?? $0.attribute ?? $0.command) != element }
                        model.deviceTypes[file].deviceTypes[type].server?[index].requires = kept
                        count += demands.count - kept.count
                    }
                }
            }
            return count
        }
    }
}
