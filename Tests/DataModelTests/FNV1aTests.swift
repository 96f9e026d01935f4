import DataModel
import Testing

/// Vectors of the authors of FNV.
@Suite struct FNV1aTests {
    @Test(arguments: [
        ("", "cbf29ce484222325", "811c9dc5"), ("a", "af63dc4c8601ec8c", "e40c292c"),
        ("foobar", "85944171f73967e8", "bf9cf968"),
    ])
    func `hashes are those of the algorithm`(text: String, hash: String, hash32: String) {
        let octets = Array(text.utf8)
        #expect(FNV1a.hash(octets).hexadecimalDigits == hash)
        #expect(FNV1a.hash32(octets).hexadecimalDigits == hash32)
        var parts = FNV1a()
        for octet in octets { parts.combine([octet]) }
        #expect(parts.hash == FNV1a.hash(octets))
    }

    @Test func `hexadecimal digits are all there`() {
        #expect(UInt8(0).hexadecimalDigits == "00" && UInt8(0xA).hexadecimalDigits == "0a")
        #expect(UInt64.max.hexadecimalDigits == String(repeating: "f", count: 16))
        #expect(UInt32(1).hexadecimalDigits == "00000001")
    }
}
