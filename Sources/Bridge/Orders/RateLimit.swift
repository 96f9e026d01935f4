import HomeGraph

/// How many orders a second each device takes; a value.
///
/// A device that was left alone for a second takes that many at once.
struct RateLimit: Sendable {
    private struct Allowance {
        var orders: Double
        var since: Duration
    }

    private let rate: Double
    private var allowances: [DeviceIndex: Allowance] = [:]

    /// Makes a limit; 0 is none.
    init(rate: Double) {
        self.rate = rate
    }

    /// Counts an order for a device.
    ///
    /// - Returns: Whether the device takes it.
    mutating func take(_ device: DeviceIndex, now: Duration) -> Bool {
        guard rate > 0 else { return true }
        let most = max(1, rate)
        var allowance = allowances[device] ?? Allowance(orders: most, since: now)
        allowance.orders = min(most, allowance.orders + (now - allowance.since) / .seconds(1) * rate)
        allowance.since = now
        defer { allowances[device] = allowance }
        guard allowance.orders >= 1 else { return false }
        allowance.orders -= 1
        return true
    }
}
