import Configuration
import DataModel
import HomeGraph
import HomeKitView
import ModelReader
import SimulatedHub
import Synchronization
import Testing

/// A hub that notes in words what is asked of another one.
final class NotingHub: Hub {
    let simulated: SimulatedHub
    private let log = Mutex<[String]>([])
    private let meanwhile = Mutex<
        (isInstead: Bool, body: @MainActor @Sendable (String) async throws(HomeError) -> Void)?
    >(nil)

    init(_ simulated: SimulatedHub) { self.simulated = simulated }

    var orders: [String] { log.withLock { $0 } }

    /// Has something done before each order is sent on, or instead.
    func meanwhile(
        insteadOfSending isInstead: Bool = false,
        _ body: @escaping @MainActor @Sendable (String) async throws(HomeError) -> Void
    ) {
        meanwhile.withLock { $0 = (isInstead, body) }
    }

    /// Notes an order and does what was asked for.
    ///
    /// - Returns: Whether it is sent on.
    private func take(_ order: String) async throws(HomeError) -> Bool {
        note(order)
        guard let (isInstead, body) = meanwhile.withLock({ $0 }) else { return true }
        try await body(order)
        return !isInstead
    }

    func clear() { log.withLock { $0 = [] } }

    var simulation: (any SimulationControl)? { simulated }
    func contents() async throws(HomeError) -> HomeContents { try await simulated.contents() }
    func start(reportingTo receiver: any HubReceiver) async throws(HomeError) {
        try await simulated.start(reportingTo: receiver)
    }
    func stop() async { await simulated.stop() }
    func refresh(_ device: DeviceIndex) async throws(HomeError) { try await simulated.refresh(device) }
    func remove(_ device: DeviceIndex) async { await simulated.remove(device) }

    func invoke(_ invocation: CommandInvocation) async throws(HomeError) -> [UInt32: DataValue] {
        let fields = invocation.command.fields.compactMap { field in
            invocation.fields[field.id].map { "\(field.name) \(Self.text($0))" }
        }
        let order = "\(invocation.cluster.traitName).\(invocation.command.name)(\(fields.joined(separator: ", ")))"
        guard try await take(order) else { return [:] }
        return try await simulated.invoke(invocation)
    }

    func write(_ write: AttributeWrite) async throws(HomeError) {
        guard try await take("\(write.cluster.traitName).\(write.attribute.name) = \(Self.text(write.value))") else {
            return
        }
        try await simulated.write(write)
    }

    private func note(_ order: String) { log.withLock { $0.append(order) } }

    private static func text(_ value: DataValue) -> String {
        switch value {
        case .uint(let uint): "\(uint)"
        case .int(let int): "\(int)"
        case .float(let double): "\(double)"
        case .bool(let bool): "\(bool)"
        case .string(let text): "'\(text)'"
        case .octets(let octets): "'\(String(decoding: octets, as: UTF8.self))'"
        default: "\(value)"
        }
    }
}

/// A home of simulated devices, seen in the manner of HomeKit.
@MainActor struct HomeKitBench {
    let hub: NotingHub
    let graph: Home
    let manager: HMHomeManager

    /// Starts a home of devices, as lines of a home file.
    init(_ devices: String..., more: String = "", store: (any StateStore)? = nil) async throws {
        let lines = devices.map { "      - \($0)\n" }.joined()
        try await self.init(
            file: "structures:\n  - name: Home\n    id: home\n    devices:\n\(lines)\(more)", store: store)
    }

    init(file text: String, store: (any StateStore)? = nil) async throws {
        let file = try HomeFile.read(Array(text.utf8), file: "home", catalog: .standard)
        try await self.init(SimulatedHub(home: file), store: store)
    }

    init(_ simulated: SimulatedHub, store: (any StateStore)? = nil) async throws {
        hub = NotingHub(simulated)
        graph = try await Home(hub: hub, store: store)
        manager = HMHomeManager(home: graph)
    }

