import TestSupport
import Testing

@Suite struct CheckCommandTests {
    @Test func `what is in order is said`() throws {
        let files = try TemporaryFolder([
            "settings.yaml": "home: {file: home.yaml}\ntopics: {base: a/b}\n",
            "home.yaml": "structures:\n  - {name: S, rooms: [R], devices: [{name: D, room: R, type: OnOffLight}]}\n",
        ])
        let result = try ProgramRun.run(["check", "--config", files.path("settings.yaml")])
        #expect(result.status == 0)
        #expect(result.error.isEmpty)
        #expect(
            result.outputLines == [
                "\(files.path("settings.yaml")): no fault",
                "\(files.path("home.yaml")): no fault; 1 structure, 1 room, 1 device, 0 groups",
            ])
    }

    @Test func `what Home Assistant would discover is looked at, too`() throws {
        let files = try TemporaryFolder([
            "home.yaml":
                "structures:\n  - {name: S, devices: [{name: D, type: OnOffLight}, {name: T, type: Thermostat}]}\n"
        ])
        let result = try ProgramRun.run(["check", "--home", files.path("home.yaml"), "--discovery"])
        #expect(result.status == 0)
        #expect(result.error.isEmpty)
        #expect(result.outputLines.last == "discovery: no fault; 3 documents")
    }

    @Test func `every fault is told, settings first`() throws {
        let files = try TemporaryFolder([
            "s.yaml": "topics:\n  qos: 7\nlgo: {}\n",
            "h.yaml": "structures:\n  - name: S\n    devices:\n      - {name: D, type: OnOfLight}\n",
        ])
        let result = try ProgramRun.run(["check", "--config", files.path("s.yaml"), "--home", files.path("h.yaml")])
        #expect(result.status == 1)
        #expect(
            result.errorLines == [
                "\(files.path("s.yaml")), line 2: topics.qos is \"7\"; write a whole number from 0 to 2",
                "\(files.path("s.yaml")), line 3: unknown key \"lgo\"; write \"log\"",
                "\(files.path("h.yaml")), line 4: unknown device type \"OnOfLight\" in structures[1].devices[1].type; write \"OnOffLight\"",
            ])
    }

    @Test func `the environment counts, and is named`() throws {
        let result = try ProgramRun.run(["check"], environment: ["HOMEGRAPH2MQTT_BASE_TOPIC": "a//b"])
        #expect(result.status == 1)
        #expect(result.error.hasPrefix("HOMEGRAPH2MQTT_BASE_TOPIC: topics.base is \"a//b\"; write "))
    }

    @Test func `a file that is not there is a fault`() throws {
        let result = try ProgramRun.run(["check", "--home", "/nowhere/home.yaml"])
        #expect(result.status == 1)
        #expect(
            result.error == "/nowhere/home.yaml: cannot be read: no such file; name a file that this user may read\n")
    }

    @Test func `a password in a URL that is wrong is not shown`() throws {
        let result = try ProgramRun.run(["check", "--broker", "mqtt://me:hunter2@host/path"])
        #expect(result.status == 1)
        #expect(!result.error.contains("hunter2"))
    }
}
