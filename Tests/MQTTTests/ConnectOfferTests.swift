import MQTT
import Testing

struct ConnectOfferTests {
    private static let will = Will(topic: "t", payload: [1], qualityOfService: .exactlyOnce, isRetained: true)

    /// What may become of an attempt.
    private enum Outcome: Hashable, CaseIterable {
        case accepted, closed, garbled, noVersion, noQuality, noRetain, unreachable, timedOut, tls, unauthorized

        var end: (code: ConnectionError.Code, reasonCode: UInt8?)? {
            switch self {
            case .accepted: nil
            case .closed: (.lost, nil)
            case .garbled: (.unsupportedVersion, nil)
            case .noVersion: (.unsupportedVersion, 0x84)
            case .noQuality: (.refused, 0x9B)
            case .noRetain: (.refused, 0x9A)
            case .unreachable: (.unreachable, nil)
            case .timedOut: (.timedOut, nil)
            case .tls: (.tls, nil)
            case .unauthorized: (.notAuthorized, 0x87)
            }
        }
    }

    private static func offer(
        _ version: ProtocolVersion = .v5, will: Will? = will, fallsBack: Bool = true
    ) -> ConnectOffer { ConnectOffer(.init(version: version, will: will), fallsBack: fallsBack) }

    /// What a broker that does one and the same with the same offer is served with; `nil` where it is not served at once.
    private static func served(
        _ offer: ConnectOffer, by broker: (ConnectOffer.Terms) -> Outcome
    ) -> ConnectOffer.Terms? {
        var offer = offer
        for _ in 0..<20 {
            if let end = broker(offer.current).end {
                if !offer.failed(end.code, reasonCode: end.reasonCode) { return nil }
            } else if offer.accepted() {
                return offer.current
            }
        }
        Issue.record("it does not end")
        return nil
    }

    private static func isLess(_ terms: ConnectOffer.Terms, than most: (quality: QualityOfService, retains: Bool))
        -> Bool
    {
        guard let will = terms.will else { return true }
        return will.qualityOfService <= most.quality && (most.retains || !will.isRetained)
    }

    @Test(arguments: [ProtocolVersion.v5, .v3_1_1], [QualityOfService.atMostOnce, .atLeastOnce, .exactlyOnce])
    func `a broker is served with what it takes, whether it says what it does not or ends the connection`(
        version: ProtocolVersion, quality: QualityOfService
    ) {
        for retains in [true, false] {
            for hasVersion5 in [true, false] {
                for noVersion in [Outcome.noVersion, .closed, .garbled] {
                    let served = Self.served(Self.offer(version)) { terms in
                        if terms.version == .v5, !hasVersion5 { return noVersion }
                        if Self.isLess(terms, than: (quality, retains)) { return .accepted }
                        guard terms.version == .v5 else { return .closed }
                        return terms.will.map { $0.qualityOfService > quality } == true ? .noQuality : .noRetain
                    }
                    #expect(served?.version == (hasVersion5 ? version : .v3_1_1))
                    #expect(served?.will?.isRetained == retains)
                    #expect(served?.will?.qualityOfService == quality)
                }
            }
        }
    }

    /// A line that breaks, or a broker that is just starting: closed some times, whatever is offered, then all is well.
    @Test(arguments: [ProtocolVersion.v5, .v3_1_1], 0...12)
    func `what ends by chance and is good afterwards is served with what is wanted`(
        version: ProtocolVersion, count: Int
    ) {
        for will in [Self.will, nil] {
            for kind in [Outcome.closed, .garbled, .timedOut, .unreachable, .tls] {
                var offer = Self.offer(version, will: will)
                let wanted = offer.current
                var left = count
                while true {
                    if left > 0, let end = kind.end {
                        left -= 1
                        _ = offer.failed(end.code, reasonCode: end.reasonCode)
                    } else if offer.accepted() {
                        break
                    }
                }
                #expect(offer.current == wanted, "\(kind)")
            }
        }
    }

