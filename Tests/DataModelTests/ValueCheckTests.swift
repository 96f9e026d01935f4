import DataModel
import ModelReader
import Testing

/// Checking values that came from Swift, not from a payload.
struct ValueCheckTests {
    typealias Case = (ValueDescriptor, DataValue, ValueFault.Kind, String)

    static let wrong: [Case] = [
        (ValueTextTests.level, .int(1), .invalidArgument, "is of another type; allowed are 0 to 254"),
        (ValueTextTests.level, .uint(255), .outOfRange, "255 is above 254; allowed are 0 to 254"),
        (ValueTextTests.level, .null, .invalidArgument, "null is not allowed; allowed are 0 to 254"),
        (ValueTextTests.signed, .int(40000), .outOfRange, "40000 is above 32767; allowed are -32768 to 32767"),
        (ValueTextTests.bool, .uint(1), .invalidArgument, "is of another type; allowed are true and false"),
        (ValueTextTests.double, .float(.nan), .invalidArgument, "is no number; allowed are -100 to 100"),
        (ValueTextTests.enumeration, .uint(256), .outOfRange, "256 is above 255; allowed are 0 to 255"),
        (ValueTextTests.narrow, .uint(1 << 16), .outOfRange, "65536 is above 65535; allowed are 0 to 65535"),
        (ValueTextTests.string, .string("123456789"), .outOfRange, "has 9 octets; allowed are 0 to 8"),
        (
            ValueTextTests.list, .list([.uint(1), .null]), .invalidArgument,
            "[1]: null is not allowed; allowed are 0 to 254"
        ),
        (ValueTextTests.structure, .fields([9: .uint(1)]), .invalidArgument, "there is no field with id 9"),
        (
            ValueTextTests.structure, .fields([0: .uint(1)]), .invalidArgument,
            "high is missing; the fields are low, high, label, note, flags, code"
        ),
        (
            ValueTextTests.structure, .fields([0: .uint(5), 1: .uint(4), 3: .null, 4: .uint(0)]), .outOfRange,
            "high: 4 is below 5; allowed are 5 to 255"
        ),
    ]

    @Test(arguments: wrong)
    func `a wrong value is told`(wrong: Case) {
        let fault = #expect(throws: ValueFault.self) { try wrong.0.check(wrong.1) }
        #expect(fault?.kind == wrong.2)
        #expect(fault?.description == wrong.3)
    }

    @Test func `only the members that a constraint names are allowed`() throws {
        let lock = try #require(Fixture.catalog.cluster(named: "DoorLock")?.command(named: "setCredential"))
        let operation = try #require(lock.fields.first { $0.name == "operationType" })
        #expect(try operation.value.readText(Array("modify".utf8)) == .uint(2))
        let fault = #expect(throws: ValueFault.self) { try operation.value.readText(Array("clear".utf8)) }
        #expect(fault == ValueFault(.outOfRange, "clear is not allowed here; allowed are add, modify"))
    }

    /// Also where a limit leaves nothing, or lies beyond the type.
    @Test(arguments: [-70_000, -1, 0, 32_766, 32_768, 70_000] as [Int64])
    func `the nearest value is one that the type holds`(_ limit: Int64) throws {
        let bound = { (_: String) -> DataValue? in .int(limit) }
        let ends: [Constraint.Range] = [
            .init(lower: .sum(.member("limit"), .integer(1)), upper: nil),
            .init(lower: nil, upper: .difference(.member("limit"), .integer(1))),
            .init(lower: .member("limit"), upper: .difference(.member("limit"), .integer(1))),
        ]
        for end in ends {
            for descriptor in [ValueTextTests.signed, ValueTextTests.narrow] {
                let limited = ValueDescriptor(
                    type: descriptor.type, isNullable: descriptor.isNullable,
                    constraint: Constraint(ranges: [end]))
                let isSigned = descriptor.type == ValueTextTests.signed.type
                let near = limited.nearest(to: isSigned ? .int(5) : .uint(5), limits: bound)
                #expect(throws: Never.self, "\(near)") {
                    try ValueDescriptor(type: descriptor.type, isNullable: descriptor.isNullable).check(near)
                }
            }
        }
    }

    @Test func `characters are counted beside octets`() throws {
        let name = ValueDescriptor(
            type: .string,
            constraint: Constraint(ranges: [.init(lower: nil, upper: .integer(16))], codePoints: 4))
        try name.check(.string("äöüß"))
        let fault = #expect(throws: ValueFault.self) { try name.check(.string("äöüßa")) }
        #expect(fault?.problem == "is 5 characters long; at most 4 are allowed")
    }

    @Test func `a fault's place is written as a path`() {
        let fault = ValueFault(.outOfRange, "is wrong").within("dayOfWeek").within(.entry(2)).within("transitions")
        #expect(fault.description == "transitions[2].dayOfWeek: is wrong")
    }
}
