import Glibc
import Synchronization

/// Wakes a thread that polls: a pipe, and a mark that keeps it from being written twice.
///
/// While the mark is set, ``wake()`` is one atomic exchange. The thread takes the mark away with ``rearm()`` just
/// before it looks at what it was woken for; so it is also cheap to be woken while it cannot look, for instance
/// offline.
final class WakeSignal: Sendable {
    /// The end to poll for reading.
    let descriptor: Int32
    private let writeEnd: Int32
    private let isMarked = Atomic(false)

    /// Makes a pipe; `nil` where the process has no descriptors left.
    init?() {
        var ends: (read: Int32, write: Int32) = (-1, -1)
        let code = unsafe withUnsafeMutablePointer(to: &ends) { ends in
            unsafe ends.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe pipe($0) }
        }
        guard code == 0 else { return nil }
        (descriptor, writeEnd) = ends
        for end in [ends.read, ends.write] {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Wakes the thread unless that was done since the last ``rearm()``; from any thread.
    func wake() {
        guard !isMarked.exchange(true, ordering: .acquiringAndReleasing) else { return }
        notify()
    }

    /// Wakes the thread in any case; from any thread.
    func notify() {
        var octet: UInt8 = 1
        // A full pipe is as good: then the thread has not read yet.
        _ = unsafe write(writeEnd, &octet, 1)
    }

    /// From now on ``wake()`` writes nothing; for the thread itself, where it will look in any case, after ``rearm()``.
    func disarm() { isMarked.store(true, ordering: .releasing) }

    /// From now on ``wake()`` writes again; to be called before looking.
    func rearm() { _ = isMarked.exchange(false, ordering: .acquiringAndReleasing) }

    /// Empties the pipe, so that polling waits again.
    func drain() {
        var octets: (UInt64, UInt64) = (0, 0)
        while unsafe withUnsafeMutableBytes(of: &octets, { unsafe read(descriptor, $0.baseAddress, $0.count) }) == 16 {}
    }
}
