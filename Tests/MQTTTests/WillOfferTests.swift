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

    @Test func `a lesser will that is taken counts only once the wanted one was refused after it`() {
        for takesWanted in [true, false] {
            var offer = WillOffer(wanted)
            for _ in 0..<2 { _ = offer.failed(.lost, reasonCode: nil, version: .v3_1_1) }
            let lesser = offer.current
            #expect(lesser != wanted)
            let once = offer.wasTaken()
            #expect(once && offer.current == wanted)
            if !takesWanted {
                let again = offer.failed(.lost, reasonCode: nil, version: .v3_1_1)
                #expect(again && offer.current == lesser)
            }
            let twice = offer.wasTaken()
            #expect(!twice && offer.current == (takesWanted ? wanted : lesser))
            offer.reset()
            #expect(offer.current == wanted)
        }
    }

    @Test func `a suspicion ends with the broker's coming and going`() {
        var offer = WillOffer(wanted)
        _ = offer.failed(.lost, reasonCode: nil, version: .v3_1_1)
        _ = offer.wasTaken()
        let again = offer.failed(.unreachable, reasonCode: nil, version: .v3_1_1)
        #expect(!again && offer.current == wanted)
        let taken = offer.wasTaken()
        #expect(!taken)
    }

    @Test func `what the broker says itself is no suspicion`() {
        var offer = WillOffer(wanted)
        _ = offer.failed(.refused, reasonCode: 0x9B, version: .v5)
        let again = offer.wasTaken()
        #expect(!again && offer.current.qualityOfService == .atLeastOnce)
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
