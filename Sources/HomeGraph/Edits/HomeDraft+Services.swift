import DataModel

extension HomeDraft {
    /// Makes an edit of services.
    ///
    /// - Returns: The id of the service group; of a service, its path.
    /// - Throws: As ``take(_:)``.
    mutating func make(_ edit: ServiceEdit) throws(HomeError) -> String {
        switch edit {
        case .rename(let service, let name): return try rename(service, to: name)
        case .associate(let service, let type):
            try require(service)
            home.associatedServices[service] = type
            changes.append(.associatedService(service, type))
            return service.description
        case .createGroup(let name, let structure, let services):
            return try createServiceGroup(name, in: structure, of: services)
        case .renameGroup(let id, let name):
            let index = try position(of: id, in: home.serviceGroups, "service group")
            let name = try Self.checked(name)
            try requireFree(name, in: home.serviceGroups[index].structureID, besides: id)
            return change(index) { $0.name = name }
        case .deleteGroup(let id):
            home.serviceGroups.remove(at: try position(of: id, in: home.serviceGroups, "service group"))
            changes.append(.removedServiceGroup(id))
            return id
        case .addMembers(let id, let services):
            let index = try position(of: id, in: home.serviceGroups, "service group")
            try add(services, to: &home.serviceGroups[index])
            return change(index) { _ in }
        case .removeMembers(let id, let services):
            let index = try position(of: id, in: home.serviceGroups, "service group")
            for service in services { _ = try position(of: service.deviceID, in: home.devices, "device") }
            return change(index) { $0.services.removeAll { services.contains($0) } }
        }
    }

    /// Takes out what leads to devices that are gone.
    mutating func removeServices(of gone: Set<String>) {
        for index in home.serviceGroups.indices {
            home.serviceGroups[index].services.removeAll { gone.contains($0.deviceID) }
        }
        home.serviceNames = home.serviceNames.filter { !gone.contains($0.key.deviceID) }
        home.associatedServices = home.associatedServices.filter { !gone.contains($0.key.deviceID) }
    }

    /// Has the service be one that its device has.
    private func require(_ service: ServiceID) throws(HomeError) {
        let device = home.devices[try position(of: service.deviceID, in: home.devices, "device")]
        let names = device.layout.serviceNames
        guard !names.contains(service.name) else { return }
        throw HomeError(
            .notFound,
            "\(device.name) has no service '\(service.name)'; \(NearestName.hint(for: service.name, among: names))")
    }

    private mutating func rename(_ service: ServiceID, to name: String) throws(HomeError) -> String {
        let device = home.devices[try position(of: service.deviceID, in: home.devices, "device")]
        try require(service)
        let name = try Self.checked(name)
        // What others are called by themselves counts, too.
        if let other = names.service(named: name, in: device.structureID), other.id != service {
            throw HomeError(.alreadyExists, "the service \(other.id) is called '\(other.name)' already")
        }
        home.serviceNames[service] = name
        changes.append(.serviceName(service, name))
        return service.description
    }

    private mutating func createServiceGroup(
        _ name: String, in structure: String, of services: [ServiceID]
    ) throws(HomeError) -> String {
        _ = try position(of: structure, in: home.structures, "structure")
        let name = try Self.checked(name)
        try requireFree(name, in: structure, besides: nil)
        var group = ServiceGroupRecord(
            id: Self.freeID(name, kind: "service-group", besides: Set(home.serviceGroups.map(\.id))), name: name,
            structureID: structure, services: [])
        try add(services, to: &group)
        home.serviceGroups.append(group)
        changes.append(.serviceGroup(group))
        return group.id
    }

    private func requireFree(_ name: String, in structure: String, besides id: String?) throws(HomeError) {
        let other = home.serviceGroups.first {
            $0.structureID == structure && $0.id != id && ObjectName.isSimilar($0.name, name)
        }
        if let other { throw HomeError(.alreadyExists, "there is a service group '\(other.name)' already") }
    }

    private func add(_ services: [ServiceID], to group: inout ServiceGroupRecord) throws(HomeError) {
        for service in services { try require(service) }
        try add(
            services, to: &group.services, of: "the service group \(group.name)", in: group.structureID, "services",
            device: \.deviceID)
    }

    private mutating func change(_ index: Int, _ body: (inout ServiceGroupRecord) -> Void) -> String {
        body(&home.serviceGroups[index])
        changes.append(.serviceGroup(home.serviceGroups[index]))
        return home.serviceGroups[index].id
    }
}
