extension ModelAssembly {
    /// Where Swift spells a device type otherwise than the model; each is found by both spellings.
    private static let spellings: [String: (name: String, alias: String)] = [
        "OnOffPlugInUnit": ("OnOffPluginUnit", "OnOffPlugInUnit"),
        "DimmablePlugInUnit": ("DimmablePlugInUnit", "DimmablePluginUnit"),
    ]

    /// Assembles the device types, those that others extend before these.
    func deviceTypes() -> [DeviceTypeDescriptor] {
        let all = raw.deviceTypes.flatMap { file in file.deviceTypes.map { (file: file.file, type: $0) } }
        let byName = Dictionary(all.map { ($0.type.name, $0) }) { first, _ in first }
        for name in repeated(all.map(\.type.name)) {
            fault(.duplicate, Place(file: byName[name]?.file ?? "", member: name), "is declared twice")
        }
        var done: [String: DeviceTypeDescriptor] = [:]
        var open: Set<String> = []

        func assemble(_ name: String, for place: Place) -> DeviceTypeDescriptor? {
            if let known = done[name] { return known }
            guard let (file, raw) = byName[name], open.insert(name).inserted else {
                fault(.unresolved, place, "base \(name) is no device type, or extends itself")
                return nil
            }
            let place = Place(file: file, member: name)
            let base = raw.base.flatMap { assemble($0, for: place) }
            let descriptor = deviceType(raw, base: base, at: place)
            done[name] = descriptor
            return descriptor
        }
        return all.compactMap { assemble($0.type.name, for: Place(file: $0.file, member: $0.type.name)) }
            .sorted { ($0.namespace.order, $0.name) < ($1.namespace.order, $1.name) }
    }

    private func deviceType(_ raw: RawDeviceType, base: DeviceTypeDescriptor?, at place: Place) -> DeviceTypeDescriptor
    {
        let classification = DeviceTypeDescriptor.Classification(rawValue: raw.classification ?? "simple")
        if classification == nil {
            fault(.malformed, place, "classification \(raw.classification ?? "") is none of simple, utility and node")
        }
        let spelling = Self.spellings[raw.name]
        return DeviceTypeDescriptor(
            name: spelling?.name ?? raw.name, alias: spelling?.alias,
            namespace: place.file.hasPrefix("Google") ? .google : .matter,
            id: raw.id, revision: raw.revision ?? 1, classification: classification ?? .simple, base: base,
            server: (raw.server ?? []).compactMap { requirement($0, at: place) } + traits(raw, at: place),
            client: (raw.client ?? []).filter { name in
                if clusters[name] == nil { fault(.unresolved, place, "client cluster \(name) is not there") }
                return clusters[name] != nil
            })
    }

    /// Google's lists: what is required is mandatory, what was seen or is recommended optional; stubs are left out.
    private func traits(_ raw: RawDeviceType, at place: Place) -> [DeviceTypeDescriptor.Requirement] {
        let lists = [(raw.required, Conformance.mandatory), (raw.seen, .optional), (raw.recommended, .optional)]
        var known: Set<String> = []
        return lists.flatMap { names, conformance in
            (names ?? []).compactMap { written in
                let name = written.hasPrefix("Matter.") ? String(written.dropFirst("Matter.".count)) : written
                guard let cluster = clusters[name] else {
                    fault(.unresolved, place, "trait \(written) is not there")
                    return nil
                }
                guard known.insert(name).inserted, !cluster.isStub else { return nil }
                return DeviceTypeDescriptor.Requirement(trait: name, conformance: conformance, elements: [])
            }
        }
    }

    private func requirement(
        _ raw: RawDeviceType.Requirement, at place: Place
    ) -> DeviceTypeDescriptor.Requirement? {
        let place = place.member(raw.cluster)
        guard let cluster = clusters[raw.cluster] else {
            fault(.unresolved, place, "cluster \(raw.cluster) is not there")
            return nil
        }
        guard let conformance = conformance(raw.conformance, trait: "", at: place) else { return nil }
        return DeviceTypeDescriptor.Requirement(
            trait: raw.cluster, conformance: conformance,
            elements: (raw.requires ?? []).compactMap { element($0, of: cluster, at: place) })
    }

    private func element(
        _ raw: RawDeviceType.Element, of cluster: RawCluster, at place: Place
    ) -> DeviceTypeDescriptor.Element? {
        let kind: DeviceTypeDescriptor.Element.Kind
        let written: String
        let found: String?
        var constraint: Constraint?
        if let name = raw.feature {
            // Written without capitals, or as the code.
            let match = (cluster.features ?? []).first {
                [$0.name.lowercased(), $0.code.lowercased()].contains(name.lowercased())
            }
            (kind, written, found) = (.feature, name, match?.name)
        } else if let name = raw.attribute {
            let match = (cluster.attributes ?? []).first { $0.name == name }
            (kind, written, found) = (.attribute, name, match?.name)
            if let text = raw.constraint, let type = match?.type {
                let resolved = self.type(named: type == "list" ? "octstr" : type, in: cluster.traitName, at: place)
                constraint = self.constraint(text, of: resolved, at: place.member(name))
            }
        } else if let name = raw.command {
            (kind, written, found) = (.command, name, (cluster.commands ?? []).first { $0.name == name }?.name)
        } else {
            fault(.malformed, place, "a demand names no feature, attribute or command")
            return nil
        }
        guard let found else {
            fault(.unresolved, place.member(written), "\(cluster.name) has no such \(kind)")
            return nil
        }
        return DeviceTypeDescriptor.Element(
            kind: kind, name: found,
            conformance: conformance(raw.conformance, trait: cluster.traitName, at: place.member(written)),
            constraint: constraint)
    }
}

extension RawCluster {
    /// Whether only its name was seen, and no member of it is known.
    var isStub: Bool {
        certain == false && (attributes ?? []).isEmpty && (commands ?? []).isEmpty && (events ?? []).isEmpty
    }
}
