import CMosquitto
import Glibc
import MQTT

/// Says for people and for the state machine why something ended.
struct Failure: Sendable {
    let error: ConnectionError

    init(
        _ code: ConnectionError.Code, _ address: BrokerAddress, _ detail: String, reasonCode: UInt8? = nil
    ) {
        error = ConnectionError(code: code, broker: "\(address)", detail: detail, reasonCode: reasonCode)
    }

    /// The host was not reached; `code` is the library's, `number` what `errno` held then.
    static func notReached(_ address: BrokerAddress, code: Int32, errno number: Int32, complaint: String) -> Failure {
        switch mosq_err_t(code) {
        case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP:
            return Failure(.nameNotFound, address, "the host name '\(address.host)' is not known here")
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE, MOSQ_ERR_OCSP:
            return Failure(.tls, address, "TLS could not be set up: \(told(complaint, code))")
        case MOSQ_ERR_ERRNO where number == EPROTO:  // how the library passes on what OpenSSL says
            return Failure(.tls, address, "TLS failed: \(told(complaint, MOSQ_ERR_TLS_HANDSHAKE.rawValue))")
        case MOSQ_ERR_ERRNO where number == ECONNRESET || number == EPIPE, MOSQ_ERR_CONN_LOST:
            return unanswered(address, code: MOSQ_ERR_CONN_LOST.rawValue, complaint: complaint)
        case MOSQ_ERR_ERRNO, MOSQ_ERR_CONN_REFUSED:
            let isRefused = number == ECONNREFUSED || code == MOSQ_ERR_CONN_REFUSED.rawValue
            let reason = isRefused ? "nobody listens on port \(address.port)" : text(ofErrno: number)
            return Failure(.unreachable, address, "the broker cannot be reached: \(reason)")
        default:
            return Failure(.unreachable, address, "the broker cannot be reached: \(told(complaint, code))")
        }
    }

    /// The broker answered CONNECT with a refusal.
    static func refused(_ address: BrokerAddress, reasonCode: UInt8, version: ProtocolVersion) -> Failure {
        let meaning =
            version == .v5 && reasonCode != 1
            ? ReasonCode(rawValue: reasonCode) : ReasonCode(connectReturnCode: reasonCode)
        switch meaning {
        case .badUserNameOrPassword, .notAuthorized, .banned, .clientIdentifierNotValid:
            return Failure(
                .notAuthorized, address, "the broker refuses the user name, password or client id: \(meaning)",
                reasonCode: reasonCode)
        case .unsupportedProtocolVersion:
            return Failure(
                .unsupportedVersion, address, "the broker does not speak MQTT \(version.rawValue)",
                reasonCode: reasonCode)
        default:
            return Failure(.refused, address, "the broker refuses the connection: \(meaning)", reasonCode: reasonCode)
        }
    }

    /// The broker sent DISCONNECT.
    static func disconnected(_ address: BrokerAddress, reasonCode: UInt8) -> Failure {
        let meaning = ReasonCode(rawValue: reasonCode)
        switch meaning {
        case .sessionTakenOver:
            return Failure(
                .takenOver, address, "another client with the same client id connected; each needs one of its own",
                reasonCode: reasonCode)
        case .notAuthorized, .banned:
            return Failure(
                .notAuthorized, address, "the broker ended the connection: \(meaning)", reasonCode: reasonCode)
        default:
            return Failure(.refused, address, "the broker ended the connection: \(meaning)", reasonCode: reasonCode)
        }
    }

    /// The broker ended the connection without a word, and again soon after.
    ///
    /// Some brokers do that to a client whose id another uses, some to one that publishes what it may not: mosquitto 2.0
    /// with `max_queued_messages 0`.
    static func closedAgain(_ settings: ConnectionSettings) -> Failure {
        let again = "the broker closes the connection again and again; "
        let denial = "its access rules deny what is published (homegraph2mqtt doctor finds out)"
        if settings.isClientIDRandom { return Failure(.refused, settings.address, "\(again)probably \(denial)") }
        return Failure(
            .takenOver, settings.address,
            "\(again)another client uses the client id '\(settings.clientID)', and each needs one of its own, or \(denial)"
        )
    }

    /// The broker ended the connection without a word, twice over a packet of the same size.
    static func closedOver(_ address: BrokerAddress, octets: Int) -> Failure {
        Failure(
            .refused, address,
            "the broker closes the connection when a packet of \(octets) octets comes; such messages are left out")
    }

    /// The broker did not acknowledge a message, though it was there.
    static func unacknowledged(_ address: BrokerAddress, after deadline: Duration) -> Failure {
        Failure(
            .timedOut, address,
            "the broker did not acknowledge a message within \(deadline.components.seconds) s; it may drop what is too much for a client (mosquitto: max_queued_messages)"
        )
    }

    /// The socket ended before the broker answered CONNECT.
    static func unanswered(_ address: BrokerAddress, code: Int32, complaint: String) -> Failure {
        switch mosq_err_t(code) {
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE, MOSQ_ERR_OCSP:
            return Failure(.tls, address, "TLS failed: \(told(complaint, code))")
        case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_NOT_SUPPORTED:
            return Failure(.unsupportedVersion, address, "what answers there does not speak this version of MQTT")
        default:
            let hint = address.usesTLS ? "" : "; a port that speaks TLS needs mqtts://"
            return Failure(.lost, address, "the connection was closed without an answer\(hint)")
        }
    }

    /// An open connection ended without DISCONNECT.
    static func lost(_ address: BrokerAddress, code: Int32, complaint: String) -> Failure {
        switch mosq_err_t(code) {
        case MOSQ_ERR_KEEPALIVE:
            Failure(.lost, address, "the connection was lost: the broker gave no sign of life")
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE:
            Failure(.lost, address, "the connection was lost: \(told(complaint, code))")
        case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_MALFORMED_UTF8:
            Failure(.lost, address, "the broker sent something that is not MQTT: \(told("", code))")
        default:
            Failure(.lost, address, "the connection was lost")
        }
    }

    private static func told(_ complaint: String, _ code: Int32) -> String {
        complaint.isEmpty ? Library.text(of: code) : complaint
    }

    static func text(ofErrno number: Int32) -> String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }
}
