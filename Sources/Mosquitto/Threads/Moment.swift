import Glibc

/// Moments of the system's monotonic clock.
enum Moment {
    /// The time since a fixed moment.
    static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Milliseconds from now until `moment`, rounded up, as `poll` wants them.
    static func milliseconds(until moment: Duration, from now: Duration) -> Int32 {
        guard moment > now else { return 0 }
        let (seconds, attoseconds) = min(moment - now, .seconds(3600)).components
        return Int32(truncatingIfNeeded: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

/// What `poll` is asked for and answers.
struct Readiness {
    var isWoken = false
    var isReadable = false
    var isWritable = false

    /// Waits for a wake-up, for a socket where there is one, or for a moment.
    static func wait(_ signal: WakeSignal, socket: Int32 = -1, writable: Bool = false, until moment: Duration) -> Self {
        var entries = (
            pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN | (writable ? POLLOUT : 0)), revents: 0)
        )
        let timeout = Moment.milliseconds(until: moment, from: Moment.now)
        let count = unsafe withUnsafeMutablePointer(to: &entries) { entries in
            unsafe entries.withMemoryRebound(to: pollfd.self, capacity: 2) { unsafe poll($0, 2, timeout) }
        }
        guard count > 0 else { return Self() }
        let wasHeard = entries.1.revents
        let isBroken = wasHeard & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
        return Self(
            isWoken: entries.0.revents != 0, isReadable: wasHeard & Int16(POLLIN) != 0 || isBroken,
            isWritable: wasHeard & Int16(POLLOUT) != 0)
    }
}
