import DataModel
import HomeGraph

/// `B/bridge/info`: what the bridge says about itself.
enum BridgeDocument {
    /// The document; it says anew how many objects there are only where it is composed anew.
    static func content(_ configuration: BridgeConfiguration, _ topics: HomeTopics) -> DocumentContent {
        let counts: [(name: String, count: Int)] = [
            ("structures", topics.structures.count), ("rooms", topics.rooms.count), ("devices", topics.devices.count),
            ("groups", topics.groups.count),
        ]
        return DocumentContent(end: "info", readsHub: true) { context, payload in
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("version", configuration.version)
            writer.member("instance", configuration.instance)
            writer.member("started", context.status.started.text)
            writer.key("hub")
            writer.beginObject()
            writer.member("online", context.store.isHubOnline)
            writer.endObject()
            for (name, count) in counts { writer.member(name, count) }
            writer.member("retainedTopics", context.plan.retainedTopics)
            writer.member("layouts", context.plan.sections.map(\.name))
            writer.key("limits")
            writer.beginObject()
            writer.member("maxPayload", configuration.commands.maximumPayload)
            writer.member("timeout", Double(configuration.commands.timeout / .milliseconds(1)) / 1000)
            writer.endObject()
            writer.member("omitted", context.status.omitted)
            writer.member("omittedCount", context.status.omittedCount)
            writer.member("dropped", context.status.dropped)
            writer.member("refusedSubscriptions", context.status.refusedSubscriptions)
            writer.endObject()
            payload.append(contentsOf: writer.bytes)
        }
    }
}
