import Conversions
import DataModel
import HomeGraph

extension HomeTopics {
    /// `B/S/accessory/D/SERVICE`; `nil` where there is no such device.
    func topic(of service: ServiceID) -> String? {
        device(id: service.deviceID).map { "\($0.accessoryTopic)/\(service.name)" }
    }
}

extension ObjectFinder {
    /// The services that are meant: by id (`kitchen-lamp/Lightbulb`), by topic, by path (`ACCESSORY/SERVICE`, with the
    /// level that stands for the device in topics), by name, in this order.
    func services(_ references: [String]) throws(HomeError) -> [ServiceID] {
        var found: [ServiceID] = []
        for reference in references { found.append(try service(reference)) }
        return found
    }

    /// The members of a service group that are meant: those that no device has any more, or never had, by id or path, too.
    func services(_ references: [String], in group: ServiceGroupRecord) throws(HomeError) -> [ServiceID] {
        var found: [ServiceID] = []
        for reference in references {
            if let member = group.services.first(where: { isStored($0, as: reference) }) {
                found.append(member)
            } else {
                found.append(try service(reference))
            }
        }
        return found
    }

    private func isStored(_ member: ServiceID, as reference: String) -> Bool {
        guard let (device, name) = Self.pieces(of: reference), Self.isSame(member.name, name) else { return false }
        return Self.isSame(member.deviceID, device) || devices(segment: device).contains { $0.id == member.deviceID }
    }

    /// The service that is meant.
    func service(_ reference: String) throws(HomeError) -> ServiceID {
        var candidates = addressed(reference)
        if candidates.isEmpty {
            let names = topics.shape.names
            candidates = topics.structures.compactMap { structure in
                guard let (id, name) = names.service(named: reference, in: structure.id) else { return nil }
                return Self.isSame(name, reference) ? id : nil
            }
        }
        guard candidates.count <= 1 else { throw Self.ambiguous(reference, ids: candidates.map(\.description)) }
        guard let service = candidates.first else { throw unknownService(reference) }
        return service
    }

    /// The services with an id, topic or path; several only where the path leads to devices of several structures.
    private func addressed(_ reference: String) -> [ServiceID] {
        guard let (device, name) = Self.pieces(of: reference) else { return [] }
        func service(of device: HomeTopics.Device) -> ServiceID? {
            let isThere = device.layout.services.contains { Self.isSame($0.name, name) }
            return isThere ? ServiceID(deviceID: device.id, name: name) : nil
        }
        if let found = topics.device(id: device), Self.isSame(found.id, device) {
            if let service = service(of: found) { return [service] }
        }
        if let position = topics.position(accessory: Array(device.utf8)) {
            return service(of: topics.devices[position]).map { [$0] } ?? []
        }
        return devices(segment: device).compactMap(service)
    }

    private func devices(segment: String) -> [HomeTopics.Device] {
        topics.structures.compactMap { $0.devices[Array(segment.utf8)[...]] }.map { topics.devices[$0] }
    }

    private func unknownService(_ reference: String) -> HomeError {
        guard let (name, service) = Self.pieces(of: reference) else {
            return HomeError(
                .notFound, "there is no service '\(reference)'; name it as ACCESSORY/SERVICE, such as lamp/Lightbulb")
        }
        let device = topics.device(id: name) ?? devices(segment: name).first
        guard let device else {
            return Self.unknown("accessory", name, among: topics.devices)
        }
        let names = device.layout.services.map(\.name)
        return HomeError(
            .notFound,
            "\(device.name) has no service '\(service)'; \(NearestName.hint(for: service, among: names))")
    }

    /// What stands before and after the last slash.
    private static func pieces(of reference: String) -> (device: String, service: String)? {
        guard let slash = reference.lastIndex(of: "/") else { return nil }
        return (String(reference[..<slash]), String(reference[reference.index(after: slash)...]))
    }
}

extension HomeTopics {
    /// The position of the device whose accessory has this topic, whole or from `S` on.
    fileprivate func position(accessory topic: [UInt8]) -> Int? {
        let levels = Topic.levels(of: topic)
        let below =
            levels.starts(with: baseLevels) && levels.count == baseLevels.count + 3
            ? Array(levels.dropFirst(baseLevels.count)) : levels
        guard below.count == 3, below[1].elementsEqual("accessory".utf8) else { return nil }
        return structure(below[0])?.devices[below[2]]
    }
}
