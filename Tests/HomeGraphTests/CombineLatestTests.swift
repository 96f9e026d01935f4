import HomeGraph
import TestSupport
import Testing

/// Pairs of the newest elements of two sequences.
@Suite(.timeLimit(.minutes(1))) struct CombineLatestTests {
    private struct Pair: Equatable {
        let number: Int
        let text: String

        init(_ number: Int, _ text: String) {
            self.number = number
            self.text = text
        }
    }

    private let numbers: AsyncStream<Int>, numberSource: AsyncStream<Int>.Continuation
    private let texts: AsyncStream<String>, textSource: AsyncStream<String>.Continuation

    init() {
        (numbers, numberSource) = AsyncStream.makeStream(of: Int.self)
        (texts, textSource) = AsyncStream.makeStream(of: String.self)
    }

    @Test func `each element gives a pair with the newest of the other`() async {
        var pairs = numbers.combineLatest(texts).map { Pair($0, $1) }.makeAsyncIterator()
        numberSource.yield(1)
        textSource.yield("a")
        #expect(await pairs.next() == Pair(1, "a"))
        numberSource.yield(2)
        #expect(await pairs.next() == Pair(2, "a"))
        textSource.yield("b")
        #expect(await pairs.next() == Pair(2, "b"))
    }

    @Test func `it goes on with one when the other has ended, and ends with both`() async {
        var pairs = numbers.combineLatest(texts).map { Pair($0, $1) }.makeAsyncIterator()
        numberSource.yield(1)
        textSource.yield("a")
        #expect(await pairs.next() == Pair(1, "a"))
        textSource.finish()
        numberSource.yield(2)
        #expect(await pairs.next() == Pair(2, "a"))
        numberSource.finish()
        #expect(await pairs.next() == nil)
        #expect(await pairs.next() == nil)
    }

    @Test func `a sequence that ends without an element ends it, and lets the other go`() async {
        let ended = AsyncStream.makeStream(of: Void.self)
        numberSource.yield(1)
        textSource.finish()
        // Only who reads the numbers holds what ends the stream, whether it waits for a number or for one to be taken.
        var pairs = Self.held(numbers, by: Holder(ended.continuation)).combineLatest(texts).makeAsyncIterator()
        #expect(await pairs.next() == nil)
        for await _ in ended.stream {}
    }

    /// Ends a stream when nobody holds it any more.
    private final class Holder: Sendable {
        private let continuation: AsyncStream<Void>.Continuation

        init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }

        deinit { continuation.finish() }
    }

    /// The same elements, from a sequence that holds something as long as somebody holds it or reads it.
    private static func held(_ numbers: AsyncStream<Int>, by holder: Holder) -> AsyncMapSequence<AsyncStream<Int>, Int>
    {
        numbers.map { number in withExtendedLifetime(holder) { number } }
    }

    @Test func `a burst keeps its order, and nothing is left out`() async {
        for number in 1...200 { numberSource.yield(number) }
        for text in ["a", "b", "c"] { textSource.yield(text) }
        numberSource.finish()
        textSource.finish()
        var pairs: [Pair] = []
        for await (number, text) in numbers.combineLatest(texts) { pairs.append(Pair(number, text)) }
        #expect(pairs.last == Pair(200, "c"))
        for (before, after) in zip(pairs, pairs.dropFirst()) {
            let isNumber = after.number == before.number + 1 && after.text == before.text
            let isText = after.number == before.number && after.text > before.text
            #expect(isNumber || isText, "\(before) then \(after)")
        }
    }

    @Test func `neither is asked for more than one element ahead`() async {
        let asked = AsyncStream.makeStream(of: Int.self)
        let counted = numbers.map { number in
            asked.continuation.yield(number)
            return number
        }
        for number in 1...5 { numberSource.yield(number) }
        var pairs = counted.combineLatest(texts).map { Pair($0, $1) }.makeAsyncIterator()
        var seen = asked.stream.makeAsyncIterator()
        #expect(await seen.next() == 1)
        textSource.yield("a")
        #expect(await pairs.next() == Pair(1, "a"))
        #expect(await pairs.next() == Pair(2, "a"))
        asked.continuation.finish()
        var last = 1
        while let number = await seen.next() { last = number }
        #expect(last <= 3)
    }

    @Test func `when its task is cancelled both sequences are let go`() async {
        let ended = AsyncStream.makeStream(of: String.self)
        numberSource.onTermination = { _ in ended.continuation.yield("numbers") }
        textSource.onTermination = { _ in ended.continuation.yield("texts") }
        let started = AsyncStream.makeStream(of: Void.self)
        let task = Task { [numbers, texts] in
            var count = 0
            for await _ in numbers.combineLatest(texts) {
                count += 1
                started.continuation.finish()
            }
            return count
        }
        numberSource.yield(1)
        textSource.yield("a")
        for await _ in started.stream {}
        task.cancel()
        #expect(await task.value == 1)
        var names: Set<String> = []
        for await name in ended.stream {
            names.insert(name)
            if names.count == 2 { break }
        }
        #expect(names == ["numbers", "texts"])
    }

    @Test func `leaving the loop lets both sequences go`() async {
        let ended = AsyncStream.makeStream(of: Void.self)
        numberSource.onTermination = { _ in ended.continuation.finish() }
        numberSource.yield(1)
        textSource.yield("a")
        for await _ in numbers.combineLatest(texts) { break }
        for await _ in ended.stream {}
    }

    @Test func `rooms and devices are joined, and again after a change of either`() async throws {
        let home = try await Home(hub: HandHub(SmallHome.contents(lamps: 3)), time: ManualTime())
        var pairs = home.rooms().batched().combineLatest(home.devices().batched()).map { rooms, devices in
            Dictionary(
                uniqueKeysWithValues: rooms.map { room in
                    (room.name, Set(devices.filter { $0.roomID == room.id }.map(\.name)))
                })
        }.makeAsyncIterator()
        #expect(await pairs.next() == ["Kitchen": ["Lamp 0", "Lamp 2"]])
        try await home.devices().list().first { $0.id == "lamp-0" }?.setName("Star")
        #expect(await pairs.next() == ["Kitchen": ["Star", "Lamp 2"]])
        try await home.rooms().list().first?.setName("Galley")
        #expect(await pairs.next() == ["Galley": ["Star", "Lamp 2"]])
    }
}
