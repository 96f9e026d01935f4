import DataModel

extension HomeDraft {
    /// The structure that devices are to join; where a room is named, it is one of its rooms.
    ///
    /// - Throws: `notFound` for structure and room, `failedPrecondition` for a room of another structure.
    func structure(of place: HomeEditor.Place) throws(HomeError) -> StructureRecord {
        let structure = home.structures[try position(of: place.structureID, in: home.structures, "structure")]
        if let roomID = place.roomID {
            let room = home.rooms[try position(of: roomID, in: home.rooms, "room")]
            guard room.structureID == structure.id else {
                throw HomeError(
                    .failedPrecondition, "the room \(room.name) does not belong to the structure \(structure.name)")
            }
        }
        return structure
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
        try naming { draft throws(HomeError) in try draft.add(joining, at: place, from: end) }
    }

    private mutating func add(
        _ joining: JoiningDevices, at place: HomeEditor.Place, from end: (index: DeviceIndex, slot: Int)
    ) throws(HomeError) -> [DeviceRecord] {
        let structure = try structure(of: place)
        var taken = Set(home.devices.map(\.id))
        var joined: [DeviceRecord] = []
        var slot = end.slot
        for (position, device) in joining.devices.enumerated() {
            let name = try Self.checked(position == 0 ? place.name ?? device.name : device.name)
            let record = DeviceRecord(
                id: Self.freeID(device.id, kind: "device", besides: taken),
                index: DeviceIndex(rawValue: end.index.rawValue + position), name: name, structureID: structure.id,
                roomID: place.roomID, bridgeID: position == 0 ? nil : joined[0].id, layout: device.layout,
                firstSlot: slot)
            taken.insert(record.id)
            home.devices.append(record)
            slot += device.layout.slotCount
            joined.append(record)
            changes.append(
                .newDevice(
                    SavedDevice(
                        id: record.id, name: name, structureID: structure.id, roomID: place.roomID,
                        bridgeID: record.bridgeID, layout: device.layout.savedText, hubState: device.hubState,
                        values: device.layout.keyed(device.values))))
        }
        return joined
    }
}
