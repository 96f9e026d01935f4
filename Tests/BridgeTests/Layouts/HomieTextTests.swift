import Conversions
import DataModel
import HomeGraph
import TestSupport
import Testing

@testable import Bridge

/// Ids, payloads and versions as the Homie convention wants them.
@Suite struct HomieTextTests {
    @Test(arguments: [
        ("DimmableLight", "dimmable-light"), ("DimmableLight-2", "dimmable-light-2"), ("GoogleTV", "google-tv"),
        ("OnOffPluginUnit", "on-off-plugin-unit"), ("singlePress", "single-press"), ("RootNode", "root-node"),
    ])
    func `names become ids`(name: String, id: String) { #expect(HomieText.id(name) == id) }

    @Test(arguments: [
        ("0", 0.0), ("-5", -5), ("007", 7), ("9007199254740991", 9_007_199_254_740_991),
    ])
    func `whole numbers are digits`(payload: String, number: Double) {
        #expect(HomieText.integer(Array(payload.utf8)) == number)
    }

    @Test(arguments: ["", "-", "+1", "1.0", "1e2", " 1", "0x1", "1 ", "--1", "9223372036854775808", "eins", "∞"])
    func `nothing else is a whole number`(payload: String) { #expect(HomieText.integer(Array(payload.utf8)) == nil) }

    @Test(arguments: [("21.5", 21.5), ("-0.5", -0.5), ("1e2", 100), ("1E-1", 0.1), ("7", 7)])
    func `numbers may have a point and an exponent`(payload: String, number: Double) {
        #expect(HomieText.float(Array(payload.utf8)) == number)
    }

    @Test(arguments: ["", "nan", "inf", "-inf", "+1", "0x1p3", "1,5", "1 ", "e", "-", "1e999", "NaN", "Infinity"])
    func `nothing else is a number`(payload: String) { #expect(HomieText.float(Array(payload.utf8)) == nil) }

    @Test func `an empty text is an octet 0`() {
        #expect(HomieText.string("") == "\0")
        #expect(HomieText.string("a\0b") == "ab")
        #expect(HomieText.string("\u{FEFF}ü") == "ü")
    }

    @Test(arguments: [("Cotton, 60", "Cotton; 60"), ("", "-"), (" a", "a"), (",", ";"), ("Eco", "Eco")])
    func `texts become names of a format`(text: String, label: String) { #expect(HomieText.label(text) == label) }

    /// Whatever ids the home has, no two objects stand on one topic, and each is found again.
    @Test func `ids of devices and groups are all different`() {
        let topics = HomieTopics(prefix: "homie", instance: "abcdefgh")
        var generator = SeededGenerator(seed: 5)
        let pieces = ["group", "device", "-", "a", "1", "bridge"]
        var ids: Set<String> = []
        for _ in 0..<2_000 {
            ids.insert((0...3).compactMap { _ in pieces.randomElement(using: &generator) }.joined())
        }
        var seen: Set<String> = [topics.bridge]
        for id in ids {
            for (name, object) in [
                (topics.device(id), HomieTopics.Object.device(id)), (topics.group(id), .group(id)),
            ] {
                #expect(seen.insert(name).inserted, "\(name)")
                #expect(topics.object(name) == object)
                #expect(name.wholeMatch(of: /[a-z0-9-]+/) != nil)
            }
        }
        #expect(topics.object("abcdefgh") == .bridge)
        #expect(topics.object("abcdefghi") == nil && topics.object("stranger-lamp") == nil)
    }

    @Test func `versions go up from what was said last, and are no less than the second of the start`() {
        let (early, late) = (
            BridgeStatus(started: Timestamp(rawValue: 7_000)), BridgeStatus(started: Timestamp(rawValue: 100_000))
        )
        #expect(DocumentMemory().nextVersion(late) == 100)
        #expect(DocumentMemory(version: 41).nextVersion(early) == 42)
        #expect(DocumentMemory(version: 41).nextVersion(late) == 100)
        #expect(DocumentMemory(version: .max).nextVersion(early) == 7)
    }

    @Test func `what is retained says which version was the last`() {
        for nonsense in ["", "{", "[]", #"{"version":"x"}"#] {
            #expect(HomieContent.recall(Array(nonsense.utf8)) == nil)
        }
        let retained = Array(#"{"homie":"5.0","version":41,"name":"é\n","nodes":{}}"#.utf8)
        #expect(HomieContent.recall(retained) == DocumentMemory(version: 41, hash: FNV1a.hash(retained)))
    }

    @Test(arguments: [(370.0, 0.4591, 0.4106), (250, 0.3805, 0.3768), (153, 0.3130, 0.3235)])
    func `white has its place in the diagram`(mireds: Double, x: Double, y: Double) throws {
        let place = try #require(Chromaticity(mireds: mireds))
        #expect(abs(place.x - x) < 0.0005 && abs(place.y - y) < 0.0005, "\(place)")
        #expect(Chromaticity(mireds: 10) == nil && Chromaticity(mireds: 1000) == nil)
    }
}
