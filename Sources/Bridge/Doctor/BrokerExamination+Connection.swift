import MQTT

/// What making a connection tells, and what the broker announces when it is made.
extension BrokerExamination {
    /// The stations on the way to a session, with the errors that end there.
    private static let stations: [(subject: String, passed: String, codes: [ConnectionError.Code: String])] = [
        ("address", "is one", [.invalidAddress: "write broker.url as mqtt://HOST:PORT or mqtts://HOST:PORT"]),
        (
            "name", "the host is known",
            [
                .nameNotFound:
                    "correct the host in broker.url, or write its address; look whether this machine finds names"
            ]
        ),
        (
            "network", "somebody listens there",
            [
                .unreachable: "start the broker, correct the port in broker.url, or open it in the firewall",
                .timedOut: "look whether a firewall swallows packets, and whether what listens there is an MQTT broker",
            ]
        ),
        (
            "TLS", "the broker's certificate is trusted",
            [
                .tls:
                    "broker.tls.ca is to be the certificate of who signed the broker's, broker.url is to have a name that stands in it, and both are to be in date; where the broker asks for certificates, write broker.tls.certificate and key",
                // With TLS 1.3 a broker that misses a certificate has taken the handshake, and may end it without a word.
                .lost:
                    "look into the broker's log; where the broker asks for certificates, write broker.tls.certificate and key",
            ]
        ),
        (
            "login", "the broker takes the user",
            [
                .notAuthorized:
                    "correct broker.username and broker.passwordFile, or add the user at the broker (mosquitto_passwd)",
                .takenOver: "give each client an id of its own",
                .unsupportedVersion: "look whether what listens there is an MQTT broker; try broker.protocol: 3.1.1",
                .refused: "look into the broker's log",
                .lost: "look into the broker's log; where the port speaks TLS, write mqtts://",
            ]
        ),
    ]

    /// What was found of the way to a session that there is.
    static func findings(usesTLS: Bool) -> [Finding] {
        stations(usesTLS: usesTLS).map { .ok($0.subject, $0.passed) }
    }

    /// What was found of the way to a session that there is none of.
    static func findings(of error: ConnectionError, usesTLS: Bool) -> [Finding] {
        var findings: [Finding] = []
        for station in stations(usesTLS: usesTLS) {
            guard let remedy = station.codes[error.code] else {
                findings.append(.ok(station.subject, station.passed))
                continue
            }
            return findings + [.fault(station.subject, error.detail, remedy)]
        }
        return findings + [.fault("connection", error.detail, "look into the broker's log")]
    }

    private static func stations(
        usesTLS: Bool
    ) -> [(subject: String, passed: String, codes: [ConnectionError.Code: String])] {
        stations.filter { usesTLS || $0.subject != "TLS" }
    }

    /// What the broker announces.
    func findings(of session: Session) -> [Finding] {
        var findings: [Finding] = []
        if session.version == .v5 || settings.version == .v3_1_1 {
            findings.append(.ok("protocol", "MQTT \(session.version.rawValue)"))
        } else {
            findings.append(
                .advice(
                    "protocol", "the broker has no MQTT 5; with 3.1.1 it does not say what it refuses",
                    "take a broker with MQTT 5, or write broker.protocol: 3.1.1 to save an attempt"))
        }
        if !session.retainAvailable {
            findings.append(
                .fault(
                    "retained", "the broker keeps no retained messages",
                    "allow them (mosquitto: retain_available true)"))
        }
        if session.maximumQualityOfService < .exactlyOnce {
            findings.append(
                .advice(
                    "QoS", "the broker takes quality of service up to \(session.maximumQualityOfService.rawValue)",
                    "allow 2, so that no order comes twice (mosquitto: max_qos 2)"))
        }
        return findings
    }

    /// A will as the bridge has one, of which nobody would hear if it were published.
    var will: Will { Will(topic: "\(configuration.baseTopic)/bridge/doctor-\(nonce)", payload: []) }

    /// Whether the broker takes a will as the bridge has one: what it publishes when the bridge goes without a word.
    func willFinding() async throws -> Finding {
        let subject = "will"
        do {
            let (client, session) = try await connect(will: will)
            await client.disconnect()
            if session.maximumQualityOfService >= will.qualityOfService, session.retainAvailable {
                return .ok(subject, "the broker takes it")
            }
            return .advice(
                subject, "the broker does not take it as it is to be: retained, with quality of service 1",
                "allow that (mosquitto: retain_available true, max_qos 2); else nobody learns surely that the bridge is gone"
            )
        } catch let error as ConnectionError {
            return .fault(
                subject, "the broker refuses a connection that has one: \(error.detail)",
                "let the user write \(configuration.stateTopic), also as a will")
        }
    }
}
