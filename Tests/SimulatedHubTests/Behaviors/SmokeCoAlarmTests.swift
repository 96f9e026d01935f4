import HomeGraph
import Testing

@testable import SimulatedHub

@Suite("Smoke and carbon monoxide alarms")
struct SmokeCoAlarmTests {
    @Test(
        "What is reported is expressed, with its event, and cleared",
        arguments: [
            ("smokeState", "critical", 1, "smokeAlarm 2", "normal"), ("coState", "warning", 2, "coAlarm 1", "normal"),
            ("batteryAlert", "critical", 3, "lowBattery 2", "normal"),
            ("hardwareFaultAlert", true, 5, "hardwareFault", false),
            ("endOfServiceAlert", "expired", 6, "endOfService", "normal"),
        ] as [(String, Literal, Int64, String, Literal)])
    func alarms(_ attribute: String, _ value: Literal, _ state: Int64, _ event: String, _ clear: Literal) throws {
        var bench = try EngineBench("SmokeCoAlarm")
        try bench.report("SmokeCoAlarm.\(attribute)", value)
        #expect(try bench.number("SmokeCoAlarm.expressedState") == state)
        try bench.report("SmokeCoAlarm.\(attribute)", clear)
        #expect(try bench.number("SmokeCoAlarm.expressedState") == 0)
        #expect(bench.story == [event, "allClear"])
    }

    @Test("The most urgent is expressed first")
    func ranking() throws {
        var bench = try EngineBench("SmokeCoAlarm")
        try bench.report("SmokeCoAlarm.batteryAlert", "warning")
        try bench.report("SmokeCoAlarm.coState", "critical")
        try bench.report("SmokeCoAlarm.smokeState", "warning")
        #expect(try bench.number("SmokeCoAlarm.expressedState") == 1)
        try bench.report("SmokeCoAlarm.smokeState", "normal")
        #expect(try bench.number("SmokeCoAlarm.expressedState") == 2)
        try bench.report("SmokeCoAlarm.coState", "normal")
        #expect(try bench.number("SmokeCoAlarm.expressedState") == 3)
        #expect(!bench.eventNames.contains("allClear"))
    }

    @Test("A self-test takes ten seconds, and a second one waits")
    func selfTest() throws {
        var bench = try EngineBench("SmokeCoAlarm")
        try bench.invoke("SmokeCoAlarm.selfTestRequest")
        #expect(try bench.numbers(["testInProgress", "expressedState"], of: "SmokeCoAlarm") == [1, 4])
        let error = try bench.refusal { try $0.invoke("SmokeCoAlarm.selfTestRequest") }
        #expect(error?.code == .aborted)
        bench.pass(.milliseconds(9999))
        #expect(try bench.number("SmokeCoAlarm.testInProgress") == 1)
        bench.pass(.milliseconds(1))
        #expect(try bench.numbers(["testInProgress", "expressedState"], of: "SmokeCoAlarm") == [0, 0])
        #expect(bench.eventNames.contains("selfTestComplete"))
    }

    @Test("A reboot ends a self-test; an alarm at the beginning is expressed")
    func start() throws {
        var bench = try EngineBench("SmokeCoAlarm", values: ["SmokeCoAlarm.batteryAlert": "warning"])
        #expect(try bench.number("SmokeCoAlarm.expressedState") == 3)
        try bench.invoke("SmokeCoAlarm.selfTestRequest")
        try bench.reboot()
        #expect(try bench.numbers(["testInProgress", "expressedState"], of: "SmokeCoAlarm") == [0, 3])
    }

    @Test("No self-test while it smokes; a critical alarm cannot be muted")
    func smoke() throws {
        var bench = try EngineBench("SmokeCoAlarm", values: ["SmokeCoAlarm.deviceMuted": "muted"])
        try bench.report("SmokeCoAlarm.smokeState", "critical")
        #expect(try bench.number("SmokeCoAlarm.deviceMuted") == 0)
        let error = try bench.refusal { try $0.invoke("SmokeCoAlarm.selfTestRequest") }
        #expect(error?.code == .aborted)
    }
}
