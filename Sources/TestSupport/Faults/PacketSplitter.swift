/// Finds the borders of MQTT packets in a stream.
struct PacketSplitter {
    private var rest: [UInt8] = []

    /// Adds octets and gives the packets that are whole now.
    mutating func split(_ octets: [UInt8]) -> [[UInt8]] {
        rest += octets
        var packets: [[UInt8]] = []
        var start = 0
        while let size = Self.packetSize(rest[start...]), start + size <= rest.count {
            packets.append(Array(rest[start..<start + size]))
            start += size
        }
        rest.removeFirst(start)
        return packets
    }

    /// The whole size of the packet that begins here; `nil` where too little of it is there to say.
    private static func packetSize(_ octets: ArraySlice<UInt8>) -> Int? {
        var length = 0
        var shift = 0
        for (index, octet) in octets.dropFirst().prefix(4).enumerated() {
            length |= Int(octet & 0x7F) << shift
            shift += 7
            if octet & 0x80 == 0 { return 1 + index + 1 + length }
        }
        return nil
    }
}
