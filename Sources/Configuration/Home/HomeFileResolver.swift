import DataModel
import ModelReader

/// Makes a home of drafts: gives ids, follows references, and checks what no single key shows.
struct HomeFileResolver {
    /// The most endpoints of a device.
    private static let mostParts = 250
    private let faults: FaultList
    private var structures = IdentifierTable(kind: "structure")
    private var rooms = IdentifierTable(kind: "room")
    private var devices: IdentifierTable
    private var groups = IdentifierTable(kind: "group")
    private var serviceGroups = IdentifierTable(kind: "service-group")

    /// Begins a home.
    ///
    /// - Parameters:
    ///   - takenDevices: Ids of devices that are there already.
    ///   - faults: Collects what is wrong.
    init(takenDevices: [String: ConfigurationPlace] = [:], faults: FaultList) {
        self.faults = faults
        devices = IdentifierTable(kind: "device", taken: takenDevices)
    }

    /// Makes the home.
    mutating func resolve(_ draft: HomeFileDraft) -> HomeFile {
        takeWrittenIDs(draft)
        return HomeFile(hub: draft.hub, structures: draft.structures.map { structure($0) })
    }

    /// Makes one device, in no room.
    mutating func resolve(_ draft: Located<DeviceDraft>) -> HomeFile.Device {
        take(draft.value.object.id, &devices)
        return device(draft, rooms: Directory(kind: "room", []))
    }

    // MARK: - Ids

    /// Written ids come first, so that none that is made from a name is in their way.
    private mutating func takeWrittenIDs(_ draft: HomeFileDraft) {
        for structure in draft.structures.map(\.value) {
            take(structure.object.id, &structures)
            for room in structure.rooms { take(room.value.id, &rooms) }
            for device in structure.devices { take(device.value.object.id, &devices) }
            for item in structure.commissionable {
                take(item.value.device?.value.object.id, &devices)
                for bridged in item.value.bridged { take(bridged.value.object.id, &devices) }
            }
            for group in structure.groups { take(group.value.object.id, &groups) }
            for group in structure.serviceGroups { take(group.value.object.id, &serviceGroups) }
        }
    }

    private func take(_ id: Located<String>?, _ table: inout IdentifierTable) {
        if let id { table.take(id, faults: faults) }
    }

    private func identify(
        _ draft: ObjectDraft, at place: ConfigurationPlace, _ table: inout IdentifierTable
    ) -> (id: String, name: String) {
        let name = draft.name?.value ?? ""
        return (draft.id?.value ?? table.make(from: name, at: place), name)
    }

    // MARK: - Objects

    private mutating func structure(_ draft: Located<StructureDraft>) -> HomeFile.Structure {
        let (id, name) = identify(draft.value.object, at: draft.place, &structures)
        let rooms = draft.value.rooms.map { identify($0.value, at: $0.place, &self.rooms) }
        let directory = Directory(kind: "room", rooms)
        let devices = draft.value.devices.map { device($0, rooms: directory) }
        let members = Directory(kind: "device", devices.map { ($0.id, $0.name) })
        checkNames(of: draft.value.serviceGroups)
        return HomeFile.Structure(
            id: id, name: name, rooms: rooms.map { HomeFile.Room(id: $0.id, name: $0.name) }, devices: devices,
            groups: draft.value.groups.map { group($0, members) },
            serviceGroups: draft.value.serviceGroups.map { serviceGroup($0, members) },
            commissionable: draft.value.commissionable.compactMap { commissionable($0.value) })
    }

    private mutating func device(_ draft: Located<DeviceDraft>, rooms: Directory) -> HomeFile.Device {
        let (id, name) = identify(draft.value.object, at: draft.place, &devices)
        var count = 0
        let root = part(Located(value: draft.value.part, place: draft.place), &count)
        if count > Self.mostParts {
            faults.add(
                draft.place, "the device \"\(YAMLNode.shortened(name))\" has \(count) parts",
                "write at most \(Self.mostParts)")
        }
        return HomeFile.Device(
            id: id, name: name, roomID: draft.value.room.flatMap { rooms.find($0, faults: faults) }, root: root,
            information: draft.value.information, connectivity: draft.value.connectivity,
            behaviour: draft.value.behaviour, place: draft.place)
    }

