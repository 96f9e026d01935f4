import HomeGraph
import TestSupport
import Testing

/// What holds for all codes.
struct OnboardingPropertyTests {
    private static func payload(_ random: inout SeededGenerator) -> OnboardingPayload {
        var payload = OnboardingPayload(
            vendorID: .random(in: 0...OnboardingPayload.greatestVendor, using: &random),
            productID: .random(in: 1 ... .max, using: &random),
            flow: OnboardingPayload.Flow.allCases.randomElement(using: &random) ?? .standard,
            discoveryCapabilities: .init(rawValue: .random(in: 0 ... .max, using: &random)),
            discriminator: .long(.random(in: 0...4095, using: &random)), passcode: 1)
        repeat {
            payload.passcode = .random(in: 1...OnboardingPayload.greatestPasscode, using: &random)
        } while !OnboardingPayload.isAllowed(passcode: payload.passcode)
        return payload
    }

    private static func fields(_ random: inout SeededGenerator) -> OnboardingFields {
        var fields = OnboardingFields()
        fields.serialNumber =
            Bool.random(using: &random) ? .text("A-1 é") : .number(.random(in: 0 ... .max, using: &random))
        if Bool.random(using: &random) {
            fields.iterations = .random(in: 1000...100_000, using: &random)
            fields.salt = (0..<Int.random(in: 16...32, using: &random)).map { _ in
                .random(in: 0 ... .max, using: &random)
            }
        }
        if Bool.random(using: &random) { fields.numberOfDevices = .random(in: 1...300, using: &random) }
        if Bool.random(using: &random) { fields.timeout = .random(in: 1...70_000, using: &random) }
        return fields
    }

    @Test func `every payload comes back from its QR code, and its manual codes say the same of it`() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            var payload = Self.payload(&random)
            if Bool.random(using: &random) { payload.furtherData = Self.fields(&random).octets }
            #expect(try OnboardingPayload.read(payload.qrText) == [payload])
            let short = try #require(try OnboardingPayload.read(try payload.longManualCode).first)
            #expect(short.passcode == payload.passcode && short.discriminator.short == payload.discriminator.short)
            #expect(short.vendorID == payload.vendorID && short.productID == payload.productID)
            let code = try payload.manualCode
            #expect(code.count == (payload.flow == .standard ? 11 : 21))
            #expect(try OnboardingPayload.read(code).first?.manualCode == code)
        }
    }

    @Test func `further fields come back`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let fields = Self.fields(&random)
            var payload = Self.payload(&random)
            payload.furtherData = fields.octets
            #expect(try payload.furtherFields() == fields)
        }
    }

    @Test func `broken further data are refused, never believed`() throws {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<2000 {
            var payload = Self.payload(&random)
            var octets = Self.fields(&random).octets
            switch Int.random(in: 0..<3, using: &random) {
            case 0: octets.removeLast(Int.random(in: 1..<octets.count, using: &random))
            case 1: octets[Int.random(in: 1..<octets.count, using: &random)] = .random(in: 0 ... .max, using: &random)
            default: octets.append(.random(in: 0 ... .max, using: &random))
            }
            payload.furtherData = octets
            // Either it is refused, or it is a payload that comes back as it is.
            if let text = try? payload.qrText { #expect(try OnboardingPayload.read(text) == [payload]) }
        }
    }

    /// A changed text is either refused or a code that encodes back to itself.
    private func check(_ text: String) throws {
        guard let payloads = try? OnboardingPayload.read(text) else { return }
        if text.hasPrefix("MT:") {
            #expect(try OnboardingPayload.qrText(of: payloads) == text)
        } else {
            // Digit by digit, also where a mark that combines follows one.
            let digits = text.unicodeScalars.filter { ("0"..."9").contains($0) }
            #expect(try payloads.first?.manualCode == String(String.UnicodeScalarView(digits)))
        }
    }

    @Test(arguments: OnboardingVectorTests.vectors.flatMap { [$0.qr, $0.short] + ($0.long.map { [$0] } ?? []) })
    func `no changed code is misread`(code: String) throws {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.*a ")
        let characters = Array(code)
        var accepted = 0
        for position in characters.indices {
            for replacement in alphabet where replacement != characters[position] {
                var changed = characters
                changed[position] = replacement
                try check(String(changed))
                if !code.hasPrefix("MT:"), replacement.isNumber {
                    accepted += (try? OnboardingPayload.read(String(changed))) == nil ? 0 : 1
                }
            }
            if position > 0, characters[position] != characters[position - 1] {
                var changed = characters
                changed.swapAt(position, position - 1)
                try check(String(changed))
                if !code.hasPrefix("MT:") {
                    accepted += (try? OnboardingPayload.read(String(changed))) == nil ? 0 : 1
                }
            }
        }
        #expect(accepted == 0, "the check digit finds each wrong digit and each swap")
    }

    /// Every pair of changed characters, some millions: with `deploy/test --long`.
    @Test(.enabled(if: LongTests.areEnabled), arguments: OnboardingVectorTests.vectors.map(\.qr))
    func `no code with two changed characters is misread`(code: String) throws {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.*".utf8)
        let characters = Array(code.utf8)
        for first in characters.indices {
            for second in characters.indices[(first + 1)...] {
                for (one, other) in alphabet.lazy.flatMap({ one in alphabet.lazy.map { (one, $0) } }) {
                    var changed = characters
                    changed[first] = one
                    changed[second] = other
                    try check(String(decoding: changed, as: UTF8.self))
                }
            }
        }
    }

    @Test func `a mark after a digit leaves the digit what it is`() throws {
        try check("3497\u{335}0112332")
        #expect(try OnboardingPayload.read("3497\u{335}0112332").first?.manualCode == "34970112332")
    }

    @Test func `random texts never trap`() throws {
        var random = SeededGenerator(seed: 7)
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.*MT: aé\u{0}\u{301}")
        for _ in 0..<(LongTests.areEnabled ? 10_000_000 : 5000) {
            let length = Int.random(in: 0..<40, using: &random)
            let text = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "0" })
            try check(Bool.random(using: &random) ? "MT:\(text)" : text)
        }
    }
}
