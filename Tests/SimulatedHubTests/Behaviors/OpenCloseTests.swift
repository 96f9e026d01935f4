import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Gates and garage doors (Google traits OpenClose and LockUnlock).
@Suite struct OpenCloseTests {
    @Test(
        arguments: [("open", [:], 100), ("close", [:], 0), ("goToOpenPercentage", ["openPercent": 30.0], 30)]
            as [(String, [String: Literal], Double)])
    func aGateOpens(_ command: String, _ fields: [String: Literal], _ percent: Double) throws {
        var bench = try EngineBench("GoogleGate", values: ["Google.OpenClose.openPercent": 50.0])
        try bench.invoke("Google.OpenClose.\(command)", fields)
        #expect(try bench.value("Google.OpenClose.targetOpenPercent") == .float(percent))
        #expect(try bench.value("Google.OpenClose.openPercent") == .float(50))
        bench.pass(.seconds(1))
        #expect(try bench.value("Google.OpenClose.openPercent") != .float(50))
        bench.pass(.seconds(15))
        #expect(try bench.value("Google.OpenClose.openPercent") == .float(percent))
    }

    @Test func aGateThatMeetsSomethingStandsThere() throws {
        var bench = try EngineBench("GoogleGarage")
        try bench.invoke("Google.OpenClose.open")
        bench.pass(.seconds(3))
        #expect(try bench.value("Google.OpenClose.openPercent") == .float(20))
        try bench.report("Google.OpenClose.openPercent", 25.0)
        bench.pass(.seconds(60))
        #expect(try bench.value("Google.OpenClose.openPercent") == .float(25))
        #expect(try bench.value("Google.OpenClose.targetOpenPercent") == .float(25))
        try bench.invoke("Google.OpenClose.close")
        bench.pass(.seconds(4))
        #expect(try bench.value("Google.OpenClose.openPercent") == .float(0))
    }

    @Test func whatIsLockedDoesNotOpen() throws {
        var bench = try EngineBench("GoogleGate")
        try bench.invoke("Google.LockUnlock.lock", ["followUpToken": "x"])
        let refusal = try bench.refusal { try $0.invoke("Google.OpenClose.open") }
        #expect(refusal?.code == .failedPrecondition)
        try bench.invoke("Google.LockUnlock.unlock", ["followUpToken": "x"])
        try bench.invoke("Google.OpenClose.open")
    }
}
