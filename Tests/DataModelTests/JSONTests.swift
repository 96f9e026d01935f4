import DataModel
import TestSupport
import Testing

/// JSON as it comes in and goes out.
struct JSONTests {
    static func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test(arguments: [
        "null", "true", "1", "-1", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1.5",
        "\"a\"",
        "[]", "{}", "[1,[2,[3]]]", "{\"b\":1,\"a\":{\"z\":null,\"y\":[true,false]}}", "\"\\\"\\\\\\n\\u0001\"",
        "[9223372036854775808,1,18446744073709551615,2.5,9223372036854775809]", "1e300", "0.000001", "\"ä💡\"",
    ])
    func `what is read is written again`(text: String) throws {
        #expect(try String(decoding: Self.parse(text).text, as: UTF8.self) == text)
    }

    @Test func `numbers beyond 64 bits are doubles`() throws {
        #expect(try Self.parse("[18446744073709551616,1]") == .array([.double(0x1p64), .int(1)]))
        #expect(try Self.parse("-9223372036854775809") == .double(-0x1p63))
    }

    @Test func `digits within strings are no numbers`() throws {
        let text = "[\"18446744073709551615\",18446744073709551615,\"\\\"18446744073709551615\"]"
        #expect(
            try Self.parse(text)
                == .array([.string("18446744073709551615"), .uint(.max), .string("\"18446744073709551615")]))
    }

    @Test func `U+0000 may be in a string`() throws {
        #expect(try Self.parse("\"a\\u0000b\"") == .string("a\u{0}b"))
    }

    @Test(arguments: [
        ("", 1), ("{", 1), ("[1,]", 4), ("{\"a\":1,\"a\":2}", 10), ("tru", 3), ("01", 1), ("1 2", 3),
        ("\"\\ud800\"", 8), ("1e999", 5),
        ("{\"a\"}", 5), ("'a'", 1), ("[1}", 3),
    ])
    func `what is no JSON is told with its place`(text: String, position: Int) {
        let fault = #expect(throws: JSONFault.self) { try Self.parse(text) }
        #expect(abs((fault?.position ?? .max) - position) <= 1, "\(fault?.description ?? "")")
        #expect(fault?.problem.isEmpty == false)
        #expect(fault?.problem.contains("near") == false)
    }

    @Test func `32 levels are read, 33 are not`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try Self.parse(nested(32))
        #expect(throws: JSONFault(position: 33, problem: "deeper than 32 levels")) { try Self.parse(nested(33)) }
        #expect(throws: JSONFault.self) { try Self.parse(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONFault.self) { try Self.parse(String(repeating: "{\"a\":", count: 100_000)) }
    }

    @Test func `octets that are no UTF-8 are a fault`() {
        for octets in [[0x22, 0xFF, 0x22], [0xEF], [0x22, 0xC0, 0x80, 0x22]] as [[UInt8]] {
            #expect(throws: JSONFault.self) { try JSONValue(parsing: octets) }
        }
    }

    @Test func `random octets never trap`() {
        var random = SeededGenerator(seed: 3)
        let pieces = Array("{}[]\",:0123456789.eE+-truefalsn\\u\u{0} \n".utf8) + [0xFF, 0xC3, 0xA4]
        for _ in 0..<3000 {
            let count = Int.random(in: 0..<24, using: &random)
            let octets = (0..<count).map { _ in pieces.randomElement(using: &random) ?? 0 }
            guard let value = try? JSONValue(parsing: octets) else { continue }
            #expect((try? JSONValue(parsing: value.text))?.text == value.text)
        }
    }

    @Test func `doubles are read back as they were`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            var writer = JSONWriter()
            writer.value(number)
            #expect(Double(String(decoding: writer.bytes, as: UTF8.self)) == number)
            let single = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            guard single.isFinite else { continue }
            writer = JSONWriter()
            writer.value(single)
            #expect(Float(String(decoding: writer.bytes, as: UTF8.self)) == single)
        }
    }
}
