import Foundation
import HomeGraph
import TestSupport
import Testing

@testable import Bridge

@Suite struct SegmentsTests {
    @Test(arguments: [
        ("Kitchen Lamp", "kitchen-lamp"), ("Đèn bếp #1", "đèn-bếp-1"), ("  Lamp  ", "lamp"), ("---", "unnamed"),
        ("", "unnamed"), ("A/B+C", "a-b-c"), ("Küche", "küche"), ("ÅNGSTRÖM", "ångström"), ("居間", "居間"),
        ("💡 Bulb", "bulb"), ("Lamp\u{FE0F}", "lamp"), ("x\u{0301}", "x\u{0301}"), ("\u{0301}x", "x"),
        ("½", "unnamed"), ("٣", "٣"), ("I\u{0307}", "i\u{0307}"),
    ])
    func `names become segments`(name: String, segment: String) {
        #expect(Array(Segments.base(of: name).utf8) == Array(segment.precomposedStringWithCanonicalMapping.utf8))
    }

    /// For any name: never empty, never too long, nothing that a topic or a filter would not take, stable.
    @Test func `every segment is fit for a topic`() {
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<2_000 {
            var name = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...100, using: &generator) {
                let pool: ClosedRange<UInt32> = [
                    0x20...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x400...0x6FF, 0x1F300...0x1F5FF,
                ][
                    Int.random(in: 0..<5, using: &generator)]
                if let scalar = Unicode.Scalar(UInt32.random(in: pool, using: &generator)) { name.append(scalar) }
            }
            let segment = Segments.base(of: String(name))
            #expect(!segment.isEmpty)
            #expect(segment.unicodeScalars.count <= Segments.limit)
            #expect(segment.unicodeScalars.first != "-" && segment.unicodeScalars.last != "-")
            #expect(
                !segment.utf8.contains {
                    [UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "$")].contains($0)
                })
            #expect(segment == segment.precomposedStringWithCanonicalMapping)
            #expect(Segments.base(of: segment) == segment)
        }
    }

    @Test func `taken segments get numbers and keep them`() async throws {
        let home = try await Home(hub: FakeHub(TestHome.contents))
        var table = SegmentTable(.name)
        var before: HomeShape?
        func segments(_ edits: [HomeEdit]) async throws -> [String: String] {
            for edit in edits { try await home.editor.perform(edit) }
            let shape = home.store.shape
            table.update(ShapeDifference(from: before, to: shape), to: shape)
            before = shape
            let rooms = shape.rooms.filter { $0.id != "r1" }
            return Dictionary(
                uniqueKeysWithValues: rooms.map { ($0.id, table.segment(of: $0.id, .room, in: "s1") ?? "") })
        }
        let names = ["Lamp", "lamp", "LAMP!", "Lamp 2"]
        let first = try await segments(names.map { .createRoom(name: $0, structure: "s1") })
        #expect(first == ["lamp": "lamp", "lamp-2": "lamp-2", "lamp-3": "lamp-3", "lamp-2-2": "lamp-2-2"])
        #expect(table.records == ["room/lamp-2": "2 lamp", "room/lamp-3": "3 lamp", "room/lamp-2-2": "2 lamp-2"])
        let second = try await segments([
            .deleteRoom("lamp"), .renameRoom("lamp-3", to: "LAMP"), .renameRoom("lamp-2-2", to: "Desk"),
            .createRoom(name: "lamp", structure: "s1"),
        ])
        #expect(second == ["lamp-2": "lamp-2", "lamp-3": "lamp-3", "lamp-2-2": "desk", "lamp": "lamp"])
        // What is kept brings the same segments back, whatever else would have been free.
        var restored = SegmentTable(.name, records: table.records.merging(["room/gone": "7 x"]) { $1 })
        let shape = home.store.shape
        restored.update(ShapeDifference(from: nil, to: shape), to: shape)
        for room in shape.rooms {
            #expect(restored.segment(of: room.id, .room, in: "s1") == table.segment(of: room.id, .room, in: "s1"))
        }
        #expect(
            restored.records == table.records && table.records == ["room/lamp-2": "2 lamp", "room/lamp-3": "3 lamp"])
    }

    /// Records that no longer fit, or never did, do no harm.
    @Test(arguments: [
        "2 other", "two lock", "lock", "1 front-door", "-3 front-door", "99999999999999999999 front-door",
    ])
    func `strange records are forgotten`(record: String) {
        let shape = HomeStore(contents: TestHome.contents, time: SystemTime()).shape
        var table = SegmentTable(.name, records: ["device/door": record])
        table.update(ShapeDifference(from: nil, to: shape), to: shape)
        #expect(table.segment(of: "door", .device, in: "s1") == "front-door" && table.records.isEmpty)
    }

    @Test func `bridge is taken for structures`() {
        var table = SegmentTable(.name)
        assign(
            &table,
            HomeStore(
                contents: HomeContents(structures: [StructureRecord(id: "s", name: "Bridge")]), time: SystemTime()
            ).shape)
        #expect(table.segment(of: "s", .structure) == "bridge-2")
    }

    @Test func `ids are segments where asked for`() {
        var table = SegmentTable(.id)
        assign(&table, shape([("lamp-7", "Kitchen Lamp")]))
        #expect(table.segment(of: "lamp-7", .device, in: "s") == "lamp-7")
    }

    @Test func `many equal names are quick`() {
        var table = SegmentTable(.name)
        assign(&table, shape((0..<5_000).map { ("d\($0)", "Lamp") }))
        #expect(table.segment(of: "d4999", .device, in: "s") == "lamp-5000")
    }

    private func assign(_ table: inout SegmentTable, _ shape: HomeShape) {
        table.update(ShapeDifference(from: nil, to: shape), to: shape)
    }

    private func shape(_ devices: [(id: String, name: String)]) -> HomeShape {
        HomeStore(
            contents: HomeContents(
                structures: [StructureRecord(id: "s", name: "S")],
                devices: devices.map {
                    HubDevice(
                        id: $0.id, name: $0.name, structureID: "s", roomID: nil, layout: TestHome.lock, values: [])
                }), time: SystemTime()
        ).shape
    }
}
