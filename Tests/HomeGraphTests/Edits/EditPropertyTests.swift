import DataModel
import TestSupport
import Testing

@testable import HomeGraph

/// What holds of a home whatever edits are made.
@Suite(.timeLimit(.minutes(1))) struct EditPropertyTests {
    static let edits = RandomEdits(
        names: ["Lamp", "Küche", "", " ", "🛋", "a", String(repeating: "x", count: 80), "Lamp 2", "-"])

    /// What is wrong with a home.
    static func faults(of shape: HomeShape) -> [String] {
        var faults: [String] = []
        for ids in [shape.structures.map(\.id), shape.rooms.map(\.id), shape.devices.map(\.id), shape.groups.map(\.id)]
        {
            if Set(ids).count != ids.count { faults.append("ids twice: \(ids)") }
            faults += ids.filter { !ObjectIdentifierText.isIdentifier($0) }.map { "no id: \($0)" }
        }
        for room in shape.rooms where shape.structure(room.structureID) == nil { faults.append("\(room)") }
        for device in shape.devices {
            if shape.structure(device.structureID) == nil { faults.append("\(device.id) is in no structure") }
            if let id = device.roomID, shape.room(id)?.structureID != device.structureID {
                faults.append("\(device.id) is in the room \(id)")
            }
            if let id = device.bridgeID, shape.device(id) == nil { faults.append("\(device.id) is behind \(id)") }
        }
        for group in shape.groups {
            let members = group.deviceIDs.map { shape.device($0) }
            if members.contains(where: { $0?.structureID != group.structureID }) { faults.append("\(group)") }
            if Set(group.deviceIDs).count != members.count || members.count > 100 { faults.append("\(group)") }
        }
        for group in shape.serviceGroups {
            let members = group.services.map { shape.device($0.deviceID) }
            if members.contains(where: { $0?.structureID != group.structureID }) { faults.append("\(group)") }
            if Set(group.services).count != members.count { faults.append("\(group)") }
            let others = shape.serviceGroups.filter { $0.structureID == group.structureID && $0.id != group.id }
            if others.contains(where: { ObjectName.isSimilar($0.name, group.name) }) { faults.append("\(group)") }
        }
        for service in shape.serviceNames.keys where shape.device(service.deviceID) == nil {
            faults.append("\(service)")
        }
        let names = shape.structures.map(\.name) + shape.rooms.map(\.name) + shape.groups.map(\.name)
        for name in names + shape.devices.map(\.name) where ObjectName.kept(name) != name { faults.append(name) }
        return faults
    }

    /// Two houses with more than a hundred devices.
    static func contents() -> HomeContents {
        var contents = SmallHome.twoHouses()
        for number in 0..<110 {
            contents.devices.append(
                HubDevice(
                    id: "more-\(number)", name: "More \(number)", structureID: "main", roomID: nil,
                    layout: SmallHome.lamp, values: contents.devices[0].values))
        }
        return contents
    }

    @Test(arguments: 1...6) func `a home stays whole, and is kept as it is`(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let stateStore = MemoryStateStore()
        let home = try await Home(hub: HandHub(Self.contents()), store: stateStore, time: ManualTime())
        var made = 0
        for _ in 0..<400 {
            let before = home.store.shape
            let edit = Self.edits.next(before, using: &random)
            let fails = Int.random(in: 0..<10, using: &random) == 0
            stateStore.fail(fails ? HomeError(.unavailable, "away") : nil)
            do throws(HomeError) {
                try await home.editor.perform(edit)
                #expect(!fails)
                made += 1
            } catch {
                #expect(graph(home.store.shape) == graph(before), "\(edit)")
                #expect(!error.message.isEmpty)
            }
            #expect(Self.faults(of: home.store.shape) == [], "\(edit)")
            #expect(graph(try #require(stateStore.home)) == graph(home.store.shape), "\(edit)")
        }
        #expect(made > 100)
        let restored = try HomeContents(try #require(stateStore.home), catalog: .standard)
        #expect(graph(HomeStore(contents: restored, time: ManualTime()).shape) == graph(home.store.shape))
    }
}
