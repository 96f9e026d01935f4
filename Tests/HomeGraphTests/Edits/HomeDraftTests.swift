import DataModel
import TestSupport
import Testing

@testable import HomeGraph

/// What each edit makes of a home, and why it is refused.
struct HomeDraftTests {
    private let shape = HomeStore(contents: SmallHome.twoHouses(), time: ManualTime()).shape

    private func take(_ edit: HomeEdit) throws -> (draft: HomeDraft, id: String) {
        var draft = HomeDraft(shape)
        let id = try draft.take(edit)
        return (draft, id)
    }

    private struct Expected: Sendable, CustomTestStringConvertible {
        let edit: HomeEdit
        let id: String
        let changes: [StateChange]
        let gone: [String]
        let new: [String]
        var testDescription: String { "\(edit)" }

        init(
            _ edit: HomeEdit, _ id: String, _ changes: [StateChange], gone: [String] = [], new: [String] = []
        ) {
            self.edit = edit
            self.id = id
            self.changes = changes
            self.gone = gone
            self.new = new
        }
    }

    private static func pair(_ name: String, _ devices: [String]) -> GroupRecord {
        GroupRecord(id: "pair", name: name, structureID: "main", deviceIDs: devices)
    }

    private static let edits = [
        Expected(
            .renameStructure("main", to: "Villa"), "main", [.structure(StructureRecord(id: "main", name: "Villa"))],
            gone: ["structure main Main House"], new: ["structure main Villa"]),
        Expected(
            .createRoom(name: "Living Room", structure: "main"), "living-room",
            [.room(RoomRecord(id: "living-room", name: "Living Room", structureID: "main"))],
            new: ["room living-room Living Room in main"]),
        Expected(
            .createRoom(name: "Kitchen", structure: "cottage"), "kitchen-2",
            [.room(RoomRecord(id: "kitchen-2", name: "Kitchen", structureID: "cottage"))],
            new: ["room kitchen-2 Kitchen in cottage"]),
        Expected(
            .renameRoom("kitchen", to: "Galley"), "kitchen",
            [.room(RoomRecord(id: "kitchen", name: "Galley", structureID: "main"))],
            gone: ["room kitchen Kitchen in main"], new: ["room kitchen Galley in main"]),
        Expected(
            .deleteRoom("kitchen"), "kitchen", [.removedRoom("kitchen")],
            gone: [
                "room kitchen Kitchen in main", "device lamp-0 Lamp 0 in main/kitchen ",
                "device lamp-2 Lamp 2 in main/kitchen ",
            ], new: ["device lamp-0 Lamp 0 in main/ ", "device lamp-2 Lamp 2 in main/ "]),
        Expected(
            .renameDevice("lamp-1", to: "Star"), "lamp-1", [.device(id: "lamp-1", name: "Star", roomID: nil)],
            gone: ["device lamp-1 Lamp 1 in main/ "], new: ["device lamp-1 Star in main/ "]),
        Expected(
            .moveDevice("lamp-1", room: "kitchen"), "lamp-1",
            [.device(id: "lamp-1", name: "Lamp 1", roomID: "kitchen")],
            gone: ["device lamp-1 Lamp 1 in main/ "], new: ["device lamp-1 Lamp 1 in main/kitchen "]),
        Expected(
            .moveDevice("lamp-0", room: nil), "lamp-0", [.device(id: "lamp-0", name: "Lamp 0", roomID: nil)],
            gone: ["device lamp-0 Lamp 0 in main/kitchen "], new: ["device lamp-0 Lamp 0 in main/ "]),
        Expected(
            .removeDevice("lamp-0"), "lamp-0", [.removedDevice("lamp-0")],
            gone: ["device lamp-0 Lamp 0 in main/kitchen ", "group pair Pair in main: [\"lamp-0\", \"lamp-1\"]"],
            new: ["group pair Pair in main: [\"lamp-1\"]"]),
        Expected(
            .removeDevice("bridge"), "bridge", [.removedDevice("bridge"), .removedDevice("bridged")],
            gone: [
                "device bridge Bridge in cottage/attic ", "device bridged Bridged in cottage/attic bridge",
                "group all All in cottage: [\"torch\", \"bridged\", \"bridge\"]",
            ], new: ["group all All in cottage: [\"torch\"]"]),
        Expected(
            .createGroup(name: "Pair", structure: "main", devices: ["lamp-2", "lamp-0", "lamp-2"]), "pair-2",
            [.group(GroupRecord(id: "pair-2", name: "Pair", structureID: "main", deviceIDs: ["lamp-2", "lamp-0"]))],
            new: ["group pair-2 Pair in main: [\"lamp-2\", \"lamp-0\"]"]),
        Expected(
            .createGroup(name: "🛋", structure: "main", devices: []), "group",
            [.group(GroupRecord(id: "group", name: "🛋", structureID: "main", deviceIDs: []))],
            new: ["group group 🛋 in main: []"]),
        Expected(
            .renameGroup("pair", to: "Couple"), "pair", [.group(pair("Couple", ["lamp-0", "lamp-1"]))],
            gone: ["group pair Pair in main: [\"lamp-0\", \"lamp-1\"]"],
            new: ["group pair Couple in main: [\"lamp-0\", \"lamp-1\"]"]),
        Expected(
            .deleteGroup("pair"), "pair", [.removedGroup("pair")],
            gone: ["group pair Pair in main: [\"lamp-0\", \"lamp-1\"]"]),
        Expected(
            .addGroupMembers("pair", devices: ["lamp-1", "lamp-2", "lamp-2"]), "pair",
            [.group(pair("Pair", ["lamp-0", "lamp-1", "lamp-2"]))],
            gone: ["group pair Pair in main: [\"lamp-0\", \"lamp-1\"]"],
            new: ["group pair Pair in main: [\"lamp-0\", \"lamp-1\", \"lamp-2\"]"]),
        Expected(
            .removeGroupMembers("pair", devices: ["lamp-0", "lamp-2"]), "pair", [.group(pair("Pair", ["lamp-1"]))],
            gone: ["group pair Pair in main: [\"lamp-0\", \"lamp-1\"]"],
            new: ["group pair Pair in main: [\"lamp-1\"]"]),
    ]

