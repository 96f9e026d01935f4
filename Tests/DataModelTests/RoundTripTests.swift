import DataModel
import ModelReader
import TestSupport
import Testing

/// What is written is read back as the same value, for all that the model declares.
struct RoundTripTests {
    @Test(arguments: Fixture.members)
    func `a legal value survives text and JSON`(member: Fixture.Member) throws {
        var random = SeededGenerator(seed: UInt64(member.name.utf8.reduce(7) { $0 &* 31 &+ Int($1) }.magnitude))
        for _ in 0..<4 {
            let value = random.value(of: member.value)
            try member.value.check(value)
            if case .fields = value {
            } else if case .list = value {
            } else {
                let text = member.value.text(of: value)
                #expect(try member.value.readText(Array(text.utf8)) == value, "\(text)")
            }
            var writer = JSONWriter()
            member.value.writeJSON(value, into: &writer, withSecrets: true)
            let json = try JSONValue(parsing: writer.bytes)
            #expect(try member.value.readJSON(json) == value, "\(String(decoding: writer.bytes, as: UTF8.self))")
        }
    }

    @Test(arguments: Fixture.catalog.clusters.flatMap { cluster in cluster.commands.map { (cluster.traitName, $0) } })
    func `a command's arguments survive JSON`(trait: String, command: CommandDescriptor) throws {
        var random = SeededGenerator(seed: UInt64(command.id) &+ 1)
        for _ in 0..<4 {
            let values = random.fields(command.fields)
            var writer = JSONWriter()
            command.fields.writeJSON(values, into: &writer, withSecrets: true)
            #expect(try CommandArguments.read(writer.bytes, for: command).values == values)
        }
    }

    @Test(arguments: Fixture.members)
    func `what is sent to a member never traps`(member: Fixture.Member) {
        let payloads: [String] = [
            "", " ", "null", "true", "-1", "1e400", "99999999999999999999999999", "1.5", "0x10", "\"", "\"a\"", "[",
            "[]", "[[]]",
            "{}", "{\"a\":1}", "[1,\"x\",null]", "\u{0}", "💡", "[-1]", "[64]", "{\"\":{}}", "NaN", "-0", "1e-400",
        ]
        for payload in payloads {
            do {
                let value = try member.value.readText(Array(payload.utf8))
                #expect(throws: Never.self) { try member.value.check(value) }
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }
}
