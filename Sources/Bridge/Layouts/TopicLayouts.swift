import HomeGraph
import MQTT

/// The layouts that a bridge has beside the native one.
struct TopicLayouts: Sendable {
    /// Every layout that there is; the order in which they are published.
    static let all: [any TopicLayout.Type] = [
        HomeAssistantLayout.self, HomeKitLayout.self, HomieLayout.self, Zigbee2MQTTLayout.self,
    ]

    /// A layout as the user set it.
    struct Entry: Sendable {
        let name: String
        let settings: BridgeConfiguration.Layout
        let layout: any TopicLayout
        /// What it listens to.
        fileprivate let filters: [TopicFilter]
    }

    /// Those that are known and set, also where they are switched off.
    let entries: [Entry]

    /// Makes the layouts of a bridge; what the settings do not name is not there at all.
    ///
    /// - Parameters:
    ///   - configuration: What the user set.
    ///   - former: The layouts before: one that stands where it stood is the same value, with what it remembers.
    /// - Throws: `TopicError` for a prefix that no topic can have, and for one that leads to topics of others.
    init(_ configuration: BridgeConfiguration, keeping former: TopicLayouts = TopicLayouts()) throws(TopicError) {
        var entries: [Entry] = []
        for type in configuration.layoutTypes {
            guard let settings = configuration.layouts[type.name] else { continue }
            let known = former.entries.first { $0.name == type.name && $0.settings.prefix == settings.prefix }
            let layout = known?.layout ?? type.init(prefix: settings.prefix, configuration: configuration)
            var filters: [TopicFilter] = []
            for filter in layout.filters { filters.append(try TopicFilter(filter)) }
            entries.append(Entry(name: type.name, settings: settings, layout: layout, filters: filters))
        }
        self.entries = entries
        var all: [TopicFilter] = []
        for subscription in InboundFilters.orders(configuration.baseTopic, layouts: filters) {
            all.append(try TopicFilter(subscription.filter))
        }
        try all.checkDisjoint()
    }

    /// None but the native one.
    init() { entries = [] }

    /// Those that are switched on.
    var enabled: [Entry] { entries.filter(\.settings.isEnabled) }

    /// Whether both are switched and placed in the same way.
    func isSame(as other: TopicLayouts) -> Bool {
        entries.elementsEqual(other.entries) { $0.name == $1.name && $0.settings == $1.settings }
    }

    /// The ends that go first when branches are cleared.
    var clearedFirst: Set<String> { Set(entries.flatMap { type(of: $0.layout).clearedFirst }) }

    /// What is listened to at the start, outside of `B`.
    var scanFilters: [String] { entries.flatMap(\.layout.scanFilters) }

    /// What is subscribed to.
    var filters: [String] { enabled.flatMap(\.layout.filters) }

    /// Where answers do not go.
    var foreignPrefixes: [String] { enabled.compactMap(\.layout.foreignPrefix) }

    /// Whether a retained topic that nobody publishes is this bridge's by one of the layouts.
    func owns(_ topic: [UInt8], payload: [UInt8]) -> Bool {
        entries.contains { $0.layout.owns(topic, payload: payload) }
    }

    /// The layout that listens to a topic.
    func listener(to topic: [UInt8]) -> (any TopicLayout)? {
        entries.first { entry in
            entry.settings.isEnabled && entry.filters.contains { $0.matches(topic) }
        }?.layout
    }

    /// How those that are switched on name devices and groups, where not as the native topics do.
    var namings: [(layout: String, naming: SegmentNaming)] {
        enabled.compactMap { entry in type(of: entry.layout).naming.map { (entry.name, $0) } }
    }

    /// What is published for a change of the home.
    func messages(from before: HomeTopics, to after: HomeTopics) -> [OutboxMessage] {
        enabled.flatMap { $0.layout.messages(from: before, to: after) }
    }

    /// What is published for something that happened on a device.
    func messages(for event: EventReport, in topics: HomeTopics) -> [OutboxMessage] {
        enabled.flatMap { $0.layout.messages(for: event, in: topics) }
    }
}
