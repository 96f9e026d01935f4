import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Vacuums: runs, areas, batteries (Matter Application Cluster Specification, chapters 7 and 17).
@Suite struct VacuumTests {
    /// The error of an operational command's response.
    private static func failure(_ response: [UInt32: DataValue]) -> DataValue? {
        if case .fields(let state)? = response[0] { state[0] } else { nil }
    }

    @Test func aVacuumCleansAndGoesHome() throws {
        var bench = try EngineBench("RoboticVacuumCleaner")
        let state = "RvcOperationalState.operationalState"
        #expect(try bench.number(state) == 66)
        #expect(Self.failure(try bench.invoke("RvcOperationalState.goHome")) == .uint(3))
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        #expect(try bench.number(state) == 1)
        try bench.invoke("RvcOperationalState.pause")
        #expect(try bench.number(state) == 2)
        try bench.invoke("RvcOperationalState.resume")
        try bench.invoke("RvcOperationalState.goHome")
        #expect(try bench.number(state) == 64)
        bench.pass(.seconds(30))
        #expect(try bench.number(state) == 66)
        #expect(bench.eventNames == ["operationCompletion"])
    }

    @Test func `a vacuum cleans the areas that are selected, then goes home`() throws {
        var bench = try EngineBench("RoboticVacuumCleaner")
        #expect(try bench.invoke("ServiceArea.selectAreas", ["newAreas": [1, 9]])[0] == .uint(1))
        #expect(try bench.invoke("ServiceArea.selectAreas", ["newAreas": [1, 1]])[0] == .uint(3))
        #expect(try bench.value("ServiceArea.selectedAreas") == .list([]))
        #expect(try bench.invoke("ServiceArea.selectAreas", ["newAreas": [2, 1]])[0] == .uint(0))
        #expect(try bench.invoke("ServiceArea.skipArea", ["skippedArea": 2])[0] == .uint(2), "it does not operate")
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        #expect(try bench.number("ServiceArea.currentArea") == 2)
        #expect(try bench.invoke("ServiceArea.selectAreas", ["newAreas": [1]])[0] == .uint(2))
        bench.pass(.seconds(300))
        try bench.invoke("RvcOperationalState.pause")
        bench.pass(.seconds(3000))
        try bench.invoke("RvcOperationalState.resume")
        bench.pass(.seconds(299))
        #expect(try bench.number("ServiceArea.currentArea") == 2)
        bench.pass(.seconds(1))
        #expect(try bench.number("ServiceArea.currentArea") == 1)
        bench.pass(.seconds(600))
        #expect(try bench.number("RvcOperationalState.operationalState") == 64)
        #expect(try bench.number("ServiceArea.currentArea") == nil)
        bench.pass(.seconds(30))
        #expect(try bench.number("RvcOperationalState.operationalState") == 66)
        #expect(try bench.number("RvcRunMode.currentMode") == 0)
        #expect(bench.eventNames == ["operationCompletion"])
    }

    @Test func `an area that is skipped is left out`() throws {
        var bench = try EngineBench("RoboticVacuumCleaner")
        #expect(try bench.invoke("ServiceArea.skipArea", ["skippedArea": 1])[0] == .uint(1), "none is selected")
        try bench.invoke("ServiceArea.selectAreas", ["newAreas": [1, 2]])
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        #expect(try bench.invoke("ServiceArea.skipArea", ["skippedArea": 9])[0] == .uint(3))
        #expect(try bench.invoke("ServiceArea.skipArea", ["skippedArea": 1])[0] == .uint(0))
        #expect(try bench.number("ServiceArea.currentArea") == 2)
        try bench.invoke("ServiceArea.skipArea", ["skippedArea": 2])
        #expect(try bench.number("RvcOperationalState.operationalState") == 64)
    }

    @Test func `a vacuum with a battery charges when it is home`() throws {
        var bench = try EngineBench(
            "RoboticVacuumCleaner", features: ["PowerSource": ["battery", "rechargeable"]],
            values: ["PowerSource.batPercentRemaining": 198], isAutonomous: true)
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        #expect(try bench.number("PowerSource.batChargeState") == 3)
        try bench.invoke("RvcOperationalState.goHome")
        bench.pass(.seconds(30))
        #expect(try bench.number("RvcOperationalState.operationalState") == 65)
        #expect(try bench.number("PowerSource.batChargeState") == 1)
        bench.pass(.seconds(60))
        #expect(try bench.number("RvcOperationalState.operationalState") == 66)
        #expect(try bench.number("PowerSource.batChargeState") == 2)
    }

    @Test func `a vacuum that is not autonomous charges, too, and charges when it begins`() throws {
        var bench = try EngineBench("RoboticVacuumCleaner", values: ["PowerSource.batPercentRemaining": 190])
        #expect(try bench.number("RvcOperationalState.operationalState") == 65)
        #expect(try bench.number("PowerSource.batChargeState") == 1)
        bench.pass(.seconds(99))
        #expect(try bench.number("PowerSource.batPercentRemaining") == 199)
        bench.pass(.seconds(1))
        #expect(try bench.number("RvcOperationalState.operationalState") == 66)
        #expect(try bench.number("PowerSource.batChargeState") == 2)
        try bench.report("PowerSource.batPercentRemaining", 100)
        #expect(try bench.number("RvcOperationalState.operationalState") == 65)
    }

