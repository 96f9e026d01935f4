import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Pumps (Matter Application Cluster Specification, section 4.2).
@Suite struct PumpTests {
    @Test("A pump turns while it is on, as fast as it is turned up")
    func pump() throws {
        var bench = try EngineBench("Pump")
        try bench.invoke("OnOff.on")
        #expect(try bench.number("PumpConfigurationAndControl.capacity") == 10_000)
        #expect(try bench.numbers(["speed", "pumpStatus"], of: "PumpConfigurationAndControl") == [3000, 32])
        try bench.write("PumpConfigurationAndControl.operationMode", "minimum")
        #expect(try bench.number("PumpConfigurationAndControl.effectiveOperationMode") == 1)
        #expect(try bench.number("PumpConfigurationAndControl.speed") == 900)
        try bench.invoke("OnOff.off")
        #expect(try bench.numbers(["speed", "pumpStatus"], of: "PumpConfigurationAndControl") == [0, 0])
    }
}
