public import HomeGraph
public import MQTT

/// Finds out whether a broker does what the bridge needs, and says what to do where it does not.
///
/// It publishes on topics of its own under the base topic and clears them again; the bridge that may run there is left
/// alone.
public struct BrokerExamination: Sendable {
    /// What was found about one thing.
    public struct Finding: Sendable, Equatable, CustomStringConvertible {
        /// How good it is.
        public enum Grade: String, Sendable {
            /// As the bridge needs it.
            case ok
            /// The bridge works, and would work better.
            case advice
            /// The bridge does not work.
            case fault
        }

        /// How good it is.
        public let grade: Grade
        /// What was looked at, in a word or two.
        public let subject: String
        /// What was found.
        public let text: String
        /// What to do; empty where there is nothing to do.
        public let remedy: String

        /// One line for people.
        public var description: String { "\(subject): \(text)\(remedy.isEmpty ? "" : "; \(remedy)")" }

        static func ok(_ subject: String, _ text: String) -> Self {
            Self(grade: .ok, subject: subject, text: text, remedy: "")
        }
        static func advice(_ subject: String, _ text: String, _ remedy: String) -> Self {
            Self(grade: .advice, subject: subject, text: text, remedy: remedy)
        }
        static func fault(_ subject: String, _ text: String, _ remedy: String) -> Self {
            Self(grade: .fault, subject: subject, text: text, remedy: remedy)
        }
    }

    /// Makes and starts a connection as a client of this id, with a will or without one.
    public typealias Connect =
        @Sendable (_ clientID: String, Will?, any ConnectionHandler, any OutboundSource) throws -> any Connection

    /// How long another client with the same id has to come back.
    static let takeoverPatience = Duration.seconds(3)

    let settings: ConnectionSettings
    let configuration: BridgeConfiguration
    let layouts: TopicLayouts
    let time: any TimeSource
    /// How long the broker has for each answer.
    let patience: Duration
    /// What nobody else uses: random text for topics and client ids.
    let nonce: String
    let makeConnection: Connect

    /// Describes an examination.
    ///
    /// - Parameters:
    ///   - settings: Broker, login and client id of the bridge.
    ///   - configuration: The bridge's topics.
    ///   - time: What patience is measured by.
    ///   - patience: How long the broker has for each answer.
    ///   - nonce: What nobody else uses: random text without `/`, `+` and `#`.
    ///   - connect: Makes and starts connections.
    /// - Throws: `TopicError` for a layout's prefix that no topic can have.
    public init(
        settings: ConnectionSettings, configuration: BridgeConfiguration, time: any TimeSource = SystemTime(),
        patience: Duration = .seconds(5), nonce: String, connect: @escaping Connect
    ) throws(TopicError) {
        self.settings = settings
        self.configuration = configuration
        layouts = try TopicLayouts(configuration)
        self.time = time
        self.patience = patience
        self.nonce = nonce
        makeConnection = connect
    }

    /// Looks at one thing after another.
    ///
    /// - Parameter report: Called with each finding as soon as there is one.
    /// - Returns: Whether the bridge can use the broker.
    /// - Throws: Where no connection can be made of the settings at all.
    public func run(_ report: (Finding) -> Void) async throws -> Bool {
        var isUsable = true
        func say(_ finding: Finding) {
            if finding.grade == .fault { isUsable = false }
            report(finding)
        }
        do {
            let (client, session) = try await connect()
            await client.disconnect()
            for finding in Self.findings(usesTLS: settings.address.usesTLS) { say(finding) }
            for finding in findings(of: session) { say(finding) }
        } catch let error as ConnectionError {
            for finding in Self.findings(of: error, usesTLS: settings.address.usesTLS) { say(finding) }
            return false
        }
        do {
            let finding = try await willFinding()
            say(finding)
            for check in checks {
                // With the will the connection learns what the broker takes, as the bridge's does.
                let (client, _) = try await connect(will: finding.grade == .fault ? nil : will)
                for finding in await check(client) { say(finding) }
                await client.disconnect()
                // Who does not answer that tells nothing of the rest, either.
                if client.isSilent { return false }
            }
            for finding in try await baseTopicFindings() { say(finding) }
        } catch let error as ConnectionError {
            say(.fault("connection", "\(error.detail), after it was there before", "look into the broker's log"))
        }
        return isUsable
    }

    func connect(will: Will? = nil) async throws -> (client: BrokerClient, session: Session) {
        try await BrokerClient.connect(time: time, patience: patience) {
            try makeConnection("homegraph2mqtt-doctor-\(nonce)", will, $0, $1)
        }
    }

    /// What is tried, each on a connection of its own, since brokers may end it over what they do not like.
    private var checks: [(BrokerClient) async -> [Finding]] {
        [subscribing, publishing, announcing, largeMessage, burst, delay]
    }
}
