import MQTT

/// Collects the broker's answers to requests that took several SUBSCRIBE packets.
struct SubscribeAnswers {
    /// A packet: filters with the same options, and where in the request they stand.
    struct Packet: Equatable {
        var qualityOfService: QualityOfService
        var options: UInt8
        var filters: [String]
        var positions: [Int]
    }

    private struct Request {
        var number: UInt64
        var codes: [UInt8?]
    }

    private static let mostOctets = 4096

    private var requests: [Int: Request] = [:]
    private var packets: [UInt16: (request: Int, positions: [Int])] = [:]
    private var nextRequest = 0

    /// Takes a request; what is no filter is answered in place.
    mutating func begin(_ number: UInt64, _ subscriptions: [Subscription]) -> Int {
        nextRequest += 1
        let codes = subscriptions.map { subscription -> UInt8? in
            (try? TopicFilter(subscription.filter)) == nil ? ReasonCode.topicFilterInvalid.rawValue : nil
        }
        requests[nextRequest] = Request(number: number, codes: codes)
        return nextRequest
    }

    /// The packets for what is a filter: as few as the options and a modest packet size allow.
    func packets(of request: Int, _ subscriptions: [Subscription], in version: ProtocolVersion) -> [Packet] {
        guard let codes = requests[request]?.codes else { return [] }
        var packets: [Packet] = []
        var octets = 0
        for (position, subscription) in subscriptions.enumerated() where codes[position] == nil {
            let options = subscription.options(in: version)
            octets += subscription.filter.utf8.count + 3
            if let last = packets.last, last.options == options, octets <= Self.mostOctets,
                last.qualityOfService == subscription.qualityOfService
            {
                packets[packets.count - 1].filters.append(subscription.filter)
                packets[packets.count - 1].positions.append(position)
            } else {
                octets = subscription.filter.utf8.count + 3
                packets.append(
                    Packet(
                        qualityOfService: subscription.qualityOfService, options: options,
                        filters: [subscription.filter], positions: [position]))
            }
        }
        return packets
    }

    /// Notes under which number a packet went.
    mutating func sent(_ packet: Packet, of request: Int, as identifier: UInt16) {
        packets[identifier] = (request, packet.positions)
    }

    /// Answers a packet that could not be sent.
    mutating func refused(_ packet: Packet, of request: Int, reasonCode: UInt8) {
        for position in packet.positions { requests[request]?.codes[position] = reasonCode }
    }

    /// Notes the broker's answer to a packet.
    /// - Returns: the request it belongs to.
    mutating func answered(_ identifier: UInt16, reasonCodes: [UInt8]) -> Int? {
        guard let (request, positions) = packets.removeValue(forKey: identifier) else { return nil }
        for (index, position) in positions.enumerated() {
            let code = index < reasonCodes.count ? reasonCodes[index] : ReasonCode.unspecifiedError.rawValue
            requests[request]?.codes[position] = code
        }
        return request
    }

    /// Gives the whole answer to a request once nothing of it is open.
    mutating func takeAnswer(to request: Int) -> (number: UInt64, reasonCodes: [UInt8])? {
        guard let found = requests[request] else { return nil }
        let codes = found.codes.compactMap(\.self)
        guard codes.count == found.codes.count else { return nil }
        requests[request] = nil
        return (found.number, codes)
    }
}

extension Subscription {
    /// MQTT 5's options without the quality of service (section 3.8.3.1).
    fileprivate func options(in version: ProtocolVersion) -> UInt8 {
        guard version == .v5 else { return 0 }
        return (noLocal ? 0x04 : 0) | (retainAsPublished ? 0x08 : 0) | retainHandling.rawValue << 4
    }
}
