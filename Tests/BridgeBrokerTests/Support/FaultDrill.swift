import Bridge
import DataModel
import Glibc
import HomeGraph
import MQTT
import Monitoring
import Mosquitto
import Synchronization
import TestSupport
import Testing

/// A bridge with a busy home and a busy client, to which something happens; afterwards it is as if nothing had.
///
/// What ``verify(lateness:where:)`` asks for is the same after every fault: what is retained is the home as it is, an
/// order that was answered `ok` was carried out exactly once, no order twice, late, or where it was refused, and nothing
/// grew.
final class FaultDrill: Sendable {
    /// The devices that take orders.
    private static let devices = ["kitchen-lamp", "bulb", "power-strip"]
    /// How long an order may take.
    private static let timeout = Duration.seconds(3)

    /// How long a fault lasts is part of it: nothing is waited for.
    static func last(_ duration: Duration) async throws { try await Task.sleep(for: duration) }

    let broker: MosquittoBroker
    let running: RunningBridge
    let ledger: OrderLedger
    let sender: OrderSender
    /// The most that ever waited to be sent.
    private let mostWaiting = Mutex(0)
    private let isQuiet = Atomic(true)
    /// What the process held when the first order was answered, in octets.
    private let memory = Mutex(0.0)
    /// How much more it may hold in the end, in octets: it is up to 5 MB, and what changes is 1 MB a second.
    private static let mostGrowth = 10e6

