extension OutboundMessage {
    /// How many octets the PUBLISH packet takes on the wire (MQTT 5, section 3.3).
    public func packetSize(in version: ProtocolVersion) -> Int {
        var rest = 2 + topic.count + payload.count
        if qualityOfService != .atMostOnce { rest += 2 }
        if version == .v5 {
            var properties = 0
            if let correlationData { properties += 3 + correlationData.count }
            if let responseTopic { properties += 3 + responseTopic.count }
            if expiryInterval != nil { properties += 5 }
            rest += Self.lengthOfLength(properties) + properties
        }
        return 1 + Self.lengthOfLength(rest) + rest
    }

    /// The largest packet that MQTT can carry, whatever the broker takes.
    public static let largestPacket = 268_435_455 + 5

    private static func lengthOfLength(_ length: Int) -> Int {
        switch length {
        case ..<128: 1
        case ..<16_384: 2
        case ..<2_097_152: 3
        default: 4
        }
    }
}
