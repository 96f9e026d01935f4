import Foundation
import MQTT
import TestSupport
import Testing

@testable import Bridge

/// The broker's files in `deploy/broker`: who may do what.
@Suite struct DeployedBrokerTests {
    private static func lines(_ name: String) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "deploy/broker/\(name)"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    /// A broker with the access rules as they ship, for users whose passwords are their names.
    private static func broker() async throws -> MosquittoBroker {
        try await MosquittoBroker.start(
            ["max_queued_messages 1000"],
            users: ["bridge": "bridge", "reader": "reader", "controller": "controller"],
            accessControl: lines("acl"))
    }

    private static func client(_ user: String, on broker: MosquittoBroker) async throws -> TestClient {
        var settings = TestClient.settings(for: broker.address)
        (settings.userName, settings.password) = (user, user)
        return try await TestClient.connect(settings)
    }

    @Test func `the bridge may do all it needs, a reader only reads, a controller gives orders`() async throws {
        let broker = try await Self.broker()
        let running = try await RunningBridge.start(on: broker, base: "homegraph", userName: "bridge")
        let reader = try await Self.client("reader", on: broker)
        let controller = try await Self.client("controller", on: broker)
        let lamp = "homegraph/main-house/device/kitchen-lamp"
        let state = "\(lamp)/DimmableLight/OnOff/onOff"

        try await reader.subscribe("homegraph/#")
        try await reader.expect("homegraph/bridge/state", "online")
        try await reader.expect(state, "false")
        let refused = try await reader.publish("{}", to: "\(lamp)/DimmableLight/OnOff/on/invoke")
        #expect(ReasonCode(rawValue: refused) == .notAuthorized)

        #expect(try await controller.order("\(lamp)/DimmableLight/OnOff/on/invoke", "{}") == #"{"ok":true}"#)
        try await reader.expect(state, "true")
        #expect(try await controller.order("\(lamp)/invoke", "OnOff.off").hasPrefix(#"{"ok":true"#))
        #expect(
            try await controller.request(
                "room/create", #"{"structure":"Main House","name":"Study"}"#, base: "homegraph"
            ).hasPrefix(#"{"ok":true"#))
        try await controller.subscribe("answers/controller/me")
        try await controller.publish(
            "5", to: "\(lamp)/DimmableLight/OnOff/onTime/set", responseTopic: "answers/controller/me")
        try await controller.expect("answers/controller/me", #"{"ok":true}"#)

        // What orders hold is for the bridge alone.
        try await reader.expect("homegraph/main-house/room/study/info")
        #expect(
            !reader.messages.elements.contains { message in
                ["/invoke", "/set"].contains { message.topicText.hasSuffix($0) }
                    || message.topicText.hasPrefix("homegraph/bridge/request/")
            })
        for client in [reader, controller] { await client.disconnect() }
        await running.stop()
        try await broker.stop()
    }

    /// What the bridge listens to with all layouts, at the prefixes that settings have by default: two topics of each
    /// filter that ends with `#`, one of each other.
    private static func inboundTopics() throws -> [String] {
        var configuration = BridgeConfiguration(baseTopic: "homegraph", version: "1.0", instance: "abcdefgh")
        let prefixes = ["homeAssistant": "homeassistant", "homie": "homie", "zigbee2mqtt": "homegraph-z2m"]
        for layout in TopicLayouts.all {
            configuration.layouts[layout.name] = BridgeConfiguration.Layout(
                isEnabled: true, prefix: prefixes[layout.name] ?? "")
        }
        let layouts = try TopicLayouts(configuration)
        #expect(layouts.enabled.count == TopicLayouts.all.count)
        let filters = InboundFilters.orders("homegraph", layouts: layouts.filters).map(\.filter)
        return filters.flatMap { filter -> [String] in
            let topic = filter.replacing("+", with: "l2")
            guard topic.hasSuffix("#") else { return [topic] }
            return ["x", "x/y"].map { topic.replacing("#", with: $0) }
        }
    }

    @Test func `a controller may send to all that the bridge hears, and a reader sees none of it`() async throws {
        let broker = try await Self.broker()
        let topics = try Self.inboundTopics()
        let bridge = try await Self.client("bridge", on: broker)
        let reader = try await Self.client("reader", on: broker)
        let controller = try await Self.client("controller", on: broker)
        try await bridge.subscribe("#")
        try await reader.subscribe("#")
        for topic in topics {
            let code = try await controller.publish("1234", to: topic)
            #expect(!ReasonCode(rawValue: code).isError, "the controller may not write \(topic)")
            try await bridge.expect(topic, "1234")
            let refused = try await reader.publish("1234", to: topic)
            #expect(ReasonCode(rawValue: refused) == .notAuthorized, "the reader may write \(topic)")
        }
        // What the bridge says comes last.
        for base in ["homegraph", "homie", "homegraph-z2m"] {
            try await bridge.publish("end", to: "\(base)/end")
            try await reader.expect("\(base)/end", "end")
        }
        #expect(reader.messages.elements.map(\.topicText).isEmpty)
        for client in [bridge, reader, controller] { await client.disconnect() }
        try await broker.stop()
    }

    /// All but the listener, whose certificates are the user's own.
    @Test func `the broker takes the settings as they ship`() async throws {
        let paths = ["listener", "cafile", "certfile", "keyfile", "password_file", "acl_file"]
        let settings = try Self.lines("mosquitto.conf").filter { line in
            !line.hasPrefix("#") && !paths.contains(String(line.prefix { $0 != " " }))
        }
        #expect(settings == ["allow_anonymous false", "max_queued_messages 0", "set_tcp_nodelay true"])
        let broker = try await MosquittoBroker.start(settings, users: ["bridge": "bridge"])
        let client = try await Self.client("bridge", on: broker)
        #expect(client.session.version == .v5)
        await client.disconnect()
        try await broker.stop()
    }
}
