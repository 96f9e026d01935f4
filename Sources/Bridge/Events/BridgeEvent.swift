import DataModel
import HomeGraph

/// What stands on `B/bridge/event`.
enum BridgeEvent {
    /// An event of an object; the members that all events have come first.
    static func payload(
        _ type: String, _ object: any TopicObject, at time: Timestamp, _ members: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        payload(type, (object.id, object.name, object.topic), at: time, members)
    }

    /// An event of something that has a topic.
    static func payload(
        _ type: String, _ object: (id: String, name: String, topic: String), at time: Timestamp,
        _ members: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", type)
        writer.member("time", time.text)
        writer.members(object.id, object.name, object.topic)
        members(&writer)
        writer.endObject()
        return writer.bytes
    }

    /// A step of commissioning a device into a structure is done.
    static func commissioning(
        _ progress: CommissioningProgress, _ structure: any TopicObject, at time: Timestamp
    ) -> [UInt8] {
        payload("commissioning", structure, at: time) { writer in
            writer.member("step", progress.step.rawValue)
            writer.member("share", (progress.share * 100).rounded() / 100)
        }
    }

    /// An order to an object, on the topic `order`, failed; `answer` writes what its answer says of that: `error`, and of
    /// a batch `step` and `done`.
    static func commandFailed(
        _ object: any TopicObject, order: String, at time: Timestamp, answer: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        payload("commandFailed", object, at: time) { writer in
            writer.member("order", order)
            answer(&writer)
        }
    }
}
