import Foundation

/// Identifiers that are the same each time, since they follow from the ids of the home graph.
enum StableIdentifier {
    /// What an object is, so that two with the same id have two identifiers.
    enum Kind: String {
        case home, room, accessory, service, characteristic, serviceGroup
    }

    /// The identifier of an object (FNV-1a, 128 bits, as a UUID of version 8, which is free for such).
    static func uuid(_ kind: Kind, _ id: String) -> UUID {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in "\(kind.rawValue)\n\(id)".utf8 {
            hash ^= UInt128(byte)
            hash = hash &* 0x0000_0000_0100_0000_0000_0000_0000_013B
        }
        func byte(_ position: Int) -> UInt8 { UInt8(truncatingIfNeeded: hash >> UInt128(120 - position * 8)) }
        return UUID(
            uuid: (
                byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6) & 0x0F | 0x80, byte(7),
                byte(8) & 0x3F | 0x80, byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
            ))
    }
}
