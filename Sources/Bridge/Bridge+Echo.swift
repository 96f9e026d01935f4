import HomeGraph
import MQTT
import Synchronization

// MARK: - Whether what is published comes to be read

extension Bridge {
    /// Listens to some of what is published next, and says what does not come back.
    func listenForEchoes(on connection: any Connection) {
        let topics = outbox.plan.echoTopics
        guard !topics.isEmpty, state.withLock({ !$0.session.isDeaf }) else { return }
        let (subscriptions, round) = state.withLock { $0.echo.begin(topics) }
        connection.subscribe(subscriptions, number: EchoTest.number)
        Task { [weak self, time] in
            // Large homes and slow lines take their time; the patience begins when everything was handed over.
            repeat {
                guard (try? await time.sleep(until: time.uptime + EchoTest.pause)) != nil, let self,
                    self.state.withLock({ $0.echo.awaits(round) })
                else { return }
            } while self?.outbox.isOnline == false
            guard (try? await time.sleep(until: time.uptime + EchoTest.patience)) != nil, let self else { return }
            self.endEchoes(round, on: connection)
        }
    }

    private func endEchoes(_ round: Int, on connection: any Connection) {
        let missing = state.withLock { $0.echo.end(round) }
        guard !missing.isEmpty else { return }
        connection.unsubscribe(missing.map(Topic.text))
        // What was left out, or is gone meanwhile, cannot come back.
        let denied = missing.filter(outbox.isPublished).map(Topic.text)
        guard !denied.isEmpty else { return }
        log(
            .warning,
            "what is published on \(denied.joined(separator: ", ")) does not come back; check the broker's access rules"
        )
    }
}
