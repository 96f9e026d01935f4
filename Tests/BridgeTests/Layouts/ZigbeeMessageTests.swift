import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

@testable import Bridge

/// What messages in the manner of zigbee2mqtt mean, and where they stand.
@Suite struct ZigbeeMessageTests {
    private func entries(_ payload: String, attribute: String? = nil) throws -> [String] {
        try ZigbeeMessage(Array(payload.utf8), attribute: attribute).entries.map {
            "\($0.key)=\(String(decoding: $0.value.text, as: UTF8.self))"
        }
    }

    @Test(arguments: [
        ("ON", ["state=\"ON\""]), ("off", ["state=\"off\""]), ("Toggle", ["state=\"Toggle\""]),
        ("\"ON\"", ["state=\"ON\""]), ("open", ["state=\"open\""]), ("STOP", ["state=\"STOP\""]),
        ("unlock", ["state=\"unlock\""]),
        // Whether it is on goes first, and is left out where a brightness says it.
        (#"{"color":{"x":0.1,"y":0.2},"state":"ON"}"#, ["state=\"ON\"", #"color={"x":0.1,"y":0.2}"#]),
        (#"{"color_temp":300,"brightness":10,"state":"on"}"#, ["brightness=10", "color_temp=300"]),
        // Where it goes off that is the last, and there is no brightness.
        (#"{"state":"OFF","brightness":10,"color_temp":300}"#, ["color_temp=300", "state=\"OFF\""]),
        // Each endpoint for itself.
        (
            #"{"state_l1":"OFF","brightness_l2":9,"state_l2":"ON","state_l3":"ON"}"#,
            ["state_l3=\"ON\"", "brightness_l2=9", "state_l1=\"OFF\""]
        ),
        (#"{"state":"TOGGLE","brightness":9}"#, ["state=\"TOGGLE\"", "brightness=9"]),
        (#"{"position":30,"transition":2}"#, ["position=30"]),
    ])
    func `payloads are read key by key`(payload: String, expected: [String]) throws {
        #expect(try entries(payload) == expected)
    }

    @Test(arguments: [
        ("state", "ON", ["state=\"ON\""]), ("brightness", "20", ["brightness=20"]), ("x", "true", ["x=true"]),
        ("color", #"{"x":1}"#, [#"color={"x":1}"#]), ("text", "{", ["text=\"{\""]),
    ])
    func `an attribute of the topic takes JSON, or text`(attribute: String, payload: String, expected: [String]) throws
    {
        #expect(try entries(payload, attribute: attribute) == expected)
    }

    @Test(arguments: [
        "", "{", "[]", "null", "5", "hello", "{}", #"{"transition":1}"#, #"{"a":1,"a":2}"#, "\u{0}",
        #"{"state":"ON","transition":-1}"#, #"{"state":"ON","transition":"soon"}"#, #""hello""#, "1e999",
        #"{"a":{"a":{"a":"#,
    ])
    func `anything else is said to be none`(payload: String) {
        #expect(throws: HomeError.self) { try entries(payload) }
    }

    @Test func `a word that is none is told the words that are`() {
        let fault = #expect(throws: HomeError.self) { try entries("bogus") }
        #expect(fault?.message.contains("ON, OFF, TOGGLE") == true)
        #expect(fault?.message.contains("JSON object") == true)
    }

    @Test(arguments: [
        (#"{"hue":30}"#, "has hue without saturation; send both"),
        (#"{"y":0.3}"#, "has y without x; send both"),
        (#"{"hue":400,"saturation":80}"#, "has the hue 400; allowed are 0 to 360"),
        (#"{"hue":30,"saturation":"much"}"#, #"has the saturation "much"; allowed are 0 to 100"#),
        (#"{"x":2,"y":0.3}"#, "has the x 2; allowed are 0 to 1"),
        (#"{"r":255,"g":256,"b":0}"#, "has the g 256; allowed are 0 to 255"),
        (#"{"rgb":"1,2,300"}"#, "has red, green and blue from 0 to 255 each"), ("5", "is an object or text such as "),
        (##""#ff88""##, "is an object or text such as "), ("{}", "is an object or text such as "),
    ])
    func `a color that is none is told why`(color: String, message: String) throws {
        let value = try JSONValue(parsing: Array(color.utf8))
        let fault = #expect(throws: HomeError.self) { try ColorWish(value) }
        #expect(fault?.message.hasPrefix(message) == true, "\(fault?.message ?? "")")
    }

    @Test(arguments: [
        ##""#ff8800""##, #"{"r":255,"g":136,"b":0}"#, #"{"rgb":"255, 136, 0"}"#, ##"{"hex":"#ff8800"}"##,
        #"{"hue":32,"saturation":100}"#,
    ])
    func `a color is said in the other form where a light has only that`(color: String) throws {
        let wish = try ColorWish(try JSONValue(parsing: Array(color.utf8)))
        let hue = try #require(wish.pair(for: .hueSaturation))
        #expect(hue == (32, 100))
        let place = try #require(wish.pair(for: .xy))
        #expect((0.52...0.58).contains(place.0) && (0.39...0.43).contains(place.1), "\(place)")
        let back = try #require(ColorWish.place(x: place.0, y: place.1).pair(for: .hueSaturation))
        #expect(abs(back.0 - 32) <= 1 && abs(back.1 - 100) <= 1)
    }

    @Test func `what is not UTF-8 is said to be none`() {
        #expect(throws: HomeError.self) { try ZigbeeMessage([0xFF, 0xFE], attribute: nil) }
        #expect(throws: HomeError.self) { try ZigbeeMessage([], attribute: "state") }
    }

    @Test func `a transition and a code come with the other keys`() throws {
        let message = try ZigbeeMessage(
            Array(#"{"state":"UNLOCK","transition":"1.5","code":"0123"}"#.utf8), attribute: nil)
        #expect(message.transition == 1.5 && message.code == "0123" && message.entries.count == 1)
    }

    @Test(arguments: [
        ("z/Lamp/set", ZigbeeTopics.Inbound.set(name: "Lamp", endpoint: nil, attribute: nil)),
        ("z/Lamp/set/state", .set(name: "Lamp", endpoint: nil, attribute: "state")),
        ("z/Lamp/l2/set", .set(name: "Lamp", endpoint: "l2", attribute: nil)),
        ("z/Lamp/l2/set/state", .set(name: "Lamp", endpoint: "l2", attribute: "state")),
        ("z/Lamp/get", .get(name: "Lamp")), ("z/Lamp/l1/get", .get(name: "Lamp")),
        ("z/Lamp/get/state", .get(name: "Lamp")), ("z/bridge/request/device/rename", .request("device/rename")),
        ("z/bridge/set", .set(name: "bridge", endpoint: nil, attribute: nil)),
    ])
    func `topics say who is meant`(topic: String, inbound: ZigbeeTopics.Inbound) {
        #expect(ZigbeeTopics(base: "z", instance: "abcdefgh").inbound(Array(topic.utf8)) == inbound)
    }

    @Test func `only what bears the bridge's mark is its own`() {
        let topics = ZigbeeTopics(base: "z/y", instance: "abcdefgh")
        let own = Array(#"{"state":"ON","bridge":"abcdefgh"}"#.utf8)
        for topic in ["z/y/Lamp", "z/y/Lamp/availability", "z/y/bridge/state", "z/y/bridge/info"] {
            #expect(topics.isOwn(Array(topic.utf8), own), "\(topic)")
            #expect(!topics.isOwn(Array(topic.utf8), Array(#"{"state":"ON"}"#.utf8)), "\(topic)")
        }
        for topic in ["z/Lamp", "z/y", "z/y/Lamp/set", "z/y/a/b/c", "x/y/Lamp", "z/y/bridge/health"] {
            #expect(!topics.isOwn(Array(topic.utf8), own), "\(topic)")
        }
        #expect(!topics.isOwn(Array("z/y/bridge/groups".utf8), Array("[]".utf8)))
    }

    // MARK: - Names

    @Test(arguments: [
        ("Kitchen Lamp", "Kitchen Lamp"), ("Đèn bếp #1", "Đèn bếp -1"), ("a/b+c", "a-b-c"), ("  Lamp ", "Lamp"),
        ("$SYS", "-SYS"), ("💡", "💡"), ("/", "unnamed"), ("", "unnamed"), ("\n\t", "unnamed"), ("#+/$", "unnamed"),
        ("e\u{301}", "\u{E9}"), ("Lamp/2", "Lamp-2"),
    ])
    func `names stay as far as they can`(name: String, expected: String) {
        #expect(Array(FriendlyNames.base(of: name).utf8) == Array(expected.utf8))
    }

    /// For any name: what zigbee2mqtt itself would take, and stable.
    @Test func `every name is fit for a topic`() throws {
        var generator = SeededGenerator(seed: 11)
        let pools: [ClosedRange<UInt32>] = [0...0x7F, 0x80...0x24F, 0x300...0x36F, 0x2000...0x206F, 0x1F300...0x1F64F]
        for _ in 0..<2_000 {
            var name = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...300, using: &generator) {
                let pool = pools[Int.random(in: 0..<pools.count, using: &generator)]
                if let scalar = Unicode.Scalar(UInt32.random(in: pool, using: &generator)) { name.append(scalar) }
            }
            let fit = FriendlyNames.base(of: String(name))
            #expect(!fit.isEmpty && fit.unicodeScalars.count <= FriendlyNames.limit)
            #expect(!fit.unicodeScalars.contains { "/+#$".unicodeScalars.contains($0) || $0.value < 32 })
            #expect(FriendlyNames.base(of: fit) == fit)
            _ = try TopicNameCheck(fit)
        }
    }
}

/// Whether a name can be a topic's level.
private struct TopicNameCheck {
    init(_ name: String) throws { _ = try MQTT.TopicName("z/\(name)/set") }
}
