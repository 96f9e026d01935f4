import DataModel
import ModelReader
import Testing

/// How arguments are given: section 4 of the MQTT contract.
struct CommandArgumentsTests {
    static func command(_ trait: String, _ name: String) throws -> CommandDescriptor {
        try #require(Fixture.catalog.cluster(named: trait)?.command(named: name))
    }

    @Test(arguments: [
        "127", " 127 ", "[127]", "[127,null]", "{\"level\":127}", "{\"transitionTime\":null,\"level\":127}",
        "{\"$value\":127}",
        "\"127\"", "[127,null,[]]",
    ])
    func `one level is said in many ways`(payload: String) throws {
        let arguments = try CommandArguments.read(
            Array(payload.utf8), for: Self.command("LevelControl", "moveToLevel"))
        #expect(arguments.values == [0: .uint(127), 1: .null, 2: .uint(0), 3: .uint(0)])
        #expect(arguments.id == nil)
    }

    @Test(arguments: ["", "{}", "[]", " ", "{\"$id\":1}"])
    func `nothing is no arguments`(payload: String) throws {
        #expect(try CommandArguments.read(Array(payload.utf8), for: Self.command("OnOff", "on")).values.isEmpty)
    }

    @Test func `an id comes back as it was`() throws {
        let payload = "{\"$id\":{\"b\":1,\"a\":[18446744073709551615]},\"level\":1}"
        let arguments = try CommandArguments.read(
            Array(payload.utf8), for: Self.command("LevelControl", "moveToLevel"))
        #expect(
            arguments.id.map { String(decoding: $0.text, as: UTF8.self) } == "{\"b\":1,\"a\":[18446744073709551615]}")
    }

    static let refused: [(String, String, String, String)] = [
        ("OnOff", "on", "1", "on takes no arguments; send {}"),
        ("OnOff", "on", "[1]", "there are 1 arguments; it takes none"),
        ("OnOff", "on", "{\"level\":1}", "there is no field 'level'; it has none"),
        (
            "LevelControl", "moveToLevel", "",
            "level is missing; the fields are level, transitionTime, optionsMask, optionsOverride"
        ),
        ("LevelControl", "moveToLevel", "300", "level: 300 is above 254; allowed are 0 to 254"),
        ("LevelControl", "moveToLevel", "{\"level\":300}", "level: 300 is above 254; allowed are 0 to 254"),
        ("LevelControl", "moveToLevel", "{\"levle\":1}", "there is no field 'levle'; did you mean level?"),
        // Somebody may have put a code where a name belongs.
        (
            "LevelControl", "moveToLevel", "{\"73913579\":1}",
            "there is no field of this name; there are level, transitionTime, optionsMask, optionsOverride"
        ),
        (
            "LevelControl", "moveToLevel", "{\"level\":1,\"$x\":2}",
            "there is no key '$x'; those with $ are $id and $value"
        ),
        (
            "LevelControl", "moveToLevel", "{\"$value\":1,\"level\":2}",
            "beside $value there can only be $id, not 'level'"
        ),
        ("LevelControl", "moveToLevel", "{\"level\":1", "the payload is no JSON: octet 10: '}' expected"),
        (
            "LevelControl", "moveToLevel", "{\"level\":1,\"level\":2}",
            "the payload is no JSON: octet 18: duplicate object key"
        ),
        (
            "LevelControl", "moveToLevel", "[1,2,3,4,5]",
            "there are 5 arguments; the fields are level, transitionTime, optionsMask, optionsOverride"
        ),
    ]

    @Test(arguments: refused)
    func `a refusal names the field and what there is`(trait: String, name: String, payload: String, text: String)
        throws
    {
        let command = try Self.command(trait, name)
        let fault = #expect(throws: ValueFault.self) { try CommandArguments.read(Array(payload.utf8), for: command) }
        #expect(fault?.description == text)
    }

    @Test func `an id of more than 256 octets is refused`() throws {
        let command = try Self.command("OnOff", "on")
        let fits = "{\"$id\":\"\(String(repeating: "x", count: 254))\"}"
        #expect(try CommandArguments.read(Array(fits.utf8), for: command).id != nil)
        let long = "{\"$id\":\"\(String(repeating: "x", count: 255))\"}"
        #expect(throws: ValueFault.self) { try CommandArguments.read(Array(long.utf8), for: command) }
    }

    @Test func `a PIN's credential data is text, other data hexadecimal`() throws {
        let command = try Self.command("DoorLock", "setCredential")
        func data(_ type: String, _ text: String) throws -> DataValue? {
            let payload = """
                {"credentialData":"\(text)","operationType":"add","credential":{"credentialType":"\(type)","credentialIndex":1}}
                """
            return try CommandArguments.read(Array(payload.utf8), for: command).values[2]
        }
        #expect(try data("pin", "1234") == .octets(Array("1234".utf8)))
        #expect(try data("rfid", "1234") == .octets([0x12, 0x34]))
    }

    @Test func `secret members are left out of answers`() throws {
        let command = try Self.command("DoorLock", "setCredential")
        let payload = "[\"add\",{\"credentialType\":\"pin\",\"credentialIndex\":1},\"8642\"]"
        let values = try CommandArguments.read(Array(payload.utf8), for: command).values
        var writer = JSONWriter()
        command.fields.writeJSON(values, into: &writer)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(!text.contains("8642") && !text.contains("credentialData"))
        #expect(text.hasPrefix("{\"operationType\":\"add\",\"credential\":{\"credentialType\":\"pin\""))
    }

    @Test func `a refused PIN is not in the message`() throws {
        let command = try Self.command("DoorLock", "unlockDoor")
        for payload in ["{\"pinCode\":86420}", "{\"pinCode\":[8642]}", "{\"pin\":8642}", "{\"pinCode\":8642"] {
            let fault = #expect(throws: ValueFault.self) {
                try CommandArguments.read(Array(payload.utf8), for: command)
            }
            #expect(fault?.description.contains("8642") == false, "\(fault?.description ?? "")")
        }
    }
}
