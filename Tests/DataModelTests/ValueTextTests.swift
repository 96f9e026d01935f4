import DataModel
import ModelReader
import Testing

/// The forms of values in payloads: section 3 of the MQTT contract.
struct ValueTextTests {
    static let level = ValueDescriptor(
        type: .integer(IntegerType(isSigned: false, bits: 8)), constraint: .range(0, 254))
    static let nullableLevel = ValueDescriptor(type: .integer(IntegerType(isSigned: false, bits: 8)), isNullable: true)
    static let signed = ValueDescriptor(type: .integer(IntegerType(isSigned: true, bits: 16)))
    static let temperature = ValueDescriptor(
        type: .integer(IntegerType(isSigned: true, bits: 16, unit: "0.01 °C")), constraint: .range(700, 3000))
    static let large = ValueDescriptor(type: .integer(IntegerType(isSigned: false, bits: 64)))
    static let bool = ValueDescriptor(type: .bool)
    static let string = ValueDescriptor(type: .string, constraint: .range(0, 8))
    static let nullableString = ValueDescriptor(type: .string, isNullable: true)
    static let octets = ValueDescriptor(type: .octets, constraint: .range(0, 4))
    static let pin = ValueDescriptor(type: .octets, constraint: .range(4, 8), text: .always, isSecret: true)
    static let single = ValueDescriptor(type: .single)
    static let double = ValueDescriptor(type: .double, constraint: .range(-100, 100))
    static let wideDouble = ValueDescriptor(type: .double)
    static let enumeration = ValueDescriptor(
        type: .enumeration(
            EnumerationType(
                name: "LockState", scope: nil, bits: 8,
                members: [
                    .init(name: "notFullyLocked", value: 0), .init(name: "locked", value: 1),
                    .init(name: "523", value: 7), .init(name: "2G4", value: 8),
                ])))
    static let narrow = ValueDescriptor(
        type: .bitmap(
            BitmapType(
                name: "Running", scope: nil, bits: 16,
                fields: [.init(name: "heat", lowBit: 0, width: 1), .init(name: "fan", lowBit: 2, width: 1)])))
    static let wide = ValueDescriptor(
        type: .bitmap(
            BitmapType(
                name: "Status", scope: nil, bits: 8,
                fields: [
                    .init(
                        name: "lift", lowBit: 0, width: 2,
                        enumeration: EnumerationType(
                            name: "Movement", scope: nil, bits: 8,
                            members: [.init(name: "stopped", value: 0), .init(name: "opening", value: 1)])),
                    .init(name: "count", lowBit: 2, width: 3), .init(name: "fault", lowBit: 5, width: 1),
                ])))
    static let list = ValueDescriptor(type: .list(of: level), constraint: .range(0, 3))
    static let structure = ValueDescriptor(
        type: .structure(
            StructureType(
                name: "S", scope: nil,
                fields: [
                    FieldDescriptor(name: "low", id: 0, value: level),
                    FieldDescriptor(
                        name: "high", id: 1,
                        value: ValueDescriptor(
                            type: level.type,
                            constraint: Constraint(ranges: [.init(lower: .member("low"), upper: .member("maxLevel"))]))),
                    FieldDescriptor(name: "label", id: 2, value: string, isOptional: true),
                    FieldDescriptor(name: "note", id: 3, value: nullableString),
                    FieldDescriptor(name: "flags", id: 4, value: narrow),
                    FieldDescriptor(name: "code", id: 5, value: pin, isOptional: true),
                ])))

    // MARK: - Out

