import MQTT
import Testing

struct WillOfferTests {
    private let wanted = Will(topic: "t", payload: [1], qualityOfService: .exactlyOnce, isRetained: true)

    @Test func `a broker that says what it does not take gets less, step by step`() {
        var offer = WillOffer(wanted)
        for expected in [QualityOfService.atLeastOnce, .atMostOnce] {
            let again = offer.failed(.refused, reasonCode: 0x9B, version: .v5)
            #expect(again && offer.current.qualityOfService == expected && offer.current.isRetained)
        }
        let withoutRetain = offer.failed(.refused, reasonCode: 0x9A, version: .v5)
        #expect(withoutRetain && !offer.current.isRetained)
        let session = offer.learned(from: Session(version: .v5))
        #expect(session.maximumQualityOfService == .atMostOnce && !session.retainAvailable)
        let further = offer.failed(.refused, reasonCode: 0x9B, version: .v5)
        #expect(!further && offer.current == wanted)
    }

    @Test func `with 3.1.1 each lesser will is tried once, then the wanted one again`() {
        var offer = WillOffer(wanted)
        for _ in 0..<2 {
            var tried: [Will] = []
            while offer.failed(.lost, reasonCode: nil, version: .v3_1_1) { tried.append(offer.current) }
            #expect(tried.map(\.qualityOfService) == [.atMostOnce, .exactlyOnce, .atMostOnce])
            #expect(tried.map(\.isRetained) == [true, false, false])
            #expect(offer.current == wanted)
        }
    }

    @Test func `the least will has none below it`() {
        var offer = WillOffer(Will(topic: "t", payload: [], qualityOfService: .atMostOnce, isRetained: false))
        let again = offer.failed(.lost, reasonCode: nil, version: .v3_1_1)
        #expect(!again)
    }

    @Test func `other ends say nothing of the will`() {
        var offer = WillOffer(wanted)
        for code in [ConnectionError.Code.unreachable, .notAuthorized, .timedOut, .tls] {
            let again = offer.failed(code, reasonCode: nil, version: .v3_1_1)
            #expect(!again)
        }
        let again = offer.failed(.lost, reasonCode: nil, version: .v5)
        #expect(!again && offer.current == wanted)
        #expect(offer.learned(from: Session(version: .v5)) == Session(version: .v5))
    }
}
