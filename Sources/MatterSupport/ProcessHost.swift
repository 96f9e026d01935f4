import Foundation
import Synchronization

/// Runs the extension as a process of its own, which shares nothing with this one but what both find on disk.
struct ProcessHost: ExtensionHost {
    let executable: URL
    let environment: [String: String]

    func open() async throws -> any ExtensionSession {
        let process = Process()
        process.executableURL = executable
        let (input, theirs) = try QuietChannel.make()
        let output = Pipe()
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        process.standardInput = theirs
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            input.close()
            throw MatterAddDeviceError.extensionFailed("\(executable.path) cannot be started: \(error)")
        }
        return ProcessSession(process: process, input: input, output: output.fileHandleForReading)
    }
}

/// A process that answers a line for a line; its pipes are used from one queue only.
private final class ProcessSession: ExtensionSession, @unchecked Sendable {
    private let process: Process
    private let input: QuietChannel
    private let output: FileHandle
    private let queue = DispatchQueue(label: "MatterSupport.ProcessSession")
    /// How long the extension may take for one answer: longer than commissioning may.
    private static let patience: Duration = .seconds(240)
    /// How long it may take to end after the last one.
    private static let farewell: Duration = .seconds(5)
    private var buffer = Data()

    init(process: Process, input: QuietChannel, output: FileHandle) {
        self.process = process
        self.input = input
        self.output = output
    }

    func commission(home: MatterAddDeviceRequest.Home, payload: String, id: UUID) async throws {
        _ = try await ask(.commission(home: home, payload: payload, id: id))
    }

    func rooms(home: MatterAddDeviceRequest.Home) async throws -> [MatterAddDeviceRequest.Room] {
        guard case .rooms(let rooms) = try await ask(.rooms(home: home)) else {
            throw MatterAddDeviceError.extensionFailed("it was asked for rooms and gave none")
        }
        return rooms
    }

    func configure(name: String, room: MatterAddDeviceRequest.Room?) async throws {
        _ = try await ask(.configure(name: name, room: room))
    }

    func close() async {
        let timer = end(after: Self.farewell)
        defer { timer.cancel() }
        await withCheckedContinuation { continuation in
            queue.async { @Sendable in
                self.input.close()
                self.process.waitUntilExit()
                continuation.resume()
            }
        }
    }

    private func ask(_ call: ExtensionCall) async throws -> ExtensionAnswer {
        let line = try call.line()
        let timer = end(after: Self.patience)
        defer { timer.cancel() }
        let answer: Result<ExtensionAnswer, any Error> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { @Sendable in continuation.resume(returning: Result { try self.exchange(line) }) }
            }
        } onCancel: { [process] in
            process.terminate()
        }
        if case .failed(let why) = try answer.get() { throw MatterAddDeviceError.extensionFailed(why) }
        return try answer.get()
    }

    /// Ends an extension that hangs; then its output ends, and so does the wait for its answer.
    private func end(after delay: Duration) -> Task<Void, any Error> {
        Task { [process] in
            try await ContinuousClock().sleep(for: delay)
            process.terminate()
        }
    }

    private func exchange(_ line: Data) throws -> ExtensionAnswer {
        try input.write(line)
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer = Data(buffer[(end + 1)...]) }
                return try JSONDecoder().decode(ExtensionAnswer.self, from: Data(buffer[..<end]))
            }
            let more = output.availableData
            guard !more.isEmpty else { throw MatterAddDeviceError.extensionFailed("it ended without an answer") }
            buffer.append(more)
        }
    }
}
