import Foundation
import MQTT
import TestSupport
import Testing

/// Passwords, PINs and onboarding codes go through the running program; nothing that it says anywhere has them.
@Suite(.timeLimit(.minutes(2))) struct SecretsTests {
    private static let home = """
        structures:
          - name: S
            devices:
              - name: Door
                type: DoorLock
                features: {DoorLock: [pinCredential, user, credentialOverTheAirAccess]}
                traits: {DoorLock: {requirePinForRemoteOperation: true}}
            commissionable:
              - {payload: "MT:Y.K9042C00KA0648G00", device: {name: Plug, type: OnOffPluginUnit}}
        """
    private static let password = "hunter2-of-the-bridge"
    private static let pin = "86420975"
    private static let wrongPIN = "13579086"
    /// The passcode of the payload above, and its manual code.
    private static let codes = ["MT:Y.K9042C00KA0648G00", "20202021", "34970112332"]

    /// Ways to give the password; a credential of systemd is a file.
    enum Way: CaseIterable, Sendable { case file, environment }

    @Test(arguments: Way.allCases) func `no secret is in anything that the program says`(way: Way) async throws {
        let files = try TemporaryFolder(["h.yaml": Self.home, "password": "\(Self.password)\n"])
        try files.write(
            "s.yaml",
            "broker: {username: bridge\(way == .environment ? "" : ", passwordFile: \(files.path("password"))")}\n"
                + "home: {file: h.yaml}\nlog: {level: debug, mqtt: debug}\n")
        let broker = try await MosquittoBroker.start(users: ["bridge": Self.password, "all": "all"])
        var settings = TestClient.settings(for: broker.address)
        (settings.userName, settings.password) = ("all", "all")
        let client = try await TestClient.connect(settings)
        let witness = try await TestClient.connect(settings.named("witness"))
        try await witness.subscribe("#")
        try await client.subscribe("homegraph/bridge/state", "answers")
        let run = try ProgramRun(
            ["run", "--config", files.path("s.yaml"), "--broker", "mqtt://127.0.0.1:\(broker.port)"],
            environment: way == .environment ? ["HOMEGRAPH2MQTT_PASSWORD": Self.password] : [:])
        try await client.expect("homegraph/bridge/state", "online", within: .seconds(30))
        let lock = "homegraph/s/device/door/DoorLock/DoorLock"
        let orders: [(topic: String, payload: String, answer: String)] = [
            (
                "\(lock)/setCredential/invoke",
                #"{"operationType":"add","credential":{"credentialType":"pin","credentialIndex":1},"credentialData":"\#(Self.pin)","userIndex":null,"userStatus":null,"userType":null}"#,
                #""ok":true"#
            ),
            ("\(lock)/unlockDoor/invoke", #"{"pinCode":"\#(Self.wrongPIN)"}"#, "permissionDenied"),
            ("\(lock)/unlockDoor/invoke", "{}", "permissionDenied"),
            ("\(lock)/unlockDoor/invoke", #"{"pinCode":"\#(Self.pin)"}"#, #""ok":true"#),
            ("\(lock)/unlockDoor/invoke", #"{"pinCode":"\#(Self.pin)","\#(Self.pin)":1}"#, "invalidArgument"),
            ("\(lock)/unlockDoor/invoke", #"{"\#(Self.wrongPIN)"#, "invalidArgument"),
            ("homegraph/s/device/door/invoke", #"[{"DoorLock.lockDoor":{"pinCode":"\#(Self.pin)"}}]"#, #""ok":true"#),
            ("homegraph/bridge/request/device/rename", #"{"device":"door","name":"Door 2"}"#, #""ok":true"#),
            (
                "homegraph/bridge/request/commissioning/commission",
                #"{"structure":"S","payload":"\#(Self.codes[0])"}"#, #""ok":true"#
            ),
            (
                "homegraph/bridge/request/commissioning/commission",
                #"{"structure":"S","payload":"\#(Self.codes[2])"}"#, #""ok":false"#
            ),
            ("homegraph/bridge/request/bridge/read", "{}", #""ok":true"#),
            ("homegraph/bridge/request/bridge/health", "{}", #""ok":true"#),
        ]
        for order in orders {
            try await client.publish(order.payload, to: order.topic, responseTopic: "answers")
            let answer = try await client.expect("answers", within: .seconds(30)).text
            #expect(answer.contains(order.answer), "\(order.topic): \(answer)")
        }
        run.signal(SIGTERM)
        #expect(try await run.status() == 0)
        try await client.publish("end", to: "end")
        try await witness.expect("end")
        let given = Set(orders.map(\.topic))
        let said =
            witness.messages.elements.filter { !given.contains($0.topicText) }.map { "\($0.topicText) \($0.text)" }
            + run.lines.elements + run.messages.elements
        #expect(said.count > 100)
        for secret in [Self.password, Self.pin, Self.wrongPIN] + Self.codes {
            #expect(said.filter { $0.contains(secret) } == [], "\(secret)")
        }
        await client.disconnect()
        await witness.disconnect()
        try await broker.stop()
    }
}

extension ConnectionSettings {
    fileprivate func named(_ clientID: String) -> ConnectionSettings {
        var settings = self
        settings.clientID = clientID
        return settings
    }
}
