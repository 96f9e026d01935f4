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

    @Test func `versions go up when something else is said, and stay otherwise`() {
        let started = Timestamp(rawValue: 1_700_000_000_000)
        let versions = HomieMemory()
        let say = { (text: String) in versions.version(of: "a", saying: Array(text.utf8), started: started) }
        #expect(say("x") == 1_700_000_000)
        #expect(say("x") == 1_700_000_000)
        #expect(say("y") == 1_700_000_001)
        #expect(say("x") == 1_700_000_002)
        #expect(versions.version(of: "b", saying: [1], started: started) == 1_700_000_000)
    }

    @Test func `what is retained says which version comes next`() {
        let text = #"{"homie":"5.0","name":"é\n","nodes":{}}"#
        let retained = #"{"homie":"5.0","version":41,"name":"é\n","nodes":{}}"#
        let early = Timestamp(rawValue: 7_000)
        let versions = HomieMemory()
        for nonsense in ["", "{", "[]", #"{"version":"x"}"#] { versions.recall("a", Array(nonsense.utf8)) }
        versions.recall("a", Array(retained.utf8))
        versions.recall("b", Array(retained.utf8))
        #expect(versions.version(of: "a", saying: Array(text.utf8), started: early) == 41)
        #expect(versions.version(of: "b", saying: [1], started: early) == 42)
        #expect(versions.version(of: "b", saying: [2], started: Timestamp(rawValue: 100_000)) == 100)
        let full = HomieMemory()
        full.recall("a", Array(#"{"version":9223372036854775807}"#.utf8))
        #expect(full.version(of: "a", saying: [1], started: early) == 7)
    }
}