    static let written: [(ValueDescriptor, DataValue, String)] = [
        (bool, .bool(true), "true"), (bool, .bool(false), "false"), (bool, .null, "null"),
        (level, .uint(0), "0"), (level, .uint(254), "254"), (signed, .int(-32768), "-32768"),
        (large, .uint(.max), "18446744073709551615"),
        (single, .float(Double(Float(0.1))), "0.1"), (single, .float(21), "21"), (single, .float(1.5e-7), "1.5e-7"),
        (wideDouble, .float(0.1 + 0.2), "0.30000000000000004"), (wideDouble, .float(-2.5), "-2.5"),
        (wideDouble, .float(1e-6), "0.000001"), (wideDouble, .float(1.25e-5), "0.0000125"),
        (wideDouble, .float(9.5e-7), "9.5e-7"), (wideDouble, .float(1e20), "100000000000000000000"),
        (wideDouble, .float(123_456_789_012_345_683_968), "123456789012345680000"),
        (wideDouble, .float(-1.5e16), "-15000000000000000"),
        (wideDouble, .float(1e21), "1e21"), (wideDouble, .float(-1.5e300), "-1.5e300"),
        (wideDouble, .float(.nan), "null"), (wideDouble, .float(.infinity), "null"), (single, .float(1e300), "null"),
        (enumeration, .uint(1), "locked"), (enumeration, .uint(99), "99"), (enumeration, .uint(7), "7"),
        (enumeration, .uint(8), "2G4"),
        (narrow, .uint(0), "[]"), (narrow, .uint(5), "[\"heat\",\"fan\"]"), (narrow, .uint(0b1010), "[1,3]"),
        (wide, .uint(0b10_0101), "{\"lift\":\"opening\",\"count\":1,\"fault\":true}"),
        (wide, .uint(0b11), "{\"lift\":3,\"count\":0,\"fault\":false}"),
        (string, .string("Kitchen"), "Kitchen"), (string, .string(""), "\"\""), (string, .string("null"), "\"null\""),
        (string, .string("\"a\""), "\"\\\"a\\\"\""), (string, .string(" a"), "\" a\""),
        (string, .string("a "), "\"a \""),
        (string, .string("a\nb"), "\"a\\nb\""), (string, .string("a\u{1}b"), "\"a\\u0001b\""),
        (string, .string("a\u{0}b"), "ab"), (string, .string("a\u{85}b"), "\"a\u{85}b\""),
        (string, .string("\u{A0}a"), "\"\u{A0}a\""), (string, .string("a\"b"), "a\"b"),
        (string, .string("true"), "true"),
        (octets, .octets([0, 255, 0x1A]), "00ff1a"), (octets, .octets([]), "\"\""),
        (pin, .octets(Array("1234".utf8)), "1234"), (pin, .octets(Array(" 12".utf8)), "\" 12\""),
        (list, .list([.uint(1), .uint(2)]), "[1,2]"),
        (
            structure,
            .fields([0: .uint(1), 1: .uint(2), 3: .null, 4: .uint(1), 5: .octets(Array("1234".utf8))]),
            "{\"low\":1,\"high\":2,\"note\":null,\"flags\":[\"heat\"]}"
        ),
    ]

    @Test(arguments: written)
    func `a value is written in its form`(descriptor: ValueDescriptor, value: DataValue, text: String) {
        #expect(descriptor.text(of: value) == text)
    }

    @Test func `a value is appended to what is there`() {
        var buffer = Array("x=".utf8)
        Self.level.writeText(.uint(7), into: &buffer)
        Self.narrow.writeText(.uint(1), into: &buffer)
        #expect(String(decoding: buffer, as: UTF8.self) == "x=7[\"heat\"]")
    }

