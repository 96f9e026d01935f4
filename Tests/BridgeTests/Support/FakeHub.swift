import DataModel
import HomeGraph
import ModelReader
import Synchronization

/// A hub whose devices do at once what they are told: OnOff and LevelControl of ``TestModel``.
final class FakeHub: Hub {
    private struct State {
        var receiver: (any HubReceiver)?
        var invocations: [CommandInvocation] = []
        var writes: [AttributeWrite] = []
        var errors: [DeviceIndex: (error: HomeError, command: String?)] = [:]
    }

    private let home: HomeContents
    private let state = Mutex(State())
    /// Commands wait here until the test lets them go; `nil` is not at all.
    private let gate: (@Sendable (CommandInvocation) async -> Void)?

    /// As ``gate``, for what is asked anew.
    private let refreshGate: (@Sendable () async -> Void)?

    init(
        _ home: HomeContents, gate: (@Sendable (CommandInvocation) async -> Void)? = nil,
        refreshGate: (@Sendable () async -> Void)? = nil
    ) {
        self.home = home
        self.gate = gate
        self.refreshGate = refreshGate
    }

    var invocations: [CommandInvocation] { state.withLock { $0.invocations } }
    var writes: [AttributeWrite] { state.withLock { $0.writes } }
    var simulation: (any SimulationControl)? { nil }

    /// Makes a device answer every order with an error, or one command only.
    func fail(_ device: Int, _ error: HomeError, command: String? = nil) {
        state.withLock { $0.errors[DeviceIndex(rawValue: device)] = (error, command) }
    }

    func contents() async throws(HomeError) -> HomeContents { home }
    func start(reportingTo receiver: any HubReceiver) async throws(HomeError) { attach(receiver) }
    func attach(_ receiver: any HubReceiver) { state.withLock { $0.receiver = receiver } }
    func stop() async {}
    func refresh(_ device: DeviceIndex) async throws(HomeError) { await refreshGate?() }

    func invoke(_ invocation: CommandInvocation) async throws(HomeError) -> [UInt32: DataValue] {
        await gate?(invocation)
        let (error, receiver) = state.withLock { state in
            state.invocations.append(invocation)
            return (state.errors[invocation.device], state.receiver)
        }
        if let error, error.command ?? invocation.command.name == invocation.command.name { throw error.error }
        let layout = home.devices[invocation.device.rawValue].layout
        let trait = layout.part(endpoint: invocation.endpoint)?.trait(invocation.cluster)
        switch invocation.command.name {
        case "on", "off":
            report(invocation.device, trait?.offset(ofAttribute: 0), .bool(invocation.command.name == "on"), receiver)
        case "moveToLevel":
            report(invocation.device, trait?.offset(ofAttribute: 0), invocation.fields[0] ?? .null, receiver)
        case "getUser": return [0: invocation.fields[0] ?? .null, 1: .string("Ada")]
        default: break
        }
        return [:]
    }

    func write(_ write: AttributeWrite) async throws(HomeError) {
        let (error, receiver) = state.withLock { state in
            state.writes.append(write)
            return (state.errors[write.device], state.receiver)
        }
        if let error { throw error.error }
        let layout = home.devices[write.device.rawValue].layout
        let trait = layout.part(endpoint: write.endpoint)?.trait(write.cluster)
        report(write.device, trait?.offset(ofAttribute: write.attribute.id), write.value, receiver)
    }

    private func report(_ device: DeviceIndex, _ offset: Int?, _ value: DataValue, _ receiver: (any HubReceiver)?) {
        guard let offset else { return }
        receiver?.report([Change(device: device, offset: offset, value: value)])
    }
}
