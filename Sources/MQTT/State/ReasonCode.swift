/// A reason code of MQTT 5 (section 2.4), with its name.
public struct ReasonCode: RawRepresentable, Sendable, Hashable {
    /// The number on the wire.
    public let rawValue: UInt8
    /// Takes the number on the wire.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Reads a return code of MQTT 3.1.1's CONNACK (section 3.2.2.3) as the reason code that means the same.
    public init(connectReturnCode code: UInt8) {
        switch code {
        case 0: self = .success
        case 1: self = .unsupportedProtocolVersion
        case 2: self = .clientIdentifierNotValid
        case 3: self = .serverUnavailable
        case 4: self = .badUserNameOrPassword
        case 5: self = .notAuthorized
        default: self = .unspecifiedError
        }
    }

    /// Whether it says that something was refused.
    public var isError: Bool { rawValue >= 0x80 }

    /// Success, or a normal end.
    public static let success = Self(rawValue: 0x00)
    /// An error without a reason.
    public static let unspecifiedError = Self(rawValue: 0x80)
    /// The broker does not speak this version.
    public static let unsupportedProtocolVersion = Self(rawValue: 0x84)
    /// The broker does not take this client id.
    public static let clientIdentifierNotValid = Self(rawValue: 0x85)
    /// User name or password is wrong.
    public static let badUserNameOrPassword = Self(rawValue: 0x86)
    /// The client may not do this.
    public static let notAuthorized = Self(rawValue: 0x87)
    /// The broker is there but cannot serve.
    public static let serverUnavailable = Self(rawValue: 0x88)
    /// The client is banned.
    public static let banned = Self(rawValue: 0x8A)
    /// Another client with the same id took over.
    public static let sessionTakenOver = Self(rawValue: 0x8E)
    /// The filter is not well formed, or not accepted.
    public static let topicFilterInvalid = Self(rawValue: 0x8F)
    /// The topic is not well formed, or not accepted.
    public static let topicNameInvalid = Self(rawValue: 0x90)
    /// A packet was larger than the other side takes.
    public static let packetTooLarge = Self(rawValue: 0x95)
    /// The broker keeps no retained messages.
    public static let retainNotSupported = Self(rawValue: 0x9A)
    /// The broker does not take this quality of service.
    public static let qualityOfServiceNotSupported = Self(rawValue: 0x9B)
}

extension ReasonCode: CustomStringConvertible {
    /// The specification's name in lower case; the number for one that it does not know.
    public var description: String { Self.names[rawValue] ?? "reason code \(rawValue)" }

    private static let names: [UInt8: String] = [
        0x00: "success", 0x01: "granted QoS 1", 0x02: "granted QoS 2", 0x04: "disconnect with will message",
        0x10: "no matching subscribers", 0x11: "no subscription existed", 0x18: "continue authentication",
        0x19: "re-authenticate", 0x80: "unspecified error", 0x81: "malformed packet", 0x82: "protocol error",
        0x83: "implementation specific error", 0x84: "unsupported protocol version",
        0x85: "client identifier not valid", 0x86: "bad user name or password", 0x87: "not authorized",
        0x88: "server unavailable", 0x89: "server busy", 0x8A: "banned", 0x8B: "server shutting down",
        0x8C: "bad authentication method", 0x8D: "keep alive timeout", 0x8E: "session taken over",
        0x8F: "topic filter invalid", 0x90: "topic name invalid", 0x91: "packet identifier in use",
        0x92: "packet identifier not found", 0x93: "receive maximum exceeded", 0x94: "topic alias invalid",
        0x95: "packet too large", 0x96: "message rate too high", 0x97: "quota exceeded",
        0x98: "administrative action", 0x99: "payload format invalid", 0x9A: "retain not supported",
        0x9B: "QoS not supported", 0x9C: "use another server", 0x9D: "server moved",
        0x9E: "shared subscriptions not supported", 0x9F: "connection rate exceeded",
        0xA0: "maximum connect time", 0xA1: "subscription identifiers not supported",
        0xA2: "wildcard subscriptions not supported",
    ]
}
