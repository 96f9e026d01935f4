import HomeGraph
import TestSupport

/// Changes of a home and commands to it, as many clients might send them; the same for the same seed.
struct RandomRequests {
    /// A message that asks for something.
    struct Request: Sendable {
        let topic: String
        let payload: String
    }

    /// Few names, so that they are taken often; some give no segment, or the same one.
    private static let edits = RandomEdits(names: [
        "Lamp", "lamp", "Lamp 2", "LAMP!", "Küche", "Kuche", "Đèn bếp #1", "♥", "Bridge", "bridge", "Power Strip",
        "a/b", "Desk", "Wohnzimmer", "リビング",
    ])

    private let base: String
    private var generator: SeededGenerator

    init(base: String, seed: UInt64) {
        self.base = base
        generator = SeededGenerator(seed: seed)
    }

    /// A number of requests that are sent before anybody waits for answers.
    mutating func batchSize() -> Int { Int.random(in: 1...6, using: &generator) }

    /// A request that fits a home more often than not.
    ///
    /// - Parameters:
    ///   - shape: The home.
    ///   - topics: Its retained topics.
    ///   - homeKit: Whether there are orders to accessories and service groups, too.
    /// - Returns: A request, an order or a change on the simulated side.
    mutating func next(_ shape: HomeShape, topics: [String], homeKit: Bool = false) -> Request {
        if homeKit, Int.random(in: 0..<6, using: &generator) == 0 { return homeKitOrder(topics) }
        switch Int.random(in: 0..<100, using: &generator) {
        case ..<55:
            let request = Self.edits.next(shape, using: &generator).request
            return self.request(request.name, request.payload)
        case ..<85: return order(topics)
        case ..<90:
            let (device, state) = (pick(shape.devices.map(\.id)), pick(["online", "offline"]))
            return request("simulation/connectivity", #"{"device":"\#(device)","state":"\#(state)"}"#)
        default: return report(pick(shape.devices.map(\.id)))
        }
    }

    private mutating func report(_ device: String) -> Request {
        let level = Int.random(in: 1...254, using: &generator)
        return request(
            "simulation/report",
            pick([
                #"{"device":"\#(device)","trait":"OnOff","attribute":"onOff","value":\#(level % 2 == 0)}"#,
                #"{"device":"\#(device)","trait":"LevelControl","attribute":"maxLevel","value":\#(level)}"#,
                #"{"device":"\#(device)","trait":"LevelControl","attribute":"currentLevel","value":\#(level)}"#,
            ]))
    }

    /// A command, a write or a batch for something that has a topic: a device, a group or a room.
    private mutating func order(_ topics: [String]) -> Request {
        let level = Int.random(in: 0...260, using: &generator)
        let move = #"{"level":\#(level),"transitionTime":0}"#
        let batch = pick([
            "OnOff.toggle", #"["OnOff.on",{"LevelControl.moveToLevel":\#(move)},"OnOff.off"]"#,
            #"{"LevelControl.onLevel":\#(level),"OnOff.on":{}}"#,
        ])
        switch Int.random(in: 0..<10, using: &generator) {
        case ..<3: return command(topics, "/OnOff/onOff", ["on", "off", "toggle", "nothing"], "{}")
        case 3: return command(topics, "/LevelControl/currentLevel", ["moveToLevel", "moveToLevelWithOnOff"], move)
        case 4: return write(topics, "/OnOff/startUpOnOff", ["off", "on", "toggle", "null", "no"])
        case 5: return write(topics, "/LevelControl/onLevel", ["\(level)", "null", ""])
        case 6: return write(topics, "/Thermostat/occupiedHeatingSetpoint", ["1900", "2150", "-40000", "warm"])
        case 7: return Request(topic: "\(root(topics, of: "/device/"))/invoke", payload: batch)
        case 8: return Request(topic: "\(root(topics, of: "/room/"))/invoke", payload: batch)
        default:
            let part = pick(["OnOffLight", "DimmableLight", "OnOffPluginUnit"])
            let group = root(topics, of: "/group/")
            return Bool.random(using: &generator)
                ? Request(topic: "\(group)/\(part)/OnOff/\(pick(["on", "off", "toggle"]))/invoke", payload: "{}")
                : Request(topic: "\(group)/\(part)/LevelControl/moveToLevel/invoke", payload: move)
        }
    }

    /// A value for an accessory or a service group.
    private mutating func homeKitOrder(_ topics: [String]) -> Request {
        let (name, payloads) =
            [
                ("PowerState", ["on", "off", "true", "perhaps"]), ("Brightness", ["0", "42", "100", "101", "dim"]),
                ("TargetTemperature", ["19.5", "24", "99"]), ("TargetHeatingCooling", ["heat", "cool", "auto", "off"]),
                ("Hue", ["120", "361"]), ("CurrentTemperature", ["20"]),
            ].randomElement(using: &generator) ?? ("PowerState", ["on"])
        let topic = topics.filter { $0.contains("/accessory/") && $0.hasSuffix("/\(name)") }
            .randomElement(using: &generator)
        let group = "\(base)/main-house/service-group/\(pick(["lamp", "desk", "nobody"]))/\(name)"
        return Request(
            topic: "\(Bool.random(using: &generator) ? topic ?? group : group)/set", payload: pick(payloads))
    }

    /// A command of the trait that has an attribute somewhere.
    private mutating func command(
        _ topics: [String], _ attribute: String, _ commands: [String], _ payload: String
    ) -> Request {
        let topic = pick(topics.filter { $0.hasSuffix(attribute) })
        let trait = topic.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return Request(
            topic: "\(trait.isEmpty ? "\(base)/s/device/d/P/T" : trait)/\(pick(commands))/invoke", payload: payload)
    }

    private mutating func write(_ topics: [String], _ attribute: String, _ payloads: [String]) -> Request {
        let topic = topics.filter { $0.hasSuffix(attribute) }.randomElement(using: &generator)
        return Request(topic: "\(topic ?? "\(base)/s/device/d/P\(attribute)")/set", payload: pick(payloads))
    }

    /// The topic of an object of a kind.
    private mutating func root(_ topics: [String], of kind: String) -> String {
        let info = topics.filter { $0.contains(kind) && $0.hasSuffix("/info") }.randomElement(using: &generator)
        return info.map { String($0.dropLast("/info".count)) } ?? "\(base)/s\(kind)nobody"
    }

    private func request(_ name: String, _ payload: String) -> Request {
        Request(topic: "\(base)/bridge/request/\(name)", payload: payload)
    }

    private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "nobody" }
}

// MARK: - While no bridge runs

extension RandomRequests {
    /// A change of which nobody hears.
    mutating func edit(_ shape: HomeShape) -> HomeEdit { Self.edits.next(shape, using: &generator) }

    /// A command of which nobody hears: a device is switched.
    mutating func order(_ shape: HomeShape, deadline: Duration) -> Order? {
        guard let device = shape.devices.randomElement(using: &generator) else { return nil }
        let name = pick(["on", "off", "toggle"])
        let steps = device.layout.parts.flatMap { part in
            part.traits.compactMap { trait in
                trait.command(named: name).map {
                    Order.Step.invoke(endpoint: part.endpoint, cluster: trait.cluster, command: $0, fields: [:])
                }
            }
        }
        return steps.randomElement(using: &generator).map {
            Order(device: device.index, steps: [$0], deadline: deadline)
        }
    }
}
