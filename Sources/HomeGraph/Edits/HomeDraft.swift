import DataModel

/// The home while an edit is made: plain values, and what is to be kept.
///
/// A value: it takes an edit and either is the home after it, or throws and is to be thrown away.
struct HomeDraft {
    /// What there is.
    var home: HomeRecords<DeviceRecord>
    /// What is to be kept.
    var changes: [StateChange] = []
    /// The devices that are gone.
    private(set) var removed: [DeviceRecord] = []
    private var nameBook: NameBook

    /// Begins with the home as it is.
    init(_ shape: HomeShape) {
        home = shape.records
        nameBook = shape.nameBook
    }

    /// The home as it is now.
    var shape: HomeShape { HomeShape(home, nameBook: nameBook) }

    /// What rooms, accessories and services are called where no two of a structure may be called alike.
    var names: HomeNames { nameBook.names(of: home) }

    /// Makes an edit.
    ///
    /// - Returns: The id of the object that was made or changed.
    /// - Throws: `notFound`, `invalidArgument` for a blank name or too many members, `failedPrecondition` for objects
    ///   of two structures, `alreadyExists` for a service or service group whose name is taken.
    mutating func take(_ edit: HomeEdit) throws(HomeError) -> String {
        guard edit.isOfNames else { return try make(edit) }
        return try naming { draft throws(HomeError) in try draft.make(edit) }
    }

    /// Changes what objects there are, or what they are called; all others keep their names.
    mutating func naming<Result>(
        _ body: (inout HomeDraft) throws(HomeError) -> Result
    ) throws(HomeError) -> Result {
        let before = home
        var names = names
        let result = try body(&self)
        names.update(from: before, to: home)
        changes += names.takeChanges()
        nameBook = NameBook(names: names)
        return result
    }

    private mutating func make(_ edit: HomeEdit) throws(HomeError) -> String {
        switch edit {
        case .renameStructure(let id, let name):
            let index = try position(of: id, in: home.structures, "structure")
            home.structures[index].name = try Self.checked(name)
            changes.append(.structure(home.structures[index]))
            return id
        case .createRoom(let name, let structure): return try createRoom(name, in: structure)
        case .renameRoom(let id, let name):
            let index = try position(of: id, in: home.rooms, "room")
            home.rooms[index].name = try Self.checked(name)
            changes.append(.room(home.rooms[index]))
            return id
        case .deleteRoom(let id):
            home.rooms.remove(at: try position(of: id, in: home.rooms, "room"))
            for index in home.devices.indices where home.devices[index].roomID == id {
                home.devices[index].roomID = nil
            }
            changes.append(.removedRoom(id))
            return id
        case .renameDevice(let id, let name):
            let index = try position(of: id, in: home.devices, "device")
            home.devices[index].name = try Self.checked(name)
            noteDevice(index)
            return id
        case .moveDevice(let id, let room): return try moveDevice(id, to: room)
        case .removeDevice(let id): return try removeDevice(id)
        case .createGroup(let name, let structure, let members):
            return try createGroup(name, in: structure, of: members)
        case .renameGroup(let id, let name):
            let index = try position(of: id, in: home.groups, "group")
            home.groups[index].name = try Self.checked(name)
            changes.append(.group(home.groups[index]))
            return id
        case .deleteGroup(let id):
            home.groups.remove(at: try position(of: id, in: home.groups, "group"))
            changes.append(.removedGroup(id))
            return id
        case .addGroupMembers(let id, let members):
            let index = try position(of: id, in: home.groups, "group")
            try add(members, to: &home.groups[index])
            changes.append(.group(home.groups[index]))
            return id
        case .removeGroupMembers(let id, let members):
            let index = try position(of: id, in: home.groups, "group")
            for member in members { _ = try position(of: member, in: home.devices, "device") }
            home.groups[index].deviceIDs.removeAll { members.contains($0) }
            changes.append(.group(home.groups[index]))
            return id
        case .services(let edit): return try make(edit)
        }
    }

    // MARK: - Rooms and devices

    private mutating func createRoom(_ name: String, in structure: String) throws(HomeError) -> String {
        _ = try position(of: structure, in: home.structures, "structure")
        let name = try Self.checked(name)
        let room = RoomRecord(
            id: Self.freeID(name, kind: "room", besides: Set(home.rooms.map(\.id))), name: name, structureID: structure)
        home.rooms.append(room)
        changes.append(.room(room))
        return room.id
    }

