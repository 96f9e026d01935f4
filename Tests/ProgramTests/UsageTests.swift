import TestSupport
import Testing

@Suite struct UsageTests {
    static let commands = ["run", "demo", "check", "topics", "doctor"]

    @Test func `help lists the commands`() throws {
        let result = try ProgramRun.run(["--help"])
        #expect(result.status == 0)
        #expect(result.error.isEmpty)
        #expect(result.output.hasPrefix("Usage: homegraph2mqtt COMMAND"))
        for command in Self.commands { #expect(result.output.contains("\n  \(command) ")) }
    }

    @Test(arguments: commands)
    func `each command has help and version`(command: String) throws {
        let help = try ProgramRun.run([command, "--help"])
        #expect(help.status == 0)
        #expect(help.output.hasPrefix("Usage: homegraph2mqtt \(command) [OPTION…]"))
        #expect(help.output.contains("\n  --config FILE "))
        #expect(help.output.contains("\n  HOMEGRAPH2MQTT_BASE_TOPIC "))
        let version = try ProgramRun.run([command, "--version"])
        #expect(version.status == 0)
        #expect(version.output == (try ProgramRun.run(["--version"])).output)
        #expect(version.output.hasPrefix("homegraph2mqtt "))
    }

    static let wrong: [(arguments: [String], message: String)] = [
        ([], "no command is given; write homegraph2mqtt run|demo|check|topics"),
        (["rnu"], "unknown command \"rnu\"; write \"run\""),
        (["xyzzy"], "unknown command \"xyzzy\"; write run, demo, check, topics, commission, code or doctor"),
        (["run", "--hoem", "x"], "unknown option --hoem; write \"--home\""),
        (["run", "--home"], "--home has no value; write --home FILE"),
        (["--version=3"], "--version takes no value; write --version alone"),
        (
            ["check", "x"],
            "check takes no argument, but \"x\" is given; leave it out; homegraph2mqtt check --help shows the options"
        ),
        (
            ["topics", "--state", "x"],
            "topics has no option --state; leave it out, or use run, which has it; homegraph2mqtt topics --help shows the options"
        ),
        (["demo", "--state", "x"], "demo has no option --state; leave it out, or use run, which has it"),
        (
            ["check", "home.yaml"],
            "check takes no argument, but \"home.yaml\" is given; write --home home.yaml for a home, or --config home.yaml for settings"
        ),
        (["help", "rnu"], "unknown command \"rnu\"; write \"run\""),
        (["run", "--password", "x"], "unknown option --password; homegraph2mqtt run --help shows the options"),
        (["run", "--foo"], "unknown option --foo; homegraph2mqtt run --help shows the options"),
        (["demo", "--rom", "x"], "unknown option --rom; homegraph2mqtt demo --help shows the options"),
        (["commission", "--rom", "x"], "unknown option --rom; write \"--room\""),
        (["--foo"], "unknown option --foo; homegraph2mqtt --help shows the options"),
    ]

    @Test(arguments: wrong)
    func `wrong usage is one line and status 2`(arguments: [String], message: String) throws {
        let result = try ProgramRun.run(arguments)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errorLines.count == 1)
        #expect(result.error.hasPrefix(message), "\(result.error)")
    }

    @Test func `help is a command, too`() throws {
        #expect(try ProgramRun.run(["help"]).output == (try ProgramRun.run(["--help"])).output)
        #expect(try ProgramRun.run(["help", "run"]).output == (try ProgramRun.run(["run", "--help"])).output)
    }

    @Test func `check without settings does not say that it read some`() throws {
        let result = try ProgramRun.run(["check"])
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("no settings file is named"))
    }

    @Test func `an option given twice: the last counts`() throws {
        let result = try ProgramRun.run(["topics", "--base-topic", "first", "--base-topic=last"])
        #expect(result.status == 0)
        #expect(result.outputLines.allSatisfy { $0.hasPrefix("last/") || $0.hasPrefix("homeassistant/") })
    }
}
