import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

/// A reboot loses what a device was at, and nothing of the world.
@Suite struct RebootTests {
    private static let catalog = ModelCatalog.standard

    @Test func `the table names only what there is`() throws {
        for (trait, attributes) in LostByReboot.attributes {
            let cluster = try #require(Self.catalog.cluster(named: trait), "\(trait)")
            for name in attributes { #expect(cluster.attributes.contains { $0.name == name }, "\(trait).\(name)") }
        }
    }

    @Test(
        arguments: [
            ("DoorLock", "DoorLock.lockState", 2), ("PowerSource", "PowerSource.batPercentRemaining", 33),
            ("GoogleGate", "Google.OpenClose.openPercent", 40.0),
            ("GoogleSecuritySystem", "Google.ArmDisarm.armState", "armed"),
            ("EnergyEvse", "EnergyEvse.state", "pluggedInNoDemand"),
            ("ContactSensor", "BooleanState.stateValue", true),
            ("TemperatureSensor", "TemperatureMeasurement.measuredValue", 1234),
            ("WindowCovering", "WindowCovering.currentPositionLiftPercent100ths", 4200),
        ] as [(String, String, Literal)])
    func `what is so in the world stays`(_ type: String, _ path: String, _ value: Literal) throws {
        var bench = try EngineBench(type)
        try bench.report(path, value)
        let before = try bench.value(path)
        let events = bench.events.count
        try bench.reboot()
        #expect(try bench.value(path) == before)
        let own: Set = ["startUp", "bootReason"]
        #expect(bench.eventNames[events...].filter { !own.contains($0) } == [])
    }

    @Test func `a battery that charged goes on with it`() throws {
        var bench = try EngineBench("GoogleCharger")
        try bench.invoke("Google.ExtendedPowerSource.charge", ["charge": true])
        try bench.reboot()
        bench.pass(.seconds(600))
        #expect(
            try bench.value("Google.ExtendedPowerSource.capacityRemaining")
                == .list([.fields([0: .float(100), 1: .uint(4)])]))
    }

    @Test func `a run is over, and what was on its way stands`() throws {
        var washer = try EngineBench("LaundryWasher")
        try washer.invoke("OperationalState.start")
        washer.pass(.seconds(60))
        try washer.reboot()
        #expect(try washer.number("OperationalState.operationalState") == 0)
        var gate = try EngineBench("GoogleGate")
        try gate.invoke("Google.OpenClose.open")
        gate.pass(.milliseconds(7500))
        try gate.reboot()
        #expect(try gate.value("Google.OpenClose.openPercent") == .float(50))
        gate.pass(.seconds(60))
        #expect(try gate.value("Google.OpenClose.openPercent") == .float(50))
        #expect(try gate.value("Google.OpenClose.targetOpenPercent") == .float(50))
    }

    @Test(arguments: catalog.deviceTypes.map(\.name))
    func `two reboots say the same of the world as one`(_ type: String) async throws {
        var random = SeededGenerator(seed: 17)
        var bench = try EngineBench(type)
        for _ in 0..<60 {
            _ = bench.doSomething(&random)
            await Task.yield()
        }
        try bench.reboot()
        let before = bench.engine.devices[0].values
        try bench.reboot()
        let counted: Set = ["rebootCount", "onOff", "currentLevel", "currentMode"]
        bench.engine.devices[0].layout.forEachAttribute { _, offset, attribute in
            guard !counted.contains(attribute.name) else { return }
            #expect(bench.engine.devices[0].values[offset] == before[offset], "\(attribute.name)")
        }
    }

    @Test func `a device that reboots is away for a while, and says so`() async throws {
        let bench = try await HubBench("OnOffLight", "OnOffLight")
        func connectivity() -> [DataValue] {
            bench.recorder.changes.filter { $0.device.rawValue == 0 && $0.offset == DeviceLayout.connectivityOffset }
                .map(\.value)
        }
        let device = DeviceIndex(rawValue: 0)
        try bench.hub.reboot(device)
        let offline = DataValue.uint(UInt64(ConnectivityState.offline.rawValue))
        let online = DataValue.uint(UInt64(ConnectivityState.online.rawValue))
        #expect(connectivity() == [offline])
        await #expect(throws: HomeError.self) { try await bench.invoke("OnOff.on") }
        try await bench.invoke("OnOff.on", device: 1)
        #expect(bench.recorder.events.isEmpty)
        bench.time.advance(by: Engine.bootTime)
        await bench.recorder.wait { reports in
            reports.contains { if case .event(let event) = $0 { event.event.name == "startUp" } else { false } }
        }
        #expect(connectivity() == [offline, online])
        try await bench.invoke("OnOff.on")
        try bench.hub.setOnline(false, device: device)
        try bench.hub.reboot(device)
        bench.time.advance(by: Engine.bootTime)
        await #expect(throws: HomeError.self) { try await bench.invoke("OnOff.on") }
        #expect(connectivity() == [offline, online, offline], "who took it off the network brings it back")
    }
}
