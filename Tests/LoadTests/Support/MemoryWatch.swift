import Foundation
import Synchronization

/// What a process keeps in memory, five times a second.
final class MemoryWatch: Sendable {
    private let samples = Mutex<[Int]>([])
    private let isOver = Atomic(false)

    init(of process: pid_t) {
        let path = "/proc/\(process)/statm"
        Thread.detachNewThread { [self] in
            // Sampling in time is what it is for.
            while !isOver.load(ordering: .relaxed), let text = try? String(contentsOfFile: path, encoding: .utf8) {
                let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                samples.withLock { $0.append(pages * Int(sysconf(Int32(_SC_PAGESIZE)))) }
                Thread.sleep(forTimeInterval: 0.2)
            }
        }
    }

    /// Ends it.
    ///
    /// - Returns: The octets, in order.
    func stop() -> [Int] {
        isOver.store(true, ordering: .relaxed)
        return samples.withLock { $0 }
    }
}
