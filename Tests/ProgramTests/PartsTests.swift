import Bridge
import Configuration
import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

@testable import homegraph2mqtt

@Suite struct LogTests {
    @Test func `under systemd each line bears its priority`() {
        let lines = Recorder<String>()
        let log = Log(level: .debug, hasPriorities: true) { lines.append($0) }
        for level in LogLevel.allCases { log(level, "x") }
        #expect(lines.elements == ["<7>x\n", "<6>x\n", "<5>x\n", "<4>x\n", "<3>x\n"])
    }

    @Test func `what is less important than the level is left out, and a message is one line`() {
        let lines = Recorder<String>()
        let log = Log(level: .warning, hasPriorities: false) { lines.append($0) }
        log(.info, "a")
        log(.warning, "b\nc\r\nd")
        log.setLevel(.info)
        log(.info, "e")
        #expect(lines.elements == ["b c d\n", "e\n"])
    }

    @Test func `a foreign JOURNAL_STREAM is none of ours`() {
        #expect(!Log.isCollectedBySystemd([:]))
        #expect(!Log.isCollectedBySystemd(["JOURNAL_STREAM": "1:2"]))
    }
}

@Suite struct ProgramErrorTests {
    @Test func `what is no fault of the user's ends with another status`() {
        for code in HomeError.Code.allCases {
            #expect(ProgramError(HomeError(code, "x")).status == (code == .internal ? .program : .fault))
        }
    }
}

@Suite struct DemoLinesTests {
    @Test func `a broker elsewhere is named, a user without the password`() {
        let address = BrokerAddress(
            host: "my host", port: 8883, usesTLS: true, userName: "o'brien", password: "hunter2")
        let lines = DemoLines(base: "b", address: address, topics: []).lines
        #expect(
            lines == [
                #"mosquitto_sub -h 'my host' -p 8883 -u 'o'\''brien' -P … --tls-use-os-certs -v -t 'b/#'"#,
                #"mosquitto_rr -h 'my host' -p 8883 -u 'o'\''brien' -P … --tls-use-os-certs -V 5 -W 5 -t 'b/bridge/request/bridge/health' -e reply -m '{}'"#,
            ])
    }

    @Test func `lines are made of what the home has`() {
        let topics = ["b/s/device/x/OnOffLight/OnOff/onOff", "b/s/device/l/DoorLock/DoorLock/lockState"]
        let address = BrokerAddress(host: "127.0.0.1", port: 1883)
        let lines = DemoLines(base: "b", address: address, topics: topics).lines
        #expect(
            lines == [
                "mosquitto_sub -p 1883 -v -t 'b/#'",
                "mosquitto_pub -p 1883 -t 'b/s/device/x/OnOffLight/OnOff/toggle/invoke' -m '{}'",
                "mosquitto_rr -p 1883 -V 5 -W 5 -t 'b/s/device/l/DoorLock/DoorLock/lockDoor/invoke' -e reply -m '{}'",
                "mosquitto_rr -p 1883 -V 5 -W 5 -t 'b/bridge/request/bridge/health' -e reply -m '{}'",
            ])
    }
}

@Suite struct SecretTraitsTests {
    @Test(arguments: [
        ("h/bridge/request/commissioning/commission", #"{"payload":"34970112332"}"#, true),
        ("h/bridge/request/simulation/commissionable", #"{"payload":"34970112332"}"#, true),
        ("b/s/device/d/DoorLock/DoorLock/unlockDoor/invoke", "{}", true),
        ("b/s/device/d/invoke", #"{"DoorLock.unlockDoor":{"pinCode":"1"}}"#, true),
        ("b/s/device/d/OnOffLight/OnOff/on/invoke", "{}", false),
        ("b/s/device/d/invoke", #"{"OnOff.on":{}}"#, false),
    ])
    func `orders that may hold a secret are known`(topic: String, payload: String, isSecret: Bool) {
        #expect(SecretTraits(.standard).mayHoldSecret(topic: topic, payload: payload) == isSecret)
    }
}

@Suite struct ApplicationSettingsTests {
    @Test func `settings reach the bridge, the home and the connection`() throws {
        var settings = Settings()
        settings.topics.base = "a/b"
        settings.topics.segments = .id
        settings.topics.qos = 1
        settings.topics.lastReport = nil
        settings.commands.timeout = .seconds(3)
        settings.commands.waiting = 4
        settings.commands.deny = ["#"]
        settings.commands.maximumPayload = 5
        settings.commands.rate = 2.5
        settings.broker.username = "u"
        settings.broker.password = Secret("p")
        settings.broker.tls.authority = "ca"
        settings.broker.version = .v3_1_1
        let bridge = settings.bridge
        #expect(bridge.baseTopic == "a/b")
        #expect(bridge.segments == .id)
        #expect(bridge.qualityOfService == .atLeastOnce)
        #expect(!bridge.publishesLastReport)
        #expect(bridge.commands.deny == ["#"])
        #expect(bridge.commands.maximumPayload == 5)
        #expect(bridge.commands.timeout == .seconds(3))
        #expect(bridge.commands.rate == 2.5)
        #expect(bridge.instance.count == 8)
        #expect(settings.graph.waitingOrders == 4)
        #expect(settings.graph.lastReportInterval == nil)
        let connection = settings.connection
        #expect(connection.clientID == "homegraph2mqtt-a-b")
        #expect(connection.userName == "u")
        #expect(connection.password == "p")
        #expect(connection.tls.authorityFile == "ca")
        #expect(connection.version == .v3_1_1)
        #expect(connection.will?.topic == "a/b/bridge/state")
        #expect(settings.connection(clientID: "x").will == nil)
    }

    @Test func `an instance is the same for the same base, and another for another`() {
        #expect(Instance.id(for: "a") == Instance.id(for: "a"))
        #expect(Set((0..<1_000).map { Instance.id(for: "base-\($0)") }).count == 1_000)
    }

    @Test func `a change names the keys that need a restart`() {
        let old = Settings()
        var new = old
        new.log.level = .debug
        #expect(SettingsChange(from: old, to: new).needsRestart.isEmpty)
        new.log.mqtt = .error
        new.broker.keepAlive = .seconds(60)
        new.http.listen = NetworkAddress(host: "127.0.0.1", port: 9883)
        #expect(SettingsChange(from: old, to: new).needsRestart == ["broker", "http", "log.mqtt"])
    }
}
