extension ModelAssembly {
    /// Assembles a cluster.
    func cluster(_ raw: RawCluster) -> ClusterDescriptor {
        let trait = raw.traitName
        let place = Place(file: raw.file)
        let commands = raw.commands ?? []
        return ClusterDescriptor(
            name: raw.name, namespace: raw.traitNamespace, id: raw.id, revision: raw.revision ?? 1,
            scope: scope(raw, at: place),
            features: features(raw, at: place),
            attributes: (raw.attributes ?? []).map { attribute($0, of: raw, at: place) },
            commands: commands.filter { $0.direction == nil }.map { command($0, of: raw, at: place) },
            responses: commands.filter { $0.direction != nil }.map { command($0, of: raw, at: place) },
            events: (raw.events ?? []).map { event($0, of: raw, at: place) },
            types: (raw.types ?? []).compactMap { declared($0, in: trait) },
            isStub: raw.isStub)
    }

    private func scope(_ raw: RawCluster, at place: Place) -> ClusterDescriptor.Scope {
        guard let name = raw.scope else { return .device }
        guard let scope = ClusterDescriptor.Scope(rawValue: name) else {
            fault(.malformed, place, "scope \(name) is none of device, structure, group, platform and automation")
            return .device
        }
        return scope
    }

    private func features(_ raw: RawCluster, at place: Place) -> [FeatureDescriptor] {
        (raw.features ?? []).map { feature in
            let place = place.member(feature.name)
            if !(0..<32).contains(feature.bit) { fault(.width, place, "bit \(feature.bit) is in no feature map") }
            return FeatureDescriptor(
                name: feature.name, code: feature.code, bit: feature.bit,
                conformance: conformance(feature.conformance, trait: raw.traitName, at: place))
        }.sorted { $0.bit < $1.bit }
    }

    private func attribute(_ member: RawMember, of raw: RawCluster, at place: Place) -> AttributeDescriptor {
        let place = place.member(member.name)
        let trait = raw.traitName
        let context = MemberContext(scope: trait, trait: trait, container: nil, siblings: [])
        return AttributeDescriptor(
            name: member.name, id: member.id, value: value(member, in: context, at: place),
            isWritable: member.writable, quality: quality(member, at: place),
            conformance: conformance(member.conformance, trait: trait, at: place),
            defaultValue: member.defaultValue, functional: marks.functional(trait, member.name))
    }

    private func quality(_ member: RawMember, at place: Place) -> Quality {
        var quality: Quality = member.fixed ? .fixed : []
        for letter in (member.quality ?? "").split(separator: " ") {
            switch letter {
            case "F": quality.insert(.fixed)
            case "N": quality.insert(.nonVolatile)
            case "S": quality.insert(.scene)
            case "C": quality.insert(.changesOmitted)
            case "Q": quality.insert(.quieter)
            // Nullable, written as a member of its own, and atomic writes, which the device sees to.
            case "X", "T": break
            default: fault(.notation, place, "quality \(letter) is none of X, F, N, S, C, Q and T")
            }
        }
        return quality
    }

    private func command(_ raw: RawCommand, of cluster: RawCluster, at place: Place) -> CommandDescriptor {
        let place = place.member(raw.name)
        let trait = cluster.traitName
        if let direction = raw.direction, direction != "response" {
            fault(.malformed, place, "direction \(direction) is not response")
        }
        let context = MemberContext(
            scope: trait, trait: trait, container: raw.name, siblings: (raw.fields ?? []).map(\.name))
        return CommandDescriptor(
            name: raw.name, id: raw.id, fields: (raw.fields ?? []).map { field($0, in: context, at: place) },
            response: raw.response.flatMap { response($0, of: cluster, at: place) },
            conformance: conformance(raw.conformance, trait: trait, at: place))
    }

    /// The response's own name; commands refer to it with an upper-case letter.
    private func response(_ name: String, of cluster: RawCluster, at place: Place) -> String? {
        let responses = (cluster.commands ?? []).filter { $0.direction != nil }.map(\.name)
        let spelled = lowerCamel(name)
        guard responses.contains(spelled) else {
            fault(.unresolved, place, "response \(name) is not there")
            return nil
        }
        return spelled
    }

    private func event(_ raw: RawEvent, of cluster: RawCluster, at place: Place) -> EventDescriptor {
        let place = place.member(raw.name)
        let trait = cluster.traitName
        let context = MemberContext(
            scope: trait, trait: trait, container: raw.name, siblings: (raw.fields ?? []).map(\.name))
        let priority = EventDescriptor.Priority(rawValue: raw.priority ?? "info")
        if priority == nil {
            fault(.malformed, place, "priority \(raw.priority ?? "") is none of debug, info and critical")
        }
        return EventDescriptor(
            name: raw.name, id: raw.id, priority: priority ?? .info,
            fields: (raw.fields ?? []).map { field($0, in: context, at: place) },
            conformance: conformance(raw.conformance, trait: trait, at: place))
    }
}
