import DataModel

/// The home while an edit is made: plain values, and what is to be kept.
///
/// A value: it takes an edit and either is the home after it, or throws and is to be thrown away.
struct HomeDraft {
    /// How many devices a group has at most.
    static let groupLimit = 100

    private(set) var structures: [StructureRecord]
    private(set) var rooms: [RoomRecord]
    private(set) var devices: [DeviceRecord]
    private(set) var groups: [GroupRecord]
    /// What is to be kept.
    private(set) var changes: [StateChange] = []
    /// The devices that are gone.
    private(set) var removed: [DeviceRecord] = []
    private let before: HomeShape

    /// Begins with the home as it is.
    init(_ shape: HomeShape) {
        before = shape
        structures = shape.structures
        rooms = shape.rooms
        devices = shape.devices
        groups = shape.groups
    }

    /// The home as it is now.
    var shape: HomeShape {
        HomeShape(structures: structures, rooms: rooms, devices: devices, groups: groups)
    }

    /// Makes an edit.
    ///
    /// - Returns: The id of the object that was made or changed.
    /// - Throws: `notFound`, `invalidArgument` for a blank name or too many members, `failedPrecondition` for objects
    ///   of two structures.
    mutating func take(_ edit: HomeEdit) throws(HomeError) -> String {
        switch edit {
        case .renameStructure(let id, let name):
            let index = try position(of: id, in: structures, "structure")
            structures[index].name = try Self.checked(name)
            changes.append(.structure(structures[index]))
            return id
        case .createRoom(let name, let structure):
            _ = try position(of: structure, in: structures, "structure")
            let name = try Self.checked(name)
            let room = RoomRecord(
                id: Self.freeID(name, kind: "room") { before.room($0) != nil }, name: name, structureID: structure)
            rooms.append(room)
            changes.append(.room(room))
            return room.id
        case .renameRoom(let id, let name):
            let index = try position(of: id, in: rooms, "room")
            rooms[index].name = try Self.checked(name)
            changes.append(.room(rooms[index]))
            return id
        case .deleteRoom(let id):
            rooms.remove(at: try position(of: id, in: rooms, "room"))
            for index in devices.indices where devices[index].roomID == id { devices[index].roomID = nil }
            changes.append(.removedRoom(id))
            return id
        case .renameDevice(let id, let name):
            let index = try position(of: id, in: devices, "device")
            devices[index].name = try Self.checked(name)
            noteDevice(index)
            return id
        case .moveDevice(let id, let roomID):
            let index = try position(of: id, in: devices, "device")
            if let roomID {
                let room = rooms[try position(of: roomID, in: rooms, "room")]
                guard room.structureID == devices[index].structureID else {
                    throw HomeError(
                        .failedPrecondition,
                        "\(devices[index].name) and the room \(room.name) belong to two structures")
                }
            }
            devices[index].roomID = roomID
            noteDevice(index)
            return id
        case .removeDevice(let id):
            let index = try position(of: id, in: devices, "device")
            let gone = [devices[index]] + devices.filter { $0.bridgeID == id }
            for device in gone {
                devices.removeAll { $0.id == device.id }
                for index in groups.indices { groups[index].deviceIDs.removeAll { $0 == device.id } }
                changes.append(.removedDevice(device.id))
            }
            removed += gone
            return id
        case .createGroup, .renameGroup, .deleteGroup, .addGroupMembers, .removeGroupMembers:
            return try takeGroup(edit)
        }
    }

    private mutating func takeGroup(_ edit: HomeEdit) throws(HomeError) -> String {
        switch edit {
        case .createGroup(let name, let structure, let members):
            _ = try position(of: structure, in: structures, "structure")
            let name = try Self.checked(name)
            var group = GroupRecord(
                id: Self.freeID(name, kind: "group") { before.group($0) != nil }, name: name, structureID: structure,
                deviceIDs: [])
            try add(members, to: &group)
            groups.append(group)
            changes.append(.group(group))
            return group.id
        case .renameGroup(let id, let name):
            let index = try position(of: id, in: groups, "group")
            groups[index].name = try Self.checked(name)
            changes.append(.group(groups[index]))
            return id
        case .deleteGroup(let id):
            groups.remove(at: try position(of: id, in: groups, "group"))
            changes.append(.removedGroup(id))
            return id
        case .addGroupMembers(let id, let members):
            let index = try position(of: id, in: groups, "group")
            try add(members, to: &groups[index])
            changes.append(.group(groups[index]))
            return id
        case .removeGroupMembers(let id, let members):
            let index = try position(of: id, in: groups, "group")
            for member in members { _ = try position(of: member, in: devices, "device") }
            groups[index].deviceIDs.removeAll { members.contains($0) }
            changes.append(.group(groups[index]))
            return id
        default:
            throw HomeError(.internal, "\(edit) is no edit of a group")
        }
    }

