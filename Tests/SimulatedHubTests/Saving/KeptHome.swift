import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import Configuration
@testable import SimulatedHub

/// A simulated home with a state store: it is ended, cleanly or not, and begins again with what was kept.
final class KeptHome {
    let time = ManualTime()
    let store = MemoryStateStore()
    private let file: HomeFile
    private(set) var hub: SimulatedHub
    private(set) var home: Home

    /// Begins with the home of a file.
    init(_ text: String) async throws {
        file = try HomeFile.read(Array(text.utf8), file: "home.yaml", catalog: .standard)
        hub = try SimulatedHub(home: file, time: time)
        home = try await Home(hub: hub, store: store, time: time)
    }

    /// Ends cleanly, and begins again.
    func restart() async throws {
        await home.disconnect()
        try await begin(with: store)
    }

    /// Is killed, and begins again with what was kept by then.
    func crash() async throws {
        let kept = MemoryStateStore(store.home)
        await hub.stop()
        try await begin(with: kept)
    }

    private func begin(with store: MemoryStateStore) async throws {
        hub = try SimulatedHub(saved: try #require(store.home), time: time)
        #expect(hub.repairs == [])
        home = try await Home(hub: hub, store: store, time: time)
    }

    func device(_ id: String) throws -> DeviceRecord { try #require(home.store.shape.device(id)) }

    /// All values of a device, as the home knows them.
    func values(_ id: String) throws -> [DataValue] { home.store.values(in: try device(id).slots) }

    /// The value of `Trait.attribute` of a device.
    func value(_ path: String, of id: String) throws -> DataValue {
        let device = try device(id)
        let (cluster, name) = try HubBench.split(path)
        for part in device.layout.parts {
            if let trait = part.trait(cluster), let attribute = trait.attribute(named: name),
                let offset = trait.offset(ofAttribute: attribute.id)
            {
                return home.store.value(at: device.firstSlot + offset)
            }
        }
        throw HomeError(.notFound, path)
    }

    /// Sends `Trait.command` to a device.
    func invoke(_ path: String, _ fields: [UInt32: DataValue] = [:], on id: String) async throws {
        let (cluster, name) = try HubBench.split(path)
        let command = try #require(cluster.commands.first { $0.name == name })
        try await order(.invoke(endpoint: 1, cluster: cluster, command: command, fields: fields), on: id)
    }

    /// Writes `Trait.attribute` of a device.
    func write(_ path: String, _ value: DataValue, on id: String) async throws {
        let (cluster, name) = try HubBench.split(path)
        let attribute = try #require(cluster.attributes.first { $0.name == name })
        try await order(.write(endpoint: 1, cluster: cluster, attribute: attribute, value: value), on: id)
    }

    private func order(_ step: Order.Step, on id: String) async throws {
        let order = Order(device: try device(id).index, steps: [step], deadline: time.uptime + .seconds(10))
        if let error = await home.dispatcher.perform(order).error { throw error }
    }

    /// Lets time pass, for the devices, too.
    func pass(_ duration: Duration) async throws {
        time.advance(by: duration)
        // Asking lets everything happen that is due.
        for device in home.store.shape.devices { try await home.hub.refresh(device.index) }
    }

    /// Waits until what changed so far is kept.
    func keep(where isDone: @escaping @Sendable ([StateChange]) -> Bool) async throws {
        // A device that lives by itself always waits; so does, once something is to be kept, who keeps it.
        await time.sleepers(atLeast: 2)
        time.advance(by: .seconds(1))
        _ = try await store.attempts.first("what is to be kept") { (try? $0.get()).map(isDone) ?? false }
    }
}