    @Test(arguments: edits) private func `an edit changes what it says and nothing else`(_ expected: Expected) throws {
        let (draft, id) = try take(expected.edit)
        let (before, after) = (graph(shape), graph(draft.shape))
        #expect(id == expected.id)
        #expect(draft.changes == expected.changes)
        #expect(before.filter { !after.contains($0) } == expected.gone)
        #expect(after.filter { !before.contains($0) } == expected.new)
        #expect(
            draft.removed.map(\.id)
                == draft.changes.compactMap { if case .removedDevice(let id) = $0 { id } else { nil } })
    }

    private static let refusals: [(HomeEdit, HomeError.Code, String)] = [
        (.renameStructure("mian", to: "x"), .notFound, "there is no structure 'mian'; did you mean main?"),
        (.renameStructure("main", to: " "), .invalidArgument, "the name is empty; it is to have 1 to 60 characters"),
        (
            .createRoom(name: "x", structure: "castle"), .notFound,
            "there is no structure 'castle'; there are main, cottage"
        ),
        (
            .createRoom(name: "", structure: "main"), .invalidArgument,
            "the name is empty; it is to have 1 to 60 characters"
        ),
        (.renameRoom("hall", to: "x"), .notFound, "there is no room 'hall'; there are kitchen, attic"),
        (.renameRoom("attic", to: "\n"), .invalidArgument, "the name is empty; it is to have 1 to 60 characters"),
        (.deleteRoom("kitchn"), .notFound, "there is no room 'kitchn'; did you mean kitchen?"),
        (.renameDevice("lamp-3", to: "x"), .notFound, "there is no device 'lamp-3'; did you mean lamp-0?"),
        (.renameDevice("torch", to: ""), .invalidArgument, "the name is empty; it is to have 1 to 60 characters"),
        (
            .moveDevice("oven", room: nil), .notFound,
            "there is no device 'oven'; there are lamp-0, lamp-1, lamp-2, torch, bridge, bridged"
        ),
        (.moveDevice("torch", room: "cellar"), .notFound, "there is no room 'cellar'; there are kitchen, attic"),
        (
            .moveDevice("torch", room: "kitchen"), .failedPrecondition,
            "Torch and the room Kitchen belong to two structures"
        ),
        (.removeDevice("torhc"), .notFound, "there is no device 'torhc'; did you mean torch?"),
        (
            .createGroup(name: "x", structure: "", devices: []), .notFound,
            "there is no structure ''; there are main, cottage"
        ),
        (
            .createGroup(name: "", structure: "main", devices: []), .invalidArgument,
            "the name is empty; it is to have 1 to 60 characters"
        ),
        (
            .createGroup(name: "x", structure: "main", devices: ["lamp-0", "torch"]), .failedPrecondition,
            "Torch and the group x belong to two structures"
        ),
        (
            .createGroup(name: "x", structure: "main", devices: ["lamp-0", "tor"]), .notFound,
            "there is no device 'tor'; there are lamp-0, lamp-1, lamp-2, torch, bridge, bridged"
        ),
        (.renameGroup("couple", to: "x"), .notFound, "there is no group 'couple'; there are pair, all"),
        (.renameGroup("pair", to: " "), .invalidArgument, "the name is empty; it is to have 1 to 60 characters"),
        (.deleteGroup(""), .notFound, "there is no group ''; there are pair, all"),
        (.addGroupMembers("some", devices: []), .notFound, "there is no group 'some'; there are pair, all"),
        (
            .addGroupMembers("pair", devices: ["lamp-2", "bridged"]), .failedPrecondition,
            "Bridged and the group Pair belong to two structures"
        ),
        (.removeGroupMembers("pairs", devices: []), .notFound, "there is no group 'pairs'; did you mean pair?"),
        (
            .removeGroupMembers("pair", devices: ["lamp-0", "lamp-x"]), .notFound,
            "there is no device 'lamp-x'; did you mean lamp-0?"
        ),
    ]

    @Test(arguments: refusals) func `an edit that makes no sense says why`(
        _ edit: HomeEdit, _ code: HomeError.Code, _ message: String
    ) {
        #expect(throws: HomeError(code, message)) { try take(edit) }
    }

    @Test func `a group takes a hundred devices and no more, all or nothing`() throws {
        let store = SmallHome.store(lamps: 102, time: ManualTime())
        let all = (0..<102).map { "lamp-\($0)" }
        var draft = HomeDraft(store.shape)
        let id = try draft.take(.createGroup(name: "Many", structure: "main", devices: Array(all.prefix(100))))
        #expect(draft.home.groups.last?.deviceIDs.count == 100)
        let full = draft
        for (devices, count) in [([all[100]], 101), ([all[0], all[100], all[101]], 102)] {
            let error = HomeError(
                .invalidArgument, "the group Many would have \(count) devices; 100 are allowed")
            #expect(throws: error) { try draft.take(.addGroupMembers(id, devices: devices)) }
            draft = full
        }
        _ = try draft.take(.addGroupMembers(id, devices: Array(all.prefix(100)) + all.prefix(3)))
        #expect(draft.home.groups.last?.deviceIDs == Array(all.prefix(100)))
    }
}
