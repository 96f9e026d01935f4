import Configuration
import MQTT
import Testing

@Suite struct SettingsTests {
    @Test func `nothing written is the documented defaults`() throws {
        #expect(try settings("") == Settings())
        #expect(try SettingsSource().read() == Settings())
        #expect(Settings().clientID == "homegraph2mqtt-homegraph")
        #expect(Settings().broker.address.description == "mqtt://localhost:1883")
    }

    @Test func `the whole tree is read`() throws {
        let read = try settings(
            """
            broker:
              url: mqtts://broker.example
              clientId: me
              username: bridge
              passwordFile: secret
              tls: {ca: ca.pem, certificate: c.pem, key: k.pem, verify: false}
              protocol: 3.1.1
              keepAlive: 1m
            topics: {base: a/b, segments: id, qos: 1, lastReport: off}
            home: {file: home.yaml, state: /var/lib/home.sqlite, structures: [Main House, cabin]}
            layouts:
              homeAssistant: {enabled: false, prefix: ha}
              homie: {enabled: true, prefix: hom}
              zigbee2mqtt: {enabled: true, base: z2m}
              homeKit: {enabled: true}
            commands: {allow: ["+/device/#"], deny: [request/simulation/#], maxPayload: 2MiB, timeout: 1500ms, waiting: 8, rate: 2.5}
            simulation: {seed: 18446744073709551615, speed: 0.5}
            http: {listen: "[::1]:9883"}
            log: {level: debug, mqtt: warning}
            """, files: ["secret": "0123\n"])
        var expected = Settings()
        expected.broker.address = BrokerAddress(host: "broker.example", usesTLS: true)
        expected.broker.clientID = "me"
        expected.broker.username = "bridge"
        expected.broker.passwordFile = "secret"
        expected.broker.password = Secret("0123")
        expected.broker.tls.authority = "ca.pem"
        expected.broker.tls.certificate = "c.pem"
        expected.broker.tls.key = "k.pem"
        expected.broker.tls.verifies = false
        expected.broker.version = .v3_1_1
        expected.broker.keepAlive = .seconds(60)
        expected.topics.base = "a/b"
        expected.topics.segments = .id
        expected.topics.qos = 1
        expected.topics.lastReport = nil
        expected.home.file = "home.yaml"
        expected.home.state = "/var/lib/home.sqlite"
        expected.home.structures = ["Main House", "cabin"]
        expected.layouts.homeAssistant.isEnabled = false
        expected.layouts.homeAssistant.prefix = "ha"
        expected.layouts.homie.isEnabled = true
        expected.layouts.homie.prefix = "hom"
        expected.layouts.zigbee2mqtt.isEnabled = true
        expected.layouts.zigbee2mqtt.prefix = "z2m"
        expected.layouts.homeKit.isEnabled = true
        expected.commands.allow = ["+/device/#"]
        expected.commands.deny = ["request/simulation/#"]
        expected.commands.maximumPayload = 2 << 20
        expected.commands.timeout = .milliseconds(1500)
        expected.commands.waiting = 8
        expected.commands.rate = 2.5
        expected.simulation.seed = .max
        expected.simulation.speed = 0.5
        expected.http.listen = NetworkAddress(host: "::1", port: 9883)
        expected.log.level = .debug
        expected.log.mqtt = .warning
        #expect(read == expected)
    }

