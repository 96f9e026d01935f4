import DataModel
import HomeGraph
import ModelReader
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

    @Test(
        arguments: [
            ("EthernetNetworkDiagnostics", "packetRxCount"), ("WiFiNetworkDiagnostics", "packetUnicastRxCount"),
            ("ThreadNetworkDiagnostics", "rxTotalCount"),
        ])
    func `packets are counted, and from zero after a reset`(_ trait: String, _ counter: String) throws {
        var bench = try EngineBench(allOf: try #require(ModelCatalog.standard.cluster(named: trait)))
        func count(after seconds: Int64) throws -> Int64? {
            bench.pass(.seconds(seconds))
            _ = try bench.refresh()
            return try bench.number("\(trait).\(counter)")
        }
        #expect(try count(after: 60) == 60)
        try bench.invoke("\(trait).resetCounts")
        #expect(try bench.number("\(trait).\(counter)") == 0)
        #expect(try count(after: 5) == 5)
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
