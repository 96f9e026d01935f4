import HomeGraph
import MQTT

/// How the broker delivers: what is large, what comes in bursts, what is acknowledged.
extension BrokerExamination {
    private var topic: String { "\(configuration.baseTopic)/bridge/doctor-\(nonce)" }

    /// Has a check send to itself; where that may not be written or read, others have said so.
    private func echoing(_ client: BrokerClient, _ check: () async -> [Finding]) async -> [Finding] {
        let codes = await client.subscribe([Subscription(filter: topic, qualityOfService: .atLeastOnce)])
        guard let code = codes.first, !ReasonCode(rawValue: code).isError else { return [] }
        let first = Array("first".utf8)
        guard await client.publish(first, to: topic)?.isError == false,
            await client.message(where: { $0.payload == first }) != nil
        else { return [] }
        return await check()
    }

    /// The largest document that homes of common size have, in octets.
    private static let largestDocument = 128 << 10

    /// A document as large as that of a large home.
    func largeMessage(_ client: BrokerClient) async -> [Finding] {
        let octets = Self.largestDocument
        let subject = "large messages"
        return await echoing(client) {
            let code = await client.publish(Array(repeating: UInt8(ascii: "-"), count: octets), to: topic)
            if code?.isError == false, await client.message(where: { $0.payload.count == octets }) != nil {
                return [.ok(subject, "\(octets) octets come through")]
            }
            let answer =
                client.end.map { ": \($0.detail)" } ?? code.map { $0.isError ? ": \($0)" : "" }
                ?? ": the broker does not answer"
            return [
                .advice(
                    subject, "a message of \(octets) octets does not come through\(answer)",
                    "allow it (mosquitto: take out message_size_limit and max_packet_size); larger documents are left out"
                )
            ]
        }
    }

    /// More messages than a stock mosquitto lets wait.
    private static let burstCount = 3_000

    /// Many acknowledged messages at once: some brokers drop what a reader does not take fast enough.
    func burst(_ client: BrokerClient) async -> [Finding] {
        await echoing(client) {
            for number in 1...Self.burstCount {
                client.send(Array("\(number)".utf8), to: topic, qualityOfService: .atLeastOnce)
            }
            var count = 0
            while count < Self.burstCount, await client.message(within: .seconds(2), where: { _ in true }) != nil {
                count += 1
            }
            guard count > 0 else { return [] }
            if count == Self.burstCount { return [.ok("bursts", "\(count) messages at once come through")] }
            return [
                .advice(
                    "bursts", "of \(Self.burstCount) messages at once \(count) come through",
                    "let more wait (mosquitto: max_queued_messages 0), or keep topics.qos at 0")
            ]
        }
    }

    /// How much later an acknowledged message may come than one that is not.
    private static let longestDelay = Duration.milliseconds(20)

    /// Acknowledged messages one by one: without TCP_NODELAY some brokers hold each for a while.
    func delay(_ client: BrokerClient) async -> [Finding] {
        await echoing(client) {
            guard let plain = await roundTrip(client, .atMostOnce),
                let acknowledged = await roundTrip(client, .atLeastOnce)
            else { return [] }
            if acknowledged - plain < Self.longestDelay {
                return [.ok("delay", "a message comes back after \(plain.milliseconds) ms")]
            }
            return [
                .advice(
                    "delay",
                    "a message comes back after \(plain.milliseconds) ms, and after \(acknowledged.milliseconds) ms where it is acknowledged",
                    "let the broker send at once (mosquitto: set_tcp_nodelay true), or keep topics.qos at 0")
            ]
        }
    }

    /// The median of some messages sent to oneself; `nil` where one does not come back.
    private func roundTrip(_ client: BrokerClient, _ qualityOfService: QualityOfService) async -> Duration? {
        var times: [Duration] = []
        for number in 1...15 {
            let payload = Array("\(qualityOfService.rawValue)-\(number)".utf8)
            let start = time.uptime
            client.send(payload, to: topic, qualityOfService: qualityOfService)
            guard await client.message(where: { $0.payload == payload }) != nil else { return nil }
            times.append(time.uptime - start)
        }
        return times.sorted()[times.count / 2]
    }
}

extension Duration {
    /// With two decimals at most.
    fileprivate var milliseconds: Double { ((self / .milliseconds(1)) * 100).rounded() / 100 }
}
