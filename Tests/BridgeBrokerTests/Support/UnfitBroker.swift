import Bridge
import MQTT
import TestSupport
import Testing

/// A broker that does not do all that the bridge needs: what is wrong with it, what the bridge says of it, and what the
/// doctor finds.
struct UnfitBroker: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var version = ProtocolVersion.v5
    /// Lines of its settings.
    var configuration: [String] = []
    /// Lines of its access rules.
    var accessControl: [String] = []
    /// Whether it refuses all subscriptions.
    var refusesSubscriptions = false
    /// What the bridge's log says of it; `nil` where the bridge has no way, or no reason, to notice it.
    var said: String?
    /// What the doctor looked at when it found it.
    let subject: String
    let grade: BrokerExamination.Finding.Grade
    let finding: String

    /// Starts it.
    func start() async throws -> MosquittoBroker {
        try await MosquittoBroker.start(
            configuration, accessControl: accessControl,
            dynamicSecurity: refusesSubscriptions
                ? #"{"defaultACLAccess":{"publishClientSend":true,"publishClientReceive":true,"subscribe":false}}"#
                : nil)
    }

    private static let bridgeOnly = ["topic read h/#", "topic write h/bridge/#"]

    /// One of each kind.
    static let all = [
        UnfitBroker(
            testDescription: "devices may not be written", configuration: ["max_queued_messages 1000"],
            accessControl: bridgeOnly, said: "the broker refused a message on h/main-house/",
            subject: "devices' topics", grade: .fault, finding: "not authorized"),
        UnfitBroker(
            testDescription: "devices may not be written, with 3.1.1", version: .v3_1_1,
            configuration: ["max_queued_messages 1000"], accessControl: bridgeOnly, said: "does not come back",
            subject: "devices' topics", grade: .fault, finding: "does not come back"),
        UnfitBroker(
            testDescription: "devices may not be written, and who tries is sent away", version: .v3_1_1,
            configuration: ["max_queued_messages 0"], accessControl: bridgeOnly,
            said: "the broker closes the connection",
            subject: "devices' topics", grade: .fault, finding: "ends the connection"),
        UnfitBroker(
            testDescription: "nothing may be read", accessControl: ["topic write h/#"],
            said: "does not deliver what the bridge publishes",
            subject: "the bridge's topics", grade: .fault, finding: "does not come back"),
        UnfitBroker(
            testDescription: "nothing may be subscribed to", refusesSubscriptions: true,
            said: "the broker refused the subscription to h/", subject: "reading", grade: .fault, finding: "refuses"),
        UnfitBroker(
            testDescription: "nothing may be subscribed to, with 3.1.1", version: .v3_1_1, refusesSubscriptions: true,
            said: "the broker refused the subscription to h/", subject: "reading", grade: .fault, finding: "refuses"),
        UnfitBroker(
            testDescription: "nothing is kept", configuration: ["retain_available false"],
            said: "keeps no retained messages", subject: "retained", grade: .fault,
            finding: "keeps no retained messages"),
        UnfitBroker(
            testDescription: "nothing is kept, with 3.1.1", version: .v3_1_1, configuration: ["retain_available false"],
            said: "keeps no retained messages", subject: "will", grade: .advice,
            finding: "does not take it as it is to be"),
        UnfitBroker(
            testDescription: "QoS 0 at most", configuration: ["max_qos 0"], said: "takes quality of service up to 0",
            subject: "will", grade: .advice, finding: "does not take it as it is to be"),
        UnfitBroker(
            testDescription: "QoS 0 at most, with 3.1.1", version: .v3_1_1, configuration: ["max_qos 0"],
            said: "takes quality of service up to 0", subject: "will", grade: .advice,
            finding: "does not take it as it is to be"),
        UnfitBroker(
            testDescription: "QoS 1 at most", configuration: ["max_qos 1"], said: "takes quality of service up to 1",
            subject: "QoS", grade: .advice, finding: "up to 1"),
        UnfitBroker(
            testDescription: "small packets", configuration: ["max_packet_size 1500"],
            said: "its message is larger than the broker takes", subject: "large messages", grade: .advice,
            finding: "packet too large"),
        UnfitBroker(
            testDescription: "small packets, with 3.1.1", version: .v3_1_1, configuration: ["max_packet_size 20000"],
            subject: "large messages", grade: .advice, finding: "does not come through"),
        UnfitBroker(
            testDescription: "small payloads", configuration: ["message_size_limit 20000"], subject: "large messages",
            grade: .advice, finding: "does not come through"),
        UnfitBroker(
            testDescription: "few may wait", version: .v3_1_1, configuration: ["max_queued_messages 10"],
            subject: "bursts", grade: .advice, finding: "of 3000 messages"),
    ]
}
