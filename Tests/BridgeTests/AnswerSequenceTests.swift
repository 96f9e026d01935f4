import MQTT
import TestSupport
import Testing

@testable import Bridge

@Suite struct AnswerSequenceTests {
    private func answer(_ text: String) -> OutboxMessage {
        OutboxMessage(topic: [], payload: Array(text.utf8), qualityOfService: .atMostOnce)
    }

    @Test func `answers on one topic come in the order of their orders`() {
        var sequence = AnswerSequence()
        let first = sequence.open([1])
        let second = sequence.open([1])
        let other = sequence.open([2])
        #expect(sequence.close(second, with: answer("b")).isEmpty)
        #expect(sequence.close(other, with: answer("c")).map(\.payload) == [Array("c".utf8)])
        #expect(sequence.close(first, with: answer("a")).map(\.payload) == [Array("a".utf8), Array("b".utf8)])
        #expect(sequence.count == 0)
    }

    @Test func `a ticket is answered once`() {
        var sequence = AnswerSequence()
        let ticket = sequence.open([1])
        #expect(sequence.close(ticket, with: answer("a")).count == 1)
        #expect(sequence.close(ticket, with: answer("b")).isEmpty)
    }

    /// In whatever order outcomes come, every order is answered once and in its place.
    @Test func `any order of outcomes is brought in order`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            var sequence = AnswerSequence()
            let tickets = (0..<20).map { (number: $0, ticket: sequence.open([UInt8($0 % 3)])) }
            var came: [UInt8: [Int]] = [:]
            for entry in tickets.shuffled(using: &generator) {
                for ready in sequence.close(
                    entry.ticket,
                    with: OutboxMessage(
                        topic: entry.ticket.topic, payload: [UInt8(entry.number)], qualityOfService: .atMostOnce))
                {
                    came[ready.topic[0], default: []].append(Int(ready.payload[0]))
                }
            }
            #expect(came.values.allSatisfy { $0 == $0.sorted() })
            #expect(came.values.reduce(0) { $0 + $1.count } == 20)
        }
    }
}
