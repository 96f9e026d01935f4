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
    func namesBecomeSegments(name: String, segment: String) {
        #expect(Array(Segments.base(of: name).utf8) == Array(segment.precomposedStringWithCanonicalMapping.utf8))
    }

    /// For any name: never empty, never too long, nothing that a topic or a filter would not take, stable.
    @Test func everySegmentIsFitForATopic() {
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

    @Test func takenSegmentsGetNumbersAndKeepThem() {
        var table = SegmentTable(mode: .name)
        table.assign(shape([("a", "Lamp"), ("b", "lamp"), ("c", "LAMP!"), ("d", "Lamp 2")]))
        let first = ["a", "b", "c", "d"].map { table.segment(of: $0, .device, in: "s") }
        #expect(first == ["lamp", "lamp-2", "lamp-3", "lamp-2-2"])
        table.assign(shape([("b", "lamp"), ("c", "LAMP"), ("d", "Desk"), ("e", "lamp")]))
        let second = ["a", "b", "c", "d", "e"].map { table.segment(of: $0, .device, in: "s") }
        #expect(second == [nil, "lamp-2", "lamp-3", "desk", "lamp"])
    }

    @Test func bridgeIsTakenForStructures() {
        var table = SegmentTable(mode: .name)
        table.assign(
            HomeStore(
                contents: HomeContents(structures: [StructureRecord(id: "s", name: "Bridge")]), time: SystemTime()
            ).shape)
        #expect(table.segment(of: "s", .structure) == "bridge-2")
    }

    @Test func idsAreSegmentsWhereAskedFor() {
        var table = SegmentTable(mode: .id)
        table.assign(shape([("lamp-7", "Kitchen Lamp")]))
        #expect(table.segment(of: "lamp-7", .device, in: "s") == "lamp-7")
    }

    @Test func manyEqualNamesAreQuick() {
        var table = SegmentTable(mode: .name)
        table.assign(shape((0..<5_000).map { ("d\($0)", "Lamp") }))
        #expect(table.segment(of: "d4999", .device, in: "s") == "lamp-5000")
    }

    private func shape(_ devices: [(id: String, name: String)]) -> HomeShape {
        HomeStore(
            contents: HomeContents(
                structures: [StructureRecord(id: "s", name: "S")],
                devices: devices.map {
                    HomeContents.Device(
                        id: $0.id, name: $0.name, structureID: "s", roomID: nil, layout: TestHome.lock, values: [])
                }), time: SystemTime()
        ).shape
    }
}
