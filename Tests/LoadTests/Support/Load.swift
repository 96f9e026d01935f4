import Foundation
import RawMosquitto
import TestSupport

/// What plain libmosquitto sends, on a thread of its own.
enum Load {
    /// How the orders of a run were answered, each at its number.
    struct Result: Sendable {
        let outcomes: [UInt8]
        /// In seconds; 0 where no answer came.
        let latencies: [Float]

        func count(_ outcome: raw_outcome) -> Int { outcomes.count { $0 == UInt8(outcome.rawValue) } }
    }

    /// Sends orders at a rate; see `raw_load`.
    static func run(
        port: UInt16, topics: [String], payloads: [String], answers: String, count: Int, rate: Double
    ) async throws -> Result {
        try await onThread {
            var outcomes = [UInt8](repeating: 0, count: count)
            var latencies = [Float](repeating: 0, count: count)
            let code = unsafe withCStrings(topics) { topics in
                unsafe withCStrings(payloads) { payloads in
                    unsafe raw_load(
                        Int32(port), topics.baseAddress, topics.count, payloads.baseAddress, payloads.count, answers,
                        count, rate, 15, &outcomes, &latencies)
                }
            }
            guard code == 0 else { throw NotSeen(description: "the load was not sent: libmosquitto's error \(code)") }
            return Result(outcomes: outcomes, latencies: latencies)
        }
    }

    /// Sends messages as fast as the broker takes them.
    ///
    /// - Returns: Those that come next.
    static func flood(port: UInt16, count: Int, _ messages: GarbageMessages) async throws -> GarbageMessages {
        try await onThread {
            var messages = messages
            guard let sender = unsafe raw_sender_open(Int32(port)) else {
                throw NotSeen(description: "a connection for the flood did not come")
            }
            var sent = 0
            var code: Int32 = 0
            while sent < count, code == 0 {
                let message = messages.next()
                code = unsafe message.payload.withUnsafeBytes { payload in
                    unsafe raw_sender_publish(
                        sender, message.topic, payload.baseAddress, payload.count, message.isRetained)
                }
                sent += code == 0 ? 1 : 0
            }
            let end = unsafe raw_sender_close(sender)
            guard code == 0, end == 0 else {
                throw NotSeen(description: "the flood ended after \(sent): libmosquitto's error \(code), \(end)")
            }
            return messages
        }
    }

    private static func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }

    private static func withCStrings<Value>(
        _ texts: [String], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
        let copies = unsafe texts.map { text in unsafe UnsafePointer<CChar>(strdup(text)) }
        defer { unsafe copies.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
        return unsafe copies.withUnsafeBufferPointer(body)
    }
}
