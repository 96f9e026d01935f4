import TestSupport
import Testing

@testable import HomeGraph

struct CommissioningMachineTests {
    private typealias Session = Commissioning.Session

    private var machine = CommissioningMachine()

    private mutating func prepare(_ structureID: String = "main") throws -> Session {
        try machine.prepare(structureID: structureID, isHubOnline: true)
    }

    private mutating func commission(_ session: Session, _ result: Result<[String], HomeError>) throws -> Bool {
        try machine.begin(session)
        return machine.end(session, result)
    }

    private func code(_ body: () throws(HomeError) -> Void) -> HomeError.Code? {
        do throws(HomeError) {
            try body()
            return nil
        } catch { return error.code }
    }

    @Test mutating func `a session goes from prepare to complete`() throws {
        let session = try prepare()
        let hasJoined = try commission(session, .success(["plug"]))
        #expect(hasJoined)
        #expect(try machine.configurable(session) == ["plug"])
        #expect(try machine.session(structureID: "main") == session)
        let ids = try machine.complete(session)
        #expect(ids == ["plug"])
        #expect(machine.open == nil)
    }

    @Test mutating func `several devices may join in one session, also after one that failed`() throws {
        let session = try prepare()
        _ = try commission(session, .success(["a", "b"]))
        _ = try commission(session, .success(["c"]))
        #expect(try machine.configurable(session) == ["c"], "those that joined last")
        _ = try commission(session, .failure(HomeError(.notFound, "no device")))
        #expect(code { () throws(HomeError) in _ = try machine.configurable(session) } == .failedPrecondition)
        let ids = try machine.complete(session)
        #expect(ids == ["a", "b", "c"])
    }

    @Test(arguments: [(false, true, HomeError.Code.permissionDenied), (true, false, .unavailable)])
    mutating func `what keeps a session from opening is said`(
        isPermitted: Bool, isOnline: Bool, expected: HomeError.Code
    ) {
        var machine = machine
        #expect(
            code { () throws(HomeError) in
                _ = try machine.prepare(structureID: "main", isHubOnline: isOnline, isPermitted: isPermitted)
            } == expected)
        #expect(machine.open == nil)
    }

    @Test mutating func `each wrong call in each state has its error`() throws {
        #expect(code { () throws(HomeError) in _ = try machine.session(structureID: "main") } == .failedPrecondition)
        let session = try prepare()
        var busy = machine
        #expect(
            code { () throws(HomeError) in _ = try busy.prepare(structureID: "cottage", isHubOnline: true) }
                == .failedPrecondition)
        #expect(code { () throws(HomeError) in _ = try machine.session(structureID: "cottage") } == .failedPrecondition)
        #expect(code { () throws(HomeError) in _ = try busy.configurable(session) } == .failedPrecondition)
        #expect(code { () throws(HomeError) in _ = try busy.complete(session) } == .failedPrecondition)
        try busy.begin(session)
        #expect(code { () throws(HomeError) in try busy.begin(session) } == .aborted)
        #expect(code { () throws(HomeError) in _ = try busy.complete(session) } == .failedPrecondition)
        let hasEnded = busy.end(session, .failure(HomeError(.notFound, "no device")))
        #expect(hasEnded)
        #expect(code { () throws(HomeError) in _ = try busy.complete(session) } == .failedPrecondition)
        let isTakenLate = busy.end(session, .success(["late"]))
        #expect(!isTakenLate, "it ended already")
    }

    @Test mutating func `a session that is over is nobody's any more`() throws {
        let first = try prepare()
        _ = try commission(first, .failure(HomeError(.unavailable, "gone")))
        let open = machine.cancel(first)
        let result = MatterUnsuccessfulCommissioningResult(error: nil, session: open)
        #expect((result.detailedError as? HomeError)?.code == .unavailable)
        #expect(result.suggestedUserActions.first == .checkHubAvailability)
        let second = try prepare()
        #expect(second != first)
        var other = machine
        #expect(code { () throws(HomeError) in try other.begin(first) } == .failedPrecondition)
        #expect(code { () throws(HomeError) in _ = try other.complete(first) } == .failedPrecondition)
        let nothing = machine.cancel(first)
        #expect(nothing == nil && machine.isOpen(second))
        let isTaken = machine.end(first, .success(["plug"]))
        #expect(!isTaken)
    }

    @Test mutating func `an error that lost its type on its way still leads to what can be tried`() throws {
        struct Foreign: Error {}
        let session = try prepare()
        _ = try commission(session, .failure(HomeError(.alreadyExists, "it is there")))
        let result = MatterUnsuccessfulCommissioningResult(error: Foreign(), session: machine.cancel(session))
        #expect(result.detailedError is Foreign)
        #expect(result.suggestedUserActions == [.factoryResetDevice])
    }

    @Test mutating func `whatever is called in whatever order, devices are never lost or invented`() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            var machine = CommissioningMachine()
            var sessions: [Session] = []
            var joined: [String] = []
            for step in 0..<60 {
                let session = sessions.randomElement(using: &random)
                switch (Int.random(in: 0..<5, using: &random), session) {
                case (0, _):
                    let before = machine.open
                    let opened = try? machine.prepare(structureID: "main", isHubOnline: true)
                    #expect((opened != nil) == (before == nil))
                    if let opened {
                        sessions.append(opened)
                        joined = []
                    }
                case (1, let session?): try? machine.begin(session)
                case (2, let session?): if machine.end(session, .success(["d\(step)"])) { joined.append("d\(step)") }
                case (3, let session?):
                    if let ids = try? machine.complete(session) { #expect(ids == joined && !ids.isEmpty) }
                case (_, let session?):
                    if let open = machine.cancel(session) { #expect(open.deviceIDs == joined) }
                default: break
                }
            }
        }
    }
}
