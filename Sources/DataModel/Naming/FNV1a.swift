/// The FNV-1a hash: the same for the same octets in every run of the program, and on every machine.
///
/// It tells apart what nobody chose to be alike; it keeps out nobody.
package struct FNV1a: Sendable {
    /// The hash of all octets so far.
    package private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Makes the hash of no octets.
    package init() {}

    /// Takes in further octets.
    package mutating func combine(_ octets: [UInt8]) {
        for octet in octets { hash = (hash ^ UInt64(octet)) &* 0x0000_0100_0000_01B3 }
    }

    /// The hash of these octets.
    package static func hash(_ octets: [UInt8]) -> UInt64 {
        var hash = FNV1a()
        hash.combine(octets)
        return hash.hash
    }

    /// The hash of 32 bits, which is another function and no half of the one of 64.
    package static func hash32(_ octets: [UInt8]) -> UInt32 {
        octets.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// All hexadecimal digits, lower-case, leading zeros among them.
    package var hexadecimalDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}
