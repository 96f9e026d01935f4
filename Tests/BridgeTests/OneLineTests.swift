import Testing

@testable import Bridge

@Suite struct OneLineTests {
    private static let controls =
        (0..<0x20).compactMap(Unicode.Scalar.init) + (0x7F..<0xA0).compactMap(Unicode.Scalar.init)

    @Test func `nothing that somebody sends reaches the terminal's controls`() {
        #expect("a\u{1B}[31mb\r\nc\u{7}\u{2028}d\u{9B}2J đ".onOneLine == "a [31mb c  d 2J đ")
        for scalar in Self.controls { #expect(String(scalar).onOneLine == " ") }
    }

    @Test func `of another bridge only texts of one line are told`() {
        func words(_ info: String) -> String { OtherBridge(baseTopic: "h", info: info).description }
        let rest = "; choose another with --base-topic"
        #expect(
            words(#"{"instance":"x","version":"1.2","started":"2026-11-30T12:00:00Z","more":1}"#)
                == "another bridge has the base topic h (instance x, version 1.2, since 2026-11-30T12:00:00Z)\(rest)")
        let nothing = "another bridge has the base topic h\(rest)"
        for info in ["", "[]", "{", #"{"version":1,"instance":"","started":null}"#] { #expect(words(info) == nothing) }
        for scalar in Self.controls + ["\u{2028}", "\u{2029}"] {
            let escaped = "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            let text = scalar.value < 256 ? escaped : String(scalar)
            #expect(words(#"{"version":"1\#(text)[2J"}"#) == nothing, "\(scalar.value)")
        }
        // One character of very many scalars is not short.
        #expect(words(#"{"version":"1\#(String(repeating: "\u{301}", count: 64))"}"#) == nothing)
        #expect(words(#"{"version":"\#(String(repeating: "1", count: 64))"}"#) != nothing)
    }
}
