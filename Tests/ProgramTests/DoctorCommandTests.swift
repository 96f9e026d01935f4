import TestSupport
import Testing

@Suite struct DoctorCommandTests {
    @Test func `each thing has a line, and a broker that fits is status 0`() async throws {
        let broker = try await MosquittoBroker.start()
        let result = try ProgramRun.run(["doctor", "--broker", "\(broker.address)"])
        #expect(result.status == 0 && result.error.isEmpty)
        #expect(result.outputLines.first == "\(broker.address)")
        #expect(result.outputLines.dropFirst().allSatisfy { $0.hasPrefix("ok     ") }, "\(result.output)")
        #expect(result.outputLines.contains("ok     base topic: no bridge runs under homegraph"))
        try await broker.stop()
    }

    @Test func `a broker that is not there is status 69, and no password is shown`() throws {
        let port = try SilentListener.closedPort()
        let result = try ProgramRun.run(["doctor", "--broker", "mqtt://me:hunter2@127.0.0.1:\(port)"])
        #expect(result.status == 69)
        #expect(result.outputLines.last?.hasPrefix("fault  network: ") == true, "\(result.output)")
        #expect(result.errorLines.count == 1)
        #expect(!(result.output + result.error).contains("hunter2"))
    }
}
