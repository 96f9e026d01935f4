import MQTT

/// A message that is composed before it is sent: an answer, a line of the log, the end of a scan.
struct OutboxMessage: Sendable {
    var topic: [UInt8]
    var payload: [UInt8]
    var qualityOfService: QualityOfService
    var isRetained = false
    var correlationData: [UInt8]?
    /// The ``HomeGraph/TimeSource/uptime`` after which nobody waits for it any more; `nil` is never.
    var deadline: Duration?
    /// Whether it only says that the answer itself is too large.
    var isShortened = false

    /// Fills the message that is sent.
    func fill(_ message: inout OutboundMessage) {
        message.topic.append(contentsOf: topic)
        message.payload.append(contentsOf: payload)
        message.qualityOfService = qualityOfService
        message.isRetained = isRetained
        message.correlationData = correlationData
    }
}
