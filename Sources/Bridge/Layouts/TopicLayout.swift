import HomeGraph
import MQTT

/// A way in which the home stands on the broker beside the native topics, for programs that speak another convention.
///
/// A layout is a pure value: from the home's shape it makes branches of outputs, from an inbound message what is asked
/// for. Whatever has to happen then is done for all layouts alike: values are conflated and sent only where they are
/// new, what goes is cleared, orders are checked, filtered and queued with all others to the same device, and a layout
/// that is switched on or off while the bridge runs comes and goes without a trace.
///
/// To add one, make a folder beside this file, and name its type in ``TopicLayouts/all``.
///
/// - ``compose(_:)`` gives families of branches, see ``BranchComposer``. What is made once for all devices that are made
///   alike comes from ``LayoutTopics/shapes``, by a type of the layout's own. A document that reads slots of one device is shared by all such
///   devices, see ``DocumentContent``.
/// - ``filters`` and ``action(for:in:)`` are the way in.
/// - ``owns(_:payload:)`` and ``scanFilters`` say what is cleared when nobody publishes it any more; the layout is asked
///   for them also where it is switched off.
protocol TopicLayout: Sendable {
    /// The key under `layouts` in the settings; `bridge/info` names the layout so.
    static var name: String { get }

    /// The ends of topics that go first when branches are cleared; all others of all layouts follow, and of each branch
    /// `info` is the last.
    static var clearedFirst: [String] { get }

    /// Makes the layout of a bridge.
    ///
    /// - Parameters:
    ///   - prefix: The topic under which it stands; empty where it has none of its own.
    ///   - configuration: Base topic, instance, quality of service.
    init(prefix: String, configuration: BridgeConfiguration)

    /// The topic under which all of the layout's topics outside of `B` stand: no answer goes there; `nil` for none.
    var foreignPrefix: String? { get }

    /// What is listened to at the start, outside of `B`, for retained topics that nobody publishes any more.
    var scanFilters: [String] { get }

    /// Whether a retained topic, found at the broker, is this bridge's by this layout.
    ///
    /// Outside of `B` only what bears the bridge's instance id is.
    func owns(_ topic: [UInt8], payload: [UInt8]) -> Bool

    /// What is subscribed to while the layout is on: nothing that another layout or the native topics listen to, and
    /// nothing that the bridge publishes itself.
    var filters: [String] { get }

    /// Composes the layout's branches, family by family, in the order in which they are published.
    func compose(_ composer: inout BranchComposer)

    /// What a message on one of the layout's ``filters`` asks for.
    ///
    /// - Parameters:
    ///   - message: As it came; retained ones are looked at afterwards, by what the action is.
    ///   - topics: The home.
    /// - Returns: What is to be done.
    func action(for message: InboundMessage, in topics: HomeTopics) -> LayoutAction

    /// What is published, not retained, for something that happened on a device, after the native message.
    func messages(for event: EventReport, in topics: HomeTopics) -> [OutboxMessage]

    /// What those for whom the layout is made would not take of what is published, or take and not find.
    ///
    /// - Parameter topics: Every retained topic and its payload.
    /// - Returns: A sentence for each fault, beginning with the topic.
    func faults(in topics: [(topic: String, payload: String)]) -> [String]

    /// What is published, not retained, when the home was changed, after what is retained.
    func messages(from before: HomeTopics, to after: HomeTopics) -> [OutboxMessage]

    /// What is published, not retained, when what a message asked for failed, or was not understood.
    func messages(for failure: HomeError, of message: InboundMessage) -> [OutboxMessage]

    /// How it names devices and groups, where it has names of its own; see ``HomeTopics/names(in:)``.
    static var naming: SegmentNaming? { get }

    /// What the broker is to publish when the bridge goes without a word, beside the bridge's own will; `nil` for
    /// nothing.
    ///
    /// A connection has one will. This one is borne by a connection of its own that does nothing else.
    var will: OutboxMessage? { get }
}

extension TopicLayout {
    static var clearedFirst: [String] { [] }
    var foreignPrefix: String? { nil }
    var scanFilters: [String] { [] }
    var filters: [String] { [] }
    func action(for message: InboundMessage, in topics: HomeTopics) -> LayoutAction { .none }
    func messages(for event: EventReport, in topics: HomeTopics) -> [OutboxMessage] { [] }
    func faults(in topics: [(topic: String, payload: String)]) -> [String] { [] }
    func messages(from before: HomeTopics, to after: HomeTopics) -> [OutboxMessage] { [] }
    func messages(for failure: HomeError, of message: InboundMessage) -> [OutboxMessage] { [] }
    static var naming: SegmentNaming? { nil }
    var will: OutboxMessage? { nil }
}
