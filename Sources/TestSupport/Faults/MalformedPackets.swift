/// What a broker that is broken, or means harm, might send: packets of MQTT 5 with octets changed by chance.
public struct MalformedPackets: Sendable {
    /// CONNACK with success and no properties.
    private static let accepted: [UInt8] = [0x20, 3, 0, 0, 0]

    /// One well-formed packet of each kind that a broker sends, and some that only clients do.
    private static let packets: [[UInt8]] = [
        [0x20, 8, 0, 0, 5, 0x24, 1, 0x27, 0, 1],  // CONNACK: maximum QoS, maximum packet size (too short)
        [0x20, 7, 0, 0, 4, 0x12, 0, 1, 0x78],  // CONNACK: assigned client identifier
        [0x90, 7, 0, 1, 3, 0x1F, 0, 0, 1],  // SUBACK: reason string
        [0x30, 17, 0, 1, 0x61, 11, 1, 1, 2, 0, 0, 0, 9, 8, 0, 1, 0x72, 0x68, 0x69],  // PUBLISH: Response Topic
        [0x32, 11, 0, 1, 0x61, 0, 5, 4, 9, 0, 1, 7, 0x31],  // at least once: Correlation Data
        [0x34, 15, 0, 1, 0x61, 0, 6, 9, 0x26, 0, 1, 0x6B, 0, 2, 0x76, 0x76, 0x31],  // exactly once: User Property
        [0x62, 7, 0, 6, 0, 3, 0x1F, 0, 0],  // PUBREL
        [0x40, 7, 0, 1, 0x87, 3, 0x1F, 0, 0],  // PUBACK: not authorized
        [0x50, 7, 0, 1, 0x10, 3, 0x1F, 0, 0],  // PUBREC
        [0x70, 7, 0, 1, 0, 3, 0x1F, 0, 0],  // PUBCOMP
        [0xE0, 7, 0x8E, 5, 0x1F, 0, 2, 0x68, 0x69],  // DISCONNECT: session taken over
        [0xB0, 8, 0, 1, 3, 0x1F, 0, 0, 0, 0],  // UNSUBACK
        [0xF0, 6, 0x18, 4, 0x15, 0, 1, 0x78],  // AUTH
        [0xD0, 0], [0xC0, 0], [0x82, 6, 0, 1, 0, 0, 1, 0x61],  // PINGRESP, PINGREQ, SUBSCRIBE
    ]

    private var random: SeededGenerator

    /// Begins a series.
    public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// What one connection is answered with.
    public mutating func next() -> [UInt8] {
        var octets = Int.random(in: 0..<4, using: &random) == 0 ? [] : Self.accepted
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            var packet = Self.packets.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0...3, using: &random) { change(&packet) }
            octets += packet
        }
        return octets
    }

    private mutating func change(_ packet: inout [UInt8]) {
        let position = Int.random(in: 0..<packet.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: packet[position] = UInt8.random(in: 0...255, using: &random)
        case 1: packet[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: packet[position] = [0, 1, 127, 128, 255].randomElement(using: &random) ?? 0
        default:
            packet.insert(UInt8.random(in: 0...255, using: &random), at: position)
            if packet.count < 100, Bool.random(using: &random) { packet[1] = UInt8(packet.count - 2) }
        }
    }
}
