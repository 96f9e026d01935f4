import Configuration
import MQTT
import Testing

@Suite struct SettingsPrecedenceTests {
    @Test func `every option but the password is a variable too`() {
        #expect(
            SettingsOverride.allCases.map(\.variable) == [
                "HOMEGRAPH2MQTT_HOME", "HOMEGRAPH2MQTT_STATE", "HOMEGRAPH2MQTT_BROKER", "HOMEGRAPH2MQTT_BASE_TOPIC",
                "HOMEGRAPH2MQTT_STRUCTURES", "HOMEGRAPH2MQTT_LOG_LEVEL", "HOMEGRAPH2MQTT_PASSWORD",
            ])
        #expect(
            SettingsOverride.allCases.compactMap(\.option) == [
                "--home", "--state", "--broker", "--base-topic", "--structures", "--log-level",
            ])
    }

    @Test func `the command line wins, then the environment, then the file`() throws {
        let yaml = "topics: {base: file}\nlog: {level: error}\nhome: {structures: [a]}"
        let environment = ["HOMEGRAPH2MQTT_BASE_TOPIC": "environment", "HOMEGRAPH2MQTT_LOG_LEVEL": "debug"]
        let read = try settings(yaml, environment: environment, options: [.baseTopic: "option"])
        #expect(read.topics.base == "option")
        #expect(read.log.level == .debug)
        #expect(read.home.structures == ["a"])
    }

    @Test func `a fault in the environment or an option names it`() {
        let messages = faults {
            _ = try settings(
                "", environment: ["HOMEGRAPH2MQTT_LOG_LEVEL": "loud"], options: [.broker: "x"])
        }
        #expect(
            messages == [
                "HOMEGRAPH2MQTT_LOG_LEVEL: log.level is \"loud\"; write error, warning, notice, info or debug",
                "--broker: broker.url: the address 'x' has no scheme; mqtt://HOST or mqtts://HOST is meant",
            ])
    }

    @Test func `structures are separated by commas`() throws {
        #expect(
            try settings("", options: [.structures: "Main House, cabin"]).home.structures == ["Main House", "cabin"])
    }

    @Test func `an empty variable is not set, and foreign ones are passed over`() throws {
        let environment = ["HOMEGRAPH2MQTT_BASE_TOPIC": "", "HOMEGRAPH2MQTT_SERVICE_HOST": "10.0.0.1"]
        #expect(try settings("", environment: environment) == Settings())
    }

    @Test func `the environment names the file, an option wins`() throws {
        let files = ConfigurationFiles.inMemory(["a": "topics: {base: a}", "b": "topics: {base: b}"])
        let environment = ["HOMEGRAPH2MQTT_CONFIG": "a"]
        #expect(try SettingsSource(environment: environment, files: files).read().topics.base == "a")
        #expect(try SettingsSource(file: "b", environment: environment, files: files).read().topics.base == "b")
    }

    @Test func `a password of the environment wins over those of the file`() throws {
        let environment = ["HOMEGRAPH2MQTT_PASSWORD": "e"]
        for yaml in [
            "broker: {username: u, passwordFile: none}", "broker: {username: u, password: f}",
            "broker: {url: \"mqtt://u:f@h\"}",
        ] {
            let broker = try settings(yaml, environment: environment).broker
            #expect(broker.password == Secret("e"))
            #expect(broker.username == "u")
        }
    }

    @Test func `a user in an option's URL wins`() throws {
        let broker = try settings(
            "broker: {username: u, password: f}", environment: ["HOMEGRAPH2MQTT_PASSWORD": "e"],
            options: [.broker: "mqtt://v:p%40ss@[::1]"]
        ).broker
        #expect(broker.username == "v")
        #expect(broker.password == Secret("p@ss"))
        #expect(broker.address == BrokerAddress(host: "::1"))
    }

    @Test(arguments: [
        "broker: {url: \"mqtt://u:hunter2@h/x\"}", "broker: {url: \"foo://u:hunter2@h\"}",
        "broker: {url: \"mqtt://u:hunter2@h:x\"}", "broker: {url: \"mqtt://u:hunter2%@h\"}",
        "broker: {url: \"mqtt://u:hunter2@h\", password: hunter2}", "broker: {password: [hunter2]}",
        "broker: {url: \"u:hunter2@h\"}",
    ])
    func `no fault shows a password`(yaml: String) {
        let messages = faults { _ = try settings(yaml) }
        #expect(!messages.isEmpty)
        #expect(!messages.contains { $0.contains("hunter2") })
    }

    @Test func `no description shows a password`() throws {
        let read = try settings("broker: {url: \"mqtt://u:hunter2@h\"}")
        var dumped = ""
        dump(read, to: &dumped)
        #expect(!"\(read)".contains("hunter2"))
        #expect(!String(reflecting: read).contains("hunter2"))
        #expect(!dumped.contains("hunter2"))
        #expect(read.broker.password?.value == "hunter2")
    }
}
