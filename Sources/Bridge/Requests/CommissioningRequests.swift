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
                let session = try commissioning.prepare(structureID: place.structure.id)
                do throws(HomeError) {
                    let attempt = try begin(arguments, place, in: session, by: deadline)
                    return { () async throws(HomeError) in
                        do throws(HomeError) {
                            _ = try await attempt.devices()
                            return devices(try commissioning.complete(session))
                        } catch {
                            try await commissioning.cancel(session, error: error).finish()
                            throw error
                        }
                    }
                } catch {
                    commissioning.cancel(session, error: error)
                    throw error
                }
            },
            BridgeRequest(
                name: "commissioning/prepare", fields: [structure],
                action: .immediate { arguments throws(HomeError) in
                    try commissioning.prepare(structureID: try place(arguments).structure.id)
                    return nil
                }),
            request("start", device) { arguments, deadline throws(HomeError) in
                let place = try place(arguments)
                let session = try commissioning.session(structureID: place.structure.id)
                let attempt = try begin(arguments, place, in: session, by: deadline)
                return { () async throws(HomeError) in
                    _ = try await attempt.devices()
                    return nil
                }
            },
            BridgeRequest(
                name: "commissioning/complete", fields: [structure],
                action: .immediate { arguments throws(HomeError) in
                    let session = try commissioning.session(structureID: try place(arguments).structure.id)
                    return devices(try commissioning.complete(session))
                }),
            request("cancel", [structure]) { arguments, _ throws(HomeError) in
                let id = try place(arguments).structure.id
                // Without a session there is nothing to give up.
                guard let session = try? commissioning.session(structureID: id) else { return { nil } }
                let cancellation = commissioning.cancel(session)
                return { () async throws(HomeError) in
                    try await cancellation.finish()
                    return nil
                }
            },
        ]
    }

    private func request(
        _ name: String, _ fields: [BridgeRequest.Field],
        begin: @escaping @Sendable (RequestArguments, Duration) throws(HomeError) -> BridgeRequest.Work
    ) -> BridgeRequest {
        BridgeRequest(name: "commissioning/\(name)", fields: fields, action: .lasting(begin), timeout: Self.timeout)
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

    private func begin(
        _ arguments: RequestArguments, _ place: (structure: HomeTopics.Structure, room: String?),
        in session: Commissioning.Session, by deadline: Duration
    ) throws(HomeError) -> Commissioning.Attempt {
        try commissioning.begin(
            try arguments.required("payload"), in: session, name: arguments.text("name"), roomID: place.room,
            by: deadline)
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
