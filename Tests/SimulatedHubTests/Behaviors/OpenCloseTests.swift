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

    @Test func aGateThatIsMovedByHandStandsThere() throws {
        var bench = try EngineBench("GoogleGate", values: ["Google.LockUnlock.lockState": "locked"])
        func percents() throws -> [DataValue] {
            try ["openPercent", "targetOpenPercent"].map { try bench.value("Google.OpenClose.\($0)") }
        }
        try bench.report("Google.OpenClose.openPercent", 40.0)
        #expect(try percents() == [.float(40), .float(40)])
        #expect(try bench.number("Google.LockUnlock.lockState") == 2, "who opened it unlocked it")
        let before = bench.engine.devices[0].values
        let refusal = try bench.refusal { try $0.invoke("Google.LockUnlock.lock", ["followUpToken": ""]) }
        #expect(refusal?.code == .failedPrecondition)
        #expect(bench.engine.devices[0].values == before)
        // Somebody moves it at the door.
        try bench.report("Google.OpenClose.targetOpenPercent", 20.0)
        try bench.report("Google.OpenClose.openPercent", 30.0)
        #expect(try percents() == [.float(30), .float(20)])
        try bench.report("Google.OpenClose.openPercent", 20.0)
        try bench.report("Google.OpenClose.openPercent", 40.0)
        #expect(try percents() == [.float(40), .float(40)])
        // Something is in the way just where it is.
        try bench.invoke("Google.OpenClose.open")
        bench.pass(.seconds(3))
        #expect(try percents() == [.float(60), .float(100)])
        try bench.report("Google.OpenClose.openPercent", 60.0)
        bench.pass(.seconds(60))
        #expect(try percents() == [.float(60), .float(60)])
        try bench.invoke("Google.OpenClose.close")
        bench.pass(.seconds(9))
        try bench.invoke("Google.LockUnlock.lock", ["followUpToken": ""])
        #expect(try bench.number("Google.LockUnlock.lockState") == 1)
    }

    @Test func whatIsLockedDoesNotOpen() throws {
        var bench = try EngineBench("GoogleGate")
        try bench.invoke("Google.LockUnlock.lock", ["followUpToken": "x"])
        let refusal = try bench.refusal { try $0.invoke("Google.OpenClose.open") }
        #expect(refusal?.code == .failedPrecondition)
        try bench.invoke("Google.LockUnlock.unlock", ["followUpToken": "x"])
        try bench.invoke("Google.OpenClose.open")
    }

    private static let percent = "Google.OpenClose.openPercent"

    @Test func `what is open, or opens, is not locked`() throws {
        var bench = try EngineBench("GoogleDoor", values: ["DoorLock.lockState": "unlocked"])
        try bench.invoke("Google.OpenClose.open")
        for _ in 0..<20 {
            bench.pass(.seconds(1))
            #expect(try bench.refusal { try $0.invoke("DoorLock.lockDoor") }?.code == .failedPrecondition)
        }
        #expect(try bench.value(Self.percent) == .float(100), "it opened all the same")
        try bench.invoke("Google.OpenClose.close")
        bench.pass(.seconds(20))
        try bench.invoke("DoorLock.lockDoor")
        #expect(try bench.refusal { try $0.invoke("Google.OpenClose.open") }?.code == .failedPrecondition)
    }

    @Test(arguments: [("GoogleDoor", "DoorLock.lockState"), ("GoogleGate", "Google.LockUnlock.lockState")])
    func `who locked one that was open closed it first`(_ type: String, _ lock: String) throws {
        var bench = try EngineBench(type, values: [lock: "unlocked"])
        try bench.invoke("Google.OpenClose.goToOpenPercentage", ["openPercent": 40.0])
        bench.pass(.seconds(2))
        try bench.report(lock, "locked")
        bench.pass(.seconds(30))
        #expect(try bench.value(Self.percent) == .float(0))
        #expect(try bench.value("Google.OpenClose.targetOpenPercent") == .float(0))
        #expect(try bench.number(lock) == 1)
    }

    /// It has not moved by a percent yet.
    @Test func `one that is locked as it begins to open stays closed`() throws {
        var bench = try EngineBench("GoogleDoor", values: ["DoorLock.lockState": "unlocked"])
        try bench.invoke("Google.OpenClose.open")
        try bench.invoke("DoorLock.lockDoor")
        bench.pass(.seconds(30))
        #expect(try bench.value(Self.percent) == .float(0))
        #expect(try bench.number("DoorLock.doorState") == 1)
    }
}
