import DataModel
import HomeGraph
import ModelReader
import Synchronization
import TestSupport

/// A home of lamps made by hand, so that these tests need no model.
enum SmallHome {
    static let onOff = ClusterDescriptor(
        name: "OnOff", namespace: .matter, id: 6, revision: 6, scope: .device, features: [],
        attributes: [
            AttributeDescriptor(name: "onOff", id: 0, value: ValueDescriptor(type: .bool)),
            AttributeDescriptor(
                name: "onTime", id: 0x4001,
                value: ValueDescriptor(type: .integer(IntegerType(isSigned: false, bits: 16))), isWritable: true),
            AttributeDescriptor(
                name: "startUpOnOff", id: 0x4003,
                value: ValueDescriptor(
                    type: .integer(IntegerType(isSigned: false, bits: 8)), isNullable: true), isWritable: true,
                quality: .nonVolatile),
        ],
        commands: [
            CommandDescriptor(name: "off", id: 0, fields: []), CommandDescriptor(name: "on", id: 1, fields: []),
            CommandDescriptor(name: "toggle", id: 2, fields: []),
        ], responses: [],
        events: [EventDescriptor(name: "switched", id: 0, priority: .info, fields: [])], types: [], isStub: false)

    static let lightType = DeviceTypeDescriptor(
        name: "OnOffLight", alias: nil, namespace: .matter, id: 0x100, revision: 3, classification: .simple, base: nil,
        server: [], client: [])

    static let sourceType = DeviceTypeDescriptor(
        name: "PowerSource", alias: nil, namespace: .matter, id: 0x11, revision: 1, classification: .utility,
        base: nil, server: [], client: [])

    /// On, off, onTime and startUpOnOff, and no toggle.
    static let trait = DeviceLayout.Trait(
        cluster: onOff, featureMap: 0, attributes: onOff.attributes, commands: Array(onOff.commands.prefix(2)),
        events: onOff.events)

    static let lamp = DeviceLayout(parts: [
        DeviceLayout.Part(endpoint: 1, types: [sourceType, lightType], traits: [trait])
    ])

    static let onOffOffset = DeviceLayout.firstAttributeOffset
    static let onTimeOffset = DeviceLayout.firstAttributeOffset + 1
    /// The only one of quality N.
    static let startUpOffset = DeviceLayout.firstAttributeOffset + 2

    /// `count` lamps in one structure, the even ones in the kitchen, the first two in a group.
    static func contents(lamps count: Int) -> HomeContents {
        HomeContents(
            structures: [StructureRecord(id: "main", name: "Main House")],
            rooms: [RoomRecord(id: "kitchen", name: "Kitchen", structureID: "main")],
            devices: (0..<count).map { index in
                HubDevice(
                    id: "lamp-\(index)", name: "Lamp \(index)", structureID: "main",
                    roomID: index.isMultiple(of: 2) ? "kitchen" : nil, layout: lamp,
                    values: [
                        .uint(UInt64(ConnectivityState.online.rawValue)), .null, .bool(false), .uint(0), .null,
                    ])
            },
            groups: [
                GroupRecord(id: "pair", name: "Pair", structureID: "main", deviceIDs: ["lamp-0", "lamp-1"])
            ])
    }

    static func store(lamps count: Int, time: any TimeSource, lastReportInterval: Duration? = nil) -> HomeStore {
        HomeStore(contents: contents(lamps: count), time: time, lastReportInterval: lastReportInterval)
    }
}

