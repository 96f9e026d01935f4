import ModelReader
import Testing

/// A fault says file, member and what is wrong.
struct ModelFaultTests {
    /// The bundle of a model of one cluster.
    static func bundle(_ cluster: String) throws -> String {
        try ModelBundle.join([
            ("Matter/Clusters/Test.json", cluster), ("Matter/datatypes.json", "{\"types\":[]}"),
            ("Matter/device-types.json", "{\"deviceTypes\":[]}"),
            (
                "Matter/marks.json",
                "{\"text\":[],\"secret\":[],\"functional\":{},\"enums\":{},\"reservedMembers\":[\"set\"]}"
            ),
        ])
    }

    static func faults(_ members: String) throws -> [String] {
        try Model.faults(in: bundle("{\"name\":\"Test\",\"id\":1,\(members)}"), repairing: false).map(\.description)
    }

    static func attribute(_ members: String) throws -> [String] {
        try faults("\"attributes\":[{\"name\":\"level\",\"id\":0,\(members)}]")
    }

    @Test(arguments: [
        ("\"type\":\"Nothing\"", "level: type Nothing is neither a base type nor declared"),
        ("\"type\":\"list\"", "level: is a list of nothing"),
        (
            "\"type\":\"uint8\",\"constraint\":\"max\"",
            "level: constraint \"max\": a number or name expected before \"\""
        ),
        ("\"type\":\"uint8\",\"constraint\":\"max 256\"", "level: 256.0 is outside of the type's 0.0 to 255.0"),
        ("\"type\":\"uint8\",\"constraint\":\"5 to 4\"", "level: 5.0 is above 4.0"),
        (
            "\"type\":\"uint8\",\"constraint\":\"max top\"",
            "level: the constraint's top is neither a field beside it nor an attribute"
        ),
        (
            "\"type\":\"uint8\",\"constraint\":\"max 5\",\"default\":6",
            "level: the default 6.0 is outside of the constraint"
        ),
        ("\"type\":\"uint8\",\"default\":null", "level: the default is null, which is no value of it"),
        ("\"type\":\"uint8\",\"conformance\":\"[A\"", "level: conformance \"[A\": ']' is missing"),
        ("\"type\":\"uint8\",\"quality\":\"Z\"", "level: quality Z is none of X, F, N, S, C, Q and T"),
    ])
    func `a fault of an attribute is told`(members: String, expected: String) throws {
        #expect(try Self.attribute(members) == ["Matter/Clusters/Test.json: \(expected)"])
    }

    @Test(arguments: [
        (
            "\"attributes\":[{\"name\":\"a\",\"id\":0,\"type\":\"bool\"},{\"name\":\"b\",\"id\":0,\"type\":\"bool\"}]",
            "attribute id 0 is there twice"
        ),
        ("\"attributes\":[{\"name\":\"set\",\"id\":0,\"type\":\"bool\"}]", "set: is a name that topics end with"),
        ("\"attributes\":[{\"name\":\"On\",\"id\":0,\"type\":\"bool\"}]", "On: is no lowerCamelCase word"),
        (
            "\"commands\":[{\"name\":\"go\",\"id\":0,\"response\":\"GoResponse\"}]",
            "go: response GoResponse is not there"
        ),
        (
            "\"types\":[{\"name\":\"E\",\"kind\":\"enum\",\"base\":\"enum8\",\"values\":[{\"name\":\"x\",\"value\":256}]}]",
            "E.x: 256 has no room in enum8"
        ),
    ])
    func `a fault of a cluster is told`(members: String, expected: String) throws {
        #expect(try Self.faults(members).contains("Matter/Clusters/Test.json: \(expected)"))
    }

    @Test func `a member of another kind names file and member`() throws {
        let bundle = try Self.bundle("{\"name\":\"Test\",\"id\":\"one\"}")
        let fault = #expect(throws: ModelFault.self) { try Model(bundle: bundle) }
        #expect(fault?.file == "Matter/Clusters/Test.json")
        #expect(fault?.member == "id")
    }

    @Test(arguments: [
        "{", "[]", "{\"a\":}", "{\"a\":1,}", "{\"a\":1 \"b\":2}", "{\"a\":1,\"a\":2}", "{\"a\":\"", "{} {}",
    ])
    func `what is no JSON object is told with its line`(text: String) {
        let fault = #expect(throws: ModelFault.self) { try ModelBundle.join([("Matter/Clusters/Test.json", text)]) }
        #expect(fault?.description.hasPrefix("Matter/Clusters/Test.json: line 1: ") == true)
    }

    @Test func `a file of no known kind is told`() {
        let fault = #expect(throws: ModelFault.self) { try ModelBundle.join([("Matter/other.json", "{}")]) }
        #expect(fault?.kind == .malformed)
    }
}
