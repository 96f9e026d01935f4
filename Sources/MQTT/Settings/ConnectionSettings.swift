/// All that is said about a connection before it is made.
public struct ConnectionSettings: Sendable {
    /// Where the broker is.
    public var address: BrokerAddress
    /// By what the broker knows the client; fixed, so that an old connection's will comes before what the new one says.
    public var clientID: String
    /// Whether the client id was made by chance, so that no other client has it.
    public var isClientIDRandom: Bool
    /// The user name; where it is `nil`, the address's counts.
    public var userName: String?
    /// The password; where it is `nil`, the address's counts.
    public var password: String?
    /// How TLS is spoken, where the address asks for it.
    public var tls: TLSSettings
    /// The version that is asked for.
    public var version: ProtocolVersion
    /// Whether 3.1.1 is tried where the broker has no version 5.
    public var fallsBack: Bool
    /// How long the line may be silent before it is probed; whole seconds, 5 s to 65,535 s, zero for never.
    public var keepAlive: Duration
    /// How long looking up the name and reaching the host may take.
    public var reachDeadline: Duration
    /// How long the broker's answer may take once it is reached.
    public var answerDeadline: Duration
    /// How long a message may wait for its acknowledgement while the line takes everything.
    ///
    /// After that the connection counts as lost. Longer than twice ``keepAlive``, so that of a broker that is silent it
    /// is said that it is.
    public var acknowledgementDeadline: Duration
    /// How long the broker may take and send nothing while the connection ends and something is still to be acknowledged.
    public var farewellPatience: Duration
    /// The largest packet that this side takes, in octets; announced in MQTT 5.
    public var maximumPacketSize: UInt32
    /// What the broker publishes when this side goes without a word.
    public var will: Will?
    /// Whether the broker forgets what it knew of this client id.
    public var cleanStart: Bool
    /// How long to wait between attempts.
    public var backOff: BackOff

    /// Describes a connection; the defaults are the bridge's.
    public init(address: BrokerAddress, clientID: String) {
        self.address = address
        self.clientID = clientID
        isClientIDRandom = false
        tls = TLSSettings()
        version = .v5
        fallsBack = true
        keepAlive = .seconds(30)
        reachDeadline = .seconds(10)
        answerDeadline = .seconds(10)
        acknowledgementDeadline = .seconds(90)
        farewellPatience = .milliseconds(1500)
        maximumPacketSize = 2 << 20
        cleanStart = true
        backOff = BackOff()
    }
}

extension ConnectionSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Client and broker, without user name and password.
    public var description: String { "\(clientID) at \(address)" }

    /// Client and broker, without user name and password.
    public var debugDescription: String { description }

    /// Shows no user name and no password.
    public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID, "address": address]) }
}

/// The files and choices of TLS.
public struct TLSSettings: Sendable, Hashable {
    /// A file of certificates to trust; where it is `nil`, the system's count.
    public var authorityFile: String?
    /// This side's certificate.
    public var certificateFile: String?
    /// The key of this side's certificate.
    public var keyFile: String?
    /// Whether the broker's certificate and name are checked.
    public var verifies: Bool

    /// Describes how TLS is spoken.
    public init(
        authorityFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil, verifies: Bool = true
    ) {
        self.authorityFile = authorityFile
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        self.verifies = verifies
    }
}

/// What the broker publishes when the client goes without a word (MQTT 5, section 3.1.2.5).
public struct Will: Sendable, Hashable {
    /// The topic.
    public var topic: String
    /// The payload.
    public var payload: [UInt8]
    /// At what quality of service it goes.
    public var qualityOfService: QualityOfService
    /// Whether the broker keeps it.
    public var isRetained: Bool

    /// Describes a will.
    public init(
        topic: String, payload: [UInt8], qualityOfService: QualityOfService = .atLeastOnce, isRetained: Bool = true
    ) {
        self.topic = topic
        self.payload = payload
        self.qualityOfService = qualityOfService
        self.isRetained = isRetained
    }
}