    @Test func `large integers are strings within JSON, and both forms are read`() throws {
        let list = ValueDescriptor(type: .list(of: Self.large))
        #expect(
            list.text(of: .list([.uint(1 << 53), .uint((1 << 53) - 1)])) == "[\"9007199254740992\",9007199254740991]")
        let read = try list.readText(Array("[18446744073709551615,\"18446744073709551615\"]".utf8))
        #expect(read == .list([.uint(.max), .uint(.max)]))
    }

    // MARK: - In

    static let taken: [(ValueDescriptor, String, DataValue)] = [
        (bool, "true", .bool(true)), (bool, "TRUE", .bool(true)), (bool, "On", .bool(true)), (bool, "1", .bool(true)),
        (bool, "off", .bool(false)), (bool, " 0 \n", .bool(false)), (bool, "\"on\"", .bool(true)),
        (level, "127", .uint(127)), (level, " 127\t", .uint(127)), (level, "127.0", .uint(127)),
        (level, "1e2", .uint(100)),
        (level, "1.5E+1", .uint(15)), (level, "1000e-1", .uint(100)), (level, "\"127\"", .uint(127)),
        (level, "-0", .uint(0)),
        (level, "127.0000000000000000000000000000000000000000000000", .uint(127)), (level, "0e999999999999", .uint(0)),
        (signed, "-5", .int(-5)), (large, "18446744073709551615", .uint(.max)),
        (large, "1e19", .uint(10_000_000_000_000_000_000)),
        (nullableLevel, "null", .null), (single, "0.1", .float(Double(Float(0.1)))), (double, "-2.5e1", .float(-25)),
        (double, "5", .float(5)), (double, "-0", .float(0)),
        (enumeration, "locked", .uint(1)), (enumeration, "LOCKED", .uint(1)), (enumeration, "1", .uint(1)),
        (enumeration, "200", .uint(200)), (enumeration, "2g4", .uint(8)), (enumeration, "\"locked\"", .uint(1)),
        (enumeration, "7", .uint(7)), (enumeration, "1.0", .uint(1)),
        (narrow, "[\"heat\",\"fan\"]", .uint(5)), (narrow, "[]", .uint(0)), (narrow, "5", .uint(5)),
        (narrow, "fan", .uint(4)),
        (narrow, "Heat", .uint(1)), (narrow, "[1,\"heat\"]", .uint(3)), (narrow, "\"heat\"", .uint(1)),
        (wide, "{\"lift\":\"Opening\",\"fault\":true}", .uint(0b10_0001)), (wide, "{\"count\":7}", .uint(0b1_1100)),
        (wide, "5", .uint(5)), (wide, "fault", .uint(32)), (wide, "[\"fault\"]", .uint(32)),
        (wide, "{\"fault\":1}", .uint(32)),
        (string, "Kitchen", .string("Kitchen")), (string, " a ", .string("a")), (string, "\" a \"", .string(" a ")),
        (string, "\"\"", .string("")), (string, "\"null\"", .string("null")),
        (string, "{\"a\":1}", .string("{\"a\":1}")),
        (string, "a\u{0}b", .string("ab")), (string, "\"\\u00e4\"", .string("ä")), (nullableString, "null", .null),
        (octets, "00FF1a", .octets([0, 255, 26])), (octets, "\"00ff\"", .octets([0, 255])),
        (octets, "\"\"", .octets([])),
        (pin, "1234", .octets(Array("1234".utf8))), (pin, "\"12 34\"", .octets(Array("12 34".utf8))),
        (list, "[1, 2.0, \"3\"]", .list([.uint(1), .uint(2), .uint(3)])),
        (
            structure, "{\"low\":1,\"high\":2}",
            .fields([0: .uint(1), 1: .uint(2), 3: .null, 4: .uint(0)])
        ),
        (
            structure, "{\"high\":2,\"low\":1,\"label\":\"x\",\"flags\":\"fan\",\"code\":\"1234\"}",
            .fields([
                0: .uint(1), 1: .uint(2), 2: .string("x"), 3: .null, 4: .uint(4), 5: .octets(Array("1234".utf8)),
            ])
        ),
    ]

    @Test(arguments: taken)
    func `a form is taken`(descriptor: ValueDescriptor, text: String, value: DataValue) throws {
        #expect(try descriptor.readText(Array(text.utf8)) == value)
    }

    typealias Refusal = (ValueDescriptor, String, ValueFault.Kind, String)

    static let refused: [Refusal] = [
        (level, "300", .outOfRange, "300 is above 254; allowed are 0 to 254"),
        (level, "255", .outOfRange, "255 is above 254; allowed are 0 to 254"),
        (level, "-1", .outOfRange, "-1 is below 0; allowed are 0 to 254"),
        (level, "1e400", .outOfRange, "'1e400' is above 254; allowed are 0 to 254"),
        (level, "12.5", .invalidArgument, "'12.5' is no whole number; allowed are 0 to 254"),
        (
            temperature, "21.5", .invalidArgument,
            "'21.5' is no whole number; allowed are 700 to 3000 (in 0.01 °C)"
        ),
        (temperature, "21", .outOfRange, "21 is below 700; allowed are 700 to 3000 (in 0.01 °C)"),
        (level, "ten", .invalidArgument, "'ten' is no whole number; allowed are 0 to 254"),
        (level, "", .invalidArgument, "is empty; a value is wanted"),
        (level, "null", .invalidArgument, "null is not allowed; allowed are 0 to 254"),
        (level, "[1]", .invalidArgument, "'[1]' is no whole number; allowed are 0 to 254"),
        (level, "1e", .invalidArgument, "'1e' is no whole number; allowed are 0 to 254"),
        (nullableLevel, "255", .outOfRange, "255 is above 254; allowed are 0 to 254"),
        (nullableLevel, "", .invalidArgument, "is empty; null is null"),
        (
            signed, "99999999999999999999999", .outOfRange,
            "'99999999999999999999999' is above 32767; allowed are -32768 to 32767"
        ),
        (bool, "yes", .invalidArgument, "'yes' is no bool; allowed are true and false"),
        (bool, "2", .invalidArgument, "'2' is no bool; allowed are true and false"),
        (double, "101", .outOfRange, "101 is above 100; allowed are -100 to 100"),
        (double, "nan", .invalidArgument, "'nan' is no number; allowed are -100 to 100"),
        (single, "1e39", .outOfRange, "'1e39' is beyond the greatest single"),
        (wideDouble, "1e400", .outOfRange, "'1e400' is beyond the greatest double"),
        (enumeration, "lokced", .invalidArgument, "'lokced' is no value of it; did you mean locked?"),
        (enumeration, "256", .outOfRange, "256 is above 255; allowed are 0 to 255"),
        (narrow, "heet", .invalidArgument, "'heet' is no bit of it; did you mean heat?"),
        (narrow, "[\"heat\",\"cool\"]", .invalidArgument, "[1]: 'cool' is no bit of it; there are heat, fan"),
        (narrow, "[16]", .outOfRange, "[0]: 16 is no bit; allowed are 0 to 15"),
        (narrow, "65536", .outOfRange, "65536 is above 65535; allowed are 0 to 65535"),
        (wide, "{\"tilt\":1}", .invalidArgument, "'tilt' is no field of it; there are lift, count, fault"),
        (wide, "{\"count\":8}", .outOfRange, "count: 8 is not allowed; allowed are 0 to 7"),
        (wide, "{\"lift\":true}", .invalidArgument, "lift: a bool is not allowed; allowed are stopped, opening"),
        (string, "much too long", .outOfRange, "has 13 octets; allowed are 0 to 8"),
        (string, "null", .invalidArgument, "null is not allowed; the text is \"null\", in quotes"),
        (string, "", .invalidArgument, "is empty; a value is wanted, \"\" is an empty one"),
        (string, "\"open", .invalidArgument, "is no JSON: octet 5: premature end of input"),
        (octets, "0f0", .invalidArgument, "'0f0' is no even number of hexadecimal digits"),
        (octets, "xy", .invalidArgument, "'xy' is no even number of hexadecimal digits"),
        (octets, "0102030405", .outOfRange, "has 5 octets; allowed are 0 to 4"),
        (pin, "123", .outOfRange, "has 3 octets; allowed are 4 to 8"),
        (list, "[1,2,3,4]", .outOfRange, "has 4 entries; allowed are 0 to 3"),
        (list, "[1,300]", .outOfRange, "[1]: 300 is above 254; allowed are 0 to 254"),
        (list, "1", .invalidArgument, "a number is not allowed; an array is"),
        (list, "[1", .invalidArgument, "is no JSON: octet 2: ']' expected"),
        (
            structure, "{\"low\":1}", .invalidArgument,
            "high is missing; the fields are low, high, label, note, flags, code"
        ),
        (structure, "{\"lo\":1}", .invalidArgument, "there is no field 'lo'; did you mean low?"),
        (structure, "{\"low\":9,\"high\":2}", .outOfRange, "high: 2 is below 9; allowed are 9 to 255"),
        (structure, "{\"low\":null,\"high\":2}", .invalidArgument, "low: null is not allowed; allowed are 0 to 254"),
        (structure, "{\"low\":1,\"low\":1,\"high\":2}", .invalidArgument, "is no JSON: octet 14: duplicate object key"),
        (
            structure, "{\"low\":1,\"high\":2,\"code\":{}}", .invalidArgument,
            "code: an object is not allowed; a text is"
        ),
    ]

    @Test(arguments: refused)
    func `a refusal says what is wrong and what is allowed`(refusal: Refusal) {
        let fault = #expect(throws: ValueFault.self) { try refusal.0.readText(Array(refusal.1.utf8)) }
        #expect(fault?.kind == refusal.2)
        #expect(fault?.description == refusal.3)
    }

    @Test func `a limit of the device is a limit`() throws {
        let limits: (String) -> DataValue? = { $0 == "maxLevel" ? .uint(100) : nil }
        let fault = #expect(throws: ValueFault.self) {
            try Self.structure.readText(Array("{\"low\":1,\"high\":101}".utf8), limits: limits)
        }
        #expect(fault?.description == "high: 101 is above 100; allowed are 1 to 100")
    }

    @Test func `text that is not UTF-8 is refused`() {
        for octets in [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80]] as [[UInt8]] {
            let fault = #expect(throws: ValueFault.self) { try Self.string.readText(octets) }
            #expect(fault == ValueFault(.invalidArgument, "is not UTF-8"))
        }
    }

    @Test(arguments: ["12", "123456789", "{\"secret\":", "\"1234", "99999"])
    func `a secret is in no message`(text: String) {
        let number = ValueDescriptor(type: Self.level.type, constraint: .range(0, 9), isSecret: true)
        for descriptor in [Self.pin, number, ValueDescriptor(type: .octets, isSecret: true)] {
            do throws(ValueFault) {
                _ = try descriptor.readText(Array(text.utf8))
            } catch {
                #expect(!error.description.contains(text.prefix(4)), "\(error)")
            }
        }
    }

    @Test func `a long text is refused without being repeated`() {
        let text = Array(String(repeating: "x", count: 1_000_000).utf8)
        for descriptor in [Self.level, Self.bool, Self.enumeration, Self.narrow, Self.octets, Self.double] {
            let fault = #expect(throws: ValueFault.self) { try descriptor.readText(text) }
            #expect((fault?.description.utf8.count ?? .max) < 300)
        }
        let digits = Array(String(repeating: "9", count: 1_000_000).utf8)
        let fault = #expect(throws: ValueFault.self) { try Self.level.readText(digits) }
        #expect(fault?.kind == .outOfRange)
    }
}

extension Constraint {
    /// One range of numbers.
    static func range(_ lower: Int64, _ upper: Int64) -> Constraint {
        Constraint(ranges: [Range(lower: .integer(lower), upper: .integer(upper))])
    }
}
