import DataModel
import HomeGraph
import MQTT

/// A request on `bridge/request/…`, in the words of the bridge's own, and its answer.
///
/// Source: zigbee2mqtt 2, “MQTT Topics and Messages”, the topics of `bridge/request`.
struct ZigbeeRequest: Sendable {
    /// The bridge's own request, or why there is none.
    let request: Result<(name: String, fields: [JSONMember]), HomeError>
    private let transaction: JSONValue?
    /// What is answered of the request's result.
    private let data: @Sendable (JSONValue) -> JSONValue

    private typealias Plan = (
        name: String, fields: [JSONMember], data: @Sendable (JSONValue) -> JSONValue
    )

    /// Reads a request.
    init(_ name: String, _ payload: [UInt8], _ topics: ZigbeeTopics, _ home: HomeTopics, _ names: LayoutNames) {
        let parsed = try? JSONValue(parsing: payload)
        var members: [JSONMember] = []
        if case .object(let object)? = parsed { members = object }
        transaction = members.first { $0.name == "transaction" }?.value
        let reader = Reader(
            bare: Self.bare(parsed, payload), members: members, topics: topics, home: home, names: names)
        do throws(HomeError) {
            let plan = try Self.plan(name, reader)
            request = .success((plan.name, plan.fields))
            data = plan.data
        } catch {
            request = .failure(error)
            data = { _ in .object([]) }
        }
    }

    /// A payload that is a text, quoted or not, or a number, as some requests take it.
    private static func bare(_ parsed: JSONValue?, _ payload: [UInt8]) -> String? {
        switch parsed {
        case .string(let text): text
        case .int(let number): String(number)
        case nil: payload.isEmpty ? nil : String(validating: payload, as: UTF8.self)
        default: nil
        }
    }

    /// The answer.
    func answer(_ result: Result<JSONValue, HomeError>) -> [UInt8] {
        var members: [JSONMember] = []
        switch result {
        case .success(let value):
            members = [
                JSONMember(name: "data", value: data(value)), JSONMember(name: "status", value: .string("ok")),
            ]
        case .failure(let error):
            members = [
                JSONMember(name: "data", value: .object([])), JSONMember(name: "status", value: .string("error")),
                JSONMember(name: "error", value: .string(error.message)),
            ]
        }
        if let transaction { members.append(JSONMember(name: "transaction", value: transaction)) }
        return JSONValue.object(members).text
    }

    private static func plan(_ name: String, _ reader: Reader) throws(HomeError) -> Plan {
        switch name {
        case "health_check":
            return ("bridge/health", [], { _ in object([("healthy", .bool(true))]) })
        case "device/rename", "group/rename":
            let isDevice = name == "device/rename"
            let from = try reader.text("from")
            let id = isDevice ? try reader.device(from).id : try reader.group(from).id
            let to = try reader.newName("to", unless: (isDevice ? .device : .group, id))
            let data = object([
                ("from", .string(from)), ("to", .string(to)), ("homeassistant_rename", .bool(false)),
            ])
            return (name, fields([(isDevice ? "device" : "group", id), ("name", to)]), { _ in data })
        case "device/remove":
            let asked = try reader.textOrBare("id")
            let data = object([("id", .string(asked)), ("block", .bool(false)), ("force", .bool(false))])
            return (name, fields([("device", try reader.device(asked).id)]), { _ in data })
        case "group/add":
            let asked = try reader.newName(reader.bare == nil ? "friendly_name" : nil, unless: nil)
            guard let structure = reader.home.structures.first else {
                throw HomeError(.failedPrecondition, "there is no structure that the group could be in")
            }
            let topics = reader.topics
            return (
                "group/create",
                fields([("structure", structure.id), ("name", asked)])
                    + [JSONMember(name: "devices", value: .array([]))],
                { result in
                    object([("friendly_name", .string(asked)), ("id", Self.number(of: result, topics))])
                }
            )
        case "group/remove":
            let asked = try reader.textOrBare("id")
            let data = object([("id", .string(asked)), ("force", .bool(false))])
            return ("group/delete", fields([("group", try reader.group(asked).id)]), { _ in data })
        case "group/members/add", "group/members/remove":
            let (group, device) = (try reader.text("group"), try reader.text("device"))
            let data = object([
                ("device", .string(device)), ("endpoint", .string("default")), ("group", .string(group)),
            ])
            return (
                name == "group/members/add" ? "group/add" : "group/remove",
                fields([("group", try reader.group(group).id)]) + [
                    JSONMember(name: "devices", value: .array([.string(try reader.device(device).id)]))
                ], { _ in data }
            )
        default:
            throw HomeError(
                .unimplemented, "there is no request '\(name)' here; \(NearestName.hint(for: name, among: all))")
        }
    }

    /// The names of the requests that there are.
    static let all = [
        "health_check", "device/rename", "device/remove", "group/add", "group/remove", "group/rename",
        "group/members/add", "group/members/remove",
    ]

    private static func number(of result: JSONValue, _ topics: ZigbeeTopics) -> JSONValue {
        guard case .object(let members) = result,
            case .string(let id)? = members.first(where: { $0.name == "id" })?.value
        else { return .null }
        return .int(topics.number(ofGroup: id))
    }

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { JSONMember(name: $0.0, value: $0.1) })
    }

    private static func fields(_ texts: [(String, String)]) -> [JSONMember] {
        texts.map { JSONMember(name: $0.0, value: .string($0.1)) }
    }
}

extension ZigbeeRequest {
    /// Reads the members of a request, and finds whom they name.
    fileprivate struct Reader {
        let bare: String?
        let members: [JSONMember]
        let topics: ZigbeeTopics
        let home: HomeTopics
        let names: LayoutNames

        func text(_ name: String) throws(HomeError) -> String {
            switch members.first(where: { $0.name == name })?.value {
            case .string(let text): return text
            case .int(let number): return String(number)
            default: throw HomeError(.invalidArgument, "the request needs the text '\(name)'")
            }
        }

        func textOrBare(_ name: String) throws(HomeError) -> String {
            if let bare { return bare }
            return try text(name)
        }

        /// A device by its friendly name or its address.
        func device(_ asked: String) throws(HomeError) -> HomeTopics.Device {
            if let (kind, id) = names.object(named: asked), kind == .device, let device = home.device(id: id) {
                return device
            }
            if let device = home.devices.first(where: { topics.address("device", $0.id) == asked }) { return device }
            throw HomeError(.notFound, "Device '\(asked)' does not exist")
        }

        /// A group by its friendly name or its number.
        func group(_ asked: String) throws(HomeError) -> HomeTopics.Group {
            if let (kind, id) = names.object(named: asked), kind == .group, let position = home.position(.group, id: id)
            {
                return home.groups[position]
            }
            if let group = home.groups.first(where: { String(topics.number(ofGroup: $0.id)) == asked }) { return group }
            throw HomeError(.notFound, "Group '\(asked)' does not exist")
        }

        /// A name that somebody is to have: one that can be a topic, and that nobody else has.
        func newName(_ field: String?, unless owner: (kind: ObjectKind, id: String)?) throws(HomeError) -> String {
            let name = try field.map { field throws(HomeError) in try text(field) } ?? bare ?? ""
            let right = FriendlyNames.base(of: name)
            guard right == name else {
                throw HomeError(.invalidArgument, "'\(name)' cannot be a friendly name here; '\(right)' can")
            }
            if let other = names.object(named: name), other.kind != owner?.kind || other.id != owner?.id {
                throw HomeError(.alreadyExists, "friendly_name '\(name)' is already in use")
            }
            return name
        }
    }
}
