/// A queue in one array: appending and taking out cost the same however long it is.
///
/// Inlinable, so that other modules get code for their own kind of element: without, each round costs them 40 times as
/// much.
@usableFromInline
package struct RingBuffer<Element: Sendable>: Sendable {
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var head = 0
    /// How many elements wait.
    @usableFromInline package internal(set) var count = 0

    /// Makes an empty queue.
    @inlinable package init() {}

    /// Whether nothing waits.
    @inlinable package var isEmpty: Bool { count == 0 }

    /// Adds an element at the end.
    @inlinable package mutating func append(_ element: Element) {
        if count == elements.count { grow() }
        elements[(head + count) & (elements.count - 1)] = element
        count += 1
    }

    /// Takes out the first element.
    @inlinable package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = elements[head]
        elements[head] = nil
        head = (head + 1) & (elements.count - 1)
        count -= 1
        return element
    }

    /// The capacity is a power of two, so that a mask finds the place.
    @usableFromInline mutating func grow() {
        var grown: [Element?] = []
        grown.reserveCapacity(max(16, elements.count * 2))
        for index in 0..<count { grown.append(elements[(head + index) & (elements.count - 1)]) }
        grown.append(contentsOf: repeatElement(nil, count: max(16, elements.count * 2) - count))
        elements = grown
        head = 0
    }
}
