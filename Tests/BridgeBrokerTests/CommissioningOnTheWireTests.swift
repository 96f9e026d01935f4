import Bridge
import DataModel
import HomeGraph
import MQTT
import SimulatedHub
import TestSupport
import Testing

/// New devices join through a real broker.
struct CommissioningOnTheWireTests {
    private static let plug = "MT:Y.K9042C00KA0648G00"
    private static let home = """
        structures:
          - name: Main House
            rooms: [Kitchen]
            commissionable:
              - {payload: "\(plug)", device: {name: New Plug, type: OnOffPluginUnit}}
          - {name: Guest Cottage, rooms: [Kitchen]}
        """

    /// A bridge whose hub's time runs fast, and a client that hears everything.
    private struct Rig {
        let broker: MosquittoBroker
        let running: RunningBridge
        let client: TestClient

        static func start() async throws -> Rig {
            let broker = try await MosquittoBroker.start()
            let running = try await RunningBridge.start(on: broker, home: home)
            try running.hub.setSpeed(100)
            let client = try await TestClient.connect(to: broker)
            try await client.subscribe("h/#")
            try await client.expect("h/bridge/state", "online")
            client.messages.removeAll()
            return Rig(broker: broker, running: running, client: client)
        }

        /// Sends a request and waits for its answer.
        func request(_ name: String, _ payload: String) async throws -> String {
            client.messages.removeAll()
            try await client.publish(payload, to: "h/bridge/request/\(name)")
            return try await client.expect("h/bridge/response/\(name)").text
        }

        func stop() async throws {
            await client.disconnect()
            await running.stop()
            try await broker.stop()
        }
    }

    private static let device = #"{"id":"new-plug","topic":"h/main-house/device/heater"}"#

