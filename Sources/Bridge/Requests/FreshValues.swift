import HomeGraph
import Synchronization

/// Asks devices for all their values, side by side, within a time.
final class FreshValues: Sendable {
    /// How many devices are asked at once at most.
    private static let width = 64

    private struct State {
        var next = 0
        /// By the device's number: why it has not said its values.
        var errors: [DeviceIndex: HomeError]
    }

    private let devices: [DeviceRecord]
    private let hub: any Hub
    private let state: Mutex<State>

    private init(_ devices: [DeviceRecord], _ hub: any Hub) {
        self.devices = devices
        self.hub = hub
        // Until it answers, a device is one that did not.
        let errors = devices.map { ($0.index, HomeError(.deadlineExceeded, "\($0.name) did not answer in time")) }
        state = Mutex(State(errors: Dictionary(errors) { first, _ in first }))
    }

    /// Asks devices; what they say is in the store afterwards.
    ///
    /// - Parameters:
    ///   - devices: Whom to ask.
    ///   - hub: Through whom.
    ///   - deadline: The uptime after which nobody waits for the rest.
    ///   - time: What that is measured by.
    /// - Returns: Why devices did not say their values.
    static func ask(
        _ devices: [DeviceRecord], through hub: any Hub, until deadline: Duration, time: any TimeSource
    ) async -> [DeviceIndex: HomeError] {
        let round = FreshValues(devices, hub)
        let work = Task { await round.askAll() }
        await withCheckedContinuation { continuation in
            let outcome = TimedOutcome<Void>(deadline: deadline, time: time) {
                HomeError(.deadlineExceeded, "the time is over")
            } completion: { _ in
                continuation.resume()
            }
            Task {
                await work.value
                outcome.finish(.success(()))
            }
        }
        work.cancel()
        return round.errors
    }

    @concurrent
    private func askAll() async {
        await withTaskGroup { group in
            for _ in 0..<min(Self.width, devices.count) { group.addTask { await self.askNext() } }
        }
    }

    private func askNext() async {
        while !Task.isCancelled, let device = takeNext() {
            do throws(HomeError) {
                try await hub.refresh(device.index)
                state.withLock { $0.errors[device.index] = nil }
            } catch {
                state.withLock { $0.errors[device.index] = error }
            }
        }
    }

    private func takeNext() -> DeviceRecord? {
        state.withLock { state in
            guard state.next < devices.count else { return nil }
            defer { state.next += 1 }
            return devices[state.next]
        }
    }

    private var errors: [DeviceIndex: HomeError] { state.withLock { $0.errors } }
}
