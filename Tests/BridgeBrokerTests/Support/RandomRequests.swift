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
    private static let names = [
        "Lamp", "lamp", "Lamp 2", "LAMP!", "Küche", "Kuche", "Đèn bếp #1", "♥", "Bridge", "bridge", "Power Strip",
        "a/b", "Desk", "Wohnzimmer", "リビング",
    ]

    private let base: String
    private var generator: SeededGenerator

    init(base: String, seed: UInt64) {
        self.base = base
        generator = SeededGenerator(seed: seed)
    }

    /// A request that fits a home of this shape more often than not.
    mutating func next(_ shape: HomeShape) -> Request {
        let structure = pick(shape.structures.map(\.id))
        let room = pick(shape.rooms.map(\.id))
        let device = pick(shape.devices.map(\.id))
        let group = pick(shape.groups.map(\.id))
        let name = pick(Self.names)
        let devices =
            "[\((0..<Int.random(in: 0...4, using: &generator)).map { _ in "\"\(pick(shape.devices.map(\.id)))\"" }.joined(separator: ","))]"
        switch Int.random(in: 0..<100, using: &generator) {
        case ..<4: return request("structure/rename", #"{"structure":"\#(structure)","name":"\#(name)"}"#)
        case ..<14: return request("room/create", #"{"structure":"\#(structure)","name":"\#(name)"}"#)
        case ..<22: return request("room/rename", #"{"room":"\#(room)","name":"\#(name)"}"#)
        case ..<30: return request("room/delete", #"{"room":"\#(room)"}"#)
        case ..<46: return request("device/rename", #"{"device":"\#(device)","name":"\#(name)"}"#)
        case ..<54:
            let place = Bool.random(using: &generator) ? "null" : "\"\(room)\""
            return request("device/move", #"{"device":"\#(device)","room":\#(place)}"#)
        case ..<56: return request("device/remove", #"{"device":"\#(device)"}"#)
        case ..<64:
            return request(
                "group/create", #"{"structure":"\#(structure)","name":"\#(name)","devices":\#(devices)}"#)
        case ..<70: return request("group/rename", #"{"group":"\#(group)","name":"\#(name)"}"#)
        case ..<74: return request("group/delete", #"{"group":"\#(group)"}"#)
        case ..<80: return request("group/add", #"{"group":"\#(group)","devices":\#(devices)}"#)
        case ..<86: return request("group/remove", #"{"group":"\#(group)","devices":\#(devices)}"#)
        case ..<90:
            let state = pick(["online", "offline"])
            return request("simulation/connectivity", #"{"device":"\#(device)","state":"\#(state)"}"#)
        default:
            let level = Int.random(in: 1...254, using: &generator)
            return request(
                "simulation/report",
                pick([
                    #"{"device":"\#(device)","trait":"OnOff","attribute":"onOff","value":\#(level % 2 == 0)}"#,
                    #"{"device":"\#(device)","trait":"LevelControl","attribute":"maxLevel","value":\#(level)}"#,
                    #"{"device":"\#(device)","trait":"LevelControl","attribute":"currentLevel","value":\#(level)}"#,
                ]))
        }
    }

    private func request(_ name: String, _ payload: String) -> Request {
        Request(topic: "\(base)/bridge/request/\(name)", payload: payload)
    }

    private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "nobody" }

    /// A number of requests that are sent before anybody waits for answers.
    mutating func batchSize() -> Int { Int.random(in: 1...6, using: &generator) }

    /// Something that nobody hears of: a change while no bridge runs.
    mutating func edit(_ shape: HomeShape) -> HomeEdit? {
        let name = pick(Self.names)
        if Bool.random(using: &generator), let device = shape.devices.randomElement(using: &generator) {
            return .renameDevice(device.id, to: name)
        }
        return shape.rooms.randomElement(using: &generator).map { .deleteRoom($0.id) }
    }
}
