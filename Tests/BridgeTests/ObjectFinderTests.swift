import DataModel
import HomeGraph
import TestSupport
import Testing

@testable import Bridge

/// How requests name objects.
@Suite(.timeLimit(.minutes(1))) struct ObjectFinderTests {
    /// Names that are ids or topics of others, and structures called as levels of topics are.
    private static let contents: HomeContents = {
        var contents = TestHome.contents
        contents.structures += [
            StructureRecord(id: "s2", name: "H"), StructureRecord(id: "s3", name: "Device"),
            StructureRecord(id: "s4", name: "Main House"),
        ]
        contents.rooms += [
            RoomRecord(id: "r2", name: "lamp", structureID: "s2"), RoomRecord(id: "r3", name: "r1", structureID: "s1"),
            RoomRecord(id: "r4", name: "Kitchen", structureID: "s4"),
            RoomRecord(id: "r5", name: "Küche", structureID: "s3"),
        ]
        contents.devices += [
            TestHome.device("d1", "bulb", TestHome.plainLight), TestHome.device("d2", "Bulb", TestHome.plainLight),
            TestHome.device("d3", "main-house/device/bulb", TestHome.plainLight),
        ]
        contents.groups.append(GroupRecord(id: "g2", name: "Lights", structureID: "s4", deviceIDs: []))
        return contents
    }()

    private static func topics(base: String) -> HomeTopics {
        let shape = HomeStore(contents: contents, time: ManualTime()).shape
        return OutputPlanner(
            shape, configuration: BridgeConfiguration(baseTopic: base, version: "1", instance: "abcdefgh")
        ).plan(shape).topics
    }

    /// By id, by topic, by name, compared octet by octet: one object after another is looked at.
    private static func wanted<Object: TopicObject>(_ reference: String, _ objects: [Object], base: String) -> [String]
    {
        func isSame(_ text: String, _ other: String) -> Bool { text.utf8.elementsEqual(other.utf8) }
        if let object = objects.first(where: { isSame($0.id, reference) }) { return [object.id] }
        for topic in [reference, "\(base)/\(reference)"] {
            if let object = objects.first(where: { isSame($0.topic, topic) }) { return [object.id] }
        }
        return objects.filter { isSame($0.name, reference) }.map(\.id)
    }

    private func expect<Object: TopicObject>(
        _ reference: String, _ objects: [Object], base: String, _ found: () throws -> Object
    ) {
        let wanted = Self.wanted(reference, objects, base: base)
        let result = Result { try found().id }
        switch wanted.count {
        case 1: #expect((try? result.get()) == wanted[0], "\(reference)")
        default:
            let error = #expect(throws: HomeError.self, "\(reference)") { try result.get() }
            #expect(error?.code == (wanted.isEmpty ? .notFound : .invalidArgument))
            #expect(wanted.allSatisfy { error?.message.contains($0) == true })
        }
    }

    @Test(arguments: ["h", "h/main-house", "device"]) func `an object is found by id, by topic, by name`(base: String) {
        let topics = Self.topics(base: base)
        let finder = ObjectFinder(topics: topics)
        let objects: [any TopicObject] =
            topics.structures as [any TopicObject] + topics.rooms + topics.devices + topics.groups
        var references = ["", "/", base, "\(base)/", "Ku\u{308}che", "nobody", "main-house/device", "device/lamp/x"]
        for object in objects {
            let short = String(object.topic.dropFirst(base.count + 1))
            references += [
                object.id, object.name, object.topic, short, "\(object.topic)/", "/\(short)", "\(short)/info",
                object.name.uppercased(), "x\(short)",
            ]
        }
        for reference in references {
            expect(reference, topics.structures, base: base) { try finder.structure(reference) }
            expect(reference, topics.rooms, base: base) { try finder.room(reference) }
            expect(reference, topics.devices, base: base) { try finder.device(reference) }
            expect(reference, topics.groups, base: base) { try finder.group(reference) }
        }
    }

    /// Many members are refused before any is looked for, and none is looked for twice.
    @Test func `a request that names a device often holds up nobody`() async throws {
        var contents = TestHome.contents
        contents.devices += (0..<3_000).map { TestHome.device("d\($0)", "Device \($0)", TestHome.plainLight) }
        let test = try await TestBridge(contents)
        test.connect()
        let repeated = Array(repeating: #""Device 2999""#, count: 4_000).joined(separator: ",")
        #expect(
            await test.answer("h/bridge/request/group/add", #"{"group":"g1","devices":[\#(repeated)]}"#)
                == #"{"ok":true}"#)
        #expect(test.store.shape.group("g1")?.deviceIDs == ["lamp", "bulb", "d2999"])
        let many = (0..<3_000).map { #""Device \#($0)""# }.joined(separator: ",")
        for request in ["group/add", "group/remove"] {
            #expect(
                await test.answer("h/bridge/request/\(request)", #"{"group":"g1","devices":[\#(many)]}"#)
                    == #"{"ok":false,"error":{"code":"invalidArgument","message":"the field 'devices' names 3000 devices; a group has 100 at most"}}"#
            )
        }
    }
}
