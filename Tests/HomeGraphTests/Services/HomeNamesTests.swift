import DataModel
import TestSupport
import Testing

@testable import HomeGraph

/// Names that tell rooms, accessories and services apart: unique, and the same as long as nobody names the object.
struct HomeNamesTests {
    /// Lamps of these names in one structure.
    private static func lamps(_ names: String...) -> HomeContents {
        var contents = SmallHome.contents(lamps: names.count)
        for (index, name) in names.enumerated() { contents.devices[index].name = name }
        return contents
    }

    private static func draft(_ contents: HomeContents, kept: [String: String] = [:]) -> HomeDraft {
        HomeDraft(HomeStore(contents: contents, names: kept, time: ManualTime()).shape)
    }

    /// The names of all accessories and of their lights, by device.
    private static func names(_ shape: HomeShape) -> [String: [String]] {
        Dictionary(
            uniqueKeysWithValues: shape.devices.map { device in
                (device.id, [shape.names.name(of: device)] + shape.names.namesOfServices(of: device))
            })
    }

    @Test func `a name that is taken is followed by the first free number`() {
        let shape = Self.draft(Self.lamps("Lamp", "lamp", "Lamp 2", "Star")).shape
        #expect(shape.devices.map { shape.names.name(of: $0) } == ["Lamp", "lamp 2", "Lamp 2 2", "Star"])
        #expect(
            shape.names.namesOfServices(of: shape.devices[1]) == ["lamp Accessory Information 2", "lamp 2"])
        #expect(shape.names.service(named: "LAMP 2", in: "main")?.id.description == "lamp-1/Lightbulb")
        #expect(shape.names.service(named: "LAMP 2", in: "main")?.name == "lamp 2")
        #expect(shape.names.service(named: "Moon", in: "main") == nil)
        #expect(shape.names.device(named: "star", in: "main") == "lamp-3")
        #expect(shape.names.device(named: "star", in: "cottage") == nil)
    }

    @Test func `who stays keeps the name, and who comes gets a free one`() throws {
        var draft = Self.draft(Self.lamps("Lamp", "Lamp", "Lamp", "Star"))
        let before = Self.names(draft.shape)
        _ = try draft.take(.removeDevice("lamp-0"))
        #expect(Self.names(draft.shape)["lamp-1"] == before["lamp-1"])
        #expect(Self.names(draft.shape)["lamp-2"] == before["lamp-2"])
        _ = try draft.take(.renameDevice("lamp-3", to: "Lamp"))
        #expect(Self.names(draft.shape)["lamp-3"] == ["Lamp", "Lamp Accessory Information", "Lamp"])
        _ = try draft.take(.renameDevice("lamp-1", to: "Moon"))
        #expect(Self.names(draft.shape)["lamp-1"]?.first == "Moon")
        #expect(Self.names(draft.shape)["lamp-2"]?.first == "Lamp 3")
    }

    @Test func `a service that people name gives its name to nobody, and takes nobody's`() throws {
        var draft = Self.draft(Self.lamps("Lamp", "Lamp"))
        let first = ServiceID(deviceID: "lamp-0", name: "Lightbulb")
        _ = try draft.take(.services(.rename(first, to: "Star")))
        #expect(Self.names(draft.shape)["lamp-1"]?.last == "Lamp 2")
        _ = try draft.take(.renameDevice("lamp-1", to: "Star"))
        #expect(Self.names(draft.shape)["lamp-1"] == ["Star", "Star Accessory Information", "Star 2"])
        #expect(throws: HomeError.self) { try draft.take(.services(.rename(first, to: "star 2"))) }
    }

    @Test func `numbers are kept, and a restart agrees`() throws {
        var contents = Self.lamps("Lamp", "Lamp", "Lamp")
        var draft = Self.draft(contents)
        _ = try draft.take(.removeDevice("lamp-0"))
        let kept = Self.kept(draft.changes)
        #expect(kept["accessory/lamp-1"] == "2 Lamp" && kept["service/lamp-2/Lightbulb"] == "3 Lamp")
        contents.devices.removeFirst()
        #expect(Self.names(Self.draft(contents, kept: kept).shape) == Self.names(draft.shape))
        // What does not fit any more is forgotten.
        contents.devices[0].name = "Moon"
        #expect(Self.names(Self.draft(contents, kept: kept).shape)["lamp-1"]?.first == "Moon")
    }

    /// What the state store has after changes.
    private static func kept(_ changes: [StateChange], _ before: [String: String] = [:]) -> [String: String] {
        changes.reduce(into: before) { kept, change in
            if case .record(HomeNames.section, let key, let value) = change { kept[key] = value }
        }
    }

    @Test(arguments: 0..<20)
    func `whatever is edited, names are unique, stay, and outlast restarts`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let edits = RandomEdits(names: ["Lamp", "lamp", "Lamp 2", "Torch", "Kitchen"])
        var draft = Self.draft(SmallHome.twoHouses())
        var kept: [String: String] = [:]
        for _ in 0..<60 {
            let before = draft
            do {
                _ = try draft.take(edits.next(draft.shape, using: &random))
            } catch {
                draft = before
                continue
            }
            kept = Self.kept(Array(draft.changes.dropFirst(before.changes.count)), kept)
            let (old, new) = (before.shape, draft.shape)
            for structure in new.structures.map(\.id) {
                let devices = new.devices.filter { $0.structureID == structure }
                let rooms = new.rooms.filter { $0.structureID == structure }
                for names in [
                    devices.map { new.names.name(of: $0) }, rooms.map { new.names.name(of: $0) },
                    devices.flatMap { new.names.namesOfServices(of: $0) },
                ] {
                    #expect(Set(names.map(ObjectName.folded)).count == names.count, "\(names)")
                }
            }
            for device in new.devices {
                guard let former = old.device(device.id), former.name == device.name else { continue }
                #expect(old.names.name(of: former) == new.names.name(of: device))
                for (service, (was, now)) in zip(
                    device.layout.serviceNames,
                    zip(old.names.namesOfServices(of: former), new.names.namesOfServices(of: device)))
                {
                    let id = ServiceID(deviceID: device.id, name: service)
                    if old.serviceNames[id] == new.serviceNames[id] { #expect(was == now) }
                }
            }
            let contents = HomeContents(
                structures: new.structures, rooms: new.rooms,
                devices: new.devices.map {
                    HubDevice(
                        id: $0.id, name: $0.name, structureID: $0.structureID, roomID: $0.roomID,
                        bridgeID: $0.bridgeID, layout: $0.layout, values: [])
                }, serviceNames: new.serviceNames)
            let again = Self.draft(contents, kept: kept).shape
            #expect(Self.names(again) == Self.names(new))
            #expect(new.rooms.map { again.names.name(of: $0) } == new.rooms.map { new.names.name(of: $0) })
        }
    }

    @Test func `of two who want a name at the same time, one gets it`() async throws {
        let home = try await Home(hub: HandHub(SmallHome.contents(lamps: 2)))
        let services = (0..<2).map { ServiceID(deviceID: "lamp-\($0)", name: "Lightbulb") }
        func codes(_ edits: [ServiceEdit]) async -> [HomeError.Code?] {
            await withTaskGroup(of: HomeError.Code?.self) { group in
                for edit in edits {
                    group.addTask {
                        do throws(HomeError) {
                            try await home.editor.perform(.services(edit))
                            return nil
                        } catch {
                            return error.code
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        let renamed = await codes(services.map { .rename($0, to: "Star") })
        #expect(Set(renamed) == [nil, .alreadyExists])
        let made = await codes(["Away", "AWAY"].map { .createGroup(name: $0, structure: "main", services: services) })
        #expect(Set(made) == [nil, .alreadyExists])
        try await home.editor.perform(.services(.createGroup(name: "Night", structure: "main", services: [])))
        let groups = home.store.shape.serviceGroups.map(\.id)
        let named = await codes(groups.map { .renameGroup($0, to: "Holiday") })
        #expect(groups.count == 2 && Set(named) == [nil, .alreadyExists])
    }
}
