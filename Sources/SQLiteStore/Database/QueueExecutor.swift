import Dispatch

/// Runs an actor on a queue of its own, so that its calls, which wait for the disk, block nobody else.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes a queue with a label.
    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { @Sendable [self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
