public import MQTT

/// What a bridge is told: topics, qualities of service, limits.
public struct BridgeConfiguration: Sendable {
    /// What the levels of topics that name objects are made of.
    public enum SegmentMode: String, Sendable, Hashable {
        case name, id
    }

    /// What is refused, and how long orders take.
    public struct Commands: Sendable {
        /// MQTT filters over `S/device/D/P/T/MEMBER` and `request/NAME`; what none of them matches is refused.
        public var allow: [String] = ["#"]
        /// MQTT filters of what is refused; they win over ``allow``.
        public var deny: [String] = []
        /// The largest order, in octets.
        public var maximumPayload = 65_536
        /// How long an order may take from its arrival.
        public var timeout: Duration = .seconds(10)
        /// How many orders a second each device takes; 0 is no limit, and what is beyond it `resourceExhausted`.
        public var rate = 0.0

        /// The defaults.
        public init() {}
    }

    /// A layout beside the native one, as the user set it.
    public struct Layout: Sendable, Hashable {
        /// Whether it is published; what it published before is cleared where it is not.
        public var isEnabled: Bool
        /// The topic under which it stands; empty where it has none of its own.
        public var prefix: String

        /// Describes a layout.
        public init(isEnabled: Bool, prefix: String = "") {
            self.isEnabled = isEnabled
            self.prefix = prefix
        }
    }

    /// What bounds the bridge's memory.
    public struct Limits: Sendable {
        /// How many events wait to be sent before further ones are dropped and counted.
        public var events = 1_000
        /// How many lines of the log wait to be sent.
        public var logLines = 100
        /// How many answers wait to be sent, or orders for their answers.
        public var answers = 65_536
        /// How many requests that take time are carried out at once; further ones are refused.
        public var requests = 32
        /// How many changes of the home wait for their turn; further ones are refused.
        public var edits = 1_000
        /// The longest payload of `bridge/read`'s page, in octets, about.
        public var pageSize = 65_536

        /// The defaults.
        public init() {}
    }

    /// The base topic: one to five levels without `+`, `#`, `$` and control characters.
    public var baseTopic: String
    /// What names objects in topics.
    public var segments: SegmentMode = .name
    /// At what quality of service attributes, events and answers go.
    public var qualityOfService: QualityOfService = .atMostOnce
    /// Whether the time of each device's last report is published.
    public var publishesLastReport = true
    /// The program's version, as `bridge/info` says it.
    public var version: String
    /// Eight characters that tell this bridge from others.
    public var instance: String
    /// What is refused, and how long orders take.
    public var commands = Commands()
    /// What bounds the bridge's memory.
    public var limits = Limits()
    /// The layouts beside the native one, by the names that the settings have for them; what is not named here is not
    /// looked for at the broker, either.
    public var layouts: [String: Layout] = [:]
    /// The layouts that there are.
    var layoutTypes = TopicLayouts.all

    /// Describes a bridge; everything else has its default.
    public init(baseTopic: String = "homegraph", version: String, instance: String) {
        self.baseTopic = baseTopic
        self.version = version
        self.instance = instance
    }

    /// The topic of the bridge's state: also that of the connection's will.
    public var stateTopic: String { "\(baseTopic)/bridge/state" }

    /// The connection's will: `offline`, retained, on ``stateTopic``.
    public var will: Will { Will(topic: stateTopic, payload: Array("offline".utf8)) }
}
