import MQTT

/// Who else uses the base topic and the bridge's client id.
extension BrokerExamination {
    /// Looks for a bridge under the base topic; where there is none, whether somebody else has its client id.
    func baseTopicFindings() async throws -> [Finding] {
        let other = try await BaseTopicProbe.otherBridge(on: configuration.baseTopic, nonce: nonce, time: time) {
            try makeConnection("homegraph2mqtt-probe-\(nonce)", $0, $1)
        }
        if other != nil {
            return [.ok("base topic", "a bridge runs under \(configuration.baseTopic); its client id is left alone")]
        }
        return [.ok("base topic", "no bridge runs under \(configuration.baseTopic)")] + (try await clientIDFindings())
    }

    /// Connects as the bridge does, and waits for another client to take the id back.
    private func clientIDFindings() async throws -> [Finding] {
        let (subject, id) = ("client id", settings.clientID)
        do {
            let (client, _) = try await BrokerClient.connect(time: time, patience: patience) {
                try makeConnection(id, $0, $1)
            }
            let end = await client.end(within: Self.takeoverPatience)
            await client.disconnect()
            if end == nil { return [.ok(subject, "nobody else uses \(id)")] }
        } catch let error as ConnectionError {
            return [
                .fault(
                    subject, "the broker refuses \(id): \(error.detail)", "allow it, or write another broker.clientId")
            ]
        }
        return [
            .fault(
                subject, "another client uses \(id), and each ends the other's connection",
                "end it, or write another broker.clientId")
        ]
    }
}
