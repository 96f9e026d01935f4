import DataModel
import HomeGraph
import TestSupport
import Testing

/// Structures, rooms, devices and groups as Swift edits them.
struct EditingTests {
    private let store = MemoryStateStore()

    /// Three lamps in one structure, and a cottage with a room and a lamp.
    private func home() async throws -> Home {
        var contents = SmallHome.contents(lamps: 3)
        contents.structures.append(StructureRecord(id: "cottage", name: "Guest Cottage"))
        contents.rooms.append(RoomRecord(id: "attic", name: "Attic", structureID: "cottage"))
        contents.devices.append(
            HubDevice(
                id: "torch", name: "Torch", structureID: "cottage", roomID: "attic", layout: SmallHome.lamp,
                values: contents.devices[0].values))
        contents.groups.append(
            GroupRecord(id: "torches", name: "Torches", structureID: "cottage", deviceIDs: ["torch"]))
        return try await Home(hub: HandHub(contents), store: store, time: ManualTime())
    }

    private func structure(_ id: String, _ home: Home) async throws -> Structure {
        try #require(try await home.structures().list().first { $0.id == id })
    }
    private func room(_ id: String, _ home: Home) async throws -> Room {
        try #require(try await home.rooms().list().first { $0.id == id })
    }
    private func device(_ id: String, _ home: Home) async throws -> HomeDevice {
        try #require(try await home.devices().list().first { $0.id == id })
    }
    private func group(_ id: String, _ home: Home) async throws -> DeviceGroup {
        for structure in try await home.structures().list() {
            if let group = try await structure.deviceGroups.list().first(where: { $0.id == id }) { return group }
        }
        throw HomeError(.notFound, id)
    }

