import DataModel
public import HomeGraph

extension HomeEdit {
    /// The request over MQTT that asks for it: what follows `B/bridge/request/`, and the payload.
    public var request: (name: String, payload: String) {
        switch self {
        case .renameStructure(let id, let name): ("structure/rename", Self.json(["structure": id, "name": name]))
        case .createRoom(let name, let structure):
            ("room/create", Self.json(["structure": structure, "name": name]))
        case .renameRoom(let id, let name): ("room/rename", Self.json(["room": id, "name": name]))
        case .deleteRoom(let id): ("room/delete", Self.json(["room": id]))
        case .renameDevice(let id, let name): ("device/rename", Self.json(["device": id, "name": name]))
        case .moveDevice(let id, let room):
            ("device/move", Self.json(["device": id], [("room", room.map { .string($0) } ?? .null)]))
        case .removeDevice(let id): ("device/remove", Self.json(["device": id]))
        case .createGroup(let name, let structure, let devices):
            ("group/create", Self.json(["structure": structure, "name": name], devices: devices))
        case .renameGroup(let id, let name): ("group/rename", Self.json(["group": id, "name": name]))
        case .deleteGroup(let id): ("group/delete", Self.json(["group": id]))
        case .addGroupMembers(let id, let devices): ("group/add", Self.json(["group": id], devices: devices))
        case .removeGroupMembers(let id, let devices): ("group/remove", Self.json(["group": id], devices: devices))
        case .services(let edit): Self.request(of: edit)
        }
    }

    private static func request(of edit: ServiceEdit) -> (name: String, payload: String) {
        func services(_ services: [ServiceID]) -> [(name: String, value: JSONValue)] {
            [("services", .array(services.map { .string($0.description) }))]
        }
        return switch edit {
        case .rename(let service, let name):
            ("service/rename", json(["service": service.description, "name": name]))
        // No request asks for it.
        case .associate(let service, let type): ("", "\(service) \(type ?? "")")
        case .createGroup(let name, let structure, let members):
            ("service-group/create", json(["structure": structure, "name": name], services(members)))
        case .renameGroup(let id, let name): ("service-group/rename", json(["group": id, "name": name]))
        case .deleteGroup(let id): ("service-group/delete", json(["group": id]))
        case .addMembers(let id, let members): ("service-group/add", json(["group": id], services(members)))
        case .removeMembers(let id, let members): ("service-group/remove", json(["group": id], services(members)))
        }
    }

    private static func json(_ texts: [String: String], devices: [String]) -> String {
        json(texts, [("devices", .array(devices.map { .string($0) }))])
    }

    private static func json(_ texts: [String: String], _ others: [(name: String, value: JSONValue)] = []) -> String {
        let members = texts.sorted { $0.key < $1.key }.map { JSONMember(name: $0.key, value: .string($0.value)) }
        let object = JSONValue.object(members + others.map { JSONMember(name: $0.name, value: $0.value) })
        return String(decoding: object.text, as: UTF8.self)
    }
}
