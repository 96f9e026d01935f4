import DataModel
import HomeGraph

/// The requests `commissioning/*`: a new Matter device joins the home, in one call or step by step.
///
/// Source: the MQTT contract, section 5.
struct CommissioningRequests: Sendable {
    /// How long such a request may take.
    static let timeout: Duration = .seconds(180)

    let outbox: Outbox
    let commissioning: Commissioning

    /// All of them.
    var all: [BridgeRequest] {
        let structure = BridgeRequest.Field.required("structure", .text)
        let device = [
            structure, .required("payload", .text), .optional("name", .text), .optional("room", .text),
        ]
        return [
            request("commission", device) { arguments, deadline throws(HomeError) in
                let place = try place(arguments)
                try commissioning.prepare(structureID: place.structure.id)
                do throws(HomeError) {
                    try await start(arguments, place, deadline)
                    return devices(try commissioning.complete(structureID: place.structure.id))
                } catch {
                    _ = await commissioning.cancel(structureID: place.structure.id, error: error).departure.value
                    throw error
                }
            },
            request("prepare", [structure]) { arguments, _ throws(HomeError) in
                try commissioning.prepare(structureID: try place(arguments).structure.id)
                return nil
            },
            request("start", device) { arguments, deadline throws(HomeError) in
                try await start(arguments, try place(arguments), deadline)
                return nil
            },
            request("complete", [structure]) { arguments, _ throws(HomeError) in
                devices(try commissioning.complete(structureID: try place(arguments).structure.id))
            },
            request("cancel", [structure]) { arguments, _ throws(HomeError) in
                let id = try place(arguments).structure.id
                if let error = await commissioning.cancel(structureID: id).departure.value { throw error }
                return nil
            },
        ]
    }

    private func request(
        _ name: String, _ fields: [BridgeRequest.Field],
        act: @escaping @Sendable (RequestArguments, Duration) async throws(HomeError) -> BridgeRequest.Result?
    ) -> BridgeRequest {
        BridgeRequest(
            name: "commissioning/\(name)", fields: fields, action: .lasting(act), timeout: Self.timeout)
    }

    /// The structure that a request names, and the room of it, if one is named.
    private func place(
        _ arguments: RequestArguments
    ) throws(HomeError) -> (structure: HomeTopics.Structure, room: String?) {
        let topics = outbox.plan.topics
        let finder = ObjectFinder(topics: topics)
        let structure = try finder.structure(try arguments.required("structure"))
        guard let reference = arguments.text("room") else { return (structure, nil) }
        // Another structure may have a room of the same name.
        let named = topics.rooms.filter { $0.record.structureID == structure.id && $0.name == reference }
        if named.count == 1, let room = named.first { return (structure, room.id) }
        return (structure, try finder.room(reference).id)
    }

    private func start(
        _ arguments: RequestArguments, _ place: (structure: HomeTopics.Structure, room: String?), _ deadline: Duration
    ) async throws(HomeError) {
        try await commissioning.commission(
            try arguments.required("payload"), structureID: place.structure.id, name: arguments.text("name"),
            roomID: place.room, by: deadline)
    }

    /// `devices`: id and topic of each.
    private func devices(_ ids: [String]) -> BridgeRequest.Result? {
        let topics = outbox.plan.topics
        let devices = ids.compactMap { topics.device(id: $0) }
        return { writer in
            writer.beginObject()
            writer.key("devices")
            writer.beginArray()
            for device in devices {
                writer.beginObject()
                writer.member("id", device.id)
                writer.member("topic", device.topic)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
    }
}
