import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Arming and disarming (Google trait ArmDisarm).
@Suite struct SecuritySystemTests {
    @Test func whoComesInAndDoesNotDisarmSetsOffTheAlarm() throws {
        var bench = try EngineBench("GoogleSecuritySystem")
        func comeIn() throws {
            try bench.invoke("Google.ArmDisarm.armDisarm", ["arm": true, "armLevel": "home"])
            #expect(try bench.number("Google.ArmDisarm.armState") == 2)
            try bench.report("Google.ArmDisarm.armState", "preAlarm")
            #expect(try bench.number("Google.ArmDisarm.entryAllowanceEndTimeSeconds") != 0)
            bench.pass(.seconds(29))
            #expect(try bench.number("Google.ArmDisarm.armState") == 4)
        }
        try comeIn()
        try bench.invoke("Google.ArmDisarm.armDisarm", ["arm": false])
        bench.pass(.seconds(60))
        #expect(try bench.number("Google.ArmDisarm.armState") == 1)
        #expect(try bench.number("Google.ArmDisarm.entryAllowanceEndTimeSeconds") == 0)
        try comeIn()
        bench.pass(.seconds(1))
        #expect(try bench.number("Google.ArmDisarm.armState") == 5)
        // Arming is no way to silence it.
        let refusal = try bench.refusal { try $0.invoke("Google.ArmDisarm.armDisarm", ["arm": true]) }
        #expect(refusal?.code == .failedPrecondition)
        #expect(try bench.number("Google.ArmDisarm.armState") == 5)
        try bench.invoke("Google.ArmDisarm.armDisarm", ["arm": false])
        #expect(try bench.number("Google.ArmDisarm.armState") == 1)
        #expect(bench.eventNames.count == 7)
    }

    @Test func anAlarmLeavesTimeToLeave() throws {
        var bench = try EngineBench("GoogleSecuritySystem")
        try bench.invoke("Google.ArmDisarm.armDisarm", ["arm": true, "armLevel": "away"])
        #expect(try bench.number("Google.ArmDisarm.armState") == 3)
        bench.pass(.seconds(60))
        #expect(try bench.number("Google.ArmDisarm.armState") == 2)
        #expect(try bench.value("Google.ArmDisarm.currentArmLevel") == .string("away"))
        try bench.invoke("Google.ArmDisarm.armDisarm", ["arm": false])
        #expect(try bench.value("Google.ArmDisarm.isArmed") == .bool(false))
        #expect(bench.eventNames == ["armStateChanged", "armStateChanged", "armStateChanged"])
        let refusal = try bench.refusal {
            try $0.invoke("Google.ArmDisarm.armDisarm", ["arm": true, "armLevel": "moon"])
        }
        #expect(refusal?.message.contains("away") == true)
    }
}
