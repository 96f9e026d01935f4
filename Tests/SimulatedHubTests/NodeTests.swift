import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

@Suite struct NodeTests {
    @Test func upTimeIsFreshWhenAskedAndNotReportedBefore() throws {
        var bench = try EngineBench("OnOffLight")
        bench.pass(.seconds(90))
        #expect(try bench.number("GeneralDiagnostics.upTime") == 0)
        #expect(!bench.changes.contains("GeneralDiagnostics.upTime"))
        let changes = try bench.refresh()
        #expect(try bench.number("GeneralDiagnostics.upTime") == 90)
        #expect(changes.count == bench.engine.devices[0].layout.slotCount - DeviceLayout.firstAttributeOffset)
    }

    @Test func aRebootCountsAndSaysSo() throws {
        var bench = try EngineBench("OnOffLight")
        let count = try #require(try bench.number("GeneralDiagnostics.rebootCount"))
        #expect(bench.events.isEmpty, "the first start is no reboot")
        bench.pass(.seconds(90))
        try bench.reboot()
        #expect(try bench.number("GeneralDiagnostics.rebootCount") == count + 1)
        #expect(Set(bench.eventNames).isSuperset(of: ["startUp", "bootReason"]))
        bench.pass(.seconds(5))
        _ = try bench.refresh()
        #expect(try bench.number("GeneralDiagnostics.upTime") == 5)
    }

    @Test func eventsAreNumberedInOrder() throws {
        var bench = try EngineBench("OnOffLight")
        try bench.reboot()
        try bench.reboot()
        #expect(bench.events.map(\.number) == Array(1...UInt64(bench.events.count)))
    }

    @Test(arguments: [(0, false), (1, true)])
    func startUpOnOffHoldsAfterAReboot(_ startUp: Int64, _ isOn: Bool) throws {
        var bench = try EngineBench("OnOffLight", values: ["OnOff.startUpOnOff": .integer(startUp)])
        try bench.invoke(isOn ? "OnOff.off" : "OnOff.on")
        try bench.reboot()
        #expect(try bench.value("OnOff.onOff") == .bool(isOn))
    }
}
