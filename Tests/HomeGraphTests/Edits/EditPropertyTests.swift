import DataModel
import TestSupport
import Testing

@testable import HomeGraph

/// What holds of a home whatever edits are made.
@Suite(.timeLimit(.minutes(1))) struct EditPropertyTests {
    /// An edit that may or may not make sense for a home.
    static func edit(_ shape: HomeShape, _ random: inout SeededGenerator) -> HomeEdit {
        func pick(_ ids: [String]) -> String {
            Int.random(in: 0..<12, using: &random) == 0 ? "nobody" : ids.randomElement(using: &random) ?? "nobody"
        }
        let structures = shape.structures.map(\.id)
        let rooms = shape.rooms.map(\.id)
        let devices = shape.devices.map(\.id)
        let groups = shape.groups.map(\.id)
        let members = (0..<Int.random(in: 0...5, using: &random)).map { _ in pick(devices) }
        let names = ["Lamp", "Küche", "", " ", "🛋", "a", String(repeating: "x", count: 80), "Lamp 2", "-"]
        let name = names.randomElement(using: &random) ?? ""
        let services = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            ServiceID(deviceID: pick(devices), name: ["Lightbulb", "Outlet-2"].randomElement(using: &random) ?? "")
        }
        let serviceGroups = shape.serviceGroups.map(\.id)
        switch Int.random(in: 0..<18, using: &random) {
        case 0: return .renameStructure(pick(structures), to: name)
        case 1, 2: return .createRoom(name: name, structure: pick(structures))
        case 3: return .renameRoom(pick(rooms), to: name)
        case 4: return .deleteRoom(pick(rooms))
        case 5: return .renameDevice(pick(devices), to: name)
        case 6, 7: return .moveDevice(pick(devices), room: Bool.random(using: &random) ? pick(rooms) : nil)
        case 8:
            guard Int.random(in: 0..<8, using: &random) == 0 else { return .renameDevice(pick(devices), to: name) }
            return .removeDevice(pick(devices))
        case 9: return .createGroup(name: name, structure: pick(structures), devices: members)
        case 10: return .renameGroup(pick(groups), to: name)
        case 11:
            return Bool.random(using: &random)
                ? .deleteGroup(pick(groups)) : .addGroupMembers(pick(groups), devices: devices)
        case 12: return .addGroupMembers(pick(groups), devices: members)
        case 13: return .services(.createGroup(name: name, structure: pick(structures), services: services))
        case 14: return .services(.addMembers(pick(serviceGroups), services: services))
        case 15:
            return .services(
                [
                    .renameGroup(pick(serviceGroups), to: name), .deleteGroup(pick(serviceGroups)),
                    .removeMembers(pick(serviceGroups), services: services),
                ].randomElement(using: &random) ?? .deleteGroup(""))
        case 16: return .services(.rename(ServiceID(deviceID: pick(devices), name: "Lightbulb"), to: name))
        default: return .removeGroupMembers(pick(groups), devices: members)
        }
    }

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
                HomeContents.Device(
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
            let edit = Self.edit(before, &random)
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
