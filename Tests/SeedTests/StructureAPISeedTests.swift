// The examples stand as the seed writes them.
// swift-format-ignore-file

import DataModel
import HomeGraph
import HomeTypes
import Synchronization
import Testing

/// Every example of the third seed, “Structure API on iOS”, as it is written there, against a simulated home.
///
/// The examples' own variable names are kept. What is no Swift there is read as the reference of the Home APIs has it,
/// and Apple's receivers have become loops over the same sequences, with the original beside them.
@Suite(.timeLimit(.minutes(1))) struct StructureAPISeedTests {
    private let seedHome: SeedHome
    private let printed = Printed()
    private var home: Home { seedHome.home }

    init() async throws { seedHome = try await SeedHome() }

    private func print(_ line: String) { printed.add(line) }
    private func XCTAssertTrue(_ condition: Bool, at location: SourceLocation = #_sourceLocation) {
        #expect(condition, sourceLocation: location)
    }
    private func XCTAssertNotNil(_ value: Any?, at location: SourceLocation = #_sourceLocation) {
        #expect(value != nil, sourceLocation: location)
    }

    // MARK: - Structures

    /// The model of an application, as the seed sketches it.
    @MainActor private final class StructuresModel {
        private(set) var structures: [Structure] = []
        private let home: Home

        init(home: Home) { self.home = home }

        // @Published public private(set) var structures: [Structure] = []
        // private var structuresCancellable: AnyCancellable?
        //
        //   self.structuresCancellable = home
        //     .structures()
        //     .batched()
        //     .receive(on: DispatchQueue.main)
        //     .map { Array($0) }
        //     .catch {
        //       // Failed to load structures
        //       return Just([Structure]())
        //     }
        //     .assign(to: \.structures, on: self)
        func follow(until isDone: ([Structure]) -> Bool) async {
            for await structures in home
              .structures()
              .batched()
              .map({ Array($0) }) {
              self.structures = structures
              if isDone(structures) { return }
            }
        }
    }

    @Test @MainActor func `structures are followed as they change`() async throws {
        let model = StructuresModel(home: home)
        await model.follow { $0.count == 2 }
        #expect(Set(model.structures.map(\.name)) == ["Main House", "Guest Cottage"])
        async let followed: Void = model.follow { $0.contains { $0.name == "Villa" } }
        try await seedHome.structure("Main House").setName("Villa")
        await followed
        #expect(Set(model.structures.map(\.name)) == ["Villa", "Guest Cottage"])
    }

    @Test func `a set of structures, and their properties`() async throws {
        // Get a stream of all structures accessible to the user
        let allStructuresChanges = self.home.structures()
        let allStructures = try? await allStructuresChanges.list()

        #expect(allStructures?.count == 2)
        let structureID = try #require(allStructures?.first { $0.name == "Main House" }).id

        // Get a stream of changes taking place on a structure.
        let structureChanges = try await home.structures().list().filter { $0.id == structureID }

        // Get a snapshot of the structure.
        let structure = structureChanges.first!

        // Get structure properties
        print("id \(structure.id) ")
        print("name \(structure.name) ")

        #expect(printed.lines == ["id main-house ", "name Main House "])
    }

    @Test func `a structure is found by its name`() async throws {
        var structure1: Structure?

        do {
          structure1 = try await home.structures().list().first(where: { $0.name == "Main House" })
        } catch let _ as HomeError {
          // Code for handling the exception
        }

        #expect(structure1?.id == "main-house")
    }

    @Test func `several structures`() async throws {
        var structure1: Structure!
        var structure2: Structure!
        do {
          structure1 = try await home.structures().list().first(where: { $0.name == "Main House" })
        } catch let _ as HomeError {
          // Code for handling the exception
        }
        do {
          structure2 = try await home.structures().list().first(where: { $0.name == "Guest Cottage" })
        } catch let _ as HomeError {
          // Code for handling the exception
        }

        #expect(structure1?.id == "main-house" && structure2?.id == "guest-cottage")
        #expect(structure1 != structure2)
    }

    // MARK: - Rooms

    /// The model of an application, as the seed sketches it.
    @MainActor private final class RoomsModel {
        private(set) var devicesByRoom: [Room: [HomeDevice]] = [:]
        private let home: Home

        init(home: Home) { self.home = home }

        // self.home.rooms().batched()
        //   .combineLatest(self.home.devices().batched())
        //   .receive(on: DispatchQueue.main)
        //   .catch { error in
        //     // Failed to load rooms and devices
        //     return Just((Set<Room>(), Set<HomeDevice>()))
        //   }
        //   .map { rooms, devices in
        //     …
        //   }.assign(to: &self.$devicesByRoom)
        func follow(_ currentStructureID: String, until isDone: ([Room: [HomeDevice]]) -> Bool) async {
            for await devicesByRoom in self.home.rooms().batched()
              .combineLatest(self.home.devices().batched())
              .map({ rooms, devices in
                var devicesByRoom = [Room: [HomeDevice]]()
                for room in rooms where room.structureID == currentStructureID {
                  devicesByRoom[room] = devices.filter { $0.roomID == room.id }
                }
                return devicesByRoom
              }) {
              self.devicesByRoom = devicesByRoom
              if isDone(devicesByRoom) { return }
            }
        }

        var names: [String: Set<String>] {
            Dictionary(uniqueKeysWithValues: devicesByRoom.map { ($0.name, Set($1.map(\.id))) })
        }
    }

    @Test @MainActor func `rooms and devices are joined, and followed as they change`() async throws {
        let structure = try await seedHome.structure()
        let model = RoomsModel(home: home)
        await model.follow(structure.id) { !$0.isEmpty }
        #expect(model.names == ["Kitchen": ["dimmable", "color"], "Living Room": ["plain"], "room_id1": []])
        try await structure.move(device: "plain", to: "kitchen")
        await model.follow(structure.id) { $0.values.contains { $0.count == 3 } }
        #expect(model.names["Kitchen"] == ["dimmable", "color", "plain"])
        #expect(model.names["Living Room"] == [])
    }

    @Test func `a list of rooms, and their properties`() async throws {
        let allRoomsChanges = self.home.rooms()
        let allRooms = try await allRoomsChanges.list()
        let room = allRooms.first!
        XCTAssertTrue(allRooms.contains(room))

        print("id \(room.id) ")
        print("name \(room.name) ")

        #expect(allRooms.count == 4)
        #expect(printed.lines == ["id \(room.id) ", "name \(room.name) "])
    }

    @Test func `a room is created`() async throws {
        let structure = try await seedHome.structure()

        let testName = "Test Room Name"
        var newRoom: Room!
        do {
          newRoom = try await structure.createRoom(name: testName)
          XCTAssertNotNil(newRoom)
        } catch let _ as HomeError {
          // Code for handling the exception
        }

        #expect(newRoom?.name == "Test Room Name" && newRoom?.structureID == structure.id)
        #expect(try await home.rooms().list().contains(newRoom))
    }

    @Test func `a room is deleted that was found by its name`() async throws {
        let structure = try await seedHome.structure()

        // The seed has this in Kotlin:
        // val roomToDelete = structure.rooms().list().filter { it.name == "room_id1" }.firstOrNull()
        //     structure.deleteRoom(roomToDelete!!)
        let roomToDelete = try await home.rooms().list().filter { $0.name == "room_id1" }.first
        try await structure.deleteRoom(roomToDelete!)

        #expect(try await home.rooms().list().contains { $0.name == "room_id1" } == false)
    }

    @Test func `a room is deleted that was found by its id, and its devices stay`() async throws {
        let structure = try await seedHome.structure()
        let allRooms = try await home.rooms().list()
        let room = try #require(allRooms.first { $0.id == "kitchen" })

        let roomToDelete = allRooms.first(where: { $0.id == room.id })
        if let roomToDelete1 = roomToDelete {
          do {
            try await structure.deleteRoom(roomToDelete1)
          } catch let _ as HomeError {
            // Code for handling the exception
          }
        }

        #expect(try await home.rooms().list().count == 3)
        let device = try await seedHome.device("dimmable")
        #expect(device.roomID == nil && device.structureID == structure.id)
    }

    @Test func `a device is moved to another room`() async throws {
        let structure = try await seedHome.structure()
        let light = try await seedHome.device("plain")
        let room = try #require(try await home.rooms().list().first { $0.name == "Kitchen" })

        do {
          try await structure.move(device: light, to: room)
        } catch let _ as HomeError {
          // Code for handling the exception
        }

        #expect(light.roomID == "living-room")
        #expect(try await seedHome.device("plain").roomID == room.id)
    }

    @Test func `a room's name is changed`() async throws {
        let theRoom = try #require(try await home.rooms().list().first { $0.name == "Kitchen" })

        let updatedRoom = try await theRoom.setName("new room name")

        #expect(theRoom.name == "Kitchen" && updatedRoom.name == "new room name" && updatedRoom.id == theRoom.id)
        #expect(try await home.rooms().list().contains(updatedRoom))
        let long = String(repeating: "長", count: 70)
        #expect(try await updatedRoom.setName(long).name == String(repeating: "長", count: 60))
    }

    // MARK: - Device groups

    @Test func `the groups of a structure are listed, and followed as they change`() async throws {
        let structure = try await seedHome.structure()

        let following = Task {
            for await groups in structure.deviceGroups.batched() {
              for group in groups {
                print("Found group: \(group.name) with ID: \(group.id)")
              }
            }
        }

        await printed.wait(for: 2)
        #expect(
            Set(printed.lines) == ["Found group: Lights with ID: lights", "Found group: Plugs with ID: plugs"])
        try await seedHome.group("plugs").setName("Sockets")
        await printed.wait(for: 4)
        #expect(printed.lines.contains("Found group: Sockets with ID: plugs"))
        following.cancel()
        await following.value
    }

    @Test func `a group is created`() async throws {
        let structure = try await seedHome.structure()
        let (light1, light2) = (try await seedHome.device("dimmable"), try await seedHome.device("color"))

        // The seed has structure.traits(Google.GroupManagementTrait), which is no expression of Swift.
        let groupsManagementTrait = try await structure.traits(Google.GroupManagementTrait.self)
        let _ = try await groupsManagementTrait.createUserDefinedGroup(withName: "Kitchen Lights",
                 withDevices: [light1, light2])

        let group = try #require(try await structure.deviceGroups.list().first { $0.name == "Kitchen Lights" })
        #expect(group.deviceIDs == ["dimmable", "color"])
        #expect(try await seedHome.group("lights").deviceIDs.contains("dimmable"), "a device is in several groups")
    }

    @Test func `members are added to a group`() async throws {
        let structure = try await seedHome.structure()
        let group = try await seedHome.group("plugs")
        let light3 = try await seedHome.device("plain")

        // The seed has no try await, and = after the second label.
        let groupManagementTrait = try await structure.traits(Google.GroupManagementTrait.self)
        try await groupManagementTrait.addGroupMembers(
          groupObjectId: group.id,
          memberDeviceObjectIds: [light3.id],
        )

        #expect(try await seedHome.group("plugs").deviceIDs == ["plug", "plain"])
    }

    @Test func `members are removed from a group`() async throws {
        let structure = try await seedHome.structure()
        let group = try await seedHome.group("lights")
        let removedIDs: Set = ["plain", "lock", "plug"]

        // The seed lacks the last parenthesis.
        let groupManagementTrait = try await structure.traits(Google.GroupManagementTrait.self)
        _ = try await groupManagementTrait.removeGroupMembers(
                    groupObjectId: group.id,
                    memberDeviceObjectIdsArray: Array(removedIDs))

        #expect(try await seedHome.group("lights").deviceIDs == ["dimmable", "white", "color"])
    }

    @Test func `a group's name is changed`() async throws {
        let group = try await seedHome.group("lights")

        let groupTrait = group.traits.get(Google.GroupTrait.self)
        _ = try await groupTrait.update { $0.name = "Movie Corner" }

        #expect(groupTrait.attributes.name == "Lights")
        #expect(try await seedHome.group("lights").name == "Movie Corner")
    }

    @Test func `a group is deleted`() async throws {
        let structure = try await seedHome.structure()
        let group = try await seedHome.group("lights")

        let groupManagementTrait = try await structure.traits.get(Google.GroupManagementTrait.self)

        _ = try await groupManagementTrait.deleteGroup(groupObjectId: group.id)

        #expect(try await structure.deviceGroups.list().map(\.id) == ["plugs"])
        #expect(try await seedHome.device("plain").structureID == structure.id)
    }

    @Test func `errors have a code and a message`() async throws {
        let structure = try await seedHome.structure()
        let cottage = try await seedHome.device("cottage-light")
        let trait = structure.traits(Google.GroupManagementTrait.self)
        do {
            _ = try await trait.createUserDefinedGroup(withName: "Mixed", withDevices: [cottage])
            Issue.record("a group has devices of one structure")
        } catch {
            #expect(error.code == .failedPrecondition)
            #expect(error.message == "Cottage Light and the group Mixed belong to two structures")
        }
    }
}