    @Test func `one call commissions a device, and its topics are there before the answer`() async throws {
        let rig = try await Rig.start()
        let answer = try await rig.request(
            "commissioning/commission",
            #"{"structure":"Main House","payload":"\#(Self.plug)","name":"Heater","room":"Kitchen","$id":1}"#)
        #expect(answer == #"{"ok":true,"result":{"devices":[\#(Self.device)]},"id":1}"#)
        // The answer was taken out; what is there now came before it.
        let before = rig.client.messages.elements
        func position(_ topic: String, _ text: String) -> Int? {
            before.firstIndex { $0.topicText == topic && $0.text.contains(text) }
        }
        for (topic, text) in [
            ("h/main-house/device/heater/OnOffPluginUnit/OnOff/onOff", "false"),
            ("h/main-house/device/heater/availability", "online"),
            ("h/main-house/device/heater/info", #""name":"Heater""#), ("h/bridge/devices", #""id":"new-plug""#),
            ("h/bridge/event", #""type":"deviceAdded""#),
        ] {
            #expect(position(topic, text) != nil, "\(topic)")
        }
        let steps = before.filter { $0.topicText == "h/bridge/event" && $0.text.contains(#""type":"commissioning""#) }
        #expect(steps.count == CommissioningStep.allCases.count)
        #expect(steps.last?.text.contains(#""step":"complete","share":1"#) == true)
        #expect(
            !before.contains {
                $0.topicText != "h/bridge/request/commissioning/commission" && $0.text.contains(Self.plug)
            })
        #expect(
            try await rig.client.order("h/main-house/device/heater/OnOffPluginUnit/OnOff/on/invoke", "{}")
                == #"{"ok":true}"#)
        try await rig.client.expect("h/main-house/device/heater/OnOffPluginUnit/OnOff/onOff", "true")
        try await rig.stop()
    }

    @Test func `a device is commissioned step by step`() async throws {
        let rig = try await Rig.start()
        let structure = #"{"structure":"main-house"}"#
        let start = #"{"structure":"main-house","payload":"3497-011-2332","name":"Heater"}"#
        #expect(try await rig.request("commissioning/start", start).contains("failedPrecondition"))
        #expect(try await rig.request("commissioning/prepare", structure) == #"{"ok":true}"#)
        #expect(try await rig.request("commissioning/prepare", structure).contains("failedPrecondition"))
        #expect(
            try await rig.request("commissioning/start", #"{"structure":"guest-cottage","payload":"34970112332"}"#)
                .contains("failedPrecondition"))
        #expect(try await rig.request("commissioning/complete", structure).contains("failedPrecondition"))
        #expect(try await rig.request("commissioning/start", start) == #"{"ok":true}"#)
        #expect(
            try await rig.request("commissioning/complete", structure)
                == #"{"ok":true,"result":{"devices":[\#(Self.device)]}}"#)
        #expect(try await rig.request("commissioning/cancel", structure) == #"{"ok":true}"#, "without a session")
        try await rig.stop()
    }

    @Test func `requests that are sent without waiting are begun in their order`() async throws {
        let rig = try await Rig.start()
        let structure = #"{"structure":"main-house"}"#
        for _ in 0..<5 {
            rig.client.messages.removeAll()
            try await rig.client.publish(structure, to: "h/bridge/request/commissioning/prepare")
            try await rig.client.publish(
                #"{"structure":"main-house","payload":"\#(Self.plug)"}"#, to: "h/bridge/request/commissioning/start")
            try await rig.client.publish(structure, to: "h/bridge/request/commissioning/cancel")
            #expect(try await rig.client.expect("h/bridge/response/commissioning/prepare").text == #"{"ok":true}"#)
            let start = try await rig.client.expect("h/bridge/response/commissioning/start").text
            #expect(start == #"{"ok":true}"# || start.contains(#""code":"cancelled""#), "\(start)")
            #expect(try await rig.client.expect("h/bridge/response/commissioning/cancel").text == #"{"ok":true}"#)
        }
        #expect(try await rig.client.retained("h/main-house/device/#").isEmpty)
        try await rig.stop()
    }

    @Test func `a session that is cancelled leaves nothing behind`() async throws {
        let rig = try await Rig.start()
        let structure = #"{"structure":"main-house"}"#
        let before = try await rig.client.retained("h/#").keys.sorted()
        _ = try await rig.request("commissioning/prepare", structure)
        _ = try await rig.request(
            "commissioning/start", #"{"structure":"main-house","payload":"\#(Self.plug)","room":"Kitchen"}"#)
        #expect(try await rig.client.retained("h/#").keys.contains("h/main-house/device/new-plug/info"))
        #expect(try await rig.request("commissioning/cancel", structure) == #"{"ok":true}"#)
        #expect(try await rig.client.retained("h/#").keys.sorted() == before)
        try await rig.stop()
    }

    @Test func `a device can be put into pairing mode, and each failure is said`() async throws {
        let rig = try await Rig.start()
        let code = "MT:86PS0AFN00MP1A3YA00"
        func commission(_ payload: String) async throws -> String {
            try await rig.request(
                "commissioning/commission", #"{"structure":"guest-cottage","payload":"\#(payload)","room":"Kitchen"}"#)
        }
        func pair(_ more: String) async throws -> String {
            try await rig.request(
                "simulation/commissionable",
                #"{"structure":"guest-cottage","payload":"\#(code)","device":{"name":"Hue","type":"Aggregator"},"bridged":[{"name":"Bulb","type":"DimmableLight"}]\#(more)}"#
            )
        }
        #expect(try await commission("34970112333").contains("check digit"))
        #expect(try await pair(#","failAt":"atestation""#).contains("attestation"))
        #expect(try await pair(#","window":"0s""#).contains("outOfRange"))
        #expect(try await pair(#","failAt":"network","error":"unavailable""#) == #"{"ok":true}"#)
        #expect(try await commission(code).contains(#""code":"unavailable""#))
        #expect(try await pair("") == #"{"ok":true}"#)
        #expect(
            try await commission(code)
                == #"{"ok":true,"result":{"devices":[{"id":"hue","topic":"h/guest-cottage/device/hue"},{"id":"bulb","topic":"h/guest-cottage/device/bulb"}]}}"#
        )
        #expect(try await commission(code).contains("alreadyExists"))
        let info = try await rig.client.retained("h/guest-cottage/device/bulb/info").values.first?.text
        #expect(info?.contains(#""room":"kitchen-2""#) == true, "the room of this structure")
        _ = try await rig.request("simulation/connectivity", #"{"hub":true,"state":"offline"}"#)
        #expect(try await commission(Self.plug).contains("unavailable"))
        try await rig.stop()
    }
}