    static let bad: [(yaml: String, message: String)] = [
        ("brokr: {}", #"line 1: unknown key "brokr"; write "broker""#),
        ("broker:\n  ulr: mqtt://h", #"line 2: unknown key "ulr" in broker; write "url""#),
        ("topics: {bass: a}", #"line 1: unknown key "bass" in topics; write "base""#),
        ("topics: 5", #"line 1: topics is "5"; write a mapping with base, segments, qos, lastReport"#),
        ("topics: {qos: 3}", #"line 1: topics.qos is "3"; write a whole number from 0 to 2"#),
        ("topics: {qos: [1]}", #"line 1: topics.qos is a list; write a whole number from 0 to 2"#),
        ("topics: {qos: }", "line 1: topics.qos has no value; write a whole number from 0 to 2"),
        ("topics: {segments: nmae}", #"line 1: topics.segments is "nmae"; write "name""#),
        (
            "topics: {lastReport: 5}",
            #"line 1: topics.lastReport is "5"; write a time from 1s to 1d, such as 20ms, 30s, 2m or 1h"#
        ),
        ("log:\n  level: warn", #"line 2: log.level is "warn"; write "warning""#),
        ("log: {level: x}", #"line 1: log.level is "x"; write error, warning, notice, info or debug"#),
        ("log: {mqtt: x}", #"line 1: log.mqtt is "x"; write error, warning, notice, info, debug or off"#),
        ("layouts: {homie: {enabled: maybe}}", #"line 1: layouts.homie.enabled is "maybe"; write true or false"#),
        ("broker: {protocol: 4}", #"line 1: broker.protocol is "4"; write 5 or 3.1.1"#),
        (
            "broker: {keepAlive: 1500ms}",
            "line 1: broker.keepAlive is \"1500ms\"; write a time from 5s to 65535s, such as 20ms, 30s, 2m or 1h"
        ),
        ("broker: {keepAlive: 5500ms}", #"line 1: broker.keepAlive is "5500ms"; write whole seconds, such as 30s"#),
        (
            "broker: {url: http://h}",
            #"line 1: broker.url: the scheme 'http' is unknown; mqtt or mqtts is right"#
        ),
        (
            "broker: {url: localhost}",
            "line 1: broker.url: the address 'localhost' has no scheme; mqtt://HOST or mqtts://HOST is meant"
        ),
        (
            "broker: {url: mqtt://h/x}",
            "line 1: broker.url: '/x' follows the host and port; a broker's address has no path"
        ),
        (
            "broker: {url: mqtt://h:0}",
            "line 1: broker.url: the port '0' is not right; it is a number from 1 to 65535"
        ),
        (
            "commands: {maxPayload: 3MiB}",
            #"line 1: commands.maxPayload is "3MiB"; write a size from 1 bytes to 2097152 bytes, such as 64KiB"#
        ),
        (
            "commands:\n  deny:\n    - a/#/b",
            #"line 3: commands.deny[1] is "a/#/b"; write an MQTT filter, such as +/device/front-door/# (+ one level, # at the end)"#
        ),
        ("simulation: {speed: 0}", #"line 1: simulation.speed is "0"; write a number from 0.01 to 1000"#),
        (
            "simulation: {seed: -1}",
            #"line 1: simulation.seed is "-1"; write a whole number from 0 to 18446744073709551615"#
        ),
        ("http: {listen: 9883}", #"line 1: http.listen is "9883"; write HOST:PORT, such as 127.0.0.1:9883"#),
        (
            "broker: {username: u, password: a, passwordFile: b}",
            "line 1: broker.password and broker.passwordFile are both set; keep one of the two"
        ),
        (
            "broker: {username: u, passwordFile: none}",
            "line 1: the password file none cannot be read: no such file; name a file that this user may read"
        ),
        ("broker: {password: a}", "line 1: there is a password, but no user; write username: … under broker"),
        (
            "broker:\n  url: mqtt://a@h\n  username: b",
            "line 3: the URL in broker.url and broker.username both name a user; keep one of the two"
        ),
        (
            "broker:\n  tls: {ca: x}",
            "line 2: broker.tls is set, but the URL is mqtt://localhost:1883; write mqtts:// in broker.url, or leave tls out"
        ),
        (
            "broker: {url: mqtts://h, tls: {key: k}}",
            "line 1: broker.tls has a key without a certificate; write certificate: … too"
        ),
        (
            "topics: {base: z}\nlayouts:\n  zigbee2mqtt: {enabled: true, base: z}",
            #"line 3: layouts.zigbee2mqtt.base is "z", and topics.base is "z"; write topics of which neither is the other one or stands under it"#
        ),
        (
            "topics: {base: z/a}\nlayouts:\n  zigbee2mqtt: {enabled: true, base: z}",
            #"line 3: layouts.zigbee2mqtt.base is "z", and topics.base is "z/a"; write topics of which neither is the other one or stands under it"#
        ),
    ]

    @Test(arguments: bad)
    func `a fault names the thing, its line and what would be right`(yaml: String, message: String) {
        #expect(faults { _ = try settings(yaml) } == ["settings.yaml, \(message)"])
    }

    @Test(arguments: ["", "a//b", "/a", "a/", "a/b/c/d/e/f", "a+", "#", "$a", "a\u{7}"])
    func `a base topic follows the rule`(base: String) {
        let options = [SettingsOverride.baseTopic: base]
        let messages = faults { _ = try settings("", options: options) }
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("--base-topic: topics.base is") == true)
    }

    @Test(arguments: ["a", "a/b/c/d/e", "Häuser/1", "a b"])
    func `these are base topics`(base: String) throws {
        #expect(try settings("", options: [.baseTopic: base]).topics.base == base)
    }

    @Test func `all faults are told together, by line`() {
        let messages = faults {
            _ = try settings("log: {level: x, mqtt: y}\ntopics:\n  qos: 9\nbroker:\n  keepAlive: z\n  what: 1\n")
        }
        let lines = messages.map { $0.prefix { $0 != ":" } }
        #expect(
            lines == [
                "settings.yaml, line 1", "settings.yaml, line 1", "settings.yaml, line 3", "settings.yaml, line 5",
                "settings.yaml, line 6",
            ])
    }

    @Test func `a settings file that is not there is said`() {
        let source = SettingsSource(file: "x.yaml", files: .inMemory([:]))
        #expect(
            faults { _ = try source.read() } == [
                "x.yaml: cannot be read: no such file; name a file that this user may read"
            ])
    }

    @Test func `paths in a file count from its directory`() throws {
        let files = ConfigurationFiles.inMemory(["/etc/h/s.yaml": "home: {file: home.yaml, state: /s}"])
        let read = try SettingsSource(file: "/etc/h/s.yaml", files: files).read()
        #expect(read.home.file == "/etc/h/home.yaml")
        #expect(read.home.state == "/s")
        let option = try SettingsSource(file: "/etc/h/s.yaml", options: [.home: "own.yaml"], files: files).read()
        #expect(option.home.file == "own.yaml")
    }
}
