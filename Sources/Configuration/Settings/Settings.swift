public import MQTT

/// What the bridge is told to do: the tree of the settings file, with every value that was left out filled in.
///
/// Passwords do not appear in descriptions.
public struct Settings: Sendable, Hashable {
    /// The connection.
    public struct Broker: Sendable, Hashable {
        /// Where it is, without user and password.
        public var address = BrokerAddress(host: "localhost")
        /// Set or not, what ``Settings/clientID`` says is used.
        public var clientID: String?
        /// The user that the bridge logs in as.
        public var username: String?
        /// Also where ``passwordFile`` or the URL had it.
        public var password: Secret?
        /// The path of a file that holds the password.
        public var passwordFile: String?
        /// How an encrypted connection is checked.
        public var tls = TLS()
        /// The version of MQTT that is spoken.
        public var version = ProtocolVersion.v5
        /// Whole seconds.
        public var keepAlive = Duration.seconds(30)
    }

    /// How an encrypted connection is checked; paths of files.
    public struct TLS: Sendable, Hashable {
        /// The authorities that are trusted; `nil`: the system's.
        public var authority: String?
        /// The bridge's own certificate.
        public var certificate: String?
        /// The key of ``certificate``.
        public var key: String?
        /// Whether the broker must show a certificate that is trusted and bears its name.
        public var verifies = true
    }

    /// The native topics.
    public struct Topics: Sendable, Hashable {
        /// The base topic.
        public var base = "homegraph"
        /// What the levels of topics are made of.
        public var segments = Segments.name
        /// Of attributes and answers.
        public var qos = 0
        /// How often a device's last report is published at most; `nil`: never.
        public var lastReport: Duration? = .seconds(60)
    }

    /// What the levels of topics are made of.
    public enum Segments: String, Sendable, CaseIterable {
        case name, id
    }

    /// The home.
    public struct Home: Sendable, Hashable {
        /// The path of the home file.
        public var file: String?
        /// The path of the state file; `nil`: everything is in memory.
        public var state: String?
        /// Ids or names of the structures that are mirrored; empty: all.
        public var structures: [String] = []
    }

    /// The layouts beside the native one.
    public struct Layouts: Sendable, Hashable {
        /// What Home Assistant discovers.
        public var homeAssistant = Layout(isEnabled: true, prefix: "homeassistant")
        /// Homie 5.
        public var homie = Layout(isEnabled: false, prefix: "homie")
        /// Its prefix is the base topic of its own.
        public var zigbee2mqtt = Layout(isEnabled: false, prefix: "homegraph-z2m")
        /// The view of HomeKit.
        public var homeKit = HomeKit()
    }

    /// A layout with topics outside the base topic.
    public struct Layout: Sendable, Hashable {
        /// Whether it is published.
        public var isEnabled: Bool
        /// The topic that it stands under.
        public var prefix: String
    }

    /// The HomeKit layout, whose topics stand under the base topic.
    public struct HomeKit: Sendable, Hashable {
        /// Whether it is published.
        public var isEnabled = false
    }

    /// What orders are taken.
    public struct Commands: Sendable, Hashable {
        /// MQTT filters over `S/device/D/P/T/MEMBER` and `request/NAME`.
        public var allow = ["#"]
        /// As ``allow``; deny wins.
        public var deny: [String] = []
        /// Bytes.
        public var maximumPayload = 64 << 10
        /// How long an order may take from its arrival.
        public var timeout = Duration.seconds(10)
        /// How many orders may wait for one device.
        public var waiting = 32
        /// Orders a second for each device; 0: no limit.
        public var rate = 0.0
    }

    /// The simulated hub.
    public struct Simulation: Sendable, Hashable {
        /// What random behaviour begins with, so that a run can be repeated.
        public var seed: UInt64 = 1
        /// How fast simulated time runs; 1 is real time.
        public var speed = 1.0

        /// The documented defaults.
        public init() {}
    }

    /// What is served over HTTP: metrics and health.
    public struct HTTP: Sendable, Hashable {
        /// `nil`: nothing is served.
        public var listen: NetworkAddress?
    }

    /// The log on standard error.
    public struct Log: Sendable, Hashable {
        /// The least important messages that are logged.
        public var level = LogLevel.info
        /// From which level on messages go to the topic `bridge/log`; `nil`: none.
        public var mqtt: LogLevel?
    }

    /// How important a message is, most important first.
    public enum LogLevel: String, Sendable, CaseIterable {
        case error, warning, notice, info, debug
    }

    /// The connection.
    public var broker = Broker()
    /// The native topics.
    public var topics = Topics()
    /// The home.
    public var home = Home()
    /// The layouts beside the native one.
    public var layouts = Layouts()
    /// What orders are taken.
    public var commands = Commands()
    /// The simulated hub.
    public var simulation = Simulation()
    /// What is served over HTTP.
    public var http = HTTP()
    /// The log on standard error.
    public var log = Log()

    /// The documented defaults.
    public init() {}

    /// The client id: the one set, else `homegraph2mqtt-` and the base topic with `/` as `-`.
    ///
    /// It is fixed, so that the old connection's will comes before the new one says `online`.
    public var clientID: String {
        broker.clientID ?? "homegraph2mqtt-" + String(topics.base.map { $0 == "/" ? "-" : $0 })
    }
}
