import Bridge
import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

/// Many clients at once: some change the home, some watch.
@Suite(.timeLimit(.minutes(2))) struct ManyClientsTests {
    private static let editors = 8
    private static let rounds = 12

    private static let home =
        """
        structures:
          - name: Main House
            rooms: [Kitchen]
            devices:
              - {name: Shared Lamp, type: OnOffLight}

        """ + (0..<editors).map { "      - {name: D\($0) 0, id: d\($0), type: OnOffLight}\n" }.joined()
        + "    groups:\n      - {name: Lights, devices: [shared-lamp]}\n"

    /// What one client asks for, without waiting; every request is answered, whoever else was faster.
    private static func requests(_ editor: Int) -> [(name: String, payload: String)] {
        (1...rounds).flatMap { round in
            [
                ("device/rename", #"{"device":"d\#(editor)","name":"D\#(editor) \#(round)"}"#),
                ("device/rename", #"{"device":"shared-lamp","name":"Lamp \#((editor + round) % 3)"}"#),
                ("group/\(round % 2 == 0 ? "remove" : "add")", #"{"group":"lights","devices":["d\#(editor)"]}"#),
                ("room/create", #"{"structure":"main-house","name":"Room \#(editor) \#(round)"}"#),
                ("device/move", #"{"device":"d\#(editor)","room":"Room \#(editor) \#(round)"}"#),
                ("room/delete", #"{"room":"Room \#(editor) \#(round)"}"#),
                (
                    "simulation/report",
                    #"{"device":"d\#(editor)","trait":"OnOff","attribute":"onOff","value":\#(round % 2 == 0)}"#
                ),
            ]
        }
    }

    private static func edit(_ editor: Int, on broker: MosquittoBroker) async throws -> [String] {
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("me/\(editor)")
        let requests = requests(editor)
        for (name, payload) in requests {
            try await client.publish(payload, to: "h/bridge/request/\(name)", responseTopic: "me/\(editor)")
        }
        var answers: [String] = []
        for _ in requests { answers.append(try await client.expect("me/\(editor)", within: .seconds(60)).text) }
        await client.disconnect()
        return answers
    }

    @Test func `each watcher's view converges and nothing is seen out of order`() async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await RunningBridge.start(on: broker, home: Self.home)
        var watchers: [TestClient] = []
        for quality in [QualityOfService.atMostOnce, .atMostOnce, .atLeastOnce, .exactlyOnce] {
            let watcher = try await TestClient.connect(to: broker)
            try await watcher.subscribe([
                Subscription(filter: "h/#", qualityOfService: quality, retainAsPublished: true)
            ])
            watchers.append(watcher)
        }
        let failed = try await withThrowingTaskGroup(of: [String].self) { group in
            for editor in 0..<Self.editors { group.addTask { try await Self.edit(editor, on: broker) } }
            return try await group.reduce(into: []) { $0 += $1.filter { !$0.hasPrefix(#"{"ok":true"#) } }
        }
        #expect(failed.isEmpty)
        let client = try await TestClient.connect(to: broker)
        try await client.publish(
            #"{"structure":"main-house","name":"End"}"#, to: "h/bridge/request/room/create")
        for watcher in watchers {
            // Everything else has come when it comes: it is the last that is sent with acknowledgement.
            let end = try await watcher.expect("h/main-house/room/end/info", within: .seconds(60))
            let messages = watcher.messages.elements + [end]
            expectOrder(messages)
            var view: [String: String] = [:]
            for message in messages where message.isRetained {
                view[message.topicText] = message.payload.isEmpty ? nil : message.text
            }
            let retained = try await client.retained("h/#").mapValues(\.text)
            #expect(view == retained)
            await watcher.disconnect()
        }
        // Without a state store the segments that were given depend on the order of events: only the number is known.
        let topics = try await client.retained("h/#")
        let answer = try await client.request("bridge/read", #"{"object":"h"}"#)
        #expect(topics.count == running.bridge.retainedTopics, "\(topics.keys.filter { !answer.contains($0) })")
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    /// Names count upward, and each move begins where the one before ended.
    private func expectOrder(_ messages: [InboundMessage]) {
        var rounds: [String: Int] = [:]
        var topics: [String: String] = [:]
        for message in messages {
            if let match = message.text.firstMatch(of: /^{"id":"(d\d+)","name":"D\d+ (\d+)"/), let round = Int(match.2)
            {
                #expect(round >= rounds[String(match.1)] ?? 0, "\(message.topicText)")
                rounds[String(match.1)] = round
            }
            guard message.topicText == "h/bridge/event",
                let event = message.text.firstMatch(
                    of: /"type":"deviceRenamed".*"id":"([^"]*)".*"topic":"([^"]*)","oldTopic":"([^"]*)"/)
            else { continue }
            let id = String(event.1)
            #expect(topics[id] == nil || topics[id] == String(event.3), "\(message.text)")
            topics[id] = String(event.2)
        }
        #expect(rounds.values.allSatisfy { $0 == Self.rounds } && rounds.count == Self.editors)
        #expect(topics.count == Self.editors + 1)
    }
}
