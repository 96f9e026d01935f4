import DataModel
import ModelReader
import Synchronization
import TestSupport
import Testing

@testable import HomeGraph

/// How the store takes in another shape, between the reports of devices.
struct HomeStoreShapeTests {
    private let store = SmallHome.store(lamps: 3, time: ManualTime())

    private func report(_ device: Int, _ offset: Int, _ value: DataValue) {
        store.report([Change(device: DeviceIndex(rawValue: device), offset: offset, value: value)])
    }

    /// What a watcher saw, in order: slots as `device id + offset`, and `shape`.
    private func drain(_ watcher: Watcher) -> [String] {
        var observations: [Observation] = []
        watcher.drain(into: &observations)
        return observations.map { observation in
            switch observation {
            case .slot(let slot):
                guard let device = store.shape.device(slot: slot) else { return "gone" }
                return "\(device.id)+\(slot - device.firstSlot)"
            case .event: return "event"
            case .shape: return "shape"
            }
        }
    }

    private func shape(_ edit: (inout HomeDraft) throws -> Void) rethrows -> HomeShape {
        var draft = HomeDraft(store.shape)
        try edit(&draft)
        return draft.shape
    }

    private func remove(_ id: String) throws { store.apply(try shape { _ = try $0.take(.removeDevice(id)) }) }

    /// Lets a lamp come.
    private func add(_ id: String, on isOn: Bool) {
        let lamp = DeviceRecord(
            id: id, index: store.end.index, name: id, structureID: "main", roomID: nil, bridgeID: nil,
            layout: SmallHome.lamp, firstSlot: store.end.slot)
        var records = store.shape.records
        records.devices.append(lamp)
        store.apply(HomeShape(records), newcomers: [[.uint(1), .null, .bool(isOn), .uint(0), .null]])
    }

    @Test func `a change of the shape stands between the reports before and after it`() throws {
        let watcher = store.watch {}
        report(0, SmallHome.onOffOffset, .bool(true))
        report(1, SmallHome.onOffOffset, .bool(true))
        try remove("lamp-1")
        report(2, SmallHome.onOffOffset, .bool(true))
        #expect(drain(watcher) == ["lamp-0+2", "gone", "shape", "lamp-2+2"])
    }

    @Test func `what a device reports that is gone is left out, and its values are gone`() throws {
        let gone = try #require(store.shape.device("lamp-1"))
        try remove("lamp-1")
        let watcher = store.watch {}
        report(1, SmallHome.onOffOffset, .bool(true))
        report(1, 0, .uint(2))
        #expect(drain(watcher) == [])
        #expect(store.values(in: gone.slots) == Array(repeating: .null, count: 5))
        #expect(store.shape.device(at: gone.index) == nil)
        #expect(store.shape.device(slot: gone.firstSlot) == nil)
        report(2, SmallHome.onOffOffset, .bool(true))
        #expect(drain(watcher) == ["lamp-2+2"], "the others keep their numbers and slots")
    }

    @Test func `a device that comes has its values at once, and a number that nobody had`() throws {
        try remove("lamp-2")
        let watcher = store.watch {}
        add("torch", on: true)
        let torch = try #require(store.shape.device("torch"))
        #expect(torch.index.rawValue == 3 && torch.firstSlot == 15)
        #expect(store.shape.device(at: torch.index)?.id == "torch")
        #expect(store.value(at: torch.firstSlot + SmallHome.onOffOffset) == .bool(true))
        report(3, SmallHome.onTimeOffset, .uint(9))
        #expect(drain(watcher) == ["shape", "torch+3"])
        #expect(store.value(at: torch.firstSlot + SmallHome.onTimeOffset) == .uint(9))
    }

    @Test func `who watches certain attributes is woken by those alone, also of devices that come later`() throws {
        let wakes = Mutex(0)
        let watcher = store.watch(attributes: { $0.quality.contains(.nonVolatile) }) { wakes.withLock { $0 += 1 } }
        report(0, SmallHome.onOffOffset, .bool(true))
        report(1, SmallHome.onTimeOffset, .uint(5))
        report(2, DeviceLayout.connectivityOffset, .uint(2))
        #expect(wakes.withLock { $0 } == 0)
        report(1, SmallHome.startUpOffset, .uint(1))
        #expect(drain(watcher) == ["lamp-1+4"])
        add("torch", on: false)
        report(3, SmallHome.onOffOffset, .bool(true))
        report(3, SmallHome.startUpOffset, .uint(2))
        #expect(drain(watcher) == ["shape", "torch+4"])
    }

    @Test func `the slots that changed are told once, from when somebody collects them`() throws {
        report(0, SmallHome.onOffOffset, .bool(true))
        store.collectChanges {}
        report(1, SmallHome.onOffOffset, .bool(true))
        report(1, SmallHome.onOffOffset, .bool(false))
        report(2, SmallHome.onOffOffset, .bool(false))
        var changed = store.takeChanges()
        #expect((0..<15).filter { changed.contains($0) } == [5 + SmallHome.onOffOffset])
        add("torch", on: false)
        report(3, SmallHome.onOffOffset, .bool(true))
        changed = store.takeChanges()
        #expect((0..<20).filter { changed.contains($0) } == [15 + SmallHome.onOffOffset])
        changed = store.takeChanges()
        #expect(!(0..<20).contains { changed.contains($0) })
    }

    @Test func `devices are found by number and slot, whoever went or came`() throws {
        var random = SeededGenerator(seed: 9)
        for round in 0..<200 {
            if let device = store.shape.devices.randomElement(using: &random), Bool.random(using: &random) {
                try remove(device.id)
            } else {
                add("lamp-x\(round)", on: false)
            }
            let shape = store.shape
            for device in shape.devices {
                #expect(shape.device(at: device.index)?.id == device.id)
                #expect(device.slots.allSatisfy { shape.device(slot: $0)?.id == device.id })
            }
            let known = Set(shape.devices.flatMap(\.slots))
            for slot in -1...store.slotCount where !known.contains(slot) { #expect(shape.device(slot: slot) == nil) }
        }
    }
}
