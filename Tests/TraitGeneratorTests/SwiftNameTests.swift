import Testing

@testable import TraitGenerator

@Suite struct SwiftNameTests {
    @Test(
        arguments: [
            ("onOff", "onOff"), ("2G4", "_2G4"), ("10180", "_10180"), ("in", "`in`"), ("default", "`default`"),
            ("internal", "`internal`"), ("extension", "`extension`"), ("open", "open"), ("type", "type"), ("", ""),
        ])
    func `members become identifiers`(name: String, identifier: String) {
        #expect(SwiftName.member(name) == identifier)
    }

    @Test(
        arguments: [
            ("status", "Status"), ("WebRtcTransportDefinitions.ICEServerStruct", "ICEServerStruct"),
            ("ModeBitmap", "ModeBitmap"), ("", ""),
        ])
    func `types become identifiers`(name: String, identifier: String) {
        #expect(SwiftName.type(name) == identifier)
    }

    @Test(
        arguments: [
            (UInt32(6), "0x0006"), (0x4003, "0x4003"), (0x6006_0100, "0x60060100"), (0, "0x0000"),
            (UInt32.max, "0xFFFFFFFF"),
        ])
    func `numbers are written as documents write them`(number: UInt32, text: String) {
        #expect(SwiftName.hexadecimal(number) == text)
    }

    @Test(
        arguments: [
            (8, false, "UInt8"), (16, true, "Int16"), (24, false, "UInt32"), (40, true, "Int64"), (56, false, "UInt64"),
            (1, false, "UInt8"), (64, false, "UInt64"),
        ])
    func `integers get the narrowest type`(bits: Int, isSigned: Bool, name: String) {
        #expect(TypeScope.integer(isSigned: isSigned, bits: bits) == name)
    }
}
