import TestSupport
import Testing

@testable import Configuration

@Suite struct HomeFileIdentifierTests {
    private func ids(_ names: [String]) throws -> [String] {
        let devices = names.map { "{name: \"\($0)\", type: OnOffLight}" }.joined(separator: ", ")
        return try home("structures: [{name: S, devices: [\(devices)]}]").structures.flatMap(\.devices).map(\.id)
    }

    @Test(arguments: [
        ("Kitchen Lamp", "kitchen-lamp"), ("  Lamp #1 (new)  ", "lamp-1-new"), ("Đèn bếp", "n-b-p"), ("灯", "device"),
        ("---", "device"), ("ÄÖÜ", "device"), ("A", "a"),
    ])
    func `an id is made of the name's ASCII letters and digits`(name: String, id: String) throws {
        #expect(try ids([name]) == [id])
    }

    @Test func `an id that is taken gets a number`() throws {
        #expect(try ids(["Lamp", "lamp", "LAMP", "灯", "光"]) == ["lamp", "lamp-2", "lamp-3", "device", "device-2"])
    }

    @Test(.timeLimit(.minutes(1))) func `many equal names are quick`() {
        var table = IdentifierTable(kind: "device")
        var last = ""
        for _ in 0..<20_000 { last = table.make(from: "Lamp", at: .file("home")) }
        #expect(last == "lamp-20000")
    }

    @Test func `a written id is never given to another`() throws {
        let read = try home(
            "structures: [{name: S, devices: [{name: A, type: OnOffLight}, {name: B, id: a, type: OnOffLight}]}]")
        #expect(read.structures.first?.devices.map(\.id) == ["a-2", "a"])
    }

    @Test func `ids made of long names have at most 64 characters, numbers included`() throws {
        let name = String(repeating: "x", count: 60)
        let made = try ids([name, name])
        #expect(made == [name, name + "-2"])
        let written = try home(
            """
            structures:
              - name: S
                devices:
                  - {name: "\(name)", type: OnOffLight}
                  - {name: B, id: "\(name)", type: OnOffLight}
            """)
        #expect(written.structures.first?.devices.map(\.id.utf8.count) == [62, 60])
    }

    @Test func `a name is cut to 60 code points`() throws {
        let name = String(repeating: "é", count: 61)
        let read = try home("structures: [{name: \"\(name)\"}]")
        #expect(read.structures.first?.name.unicodeScalars.count == 60)
    }

    @Test func `kinds have ids of their own`() throws {
        let read = try home("structures: [{name: A, rooms: [A], devices: [{name: A, room: A, type: OnOffLight}]}]")
        #expect(read.structures.map(\.id) == ["a"])
        #expect(read.structures.first?.rooms.map(\.id) == ["a"])
        #expect(read.structures.first?.devices.map(\.roomID) == ["a"])
    }

    @Test func `any name gives an id that follows the rule, and all are different`() throws {
        var generator = SeededGenerator(seed: 3)
        let letters = Array("aB9 -_éж灯#")
        let names = (0..<300).map { _ in
            String(
                (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                    letters.randomElement(using: &generator) ?? "a"
                }) + "x"
        }
        let made = try ids(names)
        #expect(Set(made).count == names.count)
        #expect(
            made.allSatisfy { id in
                (1...64).contains(id.count) && id.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".contains($0) }
            })
    }
}
