import ClusterTypes
import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

/// What holds of every device type, whatever is asked of it.
///
/// These tests take long; they yield, so that those that wait for something are not kept waiting.
@Suite struct InvariantTests {
    /// All of 91 Matter and 51 Google types.
    private static let types = ModelCatalog.standard.deviceTypes.map(\.name)

    @Test(arguments: types)
    func `whatever happens, values stay as the model allows`(_ type: String) async throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var bench = try EngineBench(type, isAutonomous: seed == 2, seed: seed)
            for step in 0..<150 {
                _ = bench.doSomething(&random)
                await Task.yield()
                if step % 50 == 49 { try bench.reboot() }
            }
            #expect(bench.faultyValues == [])
        }
    }

    @Test(arguments: types)
    func `whatever a device reports and whatever happens to it, values stay as the model allows`(
        _ type: String
    ) async throws {
        for seed in 1...2 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var bench = try EngineBench(type, isAutonomous: seed == 2, seed: seed)
            for step in 0..<200 {
                let refusal = Bool.random(using: &random) ? bench.happen(&random) : bench.doSomething(&random)
                await Task.yield()
                if step % 50 == 49 { try bench.reboot() }
                let faulty = bench.faultyValues
                #expect(faulty == [], "after step \(step), \(refusal?.message ?? "taken")")
                if !faulty.isEmpty { break }
            }
        }
    }

    @Test(arguments: types)
    func `an order that is refused changes nothing`(_ type: String) async throws {
        var random = SeededGenerator(seed: 21)
        var bench = try EngineBench(type)
        for _ in 0..<150 {
            await Task.yield()
            let before = bench.condition
            guard let refusal = bench.doSomething(&random) else { continue }
            #expect(bench.condition == before, "\(refusal.message)")
        }
    }

    @Test func `what a behaviour does by itself it does on one endpoint`() throws {
        let bench = try EngineBench("Oven")
        let device = bench.engine.devices[0]
        let part = try #require(device.layout.parts.first { $0.parent == bench.part.endpoint })
        var context = EndpointContext(
            device: device, part: bench.part, moment: bench.moment, now: Timestamp(rawValue: 0))
        context.act(as: OnOffCluster.clusterID) { context in
            #expect(context.isActing(as: OnOffCluster.clusterID))
            #expect(!context.on(part) { $0.isActing(as: OnOffCluster.clusterID) })
            context.on(part) { $0.act(as: OnOffCluster.clusterID) { _ in } }
            #expect(context.isActing(as: OnOffCluster.clusterID))
        }
        #expect(!context.isActing(as: OnOffCluster.clusterID))
    }

    @Test(arguments: ["Fan", "AirPurifier", "ExtractorHood", "RoomAirConditioner", "GoogleAirCooler"])
    func `percent and mode of a fan agree`(_ type: String) async throws {
        var random = SeededGenerator(seed: 5)
        var bench = try EngineBench(type)
        for _ in 0..<400 {
            _ = bench.doSomething(&random)
            await Task.yield()
            let (mode, percent) = (
                try bench.number("FanControl.fanMode"), try bench.number("FanControl.percentSetting")
            )
            let current = try #require(try bench.number("FanControl.percentCurrent"))
            if mode == 5 {
                #expect(percent == nil, "by itself, and not as it was set")
            } else {
                #expect((mode == 0) == (percent == 0), "mode \(mode ?? -1), \(percent ?? -1) %")
                #expect(current == 0 || current == percent)
            }
            guard bench.has("FanControl.speedSetting"), let most = try bench.number("FanControl.speedMax") else {
                continue
            }
            let speed = try bench.number("FanControl.speedSetting")
            #expect(speed == percent.map { (most * $0 + 99) / 100 }, "\(percent ?? -1) % of \(most)")
            #expect(try bench.number("FanControl.speedCurrent") == (most * current + 99) / 100)
        }
    }

    @Test(arguments: ["Thermostat", "RoomAirConditioner", "GoogleAirCooler"])
    func `heating stays below cooling`(_ type: String) async throws {
        var random = SeededGenerator(seed: 6)
        var bench = try EngineBench(
            type,
            features: [
                "Thermostat": [
                    "heating", "cooling", "autoMode", "presets", "matterScheduleConfiguration",
                    "thermostatSuggestions",
                ]
            ])
        for step in 0..<400 {
            if step.isMultiple(of: 3) {
                // Somebody turned a knob.
                let side = Bool.random(using: &random) ? "Heating" : "Cooling"
                let value = Int64.random(in: side == "Heating" ? 700...3000 : 1600...3200, using: &random)
                _ = try bench.refusal { try $0.report("Thermostat.occupied\(side)Setpoint", .integer(value)) }
            } else {
                _ = bench.doSomething(&random)
            }
            await Task.yield()
            let heat = try #require(try bench.number("Thermostat.occupiedHeatingSetpoint"))
            let cool = try #require(try bench.number("Thermostat.occupiedCoolingSetpoint"))
            let band = try bench.number("Thermostat.minSetpointDeadBand") ?? 20
            #expect(heat <= cool - band * 10)
        }
    }

    // MARK: - Couplings that hold of every type which has the traits

    /// A rule that holds of an endpoint, or of a device, whatever was asked of it.
    struct Rule: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The traits that it is about.
        let traits: [String]
        /// What is wrong, on an endpoint that has the traits; `nil` where the rule holds.
        let fault: @Sendable (EngineBench, UInt16) throws -> String?
    }

    static let rules: [Rule] = [
        Rule(testDescription: "a battery's level and charge state follow its percentage", traits: ["PowerSource"]) {
            bench, endpoint in
            guard let percent = try bench.known("PowerSource.batPercentRemaining", endpoint) else { return nil }
            let level = try bench.known("PowerSource.batChargeLevel", endpoint)
            let state = try bench.known("PowerSource.batChargeState", endpoint)
            let wanted: Int64 = percent < 20 ? 2 : percent < 40 ? 1 : 0
            if level != wanted { return "level \(level ?? -1) at \(percent)" }
            if state == 1, percent >= 200 { return "it charges at \(percent)" }
            return state == 2 && percent < 200 ? "it is full at \(percent)" : nil
        },
        Rule(
            testDescription: "Google's battery and Matter's are one",
            traits: ["PowerSource", "Google.ExtendedPowerSource"]
        ) { bench, endpoint in
            guard let percent = try bench.known("PowerSource.batPercentRemaining", endpoint),
                case .list(let capacities) = try bench.value(
                    "Google.ExtendedPowerSource.capacityRemaining", on: endpoint),
                case .fields(let fields)? = capacities.first, case .float(let capacity)? = fields[0]
            else { return nil }
            return abs(capacity * 2 - Double(percent)) > 1 ? "\(capacity) % and \(percent) half percents" : nil
        },
        Rule(
            testDescription: "a vacuum's run mode agrees with what it does",
            traits: ["RvcRunMode", "RvcOperationalState"]
        ) { bench, endpoint in
            guard let state = try bench.known("RvcOperationalState.operationalState", endpoint),
                let mode = try bench.known("RvcRunMode.currentMode", endpoint), ![2, 3].contains(state)
            else { return nil }
            return (state == 1) == (mode == 0) ? "mode \(mode) in state \(state)" : nil
        },
        Rule(testDescription: "a closure says what its panels do", traits: ["ClosureControl"]) { bench, endpoint in
            guard case .fields(let overall) = try bench.value("ClosureControl.overallCurrentState", on: endpoint),
                case .uint(let position)? = overall[0]
            else { return nil }
            var positions: [UInt64] = []
            for part in bench.engine.devices[0].layout.parts where part.trait(named: "ClosureDimension") != nil {
                guard case .fields(let fields) = try bench.value("ClosureDimension.currentState", on: part.endpoint),
                    case .uint(let position)? = fields[0]
                else { continue }
                positions.append(position)
            }
            if !positions.isEmpty, (position == 0) != positions.allSatisfy({ $0 == 0 }) {
                return "position \(position) with panels at \(positions)"
            }
            let isClosed = position == 0
            return overall[3] == .bool(isClosed) || overall[1] != nil
                ? nil : "secure is \(String(describing: overall[3]))"
        },
        Rule(testDescription: "what is locked is closed", traits: ["Google.OpenClose", "Google.LockUnlock"]) {
            bench, endpoint in
            guard case .float(let percent) = try bench.value("Google.OpenClose.openPercent", on: endpoint) else {
                return nil
            }
            let isLocked = try bench.known("Google.LockUnlock.lockState", endpoint) == 1
            return isLocked && percent > 0 ? "locked at \(percent) %" : nil
        },
        Rule(testDescription: "a door's sensor says what the door does", traits: ["Google.OpenClose", "DoorLock"]) {
            bench, endpoint in
            guard case .float(let percent) = try bench.value("Google.OpenClose.openPercent", on: endpoint),
                let door = try bench.known("DoorLock.doorState", endpoint)
            else { return nil }
            return (percent == 0) == (door == 1) ? nil : "door \(door) at \(percent) %"
        },
        Rule(testDescription: "a covering's positions agree", traits: ["WindowCovering"]) { bench, endpoint in
            guard let exact = try bench.known("WindowCovering.currentPositionLiftPercent100ths", endpoint),
                let percent = try bench.known("WindowCovering.currentPositionLiftPercentage", endpoint)
            else { return nil }
            if exact / 100 != percent { return "\(percent) % at \(exact)" }
            let target = try bench.known("WindowCovering.targetPositionLiftPercent100ths", endpoint)
            let stands = try bench.known("WindowCovering.operationalStatus", endpoint) == 0
            return stands && target != exact ? "it stands at \(exact), and goes to \(target ?? -1)" : nil
        },
        Rule(testDescription: "a lock's credentials have users", traits: ["DoorLock"]) { bench, endpoint in
            let lock = DoorLockBehavior()
            let device = bench.engine.devices[0]
            guard let part = device.layout.part(endpoint: endpoint) else { return nil }
            let context = EndpointContext(
                device: device, part: part, moment: bench.moment, now: Timestamp(rawValue: 0))
            let orphan = lock.credentials(context).first { credential in
                credential.userIndex.flatMap { lock.storedUser($0, context) } == nil
            }
            return orphan.map { "\($0.credential) has no user" }
        },
    ]

    /// What people do to it with their hands, and what its battery says of itself.
    private static let hands: [(path: String, values: [Literal])] = [
        ("DoorLock.doorState", ["doorOpen", "doorClosed"]),
        ("DoorLock.lockState", ["locked", "unlocked"]),
        ("Google.Dock.isDocked", [true, false]),
        ("Google.ExtendedPowerSource.isPluggedIn", [true, false]),
        ("Google.LockUnlock.lockState", ["locked", "unlocked"]),
        ("Google.OpenClose.openPercent", [0.0, 40.0, 100.0]),
        ("PowerSource.batChargeState", ["isCharging", "isNotCharging", "isAtFullCharge"]),
        ("PowerSource.batPercentRemaining", [0, 30, 100, 199, 200]),
        ("RvcOperationalState.operationalState", [0, 1, 0x40, 0x41, 0x42]),
    ]

    private static func happen(_ bench: inout EngineBench, _ random: inout SeededGenerator) throws {
        let possible = hands.filter { bench.has($0.path) }
        guard let hand = possible.randomElement(using: &random),
            let value = hand.values.randomElement(using: &random)
        else { return }
        // What a device is without, and so cannot be, it does not report.
        _ = try bench.refusal { try $0.report(hand.path, value) }
    }

    @Test(arguments: rules)
    func `what belongs together agrees, whatever happens`(_ rule: Rule) async throws {
        var tried = 0
        for type in Self.types {
            for seed in 1...3 as ClosedRange<UInt64> {
                var random = SeededGenerator(seed: seed)
                var bench = try EngineBench(type, isAutonomous: seed == 2, seed: seed)
                let endpoints = bench.engine.devices[0].layout.parts.filter { part in
                    rule.traits.allSatisfy { part.trait(named: $0) != nil }
                }
                guard !endpoints.isEmpty else { break }
                tried += 1
                for step in 0..<150 {
                    if Int.random(in: 0..<4, using: &random) == 0 {
                        try Self.happen(&bench, &random)
                    } else {
                        _ = bench.doSomething(&random)
                    }
                    await Task.yield()
                    if step % 50 == 49 { try bench.reboot() }
                    for part in endpoints {
                        if let fault = try rule.fault(bench, part.endpoint) { Issue.record("\(type): \(fault)") }
                    }
                }
            }
        }
        #expect(tried > 0, "no type has \(rule.traits)")
    }

    /// A lock that relocks by itself does so only while its door is closed (what the sensor is for; DoorState).
    @Test func `no bolt comes out by itself while the door is open`() async throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var bench = try EngineBench("DoorLock", values: ["DoorLock.autoRelockTime": 20])
            for _ in 0..<200 {
                await Task.yield()
                let events = bench.events.count
                let isOpen = try bench.number("DoorLock.doorState") != 1
                if Int.random(in: 0..<4, using: &random) == 0 {
                    let states: [Literal] = ["doorOpen", "doorClosed", "doorAjar"]
                    try bench.report("DoorLock.doorState", states[Int.random(in: 0..<3, using: &random)])
                } else {
                    _ = bench.doSomething(&random)
                    let relocked = bench.story[events...].contains { $0.hasPrefix("lockOperation 0 4") }
                    #expect(!isOpen || !relocked)
                }
            }
        }
    }
}
