import DataModel
import Testing

/// Objects that the program wrote, read again.
struct JSONFieldsTests {
    private static func fields(_ text: String) throws -> JSONFields { try JSONFields(parsing: text) }

    private static func fault(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? JSONFault)?.description
        }
    }

    @Test func `members are read as what they are to be`() throws {
        let fields = try Self.fields(
            "{\"a\":-5,\"b\":18446744073709551615,\"c\":1.5,\"d\":true,\"e\":{\"y\":1,\"x\":null},\"f\":[1,\"2\"]}")
        #expect(try fields.number("a", as: Int8.self) == -5)
        #expect(try fields.number("b", as: UInt64.self) == .max)
        #expect(try fields.real("a") == -5 && fields.real("b") == 0x1p64 && fields.real("c") == 1.5)
        #expect(try fields.bool("d") == true)
        #expect(try fields.bool("x") == nil)
        #expect(try fields.object("e").map(\.name) == ["y", "x"])
        #expect(try fields.object("x") == [])
        #expect(try JSONFields.array(fields.value("f")) == [.int(1), .string("2")])
        #expect(fields["g"] == nil && fields.members.count == 6)
    }

    @Test func `what is something else is said, and not what it is`() throws {
        let fields = try Self.fields("{\"a\":-5,\"b\":300,\"c\":1.5,\"d\":\"secret\",\"e\":[],\"f\":null}")
        #expect(Self.fault { _ = try fields.value("x") } == "'x' is missing")
        #expect(Self.fault { _ = try fields.number("a", as: UInt8.self) } == "'a' is no whole number from 0 to 255")
        #expect(Self.fault { _ = try fields.number("b", as: UInt8.self) } == "'b' is no whole number from 0 to 255")
        #expect(Self.fault { _ = try fields.number("c", as: Int8.self) } == "'c' is no whole number from -128 to 127")
        #expect(Self.fault { _ = try fields.number("d", as: Int8.self) } == "'d' is no whole number from -128 to 127")
        #expect(Self.fault { _ = try fields.real("d") } == "'d' has a string where a number is expected")
        #expect(Self.fault { _ = try fields.bool("f") } == "'f' has null where a bool is expected")
        #expect(Self.fault { _ = try fields.object("e") } == "an array where an object is expected")
        #expect(Self.fault { _ = try JSONFields.array(fields.value("d")) } == "a string where an array is expected")
        #expect(Self.fault { _ = try Self.fields("[]") } == "an array where an object is expected")
        #expect(Self.fault { _ = try Self.fields("{\"a\":1,\"a\":2}") }?.hasPrefix("octet ") == true)
    }
}
