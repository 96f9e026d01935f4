import Bridge
import Configuration

/// Runs the bridge until a signal ends it, and reads the settings again when one asks for it.
struct Service {
    let application: Application
    let source: SettingsSource
    let log: Log
    /// The signals of this process.
    let signals: AsyncStream<Signals.Signal>

    private enum Event: Sendable {
        case connected, ended
    }

    /// Connects, waits for the signal to end, and ends in order.
    ///
    /// - Parameter tap: Sees the traffic.
    /// - Throws: ``ProgramError`` where the broker cannot be used, or the address for metrics not be had.
    func run(tap: TrafficTap? = nil) async throws {
        let application = application
        let service = self
        do {
            try await application.serve()
            try await withThrowingTaskGroup(of: Event.self) { group in
                group.addTask {
                    try await application.connect(tap: tap)
                    return .connected
                }
                group.addTask {
                    await service.waitForEnd()
                    return .ended
                }
                while let event = try await group.next(), event != .ended {}
                group.cancelAll()
            }
        } catch {
            await application.stop()
            throw error
        }
        log(.info, "ending")
        await application.stop()
    }

    private func waitForEnd() async {
        for await signal in signals {
            guard signal == .reload else { return }
            await reload()
        }
    }

    private func reload() async {
        do {
            let new = try source.read()
            log.setLevel(new.log.level.bridge)
            application.bridge.setLogLevel(new.log.level.bridge)
            try await application.setLayouts(new.bridge.layouts)
            let change = SettingsChange(from: application.settings, to: new)
            let restart = change.needsRestart.joined(separator: ", ")
            log(.notice, "settings read again\(restart.isEmpty ? "" : "; a restart is needed for \(restart)")")
        } catch let faults as ConfigurationFaults {
            for fault in faults.faults { log(.error, "\(fault)") }
            log(.error, "the settings have faults; the old ones stay in force")
        } catch {
            log(.error, "the layouts stay as they are: \(error)")
        }
    }
}
