import DataModel
import HomeGraph

/// Where the layout's topics stand, and what identifies its devices.
///
/// Source: zigbee2mqtt 2, “MQTT Topics and Messages”.
struct ZigbeeTopics: Sendable {
    /// The endpoints that topics may name; a state has as many as there are.
    static let endpoints = (1...8).map { "l\($0)" }

    /// The base, a base of its own.
    let base: String
    /// The bridge's instance id.
    let instance: String

    /// What is subscribed to; no two overlap.
    var filters: [String] {
        let verbs = ["set", "set/+", "get", "get/+"]
        return ["\(base)/bridge/request/#"] + verbs.map { "\(base)/+/\($0)" }
            + Self.endpoints.flatMap { endpoint in verbs.map { "\(base)/+/\(endpoint)/\($0)" } }
    }

    /// What a topic asks for.
    enum Inbound: Equatable {
        case request(String)
        /// The attribute is that of the topic, if it names one.
        case set(name: String, endpoint: String?, attribute: String?)
        case get(name: String)
    }

    /// Reads a topic; `nil` for one that is none of these.
    func inbound(_ topic: [UInt8]) -> Inbound? {
        guard var levels = levels(below: topic), levels.count >= 2 else { return nil }
        if levels[0] == "bridge", levels[1] == "request" {
            return .request(levels.dropFirst(2).joined(separator: "/"))
        }
        let name = levels.removeFirst()
        var endpoint: String?
        if Self.endpoints.contains(levels[0]) { endpoint = levels.removeFirst() }
        guard let verb = levels.first, levels.count <= 2 else { return nil }
        switch verb {
        case "set": return .set(name: name, endpoint: endpoint, attribute: levels.count == 2 ? levels[1] : nil)
        case "get": return .get(name: name)
        default: return nil
        }
    }

    /// The levels after the base; `nil` for a topic elsewhere.
    func levels(below topic: [UInt8]) -> [String]? {
        let levels = Topic.levels(of: topic).map { String(decoding: $0, as: UTF8.self) }
        let start = base.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard levels.count > start.count, Array(levels.prefix(start.count)) == start else { return nil }
        return Array(levels.dropFirst(start.count))
    }

    /// The member of every document by which this bridge's are told from another's.
    var mark: JSONMember { JSONMember(name: "bridge", value: .string(instance)) }

    /// Whether a retained message has the shape of one of this bridge's.
    func isOwn(_ topic: [UInt8], _ payload: [UInt8]) -> Bool {
        guard let levels = levels(below: topic) else { return false }
        switch levels.count {
        case 1: break
        case 2 where levels[1] == "availability": break
        case 2 where levels[0] == "bridge" && ["state", "info", "devices", "groups"].contains(levels[1]): break
        default: return false
        }
        let mark = "\"bridge\":\"\(instance)\""
        return String(decoding: payload, as: UTF8.self).contains(mark)
    }

    /// What identifies a device, as a Zigbee device's address does: the same whatever its name is.
    func address(_ kind: String, _ id: String) -> String {
        "0x\(FNV1a.hash(Array("\(instance)/\(kind)/\(id)".utf8)).hexadecimalDigits)"
    }

    /// The number of a group.
    func number(ofGroup id: String) -> Int64 {
        Int64(FNV1a.hash32(Array("\(instance)/group/\(id)".utf8)) & 0x7FFF_FFFF)
    }

    /// The number of a device in its network.
    func networkAddress(_ id: String) -> Int64 {
        Int64(FNV1a.hash32(Array("\(instance)/device/\(id)".utf8)) & 0xFFFF)
    }
}