    /// Adds devices that the hub commissioned.
    ///
    /// - Parameters:
    ///   - joining: The devices; the first may be a bridge of the others.
    ///   - place: Where they are put.
    ///   - end: What the next device is known by, and where its slots begin.
    /// - Returns: The devices as the home knows them.
    /// - Throws: `notFound` for structure and room, `failedPrecondition` for a room of another structure,
    ///   `invalidArgument` for a blank name.
    mutating func join(
        _ joining: JoiningDevices, at place: HomeEditor.Place, from end: (index: DeviceIndex, slot: Int)
    ) throws(HomeError) -> [DeviceRecord] {
        let structure = structures[try position(of: place.structureID, in: structures, "structure")]
        if let roomID = place.roomID {
            let room = rooms[try position(of: roomID, in: rooms, "room")]
            guard room.structureID == structure.id else {
                throw HomeError(
                    .failedPrecondition, "the room \(room.name) does not belong to the structure \(structure.name)")
            }
        }
        var taken = Set(devices.map(\.id))
        var joined: [DeviceRecord] = []
        var slot = end.slot
        for (position, device) in joining.devices.enumerated() {
            let name = try Self.checked(position == 0 ? place.name ?? device.name : device.name)
            let record = DeviceRecord(
                id: Self.freeID(device.id, kind: "device") { taken.contains($0) },
                index: DeviceIndex(rawValue: end.index.rawValue + position), name: name, structureID: structure.id,
                roomID: place.roomID, bridgeID: position == 0 ? nil : joined[0].id, layout: device.layout,
                firstSlot: slot)
            taken.insert(record.id)
            slot += device.layout.slotCount
            joined.append(record)
            changes.append(
                .newDevice(
                    SavedDevice(
                        id: record.id, name: name, structureID: structure.id, roomID: place.roomID,
                        bridgeID: record.bridgeID, layout: device.layout.savedText, hubState: device.hubState,
                        values: Dictionary(zip(device.layout.valueKeys, device.values)) { first, _ in first })))
        }
        devices += joined
        return joined
    }

    private func add(_ members: [String], to group: inout GroupRecord) throws(HomeError) {
        for member in members {
            let device = devices[try position(of: member, in: devices, "device")]
            guard device.structureID == group.structureID else {
                throw HomeError(
                    .failedPrecondition, "\(device.name) and the group \(group.name) belong to two structures")
            }
            if !group.deviceIDs.contains(member) { group.deviceIDs.append(member) }
        }
        guard group.deviceIDs.count <= Self.groupLimit else {
            throw HomeError(
                .invalidArgument,
                "the group \(group.name) would have \(group.deviceIDs.count) devices; \(Self.groupLimit) are allowed")
        }
    }

    private mutating func noteDevice(_ index: Int) {
        changes.append(.device(id: devices[index].id, name: devices[index].name, roomID: devices[index].roomID))
    }

    private func position<Record: Identifiable>(
        of id: String, in records: [Record], _ kind: String
    ) throws(HomeError) -> Int where Record.ID == String {
        if let index = records.firstIndex(where: { $0.id == id }) { return index }
        throw HomeError(
            .notFound, "there is no \(kind) '\(id)'; \(NearestName.hint(for: id, among: records.map(\.id)))")
    }

    private static func checked(_ name: String) throws(HomeError) -> String {
        guard let name = ObjectName.kept(name) else {
            throw HomeError(.invalidArgument, "the name is empty; it is to have 1 to \(ObjectName.longest) characters")
        }
        return name
    }

    private static func freeID(_ name: String, kind: String, isTaken: (String) -> Bool) -> String {
        let base = ObjectIdentifierText.base(of: name, kind: kind)
        var number = 1
        while isTaken(ObjectIdentifierText.numbered(base, number)) { number += 1 }
        return ObjectIdentifierText.numbered(base, number)
    }
}