    var home: HMHome { get throws { try #require(manager.primaryHome) } }

    func service(_ type: String, of accessory: String = "Device") throws -> HMService {
        let found = try home.accessories.first { $0.name == accessory }
        return try #require(found?.services.first { $0.serviceType == type })
    }

    func characteristic(_ type: String, of service: String) throws -> HMCharacteristic {
        let all = try home.accessories.flatMap(\.services).first { $0.serviceType == service }?.characteristics
        return try #require(all?.first { $0.characteristicType == type })
    }

    /// Has the first device that has the trait report a value.
    func report(_ trait: String, _ attribute: String, _ value: DataValue) throws {
        let cluster = try #require(ModelCatalog.standard.cluster(named: trait))
        let descriptor = try #require(cluster.attribute(named: attribute))
        for device in graph.store.shape.devices {
            guard let part = device.layout.parts.first(where: { $0.trait(cluster) != nil }) else { continue }
            return try hub.simulated.report(
                value, attribute: descriptor, of: cluster, endpoint: part.endpoint, device: device.index)
        }
        Issue.record("no device has \(trait)")
    }
}

/// Notes what delegates are told.
@MainActor final class NotingDelegate: HMHomeDelegate, HMAccessoryDelegate {
    private(set) var told: [String] = []
    private var waiting: CheckedContinuation<Void, Never>?

    /// Has all accessories of a home tell here, of all values, too.
    init(_ home: HMHome, values: Bool = true) async throws {
        home.delegate = self
        for accessory in home.accessories {
            accessory.delegate = self
            guard values else { continue }
            for characteristic in accessory.services.flatMap(\.characteristics)
            where characteristic.properties.contains(HMCharacteristicPropertySupportsEventNotification) {
                try await characteristic.enableNotification(true)
            }
        }
    }

    /// Waits until what was told is as wanted; where it is not in time, that is an issue.
    func wait(until isDone: ([String]) -> Bool, at location: SourceLocation = #_sourceLocation) async {
        var isLate = false
        let timer = Task {
            // The deadline; what is waited for comes long before it.
            guard (try? await Task.sleep(for: .seconds(20))) != nil else { return }
            isLate = true
            resume()
        }
        while !isDone(told), !isLate { await withCheckedContinuation { waiting = $0 } }
        timer.cancel()
        #expect(isDone(told), "\(told)", sourceLocation: location)
    }

    private func resume() {
        waiting?.resume()
        waiting = nil
    }

    private func note(_ line: String) {
        told.append(line)
        resume()
    }

    func homeDidUpdateName(_ home: HMHome) { note("home \(home.name)") }
    func home(_ home: HMHome, didAdd accessory: HMAccessory) { note("+ accessory \(accessory.name)") }
    func home(_ home: HMHome, didRemove accessory: HMAccessory) { note("- accessory \(accessory.name)") }
    func home(_ home: HMHome, didUpdate room: HMRoom, for accessory: HMAccessory) {
        note("\(accessory.name) in \(room.name)")
    }
    func home(_ home: HMHome, didAdd room: HMRoom) { note("+ room \(room.name)") }
    func home(_ home: HMHome, didRemove room: HMRoom) { note("- room \(room.name)") }
    func home(_ home: HMHome, didUpdateNameFor room: HMRoom) { note("room \(room.name)") }
    func home(_ home: HMHome, didAdd group: HMServiceGroup) { note("+ group \(group.name)") }
    func home(_ home: HMHome, didRemove group: HMServiceGroup) { note("- group \(group.name)") }
    func home(_ home: HMHome, didUpdateNameFor group: HMServiceGroup) { note("group \(group.name)") }
    func home(_ home: HMHome, didAdd service: HMService, to group: HMServiceGroup) {
        note("+ \(service.name) to \(group.name)")
    }
    func home(_ home: HMHome, didRemove service: HMService, from group: HMServiceGroup) {
        note("- \(service.name) from \(group.name)")
    }
    func home(_ home: HMHome, didUpdate homeHubState: HMHomeHubState) { note("hub \(homeHubState)") }
    func accessoryDidUpdateName(_ accessory: HMAccessory) { note("accessory \(accessory.name)") }
    func accessory(_ accessory: HMAccessory, didUpdateNameFor service: HMService) { note("service \(service.name)") }
    func accessory(_ accessory: HMAccessory, didUpdateAssociatedServiceTypeFor service: HMService) {
        note("\(service.name) stands for \(service.associatedServiceType ?? "nothing")")
    }
    func accessoryDidUpdateReachability(_ accessory: HMAccessory) {
        note("\(accessory.name) \(accessory.isReachable ? "reachable" : "unreachable")")
    }
    func accessory(_ accessory: HMAccessory, didUpdateFirmwareVersion firmwareVersion: String) {
        note("\(accessory.name) firmware \(firmwareVersion)")
    }
    func accessory(_ accessory: HMAccessory, service: HMService, didUpdateValueFor characteristic: HMCharacteristic) {
        note("\(characteristic.localizedDescription) \(characteristic.value.map { "\($0)" } ?? "none")")
    }
}
