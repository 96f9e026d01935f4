/// What is due when: a binary heap over simulated time.
///
/// Timers that were cancelled or set anew stay until they come up, and are known by their number then, or until they
/// are swept out.
struct TimerQueue: Sendable {
    /// One timer of one device.
    struct Entry: Sendable {
        let due: Duration
        /// Numbers timers in the order in which they were set, so that those due together come in that order.
        let number: UInt64
        let device: Int
        let key: TimerKey
    }

    /// With fewer timers than this nothing is gained by looking for those that are over.
    private static let fewest = 256

    private var heap: [Entry] = []
    private var crowd = fewest
    private var lastNumber: UInt64 = 0

    /// When the first timer is due.
    var firstDue: Duration? { heap.first?.due }

    /// Sets a timer.
    ///
    /// - Returns: It, with its number.
    mutating func insert(due: Duration, device: Int, key: TimerKey) -> Entry {
        lastNumber += 1
        let entry = Entry(due: due, number: lastNumber, device: device, key: key)
        heap.append(entry)
        siftUp(heap.count - 1)
        return entry
    }

    /// Takes out the first timer that is due by a moment.
    mutating func popDue(by moment: Duration) -> Entry? {
        guard let first = heap.first, first.due <= moment else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        siftDown(0)
        return first
    }

    /// Whether so many timers stand here that it pays to look for those that are over.
    var isCrowded: Bool { heap.count >= crowd }

    /// Drops the timers that are over.
    mutating func keep(where isSet: (Entry) -> Bool) {
        heap.removeAll { !isSet($0) }
        for parent in (0..<heap.count / 2).reversed() { siftDown(parent) }
        crowd = max(Self.fewest, heap.count * 2)
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        (heap[left].due, heap[left].number) < (heap[right].due, heap[right].number)
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0, isBefore(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var first = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && isBefore(child, first) {
                first = child
            }
            guard first != parent else { return }
            heap.swapAt(parent, first)
            parent = first
        }
    }
}

/// Names a timer of a device.
struct TimerKey: Sendable, Hashable {
    /// On which endpoint.
    let endpoint: UInt16
    /// Of which cluster's behaviour.
    let cluster: UInt32
    /// Which of the behaviour's timers.
    let timer: UInt32
}