    private mutating func moveDevice(_ id: String, to roomID: String?) throws(HomeError) -> String {
        let index = try position(of: id, in: home.devices, "device")
        if let roomID {
            let room = home.rooms[try position(of: roomID, in: home.rooms, "room")]
            guard room.structureID == home.devices[index].structureID else {
                throw HomeError(
                    .failedPrecondition,
                    "\(home.devices[index].name) and the room \(room.name) belong to two structures")
            }
        }
        home.devices[index].roomID = roomID
        noteDevice(index)
        return id
    }

    private mutating func removeDevice(_ id: String) throws(HomeError) -> String {
        let device = home.devices[try position(of: id, in: home.devices, "device")]
        let gone = [device] + home.devices.filter { $0.bridgeID == id }
        let ids = Set(gone.map(\.id))
        home.devices.removeAll { ids.contains($0.id) }
        for index in home.groups.indices { home.groups[index].deviceIDs.removeAll { ids.contains($0) } }
        removeServices(of: ids)
        changes += gone.map { .removedDevice($0.id) }
        removed += gone
        return id
    }

    private mutating func noteDevice(_ index: Int) {
        changes.append(
            .device(id: home.devices[index].id, name: home.devices[index].name, roomID: home.devices[index].roomID))
    }

    // MARK: - Groups

    private mutating func createGroup(
        _ name: String, in structure: String, of members: [String]
    ) throws(HomeError) -> String {
        _ = try position(of: structure, in: home.structures, "structure")
        let name = try Self.checked(name)
        var group = GroupRecord(
            id: Self.freeID(name, kind: "group", besides: Set(home.groups.map(\.id))), name: name,
            structureID: structure,
            deviceIDs: [])
        try add(members, to: &group)
        home.groups.append(group)
        changes.append(.group(group))
        return group.id
    }

    private func add(_ members: [String], to group: inout GroupRecord) throws(HomeError) {
        try add(
            members, to: &group.deviceIDs, of: "the group \(group.name)", in: group.structureID, "devices",
            device: \.self)
    }

    /// Adds members to a group of devices, or of what belongs to devices, of one structure.
    ///
    /// - Parameters:
    ///   - members: Who is added; who is there already stays where it is.
    ///   - all: The members that there are.
    ///   - group: The group, for messages.
    ///   - structure: The group's structure.
    ///   - kind: What its members are, for messages.
    ///   - device: The id of the device that a member is, or belongs to.
    /// - Throws: `notFound`, `failedPrecondition` for one of another structure, `invalidArgument` for too many.
    func add<Member: Equatable>(
        _ members: [Member], to all: inout [Member], of group: String, in structure: String, _ kind: String,
        device: (Member) -> String
    ) throws(HomeError) {
        for member in members {
            let device = home.devices[try position(of: device(member), in: home.devices, "device")]
            guard device.structureID == structure else {
                throw HomeError(.failedPrecondition, "\(device.name) and \(group) belong to two structures")
            }
            if !all.contains(member) { all.append(member) }
        }
        guard all.count <= GroupRecord.memberLimit else {
            throw HomeError(
                .invalidArgument, "\(group) would have \(all.count) \(kind); \(GroupRecord.memberLimit) are allowed")
        }
    }

    // MARK: - What all edits need

    /// Where an object stands.
    func position<Record: Identifiable>(
        of id: String, in records: [Record], _ kind: String
    ) throws(HomeError) -> Int where Record.ID == String {
        if let index = records.firstIndex(where: { $0.id == id }) { return index }
        throw HomeError(
            .notFound, "there is no \(kind) '\(id)'; \(NearestName.hint(for: id, among: records.map(\.id)))")
    }

    /// A name as it is kept.
    static func checked(_ name: String) throws(HomeError) -> String {
        guard let name = ObjectName.kept(name) else {
            throw HomeError(.invalidArgument, "the name is empty; it is to have 1 to \(ObjectName.longest) characters")
        }
        return name
    }

    /// An id that follows from a name and that no other object of the kind has.
    static func freeID(_ name: String, kind: String, besides taken: Set<String>) -> String {
        let base = ObjectIdentifierText.base(of: name, kind: kind)
        var number = 1
        while taken.contains(ObjectIdentifierText.numbered(base, number)) { number += 1 }
        return ObjectIdentifierText.numbered(base, number)
    }
}
