import DataModel
import TestSupport
import Testing

/// Values as JSON that says by itself what each is: what a state store keeps.
struct SelfDescribingTests {
    private static func read(_ value: DataValue) throws -> DataValue? {
        DataValue(selfDescribing: try JSONValue(parsing: value.selfDescribingJSON.text))
    }

    @Test(arguments: Fixture.members)
    func `a value of each member is read as it was written`(member: Fixture.Member) throws {
        var random = SeededGenerator(seed: UInt64(member.name.utf8.reduce(3) { $0 &* 31 &+ Int($1) }.magnitude))
        for _ in 0..<4 {
            let value = random.value(of: member.value)
            #expect(try Self.read(value) == value)
        }
    }

    @Test(
        arguments: [
            (.null, "null"), (.bool(true), "true"), (.int(-5), "{\"int\":-5}"), (.int(5), "{\"int\":5}"),
            (.uint(5), "5"), (.uint(.max), "18446744073709551615"), (.float(1.5), "{\"float\":1.5}"),
            (.float(2), "{\"float\":2}"), (.float(.infinity), "{\"float\":\"inf\"}"),
            (.float(-.infinity), "{\"float\":\"-inf\"}"), (.float(.nan), "{\"float\":\"nan\"}"),
            (.string("5"), "\"5\""), (.string(""), "\"\""), (.octets([]), "{\"octets\":\"\"}"),
            (.octets([0, 0x0a, 0xff]), "{\"octets\":\"000aff\"}"), (.list([.uint(1), .null]), "[1,null]"),
            (.fields([:]), "{\"fields\":{}}"),
            (.fields([12: .uint(1), 3: .int(1)]), "{\"fields\":{\"3\":{\"int\":1},\"12\":1}}"),
        ] as [(DataValue, String)])
    func `each kind has a form of its own`(value: DataValue, text: String) throws {
        #expect(String(decoding: value.selfDescribingJSON.text, as: UTF8.self) == text)
        // Not a number equals nothing, so the texts are compared.
        #expect(try Self.read(value)?.selfDescribingJSON == value.selfDescribingJSON)
    }

    @Test func `any value is read as it was written`() throws {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<3000 {
            let value = random.anyValue(depth: 4)
            #expect(try Self.read(value) == value)
        }
    }

    @Test(arguments: [
        "-1", "1.5", "{}", "{\"int\":1,\"float\":1}", "{\"int\":1.5}", "{\"int\":18446744073709551615}",
        "{\"float\":\"many\"}", "{\"float\":null}", "{\"octets\":\"0\"}", "{\"octets\":\"0g\"}", "{\"octets\":5}",
        "{\"fields\":[]}", "{\"fields\":{\"x\":1}}", "{\"fields\":{\"-1\":1}}", "{\"fields\":{\"1\":-1}}", "[[-1]]",
        "{\"uint\":1}",
    ])
    func `what is none of these forms is no value`(text: String) throws {
        #expect(DataValue(selfDescribing: try JSONValue(parsing: Array(text.utf8))) == nil)
    }
}

extension SeededGenerator {
    /// A value of any kind, whatever the model has.
    fileprivate mutating func anyValue(depth: Int) -> DataValue {
        switch Int.random(in: 0..<(depth == 0 ? 7 : 9), using: &self) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &self))
        case 2: return .int([.min, .max, -1, 0, Int64(bitPattern: next())].randomElement(using: &self) ?? 0)
        case 3: return .uint([0, .max, 1 << 63, next()].randomElement(using: &self) ?? 0)
        case 4:
            let numbers = [
                0, -0.0, 1e19, -1e19, 1e300, Double.leastNonzeroMagnitude, .pi, 0x1p53 + 2, Double(bitPattern: next()),
            ]
            let number = numbers.randomElement(using: &self) ?? 0
            return .float(number.isNaN ? 0.1 : number)
        case 5:
            let texts = ["", "a\u{0}b", "null", "{\"int\":1}", "💡\u{FE0F}", "\u{2028}\"\\", "e\u{301}", "\n\r\t"]
            return .string(texts.randomElement(using: &self) ?? "")
        case 6:
            return .octets(
                (0..<Int.random(in: 0...9, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) })
        case 7: return .list((0..<Int.random(in: 0...3, using: &self)).map { _ in anyValue(depth: depth - 1) })
        default:
            var fields: [UInt32: DataValue] = [:]
            for _ in 0..<Int.random(in: 0...3, using: &self) {
                fields[UInt32(truncatingIfNeeded: next())] = anyValue(depth: depth - 1)
            }
            return .fields(fields)
        }
    }
}
