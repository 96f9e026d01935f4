/// The digits that people type where a QR code cannot be read.
///
/// Source: Matter Core Specification, section 5.1.4.
enum ManualCode: Sendable {
    private static let short = 11
    private static let long = 21

    static func payload(of text: String) throws(OnboardingFault) -> OnboardingPayload {
        var digits: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let digit = scalar.properties.numericType == .decimal ? scalar.utf8.first : nil, scalar.isASCII {
                digits.append(digit - UInt8(ascii: "0"))
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                throw .form
            }
            guard digits.count <= long else { throw .length(text.unicodeScalars.count) }
        }
        guard !digits.isEmpty else { throw .form }
        return try payload(of: digits)
    }

    private static func payload(of digits: [UInt8]) throws(OnboardingFault) -> OnboardingPayload {
        guard digits.count == short || digits.count == long else { throw .length(digits.count) }
        guard digits[0] < 8 else { throw .futureForm }
        guard let last = digits.last, Verhoeff.checkDigit(of: digits.dropLast()) == last else { throw .checkDigit }
        let first = number(digits[0..<1])
        let second = number(digits[1..<6])
        let third = number(digits[6..<10])
        guard second <= 0xFFFF, third <= 0x1FFF else { throw .overflow }
        let hasVendor = first & 4 != 0
        guard hasVendor == (digits.count == long) else { throw .vendorAndProduct }
        var vendor: UInt16?
        var product: UInt16?
        if hasVendor {
            let number = Self.number(digits[10..<15])
            vendor = UInt16(exactly: number)
            guard vendor != nil else { throw .vendor(number) }
            product = UInt16(exactly: Self.number(digits[15..<20]))
            guard product != nil else { throw .product }
        }
        let payload = OnboardingPayload(
            vendorID: vendor, productID: product, flow: .standard,
            discriminator: .short(UInt8(truncatingIfNeeded: (first & 3) << 2 | second >> 14)),
            passcode: third << 14 | second & 0x3FFF)
        try payload.check()
        return payload
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt32 {
        digits.reduce(0) { $0 * 10 + UInt32($1) }
    }

    static func text(of payload: OnboardingPayload, withVendor: Bool) throws(OnboardingFault) -> String {
        try payload.check()
        let discriminator = UInt32(payload.discriminator.short)
        let first = discriminator >> 2 | (withVendor ? 4 : 0)
        let second = payload.passcode & 0x3FFF | (discriminator & 3) << 14
        var text = padded(first, 1) + padded(second, 5) + padded(payload.passcode >> 14, 4)
        if withVendor {
            text += padded(UInt32(payload.vendorID ?? 0), 5) + padded(UInt32(payload.productID ?? 0), 5)
        }
        return text + String(Verhoeff.checkDigit(of: text.utf8.map { $0 - UInt8(ascii: "0") }))
    }

    private static func padded(_ number: UInt32, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension OnboardingPayload {
    /// The manual code: 21 digits where the flow is not the standard one or the payload came from such a code, else 11.
    ///
    /// It keeps the upper 4 bits of the discriminator only.
    ///
    /// - Throws: What of the payload does not fit.
    public var manualCode: String {
        get throws(OnboardingFault) {
            let isLong: Bool
            if case .short = discriminator { isLong = vendorID != nil } else { isLong = flow != .standard }
            return try ManualCode.text(of: self, withVendor: isLong)
        }
    }

    /// The manual code with vendor and product: 21 digits.
    ///
    /// - Throws: What of the payload does not fit.
    public var longManualCode: String {
        get throws(OnboardingFault) { try ManualCode.text(of: self, withVendor: true) }
    }
}
