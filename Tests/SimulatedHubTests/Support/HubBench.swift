import DataModel
import HomeGraph
import ModelReader
import Synchronization
import TestSupport
import Testing

@testable import Configuration
@testable import SimulatedHub

/// A simulated hub with its devices, a time that stands still, and all that it reports.
struct HubBench: Sendable {
    /// Notes what a hub reports.
    final class Recorder: HubReceiver {
        enum Report: Sendable {
            case change(Change)
            case event(EventReport)
            case hub(Bool)
        }

        private struct State {
            var log: [Report] = []
            var waiting: [(isDone: @Sendable ([Report]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
        }

        private let state = Mutex(State())

        var reports: [Report] { state.withLock { $0.log } }
        var changes: [Change] { reports.compactMap { if case .change(let change) = $0 { change } else { nil } } }
        var events: [EventReport] { reports.compactMap { if case .event(let event) = $0 { event } else { nil } } }

        func clear() { state.withLock { $0.log = [] } }
        func report(_ changes: [Change]) { note(changes.map(Report.change)) }
        func report(_ event: EventReport) { note([.event(event)]) }
        func report(hubOnline: Bool) { note([.hub(hubOnline)]) }

        private func note(_ reports: [Report]) {
            let done = state.withLock { state in
                state.log += reports
                let log = state.log
                let done = state.waiting.filter { $0.isDone(log) }
                state.waiting.removeAll { $0.isDone(log) }
                return done.map(\.continuation)
            }
            for continuation in done { continuation.resume() }
        }

        /// Waits until the reports are as wanted.
        func wait(until isDone: @escaping @Sendable ([Report]) -> Bool) async {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if isDone(state.log) { return true }
                    state.waiting.append((isDone, continuation))
                    return false
                }
                if isDone { continuation.resume() }
            }
        }
    }

    let hub: SimulatedHub
    let time = ManualTime()
    let recorder = Recorder()
    let contents: HomeContents

    /// Makes a hub with devices of these types, named `Device 0` and so on, without latency.
    init(_ types: String..., seed: UInt64 = 1, speed: Double = 1, isAutonomous: Bool = false) async throws {
        var devices: [HomeFile.Device] = []
        for (number, type) in types.enumerated() {
            var device = try HomeFile.Device.onBench(type)
            device.id = "device-\(number)"
            device.name = "Device \(number)"
            device.behaviour.latency = .zero
            device.behaviour.isAutonomous = isAutonomous
            devices.append(device)
        }
        let structure = HomeFile.Structure(
            id: "house", name: "House", rooms: [], devices: devices, groups: [], serviceGroups: [], commissionable: [])
        hub = try SimulatedHub(home: HomeFile(structures: [structure]), time: time, seed: seed, speed: speed)
        contents = try await hub.contents()
        try await hub.start(reportingTo: recorder)
    }

    func invocation(_ path: String, _ fields: [UInt32: DataValue] = [:], device: Int = 0) throws -> CommandInvocation {
        let (cluster, name) = try Self.split(path)
        let command = try #require(cluster.commands.first { $0.name == name })
        return CommandInvocation(
            device: DeviceIndex(rawValue: device), endpoint: 1, cluster: cluster, command: command, fields: fields)
    }

    /// Sends `Trait.command`.
    @discardableResult
    func invoke(
        _ path: String, _ fields: [UInt32: DataValue] = [:], device: Int = 0
    ) async throws -> [UInt32: DataValue] {
        try await hub.invoke(invocation(path, fields, device: device))
    }

    /// Writes `Trait.attribute`.
    func write(_ path: String, _ value: DataValue, device: Int = 0) async throws {
        let (cluster, name) = try Self.split(path)
        let attribute = try #require(cluster.attributes.first { $0.name == name })
        try await hub.write(
            AttributeWrite(
                device: DeviceIndex(rawValue: device), endpoint: 1, cluster: cluster, attribute: attribute,
                value: value))
    }

    /// The offset of `Trait.attribute` among a device's slots.
    func offset(_ path: String, device: Int = 0) throws -> Int {
        let (cluster, name) = try Self.split(path)
        let trait = try #require(contents.devices[device].layout.part(endpoint: 1)?.trait(cluster))
        let attribute = try #require(trait.attribute(named: name))
        return try #require(trait.offset(ofAttribute: attribute.id))
    }

    /// The values that were reported of `Trait.attribute`, in order.
    func reported(_ path: String, device: Int = 0) throws -> [DataValue] {
        let offset = try offset(path, device: device)
        return recorder.changes.filter { $0.device.rawValue == device && $0.offset == offset }.map(\.value)
    }

    /// Waits until `Trait.attribute` was reported so often.
    func wait(for path: String, count: Int, device: Int = 0) async throws {
        let offset = try offset(path, device: device)
        await recorder.wait { reports in
            reports.count { report in
                if case .change(let change) = report {
                    change.offset == offset && change.device.rawValue == device
                } else {
                    false
                }
            } >= count
        }
    }

    static func split(_ path: String) throws -> (ClusterDescriptor, String) {
        let dot = try #require(path.lastIndex(of: "."))
        let cluster = try #require(ModelCatalog.standard.cluster(named: String(path[..<dot])))
        return (cluster, String(path[path.index(after: dot)...]))
    }
}
