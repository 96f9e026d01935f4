/// A queue in one array: appending and taking out cost the same however long it is.
package struct RingBuffer<Element: Sendable>: Sendable {
    private var elements: [Element?] = []
    private var head = 0
    /// How many elements wait.
    package private(set) var count = 0

    /// Makes an empty queue.
    package init() {}

    /// Whether nothing waits.
    package var isEmpty: Bool { count == 0 }

    /// Adds an element at the end.
    package mutating func append(_ element: Element) {
        if count == elements.count { grow() }
        elements[(head + count) & (elements.count - 1)] = element
        count += 1
    }

    /// Takes out the first element.
    package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = elements[head]
        elements[head] = nil
        head = (head + 1) & (elements.count - 1)
        count -= 1
        return element
    }

    /// The capacity is a power of two, so that a mask finds the place.
    private mutating func grow() {
        var grown: [Element?] = []
        grown.reserveCapacity(max(16, elements.count * 2))
        for index in 0..<count { grown.append(elements[(head + index) & (elements.count - 1)]) }
        grown.append(contentsOf: repeatElement(nil, count: max(16, elements.count * 2) - count))
        elements = grown
        head = 0
    }
}