    private func expect(
        _ code: HomeError.Code, _ message: String, at location: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async {
        await #expect(throws: HomeError(code, message), sourceLocation: location) { try await body() }
    }

    @Test func `every object takes a name, and the snapshot stays as it is`() async throws {
        let home = try await home()
        let structure = try await structure("main", home)
        let room = try await room("kitchen", home)
        let device = try await device("lamp-0", home)
        let group = try await group("pair", home)
        #expect(try await structure.setName("Villa").name == "Villa")
        #expect(try await room.setName("Galley").name == "Galley")
        #expect(try await device.setName("Star").name == "Star")
        #expect(try await group.setName("Couple").name == "Couple")
        #expect([structure.name, room.name, device.name, group.name] == ["Main House", "Kitchen", "Lamp 0", "Pair"])
        #expect(try await self.structure("main", home).name == "Villa")
        #expect(try await self.device("lamp-0", home).name == "Star")
        #expect(store.home?.rooms.first?.name == "Galley")
        #expect(store.home?.groups.first?.name == "Couple")
    }

    @Test func `a name is cut after sixty code points, not characters`() async throws {
        let home = try await home()
        // Each is two code points and one character.
        let name = String(repeating: "e\u{301}", count: 40)
        let renamed = try await room("kitchen", home).setName(name)
        #expect(renamed.name.unicodeScalars.count == 60)
        #expect(renamed.name.count == 30)
        let created = try await structure("main", home).createRoom(name: name)
        #expect(created.name == renamed.name)
    }

    @Test(arguments: ["", " ", "\u{3000}\n"]) func `a blank name is refused`(name: String) async throws {
        let home = try await home()
        let error = HomeError(.invalidArgument, "the name is empty; it is to have 1 to 60 characters")
        await #expect(throws: error) { try await structure("main", home).createRoom(name: name) }
        await #expect(throws: error) { try await room("kitchen", home).setName(name) }
        #expect(try await home.rooms().list().count == 2)
    }

    @Test func `a room is made, also beside one of the same name`() async throws {
        let home = try await home()
        let structure = try await structure("main", home)
        let first = try await structure.createRoom(name: "Study")
        let second = try await structure.createRoom(name: "Study")
        #expect(first.structureID == "main" && first.name == second.name && first.id != second.id)
        #expect(try await home.rooms().list().isSuperset(of: [first, second]))
    }

    @Test func `a deleted room leaves its devices in no room`() async throws {
        let home = try await home()
        try await structure("main", home).deleteRoom(room("kitchen", home))
        #expect(try await home.rooms().list().map(\.id) == ["attic"])
        let device = try await device("lamp-0", home)
        #expect(device.roomID == nil && device.structureID == "main")
        try await structure("cottage", home).deleteRoom("attic")
        #expect(try await home.rooms().list().isEmpty)
    }

    @Test func `a structure deletes its own rooms only`() async throws {
        let home = try await home()
        let structure = try await structure("main", home)
        let attic = try await room("attic", home)
        await expect(.notFound, "Main House has no room 'attic'; there is kitchen") {
            try await structure.deleteRoom(attic)
        }
        await expect(.notFound, "Main House has no room 'kitchn'; did you mean kitchen?") {
            try await structure.deleteRoom("kitchn")
        }
        #expect(try await home.rooms().list().count == 2)
    }

    @Test func `a device moves between the rooms of its structure`() async throws {
        let home = try await home()
        let structure = try await structure("main", home)
        let study = try await structure.createRoom(name: "Study")
        try await structure.move(device: device("lamp-0", home), to: study)
        try await structure.move(device: "lamp-1", to: study.id)
        #expect(try await device("lamp-0", home).roomID == study.id)
        #expect(try await device("lamp-1", home).roomID == study.id)
    }

    @Test func `a device does not move to another structure`() async throws {
        let home = try await home()
        let structure = try await structure("main", home)
        await expect(.failedPrecondition, "Lamp 0 and the room Attic belong to two structures") {
            try await structure.move(device: "lamp-0", to: "attic")
        }
        await expect(.failedPrecondition, "Torch belongs to another structure than Main House") {
            try await structure.move(device: "torch", to: "attic")
        }
        await expect(.notFound, "there is no device 'lamp'; did you mean lamp-0?") {
            try await structure.move(device: "lamp", to: "kitchen")
        }
        await expect(.notFound, "there is no room 'nowhere'; there are kitchen, attic") {
            try await structure.move(device: "lamp-0", to: "nowhere")
        }
        #expect(try await device("lamp-0", home).roomID == "kitchen")
    }

    @Test func `an object that is gone cannot be named`() async throws {
        let home = try await home()
        let attic = try await room("attic", home)
        try await structure("cottage", home).deleteRoom(attic)
        await expect(.notFound, "there is no room 'attic'; there is kitchen") { try await attic.setName("Loft") }
    }

    @Test func `what cannot be kept is not done`() async throws {
        let home = try await home()
        store.fail(HomeError(.unavailable, "the disk is full"))
        await expect(.unavailable, "the disk is full") {
            try await structure("main", home).createRoom(name: "Study")
        }
        #expect(try await home.rooms().list().count == 2)
    }

    // MARK: - Groups

    @Test func `groups are made, filled, emptied and deleted by the structure's trait`() async throws {
        let home = try await home()
        let trait = try await structure("main", home).traits.get(ManagementTrait.self)
        #expect(try await trait.create("Kitchen Lights", ["lamp-0", "lamp-1"]) == .string("kitchen-lights"))
        try await trait.add(["lamp-1", "lamp-2"], to: "kitchen-lights")
        #expect(try await group("kitchen-lights", home).deviceIDs == ["lamp-0", "lamp-1", "lamp-2"])
        try await trait.remove(["lamp-0"], from: "kitchen-lights")
        #expect(try await group("kitchen-lights", home).deviceIDs == ["lamp-1", "lamp-2"])
        #expect(try await group("pair", home).deviceIDs == ["lamp-0", "lamp-1"], "a device is in several groups")
        try await trait.empty("kitchen-lights")
        #expect(try await group("kitchen-lights", home).deviceIDs == [])
        try await trait.delete("kitchen-lights")
        #expect(try await structure("main", home).deviceGroups.list().map(\.id) == ["pair"])
        #expect(try await home.devices().list().count == 4)
    }

    @Test func `the trait says what it carries out`() async throws {
        let home = try await home()
        let trait = try await structure("main", home).traits(ManagementTrait.self)
        #expect(trait.supports(.createUserDefinedGroup) && trait.supports(.addGroupMembers))
        #expect(trait.supports(.removeGroupMembers) && trait.supports(.removeAllGroupMembers))
        #expect(trait.supports(.deleteGroup))
        #expect(!trait.supports(.createGroup) && !trait.supports(.createCastSpeakerGroup))
        await expect(.unimplemented, "Google.GroupManagement.createGroup is not supported here") {
            try await trait.handle.invoke(1)
        }
    }

    @Test func `a group has devices of one structure, and a structure changes its own groups`() async throws {
        let home = try await home()
        let trait = try await structure("main", home).traits(ManagementTrait.self)
        await expect(.failedPrecondition, "Torch and the group Mixed belong to two structures") {
            _ = try await trait.create("Mixed", ["lamp-0", "torch"])
        }
        await expect(.notFound, "there is no device 'lamp-9'; did you mean lamp-0?") {
            try await trait.add(["lamp-2", "lamp-9"], to: "pair")
        }
        await expect(.notFound, "Main House has no group 'torches'; there is pair") {
            try await trait.delete("torches")
        }
        #expect(try await group("pair", home).deviceIDs == ["lamp-0", "lamp-1"], "all or nothing")
        #expect(try await structure("main", home).deviceGroups.list().count == 1)
    }

    @Test func `a group has at most a hundred devices`() async throws {
        let home = try await Home(hub: HandHub(SmallHome.contents(lamps: 101)), time: ManualTime())
        let trait = try await structure("main", home).traits(ManagementTrait.self)
        let all = (0..<101).map { "lamp-\($0)" }
        await expect(.invalidArgument, "the group All would have 101 devices; 100 are allowed") {
            _ = try await trait.create("All", all)
        }
        _ = try await trait.create("All", Array(all.prefix(100)))
        await expect(.invalidArgument, "the group All would have 101 devices; 100 are allowed") {
            try await trait.add(["lamp-100", "lamp-0"], to: "all")
        }
        #expect(try await group("all", home).deviceIDs == Array(all.prefix(100)))
    }

    @Test func `a group's name is an attribute`() async throws {
        let home = try await home()
        let trait = try await group("pair", home).traits.get(NameTrait.self)
        #expect(trait.name == "Pair" && trait.$name.isSupported)
        let renamed = try await trait.update { $0.name = "Movie Corner" }
        #expect(renamed.name == "Movie Corner" && trait.name == "Pair" && renamed != trait)
        #expect(try await group("pair", home).name == "Movie Corner")
        #expect(try await trait.update { _ in }.name == "Movie Corner")
        #expect(try await trait.update { $0.name = String(repeating: "x", count: 61) }.name?.count == 60)
    }

    @Test func `arguments of a wrong kind are named`() async throws {
        let home = try await home()
        let trait = try await structure("main", home).traits(ManagementTrait.self)
        await expect(.invalidArgument, "createUserDefinedGroup, withDevices: each entry is to be a text") {
            try await trait.handle.invoke(0, [0: .string("A"), 1: .list([.uint(1)])])
        }
        await expect(.invalidArgument, "deleteGroup, groupObjectId: a text is needed") {
            try await trait.handle.invoke(7)
        }
    }
}
