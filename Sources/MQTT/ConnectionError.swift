/// Why a connection could not be made or ended.
public struct ConnectionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong.
    @nonexhaustive public enum Code: String, Sendable {
        /// The address is no broker address.
        case invalidAddress
        /// The host's name could not be resolved.
        case nameNotFound
        /// Nobody listens there, or the network does not reach it.
        case unreachable
        /// No answer in time.
        case timedOut
        /// TLS could not be agreed on, or the certificate is not trusted.
        case tls
        /// The broker does not take the user name and password, or the client.
        case notAuthorized
        /// The broker does not speak this version of MQTT.
        case unsupportedVersion
        /// Another client with the same id took over.
        case takenOver
        /// The broker refused or ended the connection for another reason.
        case refused
        /// The connection was lost.
        case lost
        /// The connection was ended by ``Connection/stop(within:)``.
        case stopped
    }

    /// What went wrong.
    public let code: Code
    /// The broker's address, without credentials.
    public let broker: String
    /// What the library or the broker said.
    public let detail: String
    /// MQTT's reason code, where the broker gave one.
    public let reasonCode: UInt8?

    /// Describes an error.
    public init(code: Code, broker: String, detail: String, reasonCode: UInt8? = nil) {
        self.code = code
        self.broker = broker
        self.detail = detail
        self.reasonCode = reasonCode
    }

    /// One line for people: what was wrong with which broker.
    public var description: String { "\(broker): \(detail)" }
}
