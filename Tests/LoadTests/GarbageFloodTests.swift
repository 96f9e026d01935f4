import Foundation
import MQTT
import RawMosquitto
import TestSupport
import Testing

/// Nonsense on every topic that the bridge hears, while an ordinary client goes on: `deploy/test --long`.
@Suite(.enabled(if: LongTests.areEnabled, "deploy/test --long runs it"), .serialized, .timeLimit(.minutes(15)))
struct GarbageFloodTests {
    private static let count = 1_000_000
    /// How many are sent before the bridge is seen to have taken them; a broker that queues without limit would be what
    /// is tested otherwise, and one with a limit drops ordinary orders, too, since mosquitto 2.0 drops by packets.
    private static let batch = 10_000
    private static let largest = 262_144
    private static let lamp = "homegraph/house/device/lamp/DimmableLight"

    private static let home = """
        structures:
          - name: House
            rooms: [Hall]
            devices:
              - {name: Lamp, type: DimmableLight}
              - {name: D0, type: ExtendedColorLight, room: Hall}
              - {name: D1, type: Thermostat, room: Hall}
              - {name: D2, type: DoorLock}
              - {name: D3, type: WindowCovering}
            groups: [{name: Lights, devices: [d0]}]
        """
    private static let settings = """
        layouts: {homie: {enabled: true}, zigbee2mqtt: {enabled: true}, homeKit: {enabled: true}}
        """

    /// The longest that an ordinary order waited for its answer, and how many there were.
    private static func order(on broker: MosquittoBroker, until end: Recorder<Void>) async throws -> (Duration, Int) {
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("me/answers")
        var longest = Duration.zero
        var count = 0
        while end.elements.isEmpty {
            let start = ContinuousClock.now
            try await client.publish(
                #"{"level":\#(1 + count % 250),"transitionTime":0,"$id":\#(count)}"#,
                to: "\(lamp)/LevelControl/moveToLevel/invoke", responseTopic: "me/answers")
            let answer = try await client.expect("me/answers", within: .seconds(60))
            #expect(answer.text == #"{"ok":true,"id":\#(count)}"#)
            longest = max(longest, ContinuousClock.now - start)
            count += 1
            // What is not measured: an ordinary client does not ask without end.
            try await Task.sleep(for: .milliseconds(50))
        }
        await client.disconnect()
        return (longest, count)
    }

    @Test func `a million garbage messages change nothing for an ordinary client`() async throws {
        let broker = try await MosquittoBroker.start(["message_size_limit \(Self.largest)"])
        let bridge = try await StartedProgram.start(home: Self.home, settings: Self.settings, broker: broker)
        let end = Recorder<Void>()
        async let ordinary = Self.order(on: broker, until: end)
        let memory = MemoryWatch(of: bridge.program.identifier)
        let start = ContinuousClock.now
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("homegraph/bridge/response/bridge/health")
        func expectHealth() async throws {
            try await client.publish("{}", to: "homegraph/bridge/request/bridge/health")
            let answer = try await client.expect("homegraph/bridge/response/bridge/health", within: .seconds(60))
            #expect(answer.text.contains(#""connected":true"#))
        }
        var messages = GarbageMessages(largest: Self.largest)
        for _ in 0..<Self.count / Self.batch {
            messages = try await Load.flood(port: broker.port, count: Self.batch, messages)
            try await expectHealth()
        }
        let duration = ContinuousClock.now - start
        let samples = memory.stop()
        end.append(())
        let (longest, orders) = try await ordinary

        #expect(orders > 100)
        #expect(longest < .seconds(10), "an ordinary order took \(longest)")
        let early = samples[samples.count / 4]
        let last = try #require(samples.last)
        #expect(last < early + 32_000_000, "\(early) octets at first, \(last) in the end")

        // The log is not filled either.
        #expect(bridge.program.messages.elements.count < 1000)

        let graph = try await client.readEverything()
        let retained = try await client.retained("#").mapValues(\.text)
        for (topic, payload) in graph where !topic.hasSuffix("/lastReport") {
            #expect(retained[topic] == payload, "\(topic)")
        }
        print(
            """
            flood: \(Self.count) messages in \(duration); \(orders) ordinary orders, each within \(longest); \
            memory \(early) → \(last) octets
            """)
        await client.disconnect()
        try await bridge.stop()
        try await broker.stop()
    }
}