    /// Starts a bridge, which may reach its broker through another port, and a client.
    static func start(
        on broker: MosquittoBroker, version: ProtocolVersion = .v5, through port: UInt16? = nil,
        userName: String? = nil, watcher: String? = nil,
        stateStore: (any StateStore)? = nil, waitsForOnline: Bool = true,
        configure: (inout BridgeConfiguration) -> Void = { _ in },
        connect: (inout ConnectionSettings) -> Void = { _ in }
    ) async throws -> FaultDrill {
        var ledger: OrderLedger?
        let running = try await RunningBridge.start(
            on: broker, version: version, userName: userName, watcher: watcher, waitsForOnline: waitsForOnline,
            stateStore: stateStore, through: port,
            configure: { configuration in
                configuration.commands.timeout = timeout
                configure(&configuration)
            },
            hub: { hub in
                let made = OrderLedger(hub)
                ledger = made
                return made
            },
            connect: { settings in
                settings.backOff = BackOff(longest: .seconds(1), afterTakeover: .seconds(1))
                connect(&settings)
            })
        var settings = TestClient.settings(for: broker.address, version: version)
        settings.userName = watcher ?? userName
        settings.password = watcher ?? userName
        settings.backOff = BackOff(longest: .milliseconds(500))
        let sender = OrderSender(settings, devices: devices.map { "h/main-house/device/\($0)" })
        try sender.start()
        return FaultDrill(
            broker: broker, running: running, ledger: try #require(ledger), sender: sender)
    }

    private init(broker: MosquittoBroker, running: RunningBridge, ledger: OrderLedger, sender: OrderSender) {
        (self.broker, self.running, self.ledger, self.sender) = (broker, running, ledger, sender)
    }

    /// Lets something happen while devices change and orders come; it begins when an order was answered.
    func during(_ fault: () async throws -> Void) async throws {
        isQuiet.store(false, ordering: .relaxed)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.keepBusy() }
            do {
                _ = try await sender.answered.first("the first answer", within: .seconds(20)) { _ in true }
                memory.withLock { $0 = ProcessFigures().residentMemory }
                try await fault()
            } catch {
                isQuiet.store(true, ordering: .relaxed)
                throw error
            }
            isQuiet.store(true, ordering: .relaxed)
            try await group.waitForAll()
        }
    }

    /// The process holds not much more than before; to be asked where it does nothing else.
    ///
    /// Only in the long tests: beside others, how much a drill keeps of what it was given depends on what else runs.
    func verifyMemory() {
        guard LongTests.areEnabled, !Sanitizer.isOn else { return }
        let growth = ProcessFigures().residentMemory - memory.withLock { $0 }
        #expect(growth < Self.mostGrowth, "\(Int(growth / 1e6)) MB more")
    }

    /// Changes devices thousands of times a second and gives orders, a few hundred a second, which is a rate and no wait for something.
    @concurrent
    private func keepBusy() async throws {
        var number = 0
        while !isQuiet.load(ordering: .relaxed) {
            for _ in 0..<8 {
                try report(number)
                number += 1
            }
            sender.give()
            let waiting = running.bridge.waiting
            mostWaiting.withLock { $0 = max($0, waiting) }
            try await Task.sleep(for: .milliseconds(5))  // the rate, not a wait for something
        }
    }

    /// Has devices report that they were switched on or off.
    private func report(_ number: Int) throws {
        let control = try #require(running.home.hub.simulation)
        for device in running.home.store.shape.devices {
            for part in device.layout.parts {
                guard let trait = part.trait(named: "OnOff"), let attribute = trait.attribute(named: "onOff") else {
                    continue
                }
                try control.report(
                    .bool(number % 2 == 0), attribute: attribute, of: trait.cluster, endpoint: part.endpoint,
                    device: device.index)
            }
        }
    }

    /// Waits until the bridge's log says one of these.
    func said(_ texts: String...) async throws {
        _ = try await running.lines.first("'\(texts)' in the log", within: .seconds(20)) { line in
            texts.contains { line.contains($0) }
        }
    }

    /// Waits until the bridge carries out orders again.
    ///
    /// - Parameters:
    ///   - deadline: How long that may take.
    ///   - lateness: How much later than in time an answer may come, since it and the order are on their way so long.
    /// - Throws: `NotSeen` where no order is carried out.
    func recover(within deadline: Duration = .seconds(40), lateness: Duration = .zero) async throws {
        let end = ContinuousClock.now + deadline
        while ContinuousClock.now < end {
            if let text = sender.give(),
                (try? await sender.answered.first("an answer", within: Self.timeout + lateness) { $0 == text }) != nil,
                sender.orders[text]?.answer?.contains(#""ok":true"#) == true
            {
                return
            }
            try await Task.sleep(for: .milliseconds(50))  // not connected yet
        }
        throw NotSeen(
            description: "no order was carried out within \(deadline): \(running.lines.elements.suffix(10))")
    }

    /// Asks for all that is to hold after any fault.
    ///
    /// - Parameters:
    ///   - lateness: How much later than in time an order may have been begun, since it was on its way.
    ///   - isKept: Whether the broker keeps a topic.
    /// - Throws: `NotSeen` where no order is carried out any more.
    func verify(lateness: Duration = .seconds(1), where isKept: (String) -> Bool = { _ in true }) async throws {
        try await recover()
        try await verifyRetained(where: isKept)
        verifyOrders(lateness)
        // An order that began late may have some of its time left.
        for _ in 0..<100 where running.bridge.owedAnswers > 0 { try await Task.sleep(for: .milliseconds(100)) }
        #expect(running.bridge.owedAnswers == 0)
        let outputs = running.bridge.retainedTopics
        let limits = BridgeConfiguration.Limits()
        let most = mostWaiting.withLock { $0 }
        #expect(most <= 2 * outputs + limits.events + limits.logLines, "\(most) waited for \(outputs) topics")
    }

    /// What is retained becomes the home as it is.
    private func verifyRetained(where isKept: (String) -> Bool) async throws {
        var settings = TestClient.settings(for: broker.address)
        (settings.userName, settings.password) = (sender.user, sender.user)
        let client = try await TestClient.connect(settings)
        defer { Task { await client.disconnect() } }
        var wrong: [String] = []
        // The last orders and changes may still be on their way.
        for _ in 0..<50 {
            let expected = try await Bridge.topics(
                of: running.home.store,
                configuration: BridgeConfiguration(baseTopic: "h", version: "1.0", instance: "abcdefgh"))
            let retained = try await client.retained("h/#").mapValues(\.text)
            wrong = expected.filter { topic, payload in
                isKept(topic) && topic != "h/bridge/info" && !topic.hasSuffix("/lastReport")
                    && retained[topic] != payload
            }.map { "\($0.topic): \(retained[$0.topic] ?? "nothing") instead of \($0.payload)" }
            let own = Set(expected.map(\.topic) + ["h/bridge/state"])
            wrong += retained.keys.filter { !own.contains($0) || !isKept($0) }.map { "\($0): \(retained[$0] ?? "")" }
            if isKept("h/bridge/state"), retained["h/bridge/state"] != "online" { wrong.append("not online") }
            if wrong.isEmpty { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        Issue.record("what is retained is not the home: \(wrong.prefix(10).joined(separator: "\n"))")
    }

    /// Each order was carried out as its answer says, once and in time.
    private func verifyOrders(_ lateness: Duration) {
        let entries = Dictionary(grouping: ledger.entries, by: \.text)
        for (text, order) in sender.orders {
            let done = entries[text] ?? []
            #expect(done.count <= 1, "\(text) was carried out \(done.count) times")
            #expect(order.answers <= 1, "\(text) was answered \(order.answers) times")
            if let begun = done.first?.begun {
                #expect(begun - order.at <= Self.timeout + lateness, "\(text) came late")
            }
            guard let answer = order.answer else { continue }
            if answer.contains(#""ok":true"#) {
                #expect(done.count == 1, "\(text): \(answer)")
            } else if !answer.contains("may have happened") {
                #expect(done.isEmpty, "\(text): \(answer)")
            }
        }
        #expect(entries.keys.allSatisfy { sender.orders[$0] != nil })
    }

    /// Ends everything.
    func stop() async throws {
        await sender.stop()
        await running.stop()
        try await broker.stop()
    }
}

/// Whether a sanitizer watches the tests: it holds memory of its own.
private enum Sanitizer {
    /// AddressSanitizer or ThreadSanitizer is linked in.
    static let isOn = ["__asan_init", "__tsan_init"].contains { (name: String) in unsafe dlsym(nil, name) != nil }
}
