import Foundation
import Monitoring
import Synchronization

/// What a process keeps in memory, five times a second.
final class MemoryWatch: Sendable {
    private let samples = Mutex<[Int]>([])
    private let isOver = Atomic(false)

    init(of process: pid_t) {
        Thread.detachNewThread { [self] in
            // Sampling in time is what it is for.
            while !isOver.load(ordering: .relaxed) {
                let octets = Int(ProcessFigures(of: process).residentMemory)
                guard octets > 0 else { return }
                samples.withLock { $0.append(octets) }
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
