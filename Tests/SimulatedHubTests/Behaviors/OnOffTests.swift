import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

@Suite struct OnOffTests {
    @Test(arguments: [
        (["on"], true), (["off"], false), (["toggle"], true), (["on", "toggle"], false), (["on", "on"], true),
        (["off", "toggle", "toggle"], false),
    ])
    func commandsSwitch(_ commands: [String], _ isOn: Bool) throws {
        var bench = try EngineBench("OnOffLight")
        for command in commands { try bench.invoke("OnOff.\(command)") }
        #expect(try bench.value("OnOff.onOff") == .bool(isOn))
    }

    @Test func aTimeOnEndsExactly() throws {
        var bench = try EngineBench("OnOffLight")
        try bench.invoke("OnOff.onWithTimedOff", ["onTime": 25, "offWaitTime": 0])
        #expect(try bench.value("OnOff.onOff") == .bool(true))
        bench.pass(.milliseconds(2400))
        #expect(try bench.value("OnOff.onOff") == .bool(true))
        bench.pass(.milliseconds(100))
        #expect(try bench.value("OnOff.onOff") == .bool(false))
        #expect(try bench.number("OnOff.onTime") == 0)
    }

    @Test func acceptOnlyWhenOnLeavesALampThatIsOff() throws {
        var bench = try EngineBench("OnOffLight")
        try bench.invoke("OnOff.onWithTimedOff", ["onOffControl": 1, "onTime": 25, "offWaitTime": 0])
        #expect(try bench.value("OnOff.onOff") == .bool(false))
    }

    @Test func aLampThatWaitsDoesNotComeOnAgain() throws {
        var bench = try EngineBench("OnOffLight")
        try bench.invoke("OnOff.onWithTimedOff", ["onTime": 100, "offWaitTime": 50])
        try bench.invoke("OnOff.off")
        #expect(try bench.number("OnOff.offWaitTime") == 50)
        try bench.invoke("OnOff.onWithTimedOff", ["onTime": 100, "offWaitTime": 50])
        #expect(try bench.value("OnOff.onOff") == .bool(false))
        bench.pass(.seconds(60))
        try bench.invoke("OnOff.onWithTimedOff", ["onTime": 100, "offWaitTime": 50])
        #expect(try bench.value("OnOff.onOff") == .bool(true))
    }

    @Test func aTimeIsCountedDownAtMostOnceASecond() throws {
        var bench = try EngineBench("OnOffLight")
        try bench.invoke("OnOff.onWithTimedOff", ["onTime": 100, "offWaitTime": 0])
        let before = bench.changes.count
        bench.pass(.seconds(5))
        #expect(bench.changes.dropFirst(before).count { $0 == "OnOff.onTime" } == 5)
        #expect(try bench.number("OnOff.onTime") == 50)
    }

    @Test func anEffectSwitchesOffAndForgetsTheScene() throws {
        var bench = try EngineBench("OnOffLight")
        try bench.invoke("OnOff.on")
        try bench.invoke("OnOff.offWithEffect", ["effectIdentifier": "dyingLight", "effectVariant": 0])
        #expect(try bench.value("OnOff.onOff") == .bool(false))
        #expect(try bench.value("OnOff.globalSceneControl") == .bool(false))
        try bench.invoke("OnOff.onWithRecallGlobalScene")
        #expect(try bench.value("OnOff.onOff") == .bool(true))
        #expect(try bench.value("OnOff.globalSceneControl") == .bool(true))
    }

    @Test func aCookSurfaceIsOnlySwitchedOff() throws {
        var bench = try EngineBench("Cooktop")
        let error = #expect(throws: HomeError.self) { try bench.invoke("OnOff.on") }
        #expect(error?.code == .unimplemented)
    }
}
