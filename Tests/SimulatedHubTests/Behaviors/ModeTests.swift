import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

@Suite("Modes")
struct ModeTests {
    @Test("ModeSelect takes a mode that is there, and names them otherwise")
    func modeSelect() throws {
        var bench = try EngineBench("ModeSelect")
        try bench.invoke("ModeSelect.changeToMode", ["newMode": 2])
        #expect(try bench.number("ModeSelect.currentMode") == 2)
        let error = try bench.refusal { try $0.invoke("ModeSelect.changeToMode", ["newMode": 9]) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("0 (Normal), 1 (Quiet), 2 (Strong)") == true)
        #expect(try bench.number("ModeSelect.currentMode") == 2)
    }

    @Test("A mode to start with holds after a reboot")
    func startUp() throws {
        var bench = try EngineBench("ModeSelect", values: ["ModeSelect.startUpMode": 1])
        #expect(try bench.number("ModeSelect.currentMode") == 0)
        try bench.reboot()
        #expect(try bench.number("ModeSelect.currentMode") == 1)
        let error = try bench.refusal { try $0.write("ModeSelect.startUpMode", 9) }
        #expect(error?.code == .invalidArgument)
    }

    @Test(
        "What is derived from ModeBase answers with a status",
        arguments: [
            ("RoboticVacuumCleaner", "RvcRunMode"), ("RoboticVacuumCleaner", "RvcCleanMode"),
            ("Dishwasher", "DishwasherMode"), ("LaundryWasher", "LaundryWasherMode"),
            ("WaterHeater", "WaterHeaterMode"), ("Refrigerator", "RefrigeratorAndTemperatureControlledCabinetMode"),
        ])
    func modeBase(_ type: String, _ cluster: String) throws {
        var bench = try EngineBench(type)
        #expect(try bench.invoke("\(cluster).changeToMode", ["newMode": 1])[0] == .uint(0))
        #expect(try bench.number("\(cluster).currentMode") == 1)
        #expect(try bench.invoke("\(cluster).changeToMode", ["newMode": 200])[0] == .uint(1))
        #expect(try bench.number("\(cluster).currentMode") == 1)
    }

    @Test("A mode that there is not is not reported either")
    func unknown() throws {
        var bench = try EngineBench("Dishwasher")
        let before = bench.engine.devices[0].values
        let refusal = try bench.refusal { try $0.report("DishwasherMode.currentMode", 9) }
        #expect(refusal?.code == .invalidArgument)
        #expect(bench.engine.devices[0].values == before)
        try bench.report("DishwasherMode.currentMode", 1)
    }
}
