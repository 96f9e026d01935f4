import TestSupport
import Testing

@Suite struct TopicsCommandTests {
    @Test func `the sample home's topics are printed, each once`() throws {
        let result = try ProgramRun.run(["topics"])
        #expect(result.status == 0)
        #expect(result.error.isEmpty)
        let topics = result.outputLines.map { $0.prefix { $0 != " " } }
        #expect(Set(topics).count == topics.count)
        #expect(topics.allSatisfy { $0.hasPrefix("homegraph/") || $0.hasPrefix("homeassistant/device/") })
        #expect(
            result.outputLines.contains(
                "homegraph/main-house/device/kitchen-lamp/ExtendedColorLight/LevelControl/currentLevel 127"))
        #expect(result.outputLines.contains("homegraph/main-house/device/front-door/availability online"))
        #expect(
            result.outputLines.contains(
                "homegraph/main-house/device/power-strip/OnOffPluginUnit-2/OnOff/onOff false"))
    }

    @Test func `a home in JSON is one, too`() throws {
        let files = try TemporaryFolder([
            "home.json": #"{"structures":[{"name":"Hütte","devices":[{"name":"Đèn","type":"OnOffLight"}]}]}"#
        ])
        let result = try ProgramRun.run(["topics", "--home", files.path("home.json"), "--base-topic", "x/y"])
        #expect(result.status == 0)
        #expect(result.outputLines.contains("x/y/hütte/device/đèn/OnOffLight/OnOff/onOff false"))
    }

    @Test func `only the structures that are wanted`() throws {
        let files = try TemporaryFolder([
            "h.yaml": "structures: [{name: A, devices: [{name: D, type: OnOffLight}]}, {name: B, id: bee}]"
        ])
        let result = try ProgramRun.run(["topics", "--home", files.path("h.yaml"), "--structures", "bee"])
        #expect(result.status == 0)
        #expect(result.output.contains("homegraph/b/info "))
        #expect(!result.output.contains("homegraph/a/"))
        let wrong = try ProgramRun.run(["topics", "--home", files.path("h.yaml"), "--structures", "C"])
        #expect(wrong.status == 1)
        #expect(wrong.error == "unknown structure \"C\" in home.structures; write A or B\n")
    }
}
