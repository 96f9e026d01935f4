import TestSupport

/// Messages that nobody means, on topics that a bridge hears; the same ones from the same seed.
///
/// Some happen to be orders. None makes the home larger, and none is for the device `lamp` or for the hub.
struct GarbageMessages: Sendable {
    /// A message.
    struct Message {
        let topic: String
        let payload: [UInt8]
        let isRetained: Bool
    }

    private static let topics = [
        "homegraph/house/device/d0/ExtendedColorLight/OnOff/toggle/invoke",
        "homegraph/house/device/d0/ExtendedColorLight/LevelControl/moveToLevel/invoke",
        "homegraph/house/device/d0/ExtendedColorLight/LevelControl/onLevel/set",
        "homegraph/house/device/d1/Thermostat/Thermostat/occupiedHeatingSetpoint/set",
        "homegraph/house/device/d2/DoorLock/DoorLock/setUser/invoke", "homegraph/house/device/d3/invoke",
        "homegraph/house/group/lights/OnOffLight/OnOff/on/invoke", "homegraph/house/room/hall/invoke",
        "homegraph/house/accessory/d0/Lightbulb/Brightness/set", "homegraph/house/ha/device/d0/x_light/set",
        "homegraph/bridge/request/device/rename", "homegraph/bridge/request/simulation/report",
        "homegraph/bridge/request/group/add", "homegraph/bridge/request/bridge/log-level",
        "homegraph/bridge/request/commissioning/prepare", "homegraph/bridge/request/service-group/create",
        "homegraph/bridge/request/simulation/fault", "homie/5/abcdefgh-d0/1/on-off/set", "homegraph-z2m/d0/set",
        "homegraph-z2m/bridge/request/device/rename",
    ]
    private static let levels = [
        "", "d0", "house", "é", "👩‍👩‍👧", "\u{202E}x", String(repeating: "a", count: 300), "$SYS", "..", "0", "set",
        "invoke",
        "OnOff", "bridge",
    ]
    private static let payloads = [
        #"{"level":200,"transitionTime":0,"$id":1}"#, #"[{"OnOff.on":{}},{"LevelControl.moveToLevel":{"level":3}}]"#,
        #"{"device":"d1","name":"x"}"#, #"{"device":"d0","trait":"OnOff","attribute":"onOff","value":true}"#,
        "2100", "true", "null", #""""#, #"{"$value":[1,{"a":null}],"$id":{"a":[]}}"#, "{}", "", #"{"state":"ON"}"#,
        #"{"group":"lights","devices":["d2","d2"]}"#, String(repeating: "[", count: 40),
        #"{"a":1e999,"b":-0,"c":18446744073709551616,"d":"\ud800"}"#,
    ]

    private let largest: Int
    private var random = SeededGenerator(seed: 8)

    /// Makes messages with payloads up to a size in octets, and their topics with them up to a packet of that size.
    init(largest: Int) { self.largest = largest }

    /// The next one.
    mutating func next() -> Message {
        Message(topic: topic(), payload: payload(), isRetained: random.next() % 500 == 0)
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(random.next() % UInt64(elements.count))]
    }

    private mutating func topic() -> String {
        let topic = pick(Self.topics)
        guard random.next() % 3 > 0 else { return topic }
        var levels = topic.split(separator: "/").map(String.init)
        for _ in 0...random.next() % 2 {
            // The first stays, so that the bridge hears it.
            let position = 1 + Int(random.next() % UInt64(max(1, levels.count - 1)))
            guard position < levels.count else { continue }
            switch random.next() % 8 {
            case 0: levels.remove(at: position)
            case 1: levels.insert(pick(Self.levels), at: position)
            case 2: levels.insert(levels[position], at: position)
            default: levels[position] = pick(Self.levels)
            }
        }
        return levels.joined(separator: "/")
    }

    private mutating func payload() -> [UInt8] {
        switch random.next() % 2000 {
        case 0: return [UInt8](repeating: UInt8(ascii: "["), count: largest - 1000)
        case 1: return [UInt8](repeating: UInt8(truncatingIfNeeded: random.next()), count: 65_537)
        case 2..<200:
            return (0..<random.next() % 64).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        default: break
        }
        var payload = Array(pick(Self.payloads).utf8)
        for _ in 0..<random.next() % 4 where !payload.isEmpty {
            let position = Int(random.next() % UInt64(payload.count))
            switch random.next() % 3 {
            case 0: payload.remove(at: position)
            case 1: payload.insert(UInt8(truncatingIfNeeded: random.next()), at: position)
            default: payload[position] = UInt8(truncatingIfNeeded: random.next())
            }
        }
        return payload
    }
}
