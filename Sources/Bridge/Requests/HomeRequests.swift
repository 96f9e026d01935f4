import Conversions
import DataModel
import HomeGraph

/// The requests that change the home: structures, rooms, devices, groups, services.
///
/// Source: the MQTT contract, section 5.
enum HomeRequests {
    /// All of them.
    static let all: [BridgeRequest] =
        [
            request("structure/rename", ["structure", "name"]) { home throws(HomeError) in
                .renameStructure(try home.structure, to: try home.name)
            },
            request("room/create", ["structure", "name"], answer: .object(.room)) { home throws(HomeError) in
                .createRoom(name: try home.name, structure: try home.structure)
            },
            request("room/rename", ["room", "name"]) { home throws(HomeError) in
                .renameRoom(try home.room, to: try home.name)
            },
            request("room/delete", ["room"]) { home throws(HomeError) in .deleteRoom(try home.room) },
            request("device/rename", ["device", "name"], answer: .topic(.device)) { home throws(HomeError) in
                .renameDevice(try home.device, to: try home.name)
            },
            request("device/move", ["device"], [.required("room", .textOrNull)], answer: .topic(.device)) {
                home throws(HomeError) in
                .moveDevice(try home.device, room: try home.roomOrNone)
            },
            request("device/remove", ["device"], answer: .topic(.device)) { home throws(HomeError) in
                .removeDevice(try home.device)
            },
            request("group/create", ["structure", "name"], [.required("devices", .texts)], answer: .object(.group)) {
                home throws(HomeError) in
                .createGroup(name: try home.name, structure: try home.structure, devices: try home.devices)
            },
            request("group/rename", ["group", "name"]) { home throws(HomeError) in
                .renameGroup(try home.group, to: try home.name)
            },
            request("group/delete", ["group"]) { home throws(HomeError) in .deleteGroup(try home.group) },
            request("group/add", ["group"], [.required("devices", .texts)]) { home throws(HomeError) in
                .addGroupMembers(try home.group, devices: try home.devices)
            },
            request("group/remove", ["group"], [.required("devices", .texts)]) { home throws(HomeError) in
                .removeGroupMembers(try home.group, devices: try home.devices)
            },
        ] + services

    /// Those of services, as HomeKit has them.
    private static let services: [BridgeRequest] = [
        request("service/rename", ["service", "name"], answer: .id) { home throws(HomeError) in
            .services(.rename(try home.service, to: try home.name))
        },
        request(
            "service-group/create", ["structure", "name"], [.optional("services", .texts)],
            answer: .object(.serviceGroup)
        ) { home throws(HomeError) in
            .services(
                .createGroup(name: try home.name, structure: try home.structure, services: try home.services))
        },
        request("service-group/rename", ["group", "name"], answer: .id) { home throws(HomeError) in
            .services(.renameGroup(try home.serviceGroup, to: try home.name))
        },
        request("service-group/delete", ["group"], answer: .id) { home throws(HomeError) in
            .services(.deleteGroup(try home.serviceGroup))
        },
        request("service-group/add", ["group"], [.required("services", .texts)], answer: .id) {
            home throws(HomeError) in
            .services(.addMembers(try home.serviceGroup, services: try home.services))
        },
        request("service-group/remove", ["group"], [.required("services", .texts)], answer: .id) {
            home throws(HomeError) in
            let group = try home.serviceGroup
            return .services(.removeMembers(group, services: try home.members(of: group)))
        },
    ]

    private static func request(
        _ name: String, _ texts: [String], _ fields: [BridgeRequest.Field] = [], answer: EditAnswer = .nothing,
        propose: @escaping @Sendable (EditArguments) throws(HomeError) -> HomeEdit
    ) -> BridgeRequest {
        BridgeRequest(
            name: name, fields: texts.map { .required($0, .text) } + fields,
            action: .edit(EditRequest(propose: propose, answer: answer)))
    }
}

