import Foundation
import HomeGraph
import MQTT
import SQLiteStore
import TestSupport
import Testing

/// `run --state FILE`, as its user sees it.
@Suite(.timeLimit(.minutes(2))) struct StateFileTests {
    private static let home = """
        structures:
          - name: Main House
            rooms: [Kitchen]
            devices:
              - {name: Lamp, room: Kitchen, type: OnOffLight}
              - {name: Lock, type: DoorLock}
            groups: [{name: All, devices: [lamp]}]
          - name: Cabin
        """
    private static let nobody = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    /// A user for whom the system forbids something: root is none.
    private static let launcher = geteuid() == 0 ? nobody : []
    private static let isUserPossible =
        (try? ProgramRun.run(["--version"], launcher: launcher))?.status == 0

    private let files: TemporaryFolder
    private var state: String { files.path("home.sqlite") }

    init() throws { files = try TemporaryFolder(["home.yaml": Self.home]) }

    /// Runs the bridge against a broker until it is online, does something with a client, and ends it in order.
    ///
    /// - Returns: What it said on standard error.
    @discardableResult private func run(
        _ arguments: [String] = [], on broker: MosquittoBroker, base: String = "homegraph",
        _ body: (TestClient) async throws -> Void = { _ in }
    ) async throws -> Recorder<String> {
        let client = try await TestClient.connect(to: broker)
        let run = try ProgramRun(
            [
                "run", "--state", state, "--broker", "mqtt://127.0.0.1:\(broker.port)", "--base-topic", base,
            ] + arguments)
        try await client.subscribe("\(base)/bridge/state", "\(base)/+/device/#", "\(base)/bridge/response/#")
        try await client.expect("\(base)/bridge/state", "online")
        try await body(client)
        await client.disconnect()
        run.signal(SIGTERM)
        #expect(try await run.status() == 0)
        return run.messages
    }

    private func request(_ name: String, _ payload: String, with client: TestClient) async throws {
        try await client.publish(payload, to: "homegraph/bridge/request/\(name)")
        let answer = try await client.expect("homegraph/bridge/response/\(name)")
        #expect(answer.text.hasPrefix(#"{"ok":true"#), "\(answer.text)")
    }

    @Test func `a home outlasts the program, and the home file matters only at the first start`() async throws {
        let broker = try await MosquittoBroker.start()
        let first = try await run(["--home", files.path("home.yaml")], on: broker) { client in
            try await request("room/create", #"{"structure":"Main House","name":"Bath"}"#, with: client)
            try await request("device/rename", #"{"device":"lamp","name":"Sun"}"#, with: client)
            try await request("device/move", #"{"device":"lamp","room":"bath"}"#, with: client)
            try await client.publish("{}", to: "homegraph/main-house/device/sun/OnOffLight/OnOff/on/invoke")
            try await client.expect("homegraph/main-house/device/sun/OnOffLight/OnOff/on/invoke/response")
        }
        let start = "the state file \(state) is empty; it keeps the home from now on"
        _ = try await first.first("the start") { $0 == start }
        #expect(try files.contents().keys.sorted() == ["home.sqlite", "home.yaml"])
        try files.write("home.yaml", "no: home")
        let second = try await run(["--home", files.path("home.yaml")], on: broker) { client in
            try await client.expect("homegraph/main-house/device/sun/OnOffLight/OnOff/onOff", "true")
            let rooms = try await client.retained("homegraph/bridge/rooms")["homegraph/bridge/rooms"]
            #expect(rooms?.text.contains(#""name":"Bath""#) == true)
        }
        let hint = "the home file \(files.path("home.yaml")) is not read"
        let origin = "the home comes from the state file \(state); \(hint)"
        _ = try await second.first("the home's origin") { $0 == origin }
        try await run(on: broker)
        try await broker.stop()
    }

    @Test(arguments: [
        ["--home", "bad.yaml"], ["--home", "missing.yaml"], [], ["--home", "home.yaml", "--structures", "X"],
    ])
    func `without a home there is to be kept no state file is made`(_ arguments: [String]) throws {
        try files.write("bad.yaml", "no: home")
        let before = try files.contents()
        let result = try ProgramRun.run(
            ["run", "--state", state] + arguments.map { $0.hasSuffix(".yaml") ? files.path($0) : $0 })
        #expect(result.status == 1 && !result.error.isEmpty)
        #expect(try files.contents() == before)
    }

    @Test func `a bridge keeps its instance under another base topic`() async throws {
        let broker = try await MosquittoBroker.start()
        var instances: Set<Substring> = []
        for base in ["homegraph", "other"] {
            try await run(["--home", files.path("home.yaml")], on: broker, base: base) { client in
                let info = try await client.retained("\(base)/bridge/info")["\(base)/bridge/info"]?.text ?? ""
                let start = try #require(info.firstRange(of: #""instance":""#)?.upperBound)
                instances.insert(info[start...].prefix(8))
            }
        }
        #expect(instances.count == 1)
        try await broker.stop()
    }

    @Test func `a file that another bridge uses ends the second one at once`() async throws {
        let broker = try await MosquittoBroker.start()
        try await run(["--home", files.path("home.yaml")], on: broker) { _ in
            let second = try ProgramRun.run(["run", "--state", state, "--base-topic", "second"])
            #expect(second.status == 1)
            #expect(second.error.hasPrefix("the state file \(state) is in use by another program"))
            #expect(second.errorLines.count == 1)
        }
        try await broker.stop()
    }

    @Test func `a file of something else ends the program with 1, and stays as it is`() throws {
        try files.write("home.sqlite", "my diary")
        let before = try files.contents()
        let result = try ProgramRun.run(["run", "--state", state, "--home", files.path("home.yaml")])
        #expect(result.status == 1)
        #expect(result.errorLines.count == 1)
        #expect(result.error.hasPrefix("the state file \(state) is no SQLite database"))
        #expect(try files.contents() == before)
    }

    @Test func `a file that is taken away while the bridge runs is missed, and edits are refused`() async throws {
        let broker = try await MosquittoBroker.start()
        let messages = try await run(["--home", files.path("home.yaml")], on: broker) { client in
            try FileManager.default.moveItem(atPath: state, toPath: files.path("moved"))
            try await client.publish(
                #"{"room":"kitchen","name":"Galley"}"#, to: "homegraph/bridge/request/room/rename")
            let answer = try await client.expect("homegraph/bridge/response/room/rename")
            #expect(answer.text.contains(#""code":"unavailable""#))
            #expect(answer.text.contains("was moved or removed while it was in use"))
            let rooms = try await client.retained("homegraph/bridge/rooms")["homegraph/bridge/rooms"]
            #expect(rooms?.text.contains("Galley") == false)
            try await client.publish("{}", to: "homegraph/main-house/device/lamp/OnOffLight/OnOff/on/invoke")
            try await client.expect("homegraph/main-house/device/lamp/OnOffLight/OnOff/on/invoke/response")
        }
        let problem = "what the devices changed is not kept: the state file \(state) was moved or removed"
        _ = try await messages.first("the problem") { $0.hasPrefix(problem) }
        try await broker.stop()
    }

    @Test func `without a home file an empty state file is not enough`() throws {
        let result = try ProgramRun.run(["run", "--state", state])
        #expect(result.status == 1)
        #expect(
            result.error
                == "no home is named, and the state file \(state) keeps none yet; write --home FILE, or home: {file: …} in the settings\n"
        )
    }

    @Test(.enabled(if: isUserPossible)) func `what the user may not do is said`() async throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: files.path)
        let inFolder = try ProgramRun.run(
            ["run", "--state", files.path("new.sqlite"), "--home", files.path("home.yaml")], launcher: Self.launcher)
        #expect(inFolder.status == 1)
        #expect(inFolder.error.contains("this user may not write into the folder \(files.path)"), "\(inFolder.error)")
        try await SQLiteStateStore.open(state).close()
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: files.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: state)
        let before = try files.contents()
        let inFile = try ProgramRun.run(["run", "--state", state], launcher: Self.launcher)
        #expect(inFile.status == 1)
        #expect(inFile.error.contains("this user may not read and write it"), "\(inFile.error)")
        #expect(try files.contents() == before)
    }

    @Test func `a choice of structures holds from the first start on`() async throws {
        let broker = try await MosquittoBroker.start()
        let home = ["--home", files.path("home.yaml")]
        try await run(home + ["--structures", "Main House"], on: broker) { client in
            #expect(try await client.retained("homegraph/cabin/info").isEmpty)
            try await request("structure/rename", #"{"structure":"main-house","name":"Villa"}"#, with: client)
        }
        let other = try ProgramRun.run(["run", "--state", state, "--structures", "Cabin"])
        #expect(other.status == 1)
        #expect(
            other.error.hasPrefix("home.structures is \"Cabin\", but the state file \(state) keeps \"Villa\"; "))
        // The words of the last start, although the name is another now; the id; and no choice at all.
        for choice in [["--structures", "Main House"], ["--structures", "main-house"], []] {
            try await run(home + choice, on: broker)
        }
        try await broker.stop()
    }

    @Test func `commands that show the home file leave the state file alone`() async throws {
        try files.write("s.yaml", "home: {file: home.yaml, state: home.sqlite}")
        let topics = try ProgramRun.run(["topics", "--config", files.path("s.yaml")])
        #expect(topics.status == 0)
        #expect(
            topics.error == "home.state is set, but topics shows the home file and leaves the state file alone\n")
        let check = try ProgramRun.run(["check", "--config", files.path("s.yaml")])
        #expect(check.status == 0)
        let demo = try ProgramRun(["demo", "--config", files.path("s.yaml")])
        _ = try await demo.messages.first("a warning") {
            $0 == "home.state is set, but demo shows the home file and leaves the state file alone"
        }
        _ = try await demo.lines.first("the whole home") { $0.hasPrefix("connected; ") }
        demo.signal(SIGTERM)
        #expect(try await demo.status() == 0)
        #expect(try files.contents().keys.sorted() == ["home.yaml", "s.yaml"])
    }
}