    private func part(_ draft: Located<PartDraft>, _ count: inout Int) -> HomeFile.Part {
        count += 1
        let part = draft.value
        if !part.hasType, part.parts.isEmpty {
            faults.add(draft.place, "there is no device type", "write type: …, such as DimmableLight")
        }
        for missing in part.without {
            let value = part.values.first { $0.cluster == missing.cluster && $0.attribute == missing.attribute }
            guard let value else { continue }
            faults.add(
                value.place,
                "\(value.cluster.traitName).\(value.attribute.name) has a starting value and stands in without",
                "keep one of the two")
        }
        return HomeFile.Part(
            type: part.type, features: part.features, without: part.without, values: part.values,
            parts: part.parts.map { self.part($0, &count) }, place: draft.place)
    }

    /// A device in pairing mode; `nil` where the file says none, which is a fault by then.
    private mutating func commissionable(_ draft: CommissionableDraft) -> HomeFile.Commissionable? {
        guard let device = draft.device, let payload = draft.payload else { return nil }
        let noRooms = Directory(kind: "room", [])
        return HomeFile.Commissionable(
            payload: HomeFile.Commissionable.Located(payload), window: draft.window,
            device: self.device(device, rooms: noRooms),
            bridged: draft.bridged.map { self.device($0, rooms: noRooms) },
            failingStep: draft.failingStep.map { HomeFile.Commissionable.Located($0) }, error: draft.error)
    }

    // MARK: - Groups

    private mutating func group(_ draft: Located<GroupDraft>, _ devices: Directory) -> HomeFile.Group {
        let (id, name) = identify(draft.value.object, at: draft.place, &groups)
        let found = draft.value.members.compactMap { member in
            devices.find(member, faults: faults).map { Located(value: $0, place: member.place) }
        }
        return HomeFile.Group(id: id, name: name, deviceIDs: unique(found, in: name) { $0 })
    }

    /// No two service groups of a structure have names that are the same to people.
    private func checkNames(of drafts: [Located<GroupDraft>]) {
        var known: [String: ConfigurationPlace] = [:]
        for draft in drafts {
            let name = draft.value.object.name?.value ?? ""
            let former = known.updateValue(draft.place, forKey: ObjectName.folded(name))
            guard let former, !name.isEmpty else { continue }
            faults.add(
                draft.place,
                "the name \"\(YAMLNode.shortened(name))\" is that of another service group of the structure, at \(former)",
                "write a name of its own")
        }
    }

    private mutating func serviceGroup(
        _ draft: Located<GroupDraft>, _ devices: Directory
    ) -> HomeFile.ServiceGroup {
        let (id, name) = identify(draft.value.object, at: draft.place, &serviceGroups)
        let found = draft.value.members.compactMap { member -> Located<HomeFile.ServiceGroup.Service>? in
            let parts = member.value.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, let last = parts.last, parts.count == 2, !last.isEmpty else {
                faults.add(
                    member.place, "the service \"\(YAMLNode.shortened(member.value))\" names no device and service",
                    "write DEVICE/SERVICE, such as kitchen-lamp/Lightbulb")
                return nil
            }
            return devices.find(Located(value: String(first), place: member.place), faults: faults).map {
                Located(
                    value: HomeFile.ServiceGroup.Service(deviceID: $0, name: String(last), place: member.place),
                    place: member.place)
            }
        }
        return HomeFile.ServiceGroup(
            id: id, name: name, services: unique(found, in: name) { "\($0.deviceID)/\($0.name)" })
    }

    /// The members, each once; one that is there again is a fault.
    private func unique<Member>(
        _ members: [Located<Member>], in group: String, name: (Member) -> String
    ) -> [Member] {
        var seen: Set<String> = []
        return members.compactMap { member in
            if seen.insert(name(member.value)).inserted { return member.value }
            faults.add(
                member.place, "\"\(name(member.value))\" is in the group \"\(YAMLNode.shortened(group))\" twice",
                "leave it out here")
            return nil
        }
    }
}