    /// Only this is a refusal that counts: what the broker said, or a lesser one taken between two refusals without a word.
    @Test func `whatever becomes of three attempts, 3.1.1 is spoken only where 5 was refused twice or in words`() {
        let all = Outcome.allCases
        for first in all {
            for second in all {
                for third in all {
                    var offer = Self.offer(will: nil)
                    var (isServed, wasSaid) = (false, false)
                    let outcomes = [first, second, third]
                    for outcome in outcomes where !isServed {
                        if let end = outcome.end {
                            wasSaid = outcome == .noVersion && offer.current.version == .v5
                            _ = offer.failed(end.code, reasonCode: end.reasonCode)
                        } else {
                            isServed = offer.accepted()
                        }
                    }
                    if isServed { #expect((offer.current.version == .v3_1_1) == wasSaid, "\(outcomes)") }
                    let isUnexplained = [first, third].allSatisfy { [.closed, .garbled].contains($0) }
                    guard isUnexplained, second == .accepted else { continue }
                    isServed = offer.accepted()
                    #expect(isServed && offer.current.version == .v3_1_1)
                }
            }
        }
    }

    @Test func `no other version is offered where that is not wanted`() {
        for (code, reasonCode) in [(ConnectionError.Code.lost, nil), (.unsupportedVersion, 0x84 as UInt8?)] {
            var offer = Self.offer(fallsBack: false)
            let again = offer.failed(code, reasonCode: reasonCode)
            #expect(!again && offer.current.version == .v5)
        }
        var old = Self.offer(.v3_1_1)
        let again = old.failed(.unsupportedVersion, reasonCode: 1)
        #expect(!again && old.current == .init(version: .v3_1_1, will: Self.will))
    }

    @Test func `a broker that says what it does not take gets less, step by step`() {
        var offer = Self.offer()
        for expected in [QualityOfService.atLeastOnce, .atMostOnce] {
            let again = offer.failed(.refused, reasonCode: 0x9B)
            #expect(again && offer.current.will?.qualityOfService == expected && offer.current.will?.isRetained == true)
        }
        let withoutRetain = offer.failed(.refused, reasonCode: 0x9A)
        #expect(withoutRetain && offer.current.will?.isRetained == false)
        let session = offer.learned(from: Session(version: .v5))
        #expect(session.maximumQualityOfService == .atMostOnce && !session.retainAvailable)
        let further = offer.failed(.refused, reasonCode: 0x9B)
        #expect(!further && offer.current.will == Self.will)
    }

    @Test(arguments: [ConnectionError.Code.lost, .unsupportedVersion])
    func `with 3.1.1 each lesser will is tried once, then the wanted one again`(code: ConnectionError.Code) {
        var offer = Self.offer(.v3_1_1)
        for _ in 0..<2 {
            var tried: [Will] = []
            while offer.failed(code) { tried += [offer.current.will].compactMap(\.self) }
            #expect(
                tried.map(\.qualityOfService) == [.atLeastOnce, .atMostOnce, .exactlyOnce, .atLeastOnce, .atMostOnce])
            #expect(tried.map(\.isRetained) == [true, true, false, false, false])
            #expect(offer.current.will == Self.will)
        }
    }

    @Test func `a broker of which all is refused is left alone for a while, and asked for all again`() {
        for kind in Outcome.allCases where kind != .accepted {
            let offer = Self.offer()
            #expect(Self.served(offer) { _ in kind } == nil, "\(kind)")
        }
        var offer = Self.offer()
        while offer.failed(.lost) {}
        #expect(offer.current == .init(version: .v5, will: Self.will))
    }

    @Test func `a suspicion ends with the broker's coming and going`() {
        var offer = Self.offer(.v3_1_1)
        _ = offer.failed(.lost)
        _ = offer.accepted()
        let again = offer.failed(.unreachable)
        #expect(!again && offer.current.will == Self.will)
        let isServed = offer.accepted()
        #expect(isServed)
    }

    @Test func `a session is as the broker says, where nothing of the will was left out`() {
        for will in [Self.will, nil] {
            #expect(Self.offer(will: will).learned(from: Session(version: .v5)) == Session(version: .v5))
        }
    }
}
