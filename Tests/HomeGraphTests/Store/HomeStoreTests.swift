import DataModel
import HomeGraph
import ModelReader
import Synchronization
import TestSupport
import Testing

struct HomeStoreTests {
    private let time = ManualTime()

    private func change(_ device: Int, _ offset: Int, _ value: DataValue) -> Change {
        Change(device: DeviceIndex(rawValue: device), offset: offset, value: value)
    }

    private func drain(_ watcher: Watcher) -> [Int] {
        var observations: [Observation] = []
        watcher.drain(into: &observations)
        return observations.compactMap { if case .slot(let slot) = $0 { slot } else { nil } }
    }

    @Test func `a changed value is marked once, an equal one not at all`() {
        let store = SmallHome.store(lamps: 2, time: time)
        let wakes = Mutex(0)
        let watcher = store.watch { wakes.withLock { $0 += 1 } }
        let second = store.shape.devices[1]
        store.report([change(1, SmallHome.onOffOffset, .bool(true)), change(0, SmallHome.onOffOffset, .bool(false))])
        store.report([change(1, SmallHome.onOffOffset, .bool(false))])
        #expect(wakes.withLock { $0 } == 1)
        #expect(drain(watcher) == [second.firstSlot + SmallHome.onOffOffset])
        #expect(store.value(at: second.firstSlot + SmallHome.onOffOffset) == .bool(false))
        #expect(drain(watcher) == [])
        store.report([change(1, SmallHome.onOffOffset, .bool(true))])
        #expect(wakes.withLock { $0 } == 2)
    }

    @Test func `slots come in the order of their first mark`() {
        let store = SmallHome.store(lamps: 200, time: time)
        let watcher = store.watch {}
        let order = [150, 3, 77, 0, 199]
        for device in order { store.report([change(device, SmallHome.onOffOffset, .bool(true))]) }
        store.report([change(3, SmallHome.onOffOffset, .bool(false))])
        let expected = order.map { store.shape.devices[$0].firstSlot + SmallHome.onOffOffset }
        #expect(drain(watcher) == expected)
    }

    @Test func `a report for a device or slot that is not there is left out`() {
        let store = SmallHome.store(lamps: 1, time: time)
        let watcher = store.watch {}
        for (device, offset) in [(1, 2), (-1, 2), (0, 5), (0, -1), (Int.max, Int.max)] {
            store.report([change(device, offset, .bool(true))])
        }
        #expect(drain(watcher) == [])
        #expect(store.value(at: -1) == .null)
        #expect(store.value(at: 999) == .null)
        #expect(store.values(in: -3..<999).count == store.slotCount)
    }

    @Test func `a watcher of one device hears of no other`() {
        let store = SmallHome.store(lamps: 3, time: time)
        let device = store.shape.devices[1]
        let watcher = store.watch(slots: device.slots) {}
        for index in 0..<3 { store.report([change(index, SmallHome.onTimeOffset, .uint(7))]) }
        #expect(drain(watcher) == [device.firstSlot + SmallHome.onTimeOffset])
    }

    @Test func `events beyond the limit are dropped and counted`() {
        let store = SmallHome.store(lamps: 1, time: time)
        let watcher = store.watch(events: 2) {}
        for number in 1...5 {
            store.report(
                EventReport(
                    device: DeviceIndex(rawValue: 0), endpoint: 1, cluster: SmallHome.onOff,
                    event: SmallHome.onOff.events[0], number: UInt64(number), time: time.now, fields: [:]))
        }
        var observations: [Observation] = []
        watcher.drain(into: &observations)
        let numbers = observations.compactMap { if case .event(let event) = $0 { event.number } else { nil } }
        #expect(numbers == [1, 2])
        #expect(watcher.droppedEvents == 3)
    }

    @Test func `the last report is noted at most once in its interval`() {
        let store = SmallHome.store(lamps: 1, time: time, lastReportInterval: .seconds(60))
        let slot = store.shape.devices[0].firstSlot + DeviceLayout.lastReportOffset
        store.report([change(0, SmallHome.onTimeOffset, .uint(1))])
        let first = store.value(at: slot)
        #expect(first == .int(time.now.rawValue))
        time.advance(by: .seconds(59))
        store.report([change(0, SmallHome.onTimeOffset, .uint(2))])
        #expect(store.value(at: slot) == first)
        time.advance(by: .seconds(1))
        store.report([change(0, SmallHome.onTimeOffset, .uint(2))])
        #expect(store.value(at: slot) == .int(time.now.rawValue))
    }

    @Test func `while the hub is away every device is offline`() {
        let store = SmallHome.store(lamps: 2, time: time)
        let watcher = store.watch {}
        #expect(store.connectivity(of: store.shape.devices[0]) == .online)
        store.report(hubOnline: false)
        #expect(store.connectivity(of: store.shape.devices[0]) == .offline)
        #expect(drain(watcher) == store.shape.devices.map { $0.firstSlot + DeviceLayout.connectivityOffset })
        store.report(hubOnline: true)
        #expect(store.connectivity(of: store.shape.devices[1]) == .online)
    }

    @Test func `what is drained is exactly what changed, whatever is reported`() {
        var random = SeededGenerator(seed: 11)
        let store = SmallHome.store(lamps: 40, time: time)
        let watcher = store.watch {}
        var mirror = store.values(in: 0..<store.slotCount)
        for _ in 0..<2_000 {
            let device = Int.random(in: 0..<40, using: &random)
            let value = DataValue.uint(UInt64.random(in: 0..<3, using: &random))
            store.report([change(device, SmallHome.onTimeOffset, value)])
            guard Int.random(in: 0..<10, using: &random) == 0 else { continue }
            for slot in drain(watcher) { mirror[slot] = store.value(at: slot) }
            #expect(mirror == store.values(in: 0..<store.slotCount))
        }
    }

    @Test func `reports from many tasks are all seen`() async {
        let store = SmallHome.store(lamps: 8, time: time)
        let watcher = store.watch {}
        await withTaskGroup(of: Void.self) { group in
            for device in 0..<8 {
                group.addTask {
                    for value in 1...500 {
                        store.report([
                            Change(
                                device: DeviceIndex(rawValue: device), offset: SmallHome.onTimeOffset,
                                value: .uint(UInt64(value)))
                        ])
                    }
                }
            }
        }
        #expect(Set(drain(watcher)).count == 8)
        for device in store.shape.devices {
            #expect(store.value(at: device.firstSlot + SmallHome.onTimeOffset) == .uint(500))
        }
    }
}
