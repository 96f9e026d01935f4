import MQTT

/// Who else uses the base topic and the bridge's client id.
extension BrokerExamination {
    /// Looks for a bridge under the base topic; where there is none, whether somebody else has its client id.
    func baseTopicFindings() async throws -> [Finding] {
        if try await isOnline() {
            return [.ok("base topic", "a bridge runs under \(configuration.baseTopic); its client id is left alone")]
        }
        return [.ok("base topic", "no bridge runs under \(configuration.baseTopic)")] + (try await clientIDFindings())
    }

    /// Whether a bridge answers under the base topic.
    private func isOnline() async throws -> Bool {
        let base = "\(configuration.baseTopic)/bridge"
        let (client, _) = try await connect()
        let state = Array("\(base)/state".utf8)
        let answer = Array("\(base)/response/bridge/health".utf8)
        _ = await client.subscribe(
            ["\(base)/state", "\(base)/response/bridge/health"].map {
                Subscription(filter: $0, qualityOfService: .atLeastOnce)
            })
        var isOnline = false
        if await client.message(within: .seconds(1), where: { $0.topic == state })?.payload == Array("online".utf8) {
            _ = await client.publish(Array("{}".utf8), to: "\(base)/request/bridge/health")
            isOnline = await client.message(within: BaseTopicProbe.patience, where: { $0.topic == answer }) != nil
        }
        await client.disconnect()
        return isOnline
    }

    /// Connects as the bridge does, and waits for another client to take the id back.
    private func clientIDFindings() async throws -> [Finding] {
        let (subject, id) = ("client id", settings.clientID)
        do {
            let (client, _) = try await BrokerClient.connect(time: time, patience: patience) {
                try makeConnection(id, nil, $0, $1)
            }
            let end = await client.end(within: Self.takeoverPatience)
            await client.disconnect()
            guard let end else { return [.ok(subject, "nobody else uses \(id)")] }
            return [
                .fault(
                    subject,
                    "a connection as \(id) was ended (\(end.detail)): another client probably has this id, too",
                    "end it, or write another broker.clientId")
            ]
        } catch let error as ConnectionError {
            return [
                .fault(
                    subject, "the broker refuses \(id): \(error.detail)", "allow it, or write another broker.clientId")
            ]
        }
    }
}