/// A hub whose lamps do at once what they are told, unless a test holds them up.
final class HandHub: Hub {
    private struct State {
        var receiver: (any HubReceiver)?
        var log: [String] = []
        var failure: HomeError?
        var failures: [Int: HomeError] = [:]
        var answer: [UInt32: DataValue] = [:]
        var isHolding = false
        var held: [CheckedContinuation<Void, Never>] = []
        var observers: [(isDue: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
        var states: [DeviceIndex: String] = [:]
        var changedStates: Set<DeviceIndex> = []
        var isKeepingAnnounced = false

        /// Those who need not wait any more.
        mutating func takeDue() -> [CheckedContinuation<Void, Never>] {
            let due = observers.filter { $0.isDue(self) }
            observers = observers.filter { !$0.isDue(self) }
            return due.map(\.continuation)
        }
    }

    private let home: HomeContents
    private let gone: Recorder<String>?
    private let state = Mutex(State())

    /// Makes a hub with these devices, and has noted when nothing holds it any more.
    init(_ home: HomeContents, gone: Recorder<String>? = nil) {
        self.home = home
        self.gone = gone
    }

    deinit { gone?.append("the hub is gone") }

    var simulation: (any SimulationControl)? { nil }
    var log: [String] { state.withLock { $0.log } }

    /// What every order fails with from now on.
    func fail(with error: HomeError?) { state.withLock { $0.failure = error } }

    /// What every order to one device fails with from now on.
    func fail(_ device: Int, with error: HomeError?) { state.withLock { $0.failures[device] = error } }

    /// What every command that has a response is answered from now on.
    func answer(_ fields: [UInt32: DataValue]) { state.withLock { $0.answer = fields } }

    /// Orders wait from now on until they are let go.
    func hold() { state.withLock { $0.isHolding = true } }

    /// Lets all orders go.
    func letGo() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.isHolding = false
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Waits until so many orders are held.
    func held(_ count: Int) async { await wait { $0.held.count >= count } }

    /// Waits until so many orders were carried out.
    func logged(_ count: Int) async { await wait { $0.log.count >= count } }

    private func wait(until isDue: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let due = state.withLock { state in
                state.observers.append((isDue, continuation))
                return state.takeDue()
            }
            for continuation in due { continuation.resume() }
        }
    }

    /// A device reports a value by itself.
    func report(_ device: Int, _ offset: Int, _ value: DataValue) {
        state.withLock { $0.receiver }?.report([
            Change(device: DeviceIndex(rawValue: device), offset: offset, value: value)
        ])
    }

    /// There is something new to keep of a device.
    func setState(_ text: String, of device: Int) {
        let receiver = state.withLock { state in
            state.states[DeviceIndex(rawValue: device)] = text
            state.changedStates.insert(DeviceIndex(rawValue: device))
            defer { state.isKeepingAnnounced = true }
            return state.isKeepingAnnounced ? nil : state.receiver
        }
        receiver?.reportNewStates()
    }

    func states(changedOnly: Bool) async -> [DeviceIndex: String] {
        state.withLock { state in
            defer { state.changedStates = [] }
            state.isKeepingAnnounced = false
            return changedOnly ? state.states.filter { state.changedStates.contains($0.key) } : state.states
        }
    }

    func remove(_ device: DeviceIndex) async { state.withLock { $0.log.append("\(device.rawValue) removed") } }
    func rename(_ device: DeviceIndex, to name: String) async {
        state.withLock { $0.log.append("\(device.rawValue) is \(name)") }
    }

    func contents() async throws(HomeError) -> HomeContents { home }
    func start(reportingTo receiver: any HubReceiver) async throws(HomeError) {
        state.withLock { $0.receiver = receiver }
    }
    func stop() async { state.withLock { $0.receiver = nil } }
    func refresh(_ device: DeviceIndex) async throws(HomeError) {}

    func invoke(_ invocation: CommandInvocation) async throws(HomeError) -> [UInt32: DataValue] {
        try await carryOut("\(invocation.device.rawValue) \(invocation.command.name)", invocation.device) {
            Change(
                device: invocation.device, offset: SmallHome.onOffOffset, value: .bool(invocation.command.id == 1))
        }
        return invocation.command.response == nil ? [:] : state.withLock { $0.answer }
    }

    func write(_ write: AttributeWrite) async throws(HomeError) {
        try await carryOut("\(write.device.rawValue) \(write.attribute.name)=\(write.value)", write.device) {
            Change(device: write.device, offset: SmallHome.onTimeOffset, value: write.value)
        }
    }

    private func carryOut(
        _ entry: String, _ device: DeviceIndex, _ change: () -> Change
    ) async throws(HomeError) {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                guard state.isHolding else { return [continuation] }
                state.held.append(continuation)
                return state.takeDue()
            }
            for continuation in ready { continuation.resume() }
        }
        let (receiver, failure, due) = state.withLock { state in
            state.log.append(entry)
            return (state.receiver, state.failures[device.rawValue] ?? state.failure, state.takeDue())
        }
        for continuation in due { continuation.resume() }
        if let failure { throw failure }
        receiver?.report([change()])
    }
}