    private static func vacuum(_ bench: EngineBench) throws -> [Int64?] {
        [try bench.number("RvcRunMode.currentMode"), try bench.number("RvcOperationalState.operationalState")]
    }

    /// The run mode is idle while the vacuum is (sections 7.2 and 7.4).
    @Test func `a vacuum that was switched off at work is idle, and starts again`() throws {
        var bench = try EngineBench("RoboticVacuumCleaner")
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        #expect(try Self.vacuum(bench) == [1, 1])
        bench.pass(.seconds(60))
        try bench.reboot()
        #expect(try Self.vacuum(bench) == [0, 66])
        #expect(try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])[0] == .uint(0))
        #expect(try Self.vacuum(bench) == [1, 1])
        bench.pass(.seconds(2 * 600 + 30))
        #expect(try Self.vacuum(bench) == [0, 66])
    }

    /// GoHome, and what of the areas is left then (ServiceArea, Progress).
    @Test func `a vacuum that is called home is idle on its way, and leaves areas out`() throws {
        func progress(_ bench: EngineBench) throws -> [DataValue?] {
            guard case .list(let entries) = try bench.value("ServiceArea.progress") else { return [] }
            return entries.map { entry in
                guard case .fields(let fields) = entry else { return nil }
                return fields[1]
            }
        }
        var bench = try EngineBench("RoboticVacuumCleaner")
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        bench.pass(.seconds(601))
        #expect(try progress(bench) == [.uint(3), .uint(1)])
        try bench.invoke("RvcOperationalState.goHome")
        #expect(try Self.vacuum(bench) == [0, 64])
        #expect(try progress(bench) == [.uint(3), .uint(2)], "one is done, the other was skipped")
        #expect(try bench.value("ServiceArea.currentArea") == .null)
        #expect(try bench.value("ServiceArea.estimatedEndTime") == .null)
        bench.pass(.seconds(10))
        try bench.invoke("RvcOperationalState.pause")
        bench.pass(.seconds(600))
        #expect(try Self.vacuum(bench) == [0, 2])
        try bench.invoke("RvcOperationalState.resume")
        #expect(try Self.vacuum(bench) == [0, 64], "it goes on home")
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        #expect(try Self.vacuum(bench) == [1, 1], "it turns back to work")
        bench.pass(.seconds(3600))
        #expect(try Self.vacuum(bench) == [0, 66])
    }

    @Test func `a report of what a vacuum does brings its mode along`() throws {
        var bench = try EngineBench("RoboticVacuumCleaner", values: ["RvcRunMode.currentMode": 2])
        #expect(try Self.vacuum(bench) == [2, 1], "the home file says that it is at work")
        try bench.report("RvcOperationalState.operationalState", 0x42)
        #expect(try Self.vacuum(bench) == [0, 66])
        try bench.report("RvcOperationalState.operationalError", ["errorStateId": "stuck"])
        #expect(try Self.vacuum(bench) == [0, 3])
        try bench.report("RvcOperationalState.operationalError", ["errorStateId": "noError"])
        #expect(try Self.vacuum(bench) == [0, 0])
    }

    @Test func `a vacuum changes what it does while it is idle`() throws {
        var bench = try EngineBench("RoboticVacuumCleaner")
        #expect(try bench.invoke("RvcCleanMode.changeToMode", ["newMode": 1])[0] == .uint(0))
        try bench.invoke("RvcRunMode.changeToMode", ["newMode": 1])
        #expect(try bench.invoke("RvcCleanMode.changeToMode", ["newMode": 2])[0] == .uint(3))
        #expect(try bench.invoke("RvcRunMode.changeToMode", ["newMode": 2])[0] == .uint(3))
        #expect(try bench.number("RvcCleanMode.currentMode") == 1)
        #expect(try bench.number("RvcRunMode.currentMode") == 1)
        #expect(try bench.invoke("RvcRunMode.changeToMode", ["newMode": 0])[0] == .uint(0))
    }

    @Test(arguments: [true, false])
    func `a vacuum in its dock charges on, whatever its battery was said to do`(_ isAutonomous: Bool) throws {
        var bench = try EngineBench(
            "RoboticVacuumCleaner", values: ["PowerSource.batPercentRemaining": 100], isAutonomous: isAutonomous)
        for state in ["isNotCharging", "isCharging", "isNotCharging"] as [Literal] {
            try bench.report("PowerSource.batChargeState", state)
            #expect(try bench.number("RvcOperationalState.operationalState") == 65)
            #expect(try bench.number("PowerSource.batChargeState") == 1)
        }
        bench.pass(.seconds(1000))
        #expect(try bench.number("PowerSource.batPercentRemaining") == 200)
        #expect(try bench.number("RvcOperationalState.operationalState") == 66)
        try bench.report("PowerSource.batPercentRemaining", 100)
        try bench.report("PowerSource.batChargeState", "isAtFullCharge")
        #expect(try bench.number("RvcOperationalState.operationalState") == 66)
    }
}
