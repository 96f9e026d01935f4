import TestSupport
import Testing

@testable import HomeGraph

struct CommissioningMachineTests {
    private func prepared() throws -> CommissioningMachine {
        var machine = CommissioningMachine()
        try machine.prepare(structureID: "main", isHubOnline: true)
        return machine
    }

    private func code(_ body: () throws(HomeError) -> Void) -> HomeError.Code? {
        do throws(HomeError) {
            try body()
            return nil
        } catch { return error.code }
    }

    @Test func `a session goes from prepare to complete`() throws {
        var machine = try prepared()
        let number = try machine.begin()
        let hasJoined = machine.end(number, .success(["plug"]))
        #expect(hasJoined)
        #expect(try machine.configurable() == ["plug"])
        let ids = try machine.complete(structureID: "main")
        #expect(ids == ["plug"])
        #expect(machine.session == nil)
    }

    @Test func `several devices may join in one session`() throws {
        var machine = try prepared()
        for id in ["a", "b"] { _ = machine.end(try machine.begin(), .success([id])) }
        let ids = try machine.complete(structureID: "main")
        #expect(ids == ["a", "b"])
    }

    @Test(arguments: [
        (false, Bool?.some(true), HomeError.Code.permissionDenied), (true, .some(false), .unavailable),
        (true, nil, .failedPrecondition),
    ])
    func `what keeps a session from opening is said`(isPermitted: Bool, isOnline: Bool?, expected: HomeError.Code) {
        var machine = CommissioningMachine()
        #expect(
            code { () throws(HomeError) in
                try machine.prepare(structureID: "main", isHubOnline: isOnline, isPermitted: isPermitted)
            } == expected)
        #expect(machine.session == nil)
    }

    @Test func `each wrong call in each state has its error`() throws {
        var idle = CommissioningMachine()
        #expect(code { () throws(HomeError) in _ = try idle.begin() } == .failedPrecondition)
        #expect(code { () throws(HomeError) in _ = try idle.configurable() } == .failedPrecondition)
        #expect(code { () throws(HomeError) in _ = try idle.complete(structureID: "main") } == .failedPrecondition)
        let nothing = idle.cancel()
        #expect(nothing == nil)

        var waiting = try prepared()
        #expect(
            code { () throws(HomeError) in try waiting.prepare(structureID: "cottage", isHubOnline: true) }
                == .failedPrecondition)
        #expect(code { () throws(HomeError) in _ = try waiting.configurable() } == .failedPrecondition)
        #expect(code { () throws(HomeError) in _ = try waiting.complete(structureID: "main") } == .failedPrecondition)

        var busy = try prepared()
        let number = try busy.begin()
        #expect(code { () throws(HomeError) in _ = try busy.begin() } == .aborted)
        #expect(code { () throws(HomeError) in _ = try busy.complete(structureID: "main") } == .failedPrecondition)
        let hasEnded = busy.end(number, .failure(HomeError(.notFound, "no device")))
        #expect(hasEnded)
        #expect(code { () throws(HomeError) in _ = try busy.complete(structureID: "main") } == .failedPrecondition)
        #expect(code { () throws(HomeError) in _ = try busy.configurable() } == .failedPrecondition)
        let isTakenLate = busy.end(number, .success(["late"]))
        #expect(!isTakenLate, "it ended already")

        var done = try prepared()
        _ = done.end(try done.begin(), .success(["plug"]))
        #expect(code { () throws(HomeError) in _ = try done.complete(structureID: "cottage") } == .failedPrecondition)
    }

    @Test func `after a failure and a cancel a new session can begin`() throws {
        var machine = try prepared()
        _ = machine.end(try machine.begin(), .failure(HomeError(.unavailable, "gone")))
        let cancelled = machine.cancel()
        let session = try #require(cancelled)
        let result = MatterUnsuccessfulCommissioningResult(error: nil, session: session)
        #expect((result.detailedError as? HomeError)?.code == .unavailable)
        #expect(result.suggestedUserActions.first == .checkHubAvailability)
        try machine.prepare(structureID: "main", isHubOnline: true)
        #expect(machine.session?.phase == .waiting)
    }

    @Test func `what the hub says after a cancel changes nothing`() throws {
        var machine = try prepared()
        let number = try machine.begin()
        _ = machine.cancel()
        let isTaken = machine.end(number, .success(["plug"]))
        #expect(!isTaken)
        try machine.prepare(structureID: "main", isHubOnline: true)
        let isTakenByTheNext = machine.end(number, .success(["plug"]))
        #expect(!isTakenByTheNext)
        #expect(machine.session?.deviceIDs == [])
    }

    @Test func `whatever is called in whatever order, devices are never lost or invented`() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            var machine = CommissioningMachine()
            var running: Int?
            var joined: [String] = []
            for step in 0..<60 {
                switch Int.random(in: 0..<5, using: &random) {
                case 0:
                    let before = machine.session
                    let error = code { () throws(HomeError) in
                        try machine.prepare(structureID: "main", isHubOnline: true)
                    }
                    #expect((error == nil) == (before == nil))
                    if before == nil { joined = [] }
                case 1: running = (try? machine.begin()) ?? running
                case 2:
                    if let number = running, machine.end(number, .success(["d\(step)"])) { joined.append("d\(step)") }
                case 3:
                    if let ids = try? machine.complete(structureID: "main") {
                        #expect(ids == joined)
                        #expect(!ids.isEmpty)
                    }
                default:
                    if let session = machine.cancel() { #expect(session.deviceIDs == joined) }
                }
            }
        }
    }
}
