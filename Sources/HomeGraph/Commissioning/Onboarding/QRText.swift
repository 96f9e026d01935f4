/// The text of a QR code.
///
/// Source: Matter Core Specification, section 5.1.3.
enum QRText: Sendable {
    static let prefix = Array("MT:".utf8)
    /// The most characters of one payload, the prefix among them.
    static let longestPayload = 255
    /// The most characters of a QR code.
    static let longest = 4296
    /// The octets of the payload itself.
    private static let size = 11
    private static let separator = UInt8(ascii: "*")

    static func payloads(of text: String) throws(OnboardingFault) -> [OnboardingPayload] {
        guard text.utf8.count <= longest else { throw .tooLong(longest) }
        var payloads: [OnboardingPayload] = []
        for part in text.utf8.dropFirst(prefix.count).split(separator: separator, omittingEmptySubsequences: false) {
            guard part.count + prefix.count <= longestPayload else { throw .tooLong(longestPayload) }
            payloads.append(try payload(of: try Base38.octets(of: part)))
        }
        return payloads
    }

    static func text(of payloads: [OnboardingPayload]) throws(OnboardingFault) -> String {
        var parts: [String] = []
        for payload in payloads {
            let part = Base38.text(of: try octets(of: payload))
            guard part.utf8.count + prefix.count <= longestPayload else { throw .tooLong(longestPayload) }
            parts.append(part)
        }
        let text = String(decoding: prefix, as: UTF8.self) + parts.joined(separator: "*")
        guard text.utf8.count <= longest else { throw .tooLong(longest) }
        return text
    }

    private static func payload(of octets: [UInt8]) throws(OnboardingFault) -> OnboardingPayload {
        guard octets.count >= size else { throw .truncated }
        var bits = BitReader(octets)
        let version = UInt8(truncatingIfNeeded: bits.read(3))
        guard version == 0 else { throw .version(version) }
        let vendor = UInt16(truncatingIfNeeded: bits.read(16))
        let product = UInt16(truncatingIfNeeded: bits.read(16))
        guard let flow = OnboardingPayload.Flow(rawValue: UInt8(truncatingIfNeeded: bits.read(2))) else { throw .flow }
        let capabilities = OnboardingPayload.DiscoveryCapabilities(rawValue: UInt8(truncatingIfNeeded: bits.read(8)))
        let discriminator = UInt16(truncatingIfNeeded: bits.read(12))
        let passcode = bits.read(27)
        guard bits.read(4) == 0 else { throw .padding }
        let payload = OnboardingPayload(
            vendorID: vendor, productID: product, flow: flow, discoveryCapabilities: capabilities,
            discriminator: .long(discriminator), passcode: passcode, furtherData: Array(octets.dropFirst(size)))
        try payload.check()
        _ = try payload.furtherFields()
        return payload
    }

    private static func octets(of payload: OnboardingPayload) throws(OnboardingFault) -> [UInt8] {
        guard case .long(let discriminator) = payload.discriminator, discriminator < 1 << 12 else { throw .truncated }
        try payload.check()
        _ = try payload.furtherFields()
        var bits = BitWriter(octets: size)
        bits.write(0, 3)
        bits.write(UInt32(payload.vendorID ?? 0), 16)
        bits.write(UInt32(payload.productID ?? 0), 16)
        bits.write(UInt32(payload.flow.rawValue), 2)
        bits.write(UInt32(payload.discoveryCapabilities?.rawValue ?? 0), 8)
        bits.write(UInt32(discriminator), 12)
        bits.write(payload.passcode, 27)
        return bits.octets + payload.furtherData
    }
}

/// Reads bits, the least significant of the first octet first; beyond the end they are 0.
private struct BitReader {
    private let octets: [UInt8]
    private var position = 0

    init(_ octets: [UInt8]) { self.octets = octets }

    mutating func read(_ count: Int) -> UInt32 {
        var number: UInt32 = 0
        for bit in 0..<count {
            let octet = (position + bit) / 8
            if octet < octets.count, octets[octet] & (1 << UInt8((position + bit) % 8)) != 0 {
                number |= 1 << UInt32(bit)
            }
        }
        position += count
        return number
    }
}

/// Writes bits, the least significant of the first octet first.
private struct BitWriter {
    private(set) var octets: [UInt8]
    private var position = 0

    init(octets count: Int) { octets = Array(repeating: 0, count: count) }

    mutating func write(_ number: UInt32, _ count: Int) {
        for bit in 0..<count where number & (1 << UInt32(bit)) != 0 {
            octets[(position + bit) / 8] |= 1 << UInt8((position + bit) % 8)
        }
        position += count
    }
}

extension OnboardingPayload {
    /// The text of a QR code with these payloads.
    ///
    /// - Throws: What of them does not fit; a short discriminator is too little for a QR code.
    public static func qrText(of payloads: [OnboardingPayload]) throws(OnboardingFault) -> String {
        try QRText.text(of: payloads)
    }

    /// The text of a QR code with this payload.
    ///
    /// - Throws: As ``qrText(of:)``.
    public var qrText: String { get throws(OnboardingFault) { try QRText.text(of: [self]) } }
}