/// What a request that changes the home comes to.
struct EditRequest: Sendable {
    /// The edit, for the home as it is when the request's turn has come.
    let propose: @Sendable (EditArguments) throws(HomeError) -> HomeEdit
    let answer: EditAnswer
}

/// What is said of the object that a request made or changed.
enum EditAnswer: Sendable {
    case nothing
    /// Its id.
    case id
    /// Its topic after the edit; that before it where the object is gone.
    case topic(ObjectKind)
    /// Its id, name and topic.
    case object(ObjectKind)

    /// What is answered for the object with this id; `nil` for nothing.
    func result(of id: String, before: HomeTopics, after: HomeTopics) -> BridgeRequest.Result? {
        switch self {
        case .nothing: return nil
        case .id:
            return { writer in
                writer.beginObject()
                writer.member("id", id)
                writer.endObject()
            }
        case .topic(let kind):
            guard let object = after.object(kind, id: id) ?? before.object(kind, id: id) else { return nil }
            return { writer in
                writer.beginObject()
                writer.member("topic", object.topic)
                writer.endObject()
            }
        case .object(let kind):
            guard let object = after.object(kind, id: id) else { return nil }
            return { writer in
                writer.beginObject()
                writer.members(object.id, object.name, object.topic)
                writer.endObject()
            }
        }
    }
}

/// The fields of a request that changes the home; objects are named as the home has them now, and given as ids.
struct EditArguments: Sendable {
    private let arguments: RequestArguments
    private let finder: ObjectFinder

    /// Takes the fields of a request and the home.
    init(_ arguments: RequestArguments, in topics: HomeTopics) {
        self.arguments = arguments
        finder = ObjectFinder(topics: topics)
    }

    var name: String { get throws(HomeError) { try arguments.required("name") } }
    var structure: String { get throws(HomeError) { try finder.structure(arguments.required("structure")).id } }
    var room: String { get throws(HomeError) { try finder.room(arguments.required("room")).id } }
    var device: String { get throws(HomeError) { try finder.device(arguments.required("device")).id } }
    var group: String { get throws(HomeError) { try finder.group(arguments.required("group")).id } }
    var serviceGroup: String { get throws(HomeError) { try finder.serviceGroup(arguments.required("group")).id } }
    var service: ServiceID { get throws(HomeError) { try finder.service(arguments.required("service")) } }

    /// The room; `nil` where null was sent.
    var roomOrNone: String? {
        get throws(HomeError) { arguments.text("room") == nil ? nil : try room }
    }

    /// The devices, each once for each way in which it is named.
    ///
    /// - Throws: `invalidArgument`, before anything is looked for, where more are named than a group may have.
    var devices: [String] {
        get throws(HomeError) {
            var devices: [String] = []
            for reference in try members("devices") { devices.append(try finder.device(reference).id) }
            return devices
        }
    }

    /// The services, each once for each way in which it is named; none where the field was left out.
    ///
    /// - Throws: `invalidArgument`, before anything is looked for, where too many are named.
    var services: [ServiceID] { get throws(HomeError) { try finder.services(try members("services")) } }

    /// The services, as far as they are members of a service group; also those that no device has.
    ///
    /// - Throws: As ``services``.
    func members(of group: String) throws(HomeError) -> [ServiceID] {
        guard let record = finder.topics.shape.serviceGroup(group) else { return try services }
        return try finder.services(try members("services"), in: record)
    }

    /// What names members, each once for each way in which it is named.
    private func members(_ field: String) throws(HomeError) -> [String] {
        var references: [String] = []
        var known: Set<[UInt8]> = []
        for reference in arguments.texts(field) where known.insert(Array(reference.utf8)).inserted {
            references.append(reference)
        }
        guard references.count <= GroupRecord.memberLimit else {
            throw HomeError(
                .invalidArgument,
                "the field '\(field)' names \(references.count) \(field); a group has \(GroupRecord.memberLimit) at most"
            )
        }
        return references
    }
}
