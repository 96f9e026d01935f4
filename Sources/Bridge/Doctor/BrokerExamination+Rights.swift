import MQTT

/// What the broker lets the bridge read and write.
extension BrokerExamination {
    /// What the bridge listens to: what is retained, and orders.
    func subscribing(_ client: BrokerClient) async -> [Finding] {
        let base = configuration.baseTopic
        let subscriptions =
            InboundFilters.scan(base, layouts: layouts.scanFilters)
            + InboundFilters.orders(base, layouts: layouts.filters)
        let codes = await client.subscribe(subscriptions)
        guard codes.count == subscriptions.count else {
            return [.fault("reading", "the broker does not answer subscriptions", "look into the broker's log")]
        }
        let refused = zip(subscriptions, codes).filter { ReasonCode(rawValue: $1).isError }.map(\.0.filter)
        guard let first = refused.first else {
            return [.ok("reading", "the broker takes all \(codes.count) filters")]
        }
        return [
            .fault(
                "reading", "the broker refuses \(refused.count) of \(codes.count) filters, such as \(first)",
                "let the user read \((["\(base)/#"] + prefixes).joined(separator: ", "))")
        ]
    }

    /// Topics of the bridge's kind, written, kept by the broker, and read again.
    func publishing(_ client: BrokerClient) async -> [Finding] {
        let base = configuration.baseTopic
        var findings: [Finding] = []
        for (subject, topic) in [
            ("the bridge's topics", "\(base)/bridge/doctor-\(nonce)"),
            ("devices' topics", "\(base)/doctor-\(nonce)/device/doctor"),
        ] {
            findings.append(await publishing(client, subject, on: topic))
        }
        return findings
    }

    private func publishing(_ client: BrokerClient, _ subject: String, on topic: String) async -> Finding {
        let remedy = "let the user read and write \(configuration.baseTopic)/#"
        let finding = await publishing(client, subject, on: topic, remedy)
        // Whatever came of it, nothing is left.
        _ = await client.publish([], to: topic, isRetained: true)
        return finding
    }

    private func publishing(
        _ client: BrokerClient, _ subject: String, on topic: String, _ remedy: String
    ) async -> Finding {
        let code = await client.publish(Array(nonce.utf8), to: topic, isRetained: true)
        let ended = Finding.fault(subject, "the broker ends the connection when they are published", remedy)
        guard client.end == nil else { return ended }
        guard let code else { return .fault(subject, "the broker does not acknowledge messages", "look into its log") }
        guard !code.isError else { return .fault(subject, "the broker refuses what is published: \(code)", remedy) }
        let codes = await client.subscribe([Subscription(filter: topic, qualityOfService: .atLeastOnce)])
        let expected = Array(topic.utf8)
        let kept = await client.message { $0.topic == expected }
        guard client.end == nil else { return ended }
        if kept?.isRetained == true { return .ok(subject, "can be written, are kept and can be read") }
        if codes.first.map({ ReasonCode(rawValue: $0).isError }) ?? true {
            return .fault(subject, "the broker refuses to let them be read", remedy)
        }
        return .fault(
            subject, "what is published and retained does not come back: it may not be written or read, or is not kept",
            "\(remedy), and retained messages be kept")
    }

    /// The topics of layouts outside of the base.
    ///
    /// An empty retained message changes nothing there; only with MQTT 5 the broker says whether it takes it.
    func announcing(_ client: BrokerClient) async -> [Finding] {
        var findings: [Finding] = []
        for prefix in layouts.foreignPrefixes {
            let code = await client.publish([], to: "\(prefix)/doctor-\(nonce)", isRetained: true)
            let subject = "\(prefix)/…"
            if let code, !code.isError {
                findings.append(.ok(subject, "can be written"))
            } else {
                let answer = code?.description ?? "the broker does not answer"
                findings.append(
                    .fault(
                        subject, "what is published is refused: \(answer)", "let the user read and write \(prefix)/#"))
            }
        }
        return findings
    }

    private var prefixes: [String] { layouts.foreignPrefixes.map { "\($0)/#" } }
}
