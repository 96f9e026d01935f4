import Foundation
import MQTT
import RawMosquitto
import TestSupport
import Testing

/// More commands than any home sends: `deploy/test --long`.
@Suite(.enabled(if: LongTests.areEnabled, "deploy/test --long runs it"), .serialized, .timeLimit(.minutes(10)))
struct CommandLoadTests {
    private static let devices = 100
    private static let rate = 10_000
    private static let seconds = 60
    /// So many levels are asked for, one after another; each device has each twice a round: as a level, and as a toggle.
    private static let levels = 50

    private static let home =
        "structures:\n  - name: House\n    devices:\n"
        + (0..<devices).map {
            "      - {name: L\($0), id: l\($0), type: DimmableLight, simulation: {latency: 0s}}\n"
        }.joined()

    private static func light(_ device: Int) -> String { "homegraph/house/device/l\(device)/DimmableLight" }

    /// Every order of the first hundred is for a level, every order of the second toggles.
    private static func isLevel(_ order: Int) -> Bool { order / devices % 2 == 0 }

    private static func level(_ order: Int) -> Int { 1 + order / (2 * devices) % levels * 5 }

    @Test func `each of 10,000 commands a second is answered, and what is retained follows`() async throws {
        let broker = try await MosquittoBroker.start()
        let bridge = try await StartedProgram.start(home: Self.home, broker: broker)
        let topics = (0..<2 * Self.devices).map {
            Self.light($0 % Self.devices)
                + (Self.isLevel($0) ? "/LevelControl/moveToLevelWithOnOff/invoke" : "/OnOff/toggle/invoke")
        }
        let payloads = (0..<2 * Self.devices * Self.levels).map {
            Self.isLevel($0) ? #"{"level":\#(Self.level($0)),"transitionTime":0,"$id":%ld}"# : #"{"$id":%ld}"#
        }
        let memory = MemoryWatch(of: bridge.program.identifier)
        let result = try await Load.run(
            port: broker.port, topics: topics, payloads: payloads,
            answers: "homegraph/house/device/+/DimmableLight/+/+/invoke/response", count: Self.rate * Self.seconds,
            rate: Double(Self.rate))
        let samples = memory.stop()

        #expect(result.count(raw_unanswered) == 0)
        #expect(result.count(raw_failed) == 0)
        #expect(result.count(raw_twice) == 0)
        #expect(result.count(raw_ok) > result.outcomes.count / 2)
        let latencies = result.latencies.sorted()
        let median = latencies[latencies.count / 2]
        let tail = latencies[latencies.count * 99 / 100]
        let longest = try #require(latencies.last)
        #expect(tail < 2 && longest < 10, "99 of 100 within \(tail) s, all within \(longest) s")
        // What was there after a quarter of the time is all there is.
        let early = samples[samples.count / 4]
        let last = try #require(samples.last)
        #expect(last < early + 16_000_000, "\(early) octets at first, \(last) in the end")

        // In the end the broker keeps what the graph has, and the graph what the orders that were answered led to.
        let client = try await TestClient.connect(to: broker)
        let graph = try await client.readEverything()
        let retained = try await client.retained("#").mapValues(\.text)
        for (topic, payload) in graph where !topic.hasSuffix("/lastReport") {
            #expect(retained[topic] == payload, "\(topic)")
        }
        for device in 0..<Self.devices {
            var level: Int?
            var isOn = false
            for order in stride(from: device, to: result.outcomes.count, by: Self.devices)
            where result.outcomes[order] == UInt8(raw_ok.rawValue) {
                if Self.isLevel(order) { level = Self.level(order) }
                isOn = Self.isLevel(order) || !isOn
            }
            #expect(graph["\(Self.light(device))/LevelControl/currentLevel"] == level.map(String.init))
            #expect(graph["\(Self.light(device))/OnOff/onOff"] == "\(isOn)")
        }
        print(
            """
            commands: \(result.outcomes.count) at \(Self.rate)/s, \(result.count(raw_ok)) ok, \
            \(result.count(raw_exhausted)) refused; answered within \(median * 1000) ms (median), \
            \(tail * 1000) ms (99 of 100), \(longest * 1000) ms (all); memory \(early) → \(last) octets
            """)
        await client.disconnect()
        try await bridge.stop()
        try await broker.stop()
    }
}
