import DataModel
import HomeGraph
import MQTT
import Synchronization
import TestSupport
import Testing

@testable import Bridge

/// The requests that change the home: what they take, what they answer, and when.
@Suite(.timeLimit(.minutes(1))) struct HomeRequestTests {
    private static let cabin: HomeContents = {
        var contents = TestHome.contents
        contents.structures.append(StructureRecord(id: "s2", name: "Cabin"))
        contents.rooms += [
            RoomRecord(id: "r2", name: "Loft", structureID: "s2"),
            RoomRecord(id: "r3", name: "Kitchen", structureID: "s2"),
            RoomRecord(id: "r4", name: "Hall", structureID: "s1"),
        ]
        return contents
    }()

    private func ask(_ test: TestBridge, _ name: String, _ payload: String) async -> String {
        await test.answer("h/bridge/request/\(name)", payload)
    }

    @Test(arguments: [
        ("structure/rename", #"{"structure":"s1","name":"Villa","$id":1}"#, #"{"ok":true,"id":1}"#),
        (
            "room/create", #"{"structure":"Main House","name":"Hall"}"#,
            #"{"ok":true,"result":{"id":"hall","name":"Hall","topic":"h/main-house/room/hall-2"}}"#
        ),
        ("room/rename", #"{"room":"r2","name":"Attic"}"#, #"{"ok":true}"#),
        ("room/delete", #"{"room":"h/main-house/room/kitchen"}"#, #"{"ok":true}"#),
        (
            "device/rename", #"{"device":"bulb","name":"Kitchen Lamp"}"#,
            #"{"ok":true,"result":{"topic":"h/main-house/device/kitchen-lamp-2"}}"#
        ),
        (
            "device/move", #"{"device":"Bulb","room":"Hall"}"#,
            #"{"ok":true,"result":{"topic":"h/main-house/device/bulb"}}"#
        ),
        (
            "device/move", #"{"device":"lamp","room":null}"#,
            #"{"ok":true,"result":{"topic":"h/main-house/device/kitchen-lamp"}}"#
        ),
        (
            "device/remove", #"{"device":"lamp"}"#,
            #"{"ok":true,"result":{"topic":"h/main-house/device/kitchen-lamp"}}"#
        ),
        (
            "group/create",
            #"{"structure":"s1","name":"All","devices":["lamp","Bulb","main-house/device/power-strip"]}"#,
            #"{"ok":true,"result":{"id":"all","name":"All","topic":"h/main-house/group/all"}}"#
        ),
        ("group/rename", #"{"group":"Lights","name":"Lamps"}"#, #"{"ok":true}"#),
        ("group/delete", #"{"group":"g1"}"#, #"{"ok":true}"#),
        ("group/add", #"{"group":"g1","devices":["strip","lamp"]}"#, #"{"ok":true}"#),
        ("group/remove", #"{"group":"g1","devices":["lamp"]}"#, #"{"ok":true}"#),
    ])
    func `each request is answered as the contract says`(name: String, payload: String, answer: String) async throws {
        let test = try await TestBridge(Self.cabin)
        test.connect()
        #expect(await ask(test, name, payload) == answer)
    }

    @Test(arguments: [
        ("room/create", #"{"structure":"s1"}"#, "invalidArgument", "room/create needs the field 'name'"),
        ("room/create", #"{"structure":"s1","name":" \t"}"#, "invalidArgument", "'name'"),
        ("room/create", #"{"structure":"s9","name":"X"}"#, "notFound", "there is no structure 's9'"),
        ("room/create", #"{"structure":"s1","nmae":"X"}"#, "invalidArgument", "did you mean name?"),
        ("room/rename", #"{"room":"Kitchen","name":"X"}"#, "invalidArgument", "name one by its id: r1, r3"),
        ("device/remove", #"{"device":"Power Strp"}"#, "notFound", "did you mean Power Strip?"),
        ("room/crate", "{}", "unimplemented", "did you mean room/create?"),
        ("room/paint", "{}", "unimplemented", "there are room/create, room/delete, room/rename"),
        ("paint", "{}", "unimplemented", "there are bridge/…, commissioning/…, device/…, group/…, room/…"),
        ("room/rename", #"{"room":"kitchn","name":"X"}"#, "notFound", "there is no room 'kitchn'"),
        ("device/move", #"{"device":"lamp"}"#, "invalidArgument", "device/move needs the field 'room'"),
        ("device/move", #"{"device":"lamp","room":"r2"}"#, "failedPrecondition", "belong to two structures"),
        ("device/move", #"{"device":"lamp","room":7}"#, "invalidArgument", "or null"),
        ("device/remove", #"{"device":"lights"}"#, "notFound", "there is no device 'lights'"),
        ("group/create", #"{"structure":"s1","name":"X","devices":"lamp"}"#, "invalidArgument", "a list of texts"),
        ("group/create", #"{"structure":"s2","name":"X","devices":["lamp"]}"#, "failedPrecondition", "two structures"),
        ("group/add", #"{"group":"g1","devices":["strip","nobody"]}"#, "notFound", "there is no device 'nobody'"),
        ("group/add", #"{"group":"g1","devices":["strip",""]}"#, "invalidArgument", "'devices'"),
        ("group/remove", #"{"group":"g1","devices":["bulb","nobody"]}"#, "notFound", "there is no device 'nobody'"),
        ("group/remove", #"{"group":"kitchen-lamp","devices":[]}"#, "notFound", "there is no group"),
        ("group/remove", "lamp", "invalidArgument", #"{"group":…,"devices":…}"#),
    ])
    func `what is wrong is said and nothing is changed`(
        name: String, payload: String, code: String, message: String
    ) async throws {
        let test = try await TestBridge(Self.cabin)
        test.connect()
        let before = test.store.shape
        let answer = await ask(test, name, payload)
        #expect(answer.hasPrefix(#"{"ok":false,"error":{"code":"\#(code)""#), "\(answer)")
        #expect(answer.replacing(#"\""#, with: #"""#).contains(message), "\(answer)")
        #expect(test.store.shape === before)
    }

    @Test func `names are cut to sixty code points`() async throws {
        let test = try await TestBridge()
        test.connect()
        let name = String(repeating: "ø", count: 61)
        let answer = await ask(test, "room/create", #"{"structure":"s1","name":"\#(name)"}"#)
        #expect(answer.contains(#""name":"\#(String(repeating: "ø", count: 60))""#), "\(answer)")
    }

    @Test func `a group has at most a hundred devices`() async throws {
        var contents = TestHome.contents
        contents.devices += (0..<101).map { TestHome.device("d\($0)", "D \($0)", TestHome.plainLight) }
        let test = try await TestBridge(contents)
        test.connect()
        let devices = (0..<101).map { "\"d\($0)\"" }.joined(separator: ",")
        let answer = await ask(test, "group/create", #"{"structure":"s1","name":"Many","devices":[\#(devices)]}"#)
        #expect(answer.contains(#""code":"invalidArgument""#) && answer.contains("100"), "\(answer)")
        #expect(test.store.shape.groups.count == 1)
    }

    /// Requests that are sent without waiting for answers see what those before them did.
    @Test func `pipelined requests are carried out in order`() async throws {
        let test = try await TestBridge()
        test.connect()
        for (name, payload) in [
            ("room/create", #"{"structure":"Main House","name":"Study"}"#),
            ("device/move", #"{"device":"Bulb","room":"Study"}"#),
            ("device/rename", #"{"device":"Bulb","name":"Desk Lamp"}"#),
            ("group/create", #"{"structure":"s1","name":"Desk","devices":["main-house/device/desk-lamp"]}"#),
        ] { test.receive("h/bridge/request/\(name)", payload, responseTopic: "me") }
        var answers: [String] = []
        for await _ in test.connection.wakes {
            answers += test.pull().filter { $0.topicText == "me" }.map(\.text)
            if answers.count == 4 { break }
        }
        #expect(answers.allSatisfy { $0.hasPrefix(#"{"ok":true"#) }, "\(answers)")
        #expect(answers.last?.contains(#""topic":"h/main-house/group/desk""#) == true)
        let shape = test.store.shape
        #expect(shape.device("bulb")?.roomID == "study" && shape.device("bulb")?.name == "Desk Lamp")
        #expect(shape.group("desk")?.deviceIDs == ["bulb"])
    }

    @Test func `orders to the old topic find nothing`() async throws {
        let test = try await TestBridge()
        test.connect()
        _ = await ask(test, "device/rename", #"{"device":"bulb","name":"Desk Lamp"}"#)
        let old = await test.answer("h/main-house/device/bulb/OnOffLight/OnOff/on/invoke", "{}")
        #expect(old.contains(#""code":"notFound""#), "\(old)")
        #expect(
            await test.answer("h/main-house/device/desk-lamp/OnOffLight/OnOff/on/invoke", "{}") == #"{"ok":true}"#)
    }

    @Test func `settings may refuse changes of the home`() async throws {
        let test = try await TestBridge { $0.commands.deny = ["request/room/#"] }
        test.connect()
        let answer = await ask(test, "room/delete", #"{"room":"r1"}"#)
        #expect(answer.contains(#""code":"permissionDenied""#), "\(answer)")
        #expect(await ask(test, "group/delete", #"{"group":"g1"}"#) == #"{"ok":true}"#)
        #expect(test.store.shape.rooms.count == 1)
    }

    /// A disk that does not answer holds up the answer no longer than the request's time.
    @Test func `what is not kept in time may happen all the same, and is said so`() async throws {
        let time = ManualTime()
        let disk = SlowStateStore()
        let test = try await TestBridge(stateStore: disk, time: time)
        test.connect()
        let opener = disk.close()
        test.receive("h/bridge/request/room/delete", #"{"room":"r1"}"#, responseTopic: "first")
        test.receive("h/bridge/request/group/delete", #"{"group":"g1"}"#, responseTopic: "second")
        await disk.waitForCommit()
        // The scan that came to its end waits twice, too, and the echo once.
        await time.sleepers(atLeast: 5)
        time.advance(by: .seconds(10))
        var answers: [String: String] = [:]
        for await _ in test.connection.wakes {
            for message in test.pull() where !message.isRetained { answers[message.topicText] = message.text }
            if answers["first"] != nil, answers["second"] != nil { break }
        }
        let code = #"{"ok":false,"error":{"code":"deadlineExceeded","message":"#
        #expect(answers["first"] == code + #""the change was not kept in time; it may happen all the same"}}"#)
        #expect(answers["second"] == code + #""the request's time was over before it could begin"}}"#)
        opener.finish()
        #expect(
            await ask(test, "room/create", #"{"structure":"s1","name":"Hall"}"#).contains(#""ok":true"#))
        #expect(test.store.shape.room("r1") == nil && test.store.shape.group("g1") != nil)
    }

    @Test func `what has not begun in time is never carried out`() async throws {
        let test = try await TestBridge { $0.commands.timeout = .zero }
        test.connect()
        let answer = await ask(test, "room/delete", #"{"room":"r1"}"#)
        #expect(answer.contains(#""code":"deadlineExceeded""#), "\(answer)")
        #expect(test.store.shape.rooms.count == 1)
    }
}

/// Keeps a home in memory, some time after it was asked to.
private final class SlowStateStore: StateStore {
    private let store = MemoryStateStore()
    private let gate = Mutex<AsyncStream<Void>?>(nil)
    private let commits = AsyncStream.makeStream(of: Void.self)

    /// Nothing is kept until what this gives is finished.
    func close() -> AsyncStream<Void>.Continuation {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        gate.withLock { $0 = stream }
        return continuation
    }

    /// Waits until something is to be kept while nothing can be.
    func waitForCommit() async {
        for await _ in commits.stream { return }
    }

    var isEmpty: Bool { get async throws(HomeError) { try await store.isEmpty } }
    func load() async throws(HomeError) -> SavedHome? { try await store.load() }
    func records(in section: String) async throws(HomeError) -> [String: String] {
        try await store.records(in: section)
    }

    func commit(_ changes: [StateChange]) async throws(HomeError) {
        if let gate = gate.withLock({ $0 }) {
            commits.continuation.yield()
            for await _ in gate {}
        }
        try await store.commit(changes)
    }
}
