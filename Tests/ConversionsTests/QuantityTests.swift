import ClusterTypes
import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import Conversions

/// What single quantities are made of, and what is sent for them.
struct QuantityTests {
    private typealias T = ThermostatCluster

    private static func bound(_ quantity: Quantity, _ clusters: String...) throws -> BoundConversion {
        try #require(BoundConversion(quantity, on: try EndpointMembers.whole(clusters)))
    }

    @Test func `every quantity stands in the table, and in one only`() {
        #expect(Set(ConversionTable.all.keys) == Set(Quantity.allCases))
    }

    @Test func `every attribute, command and event of the table is in the model`() throws {
        for quantity in Quantity.allCases {
            let conversion = quantity.conversion
            // What is remembered of traits is no attribute of theirs.
            let attributes = (conversion.reading?.attributes ?? []).filter { $0.id < MemoryRule.lastValue }
            for attribute in attributes {
                let cluster = try #require(ModelCatalog.standard.cluster(id: attribute.cluster))
                #expect(cluster.attribute(id: attribute.id) != nil, "\(quantity)")
            }
            for event in conversion.events {
                let cluster = try #require(ModelCatalog.standard.cluster(id: event.event.cluster))
                #expect(cluster.event(id: event.event.id) != nil, "\(quantity)")
            }
            #expect(conversion.reading != nil || conversion.setting != nil || !conversion.events.isEmpty)
        }
    }

    @Test(arguments: [(UInt64(0), Choice.jammed), (1, .locked), (2, .unlocked), (3, .unlocked)])
    func `a lock is as its state says`(_ raw: UInt64, _ choice: Choice) throws {
        let state = RawValues(values: [AttributeID(DoorLockCluster.lockState): .uint(raw)])
        #expect(try Self.bound(.lockState, "DoorLock").value(state.read) == .choice(choice))
    }

    @Test func `a lock that does not know its state says so, and takes a PIN`() throws {
        #expect(try Self.bound(.lockState, "DoorLock").value(RawValues().read) == .choice(.unknown))
        let target = try Self.bound(.lockTarget, "DoorLock")
        let pin = DataValue.octets(Array("1234".utf8))
        #expect(
            try target.steps(for: .choice(.locked), authorization: pin) { _ in .null }
                == [.invoke(CommandID(DoorLockCluster.Command.lockDoor), [0: pin])])
        #expect(
            try target.steps(for: .choice(.unlocked)) { _ in .null }
                == [.invoke(CommandID(DoorLockCluster.Command.unlockDoor), [:])])
        #expect(target.choices == [.locked, .unlocked])
        #expect(throws: ConversionFault.notAmong([.locked, .unlocked])) {
            try target.steps(for: .choice(.jammed)) { _ in .null }
        }
    }

    @Test func `brightness 0 is off, and anything else goes to a level`() throws {
        let bound = try Self.bound(.brightness, "LevelControl", "OnOff")
        #expect(
            try bound.steps(for: .number(0)) { _ in .null } == [.invoke(CommandID(OnOffCluster.Command.off), [:])])
        #expect(
            try bound.steps(for: .number(50)) { _ in .null } == [
                .invoke(
                    CommandID(LevelControlCluster.Command.moveToLevelWithOnOff),
                    [0: .uint(127), 1: .null, 2: .uint(0), 3: .uint(0)])
            ])
        #expect(throws: ConversionFault.above(100)) { try bound.steps(for: .number(101)) { _ in .null } }
        #expect(throws: ConversionFault.below(0)) { try bound.steps(for: .number(-1)) { _ in .null } }
        #expect(throws: ConversionFault.wrongKind) { try bound.steps(for: .flag(true)) { _ in .null } }
    }

    private static let raiseLower = CommandID(
        cluster: T.clusterID, id: ThermostatCluster.Command.setpointRaiseLower.rawValue)

    /// The command moves the setpoints that count now: what is shown, unless nobody is there.
    @Test func `both setpoints move by one command where that moves what is shown, and else by writes`() throws {
        let occupancy = AttributeID(T.occupancy)
        var state = RawValues(values: [
            AttributeID(T.occupiedHeatingSetpoint): .int(2000), AttributeID(T.occupiedCoolingSetpoint): .int(2400),
            AttributeID(T.systemMode): .uint(1),
        ])
        let joint: [ConversionStep] = [.invoke(Self.raiseLower, [0: .uint(2), 1: .int(10)])]
        let writes: [ConversionStep] = [
            .write(AttributeID(T.occupiedCoolingSetpoint), .int(2500)),
            .write(AttributeID(T.occupiedHeatingSetpoint), .int(2100)),
        ]
        let whole = try EndpointMembers.whole(["Thermostat"])
        let cases: [(EndpointMembers, DataValue, [ConversionStep])] = [
            (whole, .uint(1), joint), (whole, .uint(0), writes), (whole, .null, writes),
            (whole.without(occupancy), .null, joint),
            (whole.without(Self.raiseLower), .uint(1), writes),
            (whole.without(Self.raiseLower).without(occupancy), .null, writes),
        ]
        for (endpoint, isOccupied, steps) in cases {
            state.values[occupancy] = isOccupied
            let bound = try #require(BoundConversion(.targetTemperature, on: endpoint))
            #expect(try bound.steps(for: .number(23), state.read) == steps, "occupancy \(isOccupied)")
        }
    }

    @Test func `the target temperature is the setpoint of the mode, and both keep their distance in auto`() throws {
        let bound = try Self.bound(.targetTemperature, "Thermostat")
        var state = RawValues(values: [
            AttributeID(T.occupiedHeatingSetpoint): .int(2000), AttributeID(T.occupiedCoolingSetpoint): .int(2400),
            AttributeID(T.occupancy): .uint(1),
        ])
        for (mode, expected) in [(UInt64(0), 20.0), (4, 20), (5, 20), (3, 24), (6, 24), (1, 22), (7, 20)] {
            state.values[AttributeID(T.systemMode)] = .uint(mode)
            #expect(bound.value(state.read) == .number(expected))
        }
        state.values[AttributeID(T.systemMode)] = .uint(1)
        #expect(
            try bound.steps(for: .number(23.5), state.read) == [.invoke(Self.raiseLower, [0: .uint(2), 1: .int(15)])],
            "at once, so that nobody sees one of them moved alone")
        #expect(
            try bound.steps(for: .number(21), state.read) == [.invoke(Self.raiseLower, [0: .uint(2), 1: .int(-10)])])
        // The command counts in tenths, and no further than 12.7.
        #expect(
            try bound.steps(for: .number(23.55), state.read) == [
                .write(AttributeID(T.occupiedCoolingSetpoint), .int(2555)),
                .write(AttributeID(T.occupiedHeatingSetpoint), .int(2155)),
            ])
        #expect(
            try bound.steps(for: .number(9), state.read) == [
                .write(AttributeID(T.occupiedHeatingSetpoint), .int(700)),
                .write(AttributeID(T.occupiedCoolingSetpoint), .int(1100)),
            ])
        state.values[AttributeID(T.systemMode)] = .uint(3)
        #expect(
            try bound.steps(for: .number(25), state.read) == [
                .write(AttributeID(T.occupiedCoolingSetpoint), .int(2500))
            ])
    }

    @Test func `a thermostat offers the modes that it has`() throws {
        let heating = try EndpointMembers.whole(["Thermostat"], features: T.Feature.heating.rawValue)
        let bound = try #require(BoundConversion(.climateMode, on: heating))
        #expect(Set(bound.choices) == [.off, .heat])
        #expect(throws: ConversionFault.self) { try bound.steps(for: .choice(.cool)) { _ in .null } }
        let all = try Self.bound(.climateMode, "Thermostat")
        for (mode, choice) in [
            (UInt64(0), Choice.off), (1, .auto), (3, .cool), (4, .heat), (5, .heat), (6, .cool), (7, .off), (8, .off),
            (9, .off),
        ] {
            #expect(all.value(RawValues(values: [AttributeID(T.systemMode): .uint(mode)]).read) == .choice(choice))
        }
        for (choice, mode) in [(Choice.off, UInt64(0)), (.heat, 4), (.cool, 3), (.auto, 1)] {
            #expect(
                try all.steps(for: .choice(choice)) { _ in .null } == [
                    .write(AttributeID(T.systemMode), .uint(mode))
                ])
        }
    }

    @Test func `setpoints are bound by the device`() throws {
        let bound = try Self.bound(.heatingSetpoint, "Thermostat")
        let state = RawValues(values: [
            AttributeID(T.absMinHeatSetpointLimit): .int(700), AttributeID(T.minHeatSetpointLimit): .int(1200),
            AttributeID(T.absMaxHeatSetpointLimit): .int(3000),
        ])
        #expect(bound.range(state.read) == 12...30)
        #expect(throws: ConversionFault.below(12)) { try bound.steps(for: .number(11.9), state.read) }
        #expect(throws: ConversionFault.above(30)) { try bound.steps(for: .number(30.1), state.read) }
    }

    @Test func `a fan that is on stays in its mode, and one that is off runs high`() throws {
        let bound = try Self.bound(.fanOn, "FanControl")
        let mode = AttributeID(FanControlCluster.fanMode)
        for (now, sent) in [(UInt64(0), UInt64(3)), (1, 1), (5, 5)] {
            let state = RawValues(values: [mode: .uint(now)])
            #expect(try bound.steps(for: .flag(true), state.read) == [.write(mode, .uint(sent))])
            #expect(try bound.steps(for: .flag(false), state.read) == [.write(mode, .uint(0))])
            #expect(bound.value(state.read) == .flag(now != 0))
        }
    }

    @Test func `a garage door is opening, closing or standing`() throws {
        let bound = try Self.bound(.doorState, "Google.OpenClose")
        let now = AttributeID(GoogleOpenCloseCluster.openPercent)
        let target = AttributeID(GoogleOpenCloseCluster.targetOpenPercent)
        for (percent, goal, choice) in [
            (0.0, 0.0, Choice.closed), (100, 100, .open), (40, 40, .stopped), (40, 100, .opening), (40, 0, .closing),
        ] {
            let state = RawValues(values: [now: .float(percent), target: .float(goal)])
            #expect(bound.value(state.read) == .choice(choice))
        }
    }

    @Test func `concentrations are in people's unit, whatever the device's`() throws {
        let bound = try Self.bound(.carbonDioxideLevel, "CarbonDioxideConcentrationMeasurement")
        typealias CO2 = CarbonDioxideConcentrationMeasurementCluster
        for (unit, raw, expected) in [
            (UInt64(0), 400.0, 400.0), (1, 400_000, 400), (3, 720, 400), (4, 720_000, 400),
        ] {
            let state = RawValues(values: [
                AttributeID(CO2.measurementUnit): .uint(unit), AttributeID(CO2.measuredValue): .float(raw),
            ])
            guard case .number(let value) = bound.value(state.read) else {
                Issue.record("no number in unit \(unit)")
                continue
            }
            #expect(abs(value - expected) < 0.1)
        }
        let dust = try Self.bound(.fineDust, "Pm25ConcentrationMeasurement")
        typealias Fine = Pm25ConcentrationMeasurementCluster
        var state = RawValues(values: [
            AttributeID(Fine.measurementUnit): .uint(4), AttributeID(Fine.measuredValue): .float(12.5),
        ])
        #expect(dust.value(state.read) == .number(12.5))
        state.values[AttributeID(Fine.measurementUnit)] = .uint(0)
        #expect(dust.value(state.read) == nil)
    }

    @Test func `presses are counted where the switch counts, and said at once where it does not`() throws {
        typealias Switch = SwitchCluster
        func event(_ id: UInt32) -> EventID { EventID(cluster: Switch.clusterID, id: id) }
        let counting = try Self.bound(.press, "Switch")
        #expect(
            counting.value(of: event(Switch.MultiPressCompleteEvent.id), fields: [0: .uint(1), 1: .uint(2)])
                == .choice(.doublePress))
        #expect(counting.value(of: event(Switch.MultiPressCompleteEvent.id), fields: [1: .uint(3)]) == nil)
        #expect(counting.value(of: event(Switch.ShortReleaseEvent.id), fields: [0: .uint(1)]) == nil)
        let plain = try #require(
            BoundConversion(
                .press,
                on: try EndpointMembers.whole(
                    ["Switch"], features: Switch.Feature([.momentarySwitch, .momentarySwitchRelease]).rawValue)))
        #expect(
            plain.value(of: event(Switch.ShortReleaseEvent.id), fields: [0: .uint(1)]) == .choice(.singlePress))
        #expect(plain.value(of: event(Switch.InitialPressEvent.id), fields: [:]) == nil)
    }

    @Test(arguments: [true, false], [true, false])
    func `each press is said once, whatever a switch can say of it`(_ releases: Bool, _ counts: Bool) throws {
        typealias Switch = SwitchCluster
        var features: Switch.Feature = [.momentarySwitch]
        if releases { features.insert(.momentarySwitchRelease) }
        if counts { features.formUnion([.momentarySwitchMultiPress, .actionSwitch]) }
        let bound = try #require(
            BoundConversion(.press, on: try EndpointMembers.whole(["Switch"], features: features.rawValue)))
        // A press as a switch with all features tells it; one that lacks some leaves those events out.
        let events: [(id: UInt32, fields: [UInt32: DataValue], isSaid: Bool)] = [
            (Switch.InitialPressEvent.id, [0: .uint(1)], true), (Switch.ShortReleaseEvent.id, [0: .uint(1)], releases),
            (Switch.MultiPressCompleteEvent.id, [0: .uint(1), 1: .uint(1)], counts),
        ]
        let told = events.filter(\.isSaid).compactMap { id, fields, _ in
            bound.value(of: EventID(cluster: Switch.clusterID, id: id), fields: fields)
        }
        #expect(told == [.choice(.singlePress)])
    }

    @Test func `arming goes to the level for being away, whatever stands first`() throws {
        typealias Alarm = GoogleArmDisarmCluster
        let target = try Self.bound(.alarmTarget, "Google.ArmDisarm")
        func levels(_ kinds: (String, UInt64)...) -> RawValues {
            let entries = kinds.map { DataValue.fields([0: .string($0), 1: .list([]), 2: .uint($1)]) }
            return RawValues(values: [AttributeID(Alarm.availableArmLevels): .fields([0: .list(entries)])])
        }
        let command = CommandID(Alarm.Command.armDisarm)
        #expect(
            try target.steps(for: .choice(.away), levels(("home", 1), ("out", 2), ("far", 2)).read)
                == [.invoke(command, [0: .bool(true), 2: .string("out")])])
        for state in [levels(("home", 1)), levels(), RawValues()] {
            #expect(try target.steps(for: .choice(.away), state.read) == [.invoke(command, [0: .bool(true)])])
        }
        #expect(
            try target.steps(for: .choice(.disarmed), levels(("out", 2)).read) == [.invoke(command, [0: .bool(false)])])
    }

    @Test func `every way of arming that the device lists can be set, and none beside`() throws {
        typealias Alarm = GoogleArmDisarmCluster
        let target = try Self.bound(.alarmLevelTarget, "Google.ArmDisarm")
        let kinds: [(name: String, code: UInt64, choice: Choice)] = [
            ("home", 1, .stay), ("out", 2, .away), ("sleeping", 3, .night),
        ]
        let command = CommandID(Alarm.Command.armDisarm)
        for listed in [kinds, Array(kinds.prefix(1)), Array(kinds.suffix(1)), []] {
            let entries = listed.map { DataValue.fields([0: .string($0.name), 1: .list([]), 2: .uint($0.code)]) }
            var state = RawValues(values: [AttributeID(Alarm.availableArmLevels): .fields([0: .list(entries)])])
            for (name, _, choice) in kinds {
                guard listed.contains(where: { $0.choice == choice }) else {
                    // Without a level for it, away is the device's own choice.
                    if choice != .away {
                        #expect(throws: ConversionFault.self) { try target.steps(for: .choice(choice), state.read) }
                    }
                    continue
                }
                #expect(
                    try target.steps(for: .choice(choice), state.read)
                        == [.invoke(command, [0: .bool(true), 2: .string(name)])])
                state.values[AttributeID(Alarm.armState)] = .uint(2)
                state.values[AttributeID(Alarm.isArmed)] = .bool(true)
                state.values[AttributeID(Alarm.currentArmLevel)] = .string(name)
                #expect(target.value(state.read) == .choice(choice))
            }
        }
    }

    /// A level that a light is told is one at which it is on: the least is off to the command.
    @Test(arguments: [Quantity.level, .brightness], [UInt64(0), 1, 10, 253])
    func `no number but 0 switches off`(quantity: Quantity, least: UInt64) throws {
        let bound = try Self.bound(quantity, "LevelControl", "OnOff")
        let state = RawValues(values: [AttributeID(LevelControlCluster.minLevel): .uint(least)])
        for number in 1...(quantity == .level ? 254 : 100) {
            guard case .invoke(_, let fields)? = try bound.steps(for: .number(Double(number)), state.read).first,
                case .uint(let level)? = fields[0]
            else { throw Missing() }
            #expect(level > least)
        }
    }

    private struct Missing: Error {}

    @Test func `the quality of air has the device's own words, and HomeKit's grades beside`() throws {
        let (words, grades) = (
            try Self.bound(.airQuality, "AirQuality"), try Self.bound(.airQualityGrade, "AirQuality")
        )
        let expected: [(UInt64, Choice, Choice)] = [
            (0, .unknown, .unknown), (1, .good, .excellent), (2, .fair, .good), (3, .moderate, .fair),
            (4, .poor, .inferior), (5, .veryPoor, .poor), (6, .extremelyPoor, .poor),
        ]
        for (code, word, grade) in expected {
            let state = RawValues(values: [AttributeID(AirQualityCluster.airQuality): .uint(code)])
            #expect(words.value(state.read) == .choice(word) && grades.value(state.read) == .choice(grade))
        }
    }

    @Test func `of two filters each is known, and of one it is that one`() throws {
        typealias Carbon = ActivatedCarbonFilterMonitoringCluster
        let both = try EndpointMembers.whole(["HepaFilterMonitoring", "ActivatedCarbonFilterMonitoring"])
        let state = RawValues(values: [
            AttributeID(HepaFilterMonitoringCluster.changeIndication): .uint(0),
            AttributeID(Carbon.changeIndication): .uint(2), AttributeID(Carbon.condition): .uint(4),
            AttributeID(Carbon.degradationDirection): .uint(1),
        ])
        #expect(BoundConversion(.filterDue, on: both)?.value(state.read) == .flag(false))
        #expect(BoundConversion(.carbonFilterDue, on: both)?.value(state.read) == .flag(true))
        #expect(BoundConversion(.carbonFilterLife, on: both)?.value(state.read) == .number(4))
        let reset = try BoundConversion(.carbonFilterReset, on: both)?.steps(for: .flag(true), state.read)
        #expect(reset == [.invoke(CommandID(Carbon.Command.resetCondition), [:])])
        for (name, due) in [("HepaFilterMonitoring", false), ("ActivatedCarbonFilterMonitoring", true)] {
            let one = try EndpointMembers.whole([name])
            #expect(BoundConversion(.filterDue, on: one)?.value(state.read) == .flag(due))
            for quantity in [Quantity.carbonFilterDue, .carbonFilterLife, .carbonFilterReset] {
                #expect(BoundConversion(quantity, on: one) == nil, "\(name) \(quantity)")
            }
        }
    }

    @Test func `modes that the device gives one name can all be seen and set`() throws {
        let bound = try Self.bound(.mode, "ModeSelect")
        let modes = ["Eco", "Eco", "", "Fast"].enumerated().map { number, label in
            DataValue.fields([0: .string(label), 1: .uint(UInt64(number)), 2: .list([])])
        }
        var state = RawValues(values: [AttributeID(ModeSelectCluster.supportedModes): .list(modes)])
        let labels = bound.labels(state.read)
        #expect(labels == ["Eco", "Eco (1)", " (2)", "Fast"])
        for (number, label) in labels.enumerated() {
            guard case .invoke(_, let fields)? = try bound.steps(for: .text(label), state.read).first else {
                throw Missing()
            }
            #expect(fields[0] == .uint(UInt64(number)))
            state.values[AttributeID(ModeSelectCluster.currentMode)] = .uint(UInt64(number))
            #expect(bound.value(state.read) == .text(label))
        }
    }

    @Test func `an effect is begun, seen and ended`() throws {
        typealias Effects = GoogleLightEffectsCluster
        let all = try Self.bound(.lightEffect, "Google.LightEffects", "ColorControl")
        #expect(Set(all.choices) == [.pulse, .sleep, .wake, .colorLoop, .off])
        var state = RawValues(values: [AttributeID(ColorControlCluster.colorLoopActive): .uint(1)])
        #expect(all.value(state.read) == .choice(.colorLoop))
        guard case .invoke(let stop, let fields)? = try all.steps(for: .choice(.off), state.read).first else {
            throw Missing()
        }
        #expect(stop == CommandID(ColorControlCluster.Command.colorLoopSet) && fields[1] == .uint(0))
        state.values[AttributeID(Effects.pulseEffectSet)] = .bool(true)
        #expect(all.value(state.read) == .choice(.pulse))
        let loops = try Self.bound(.lightEffect, "ColorControl")
        #expect(Set(loops.choices) == [.colorLoop, .off] && loops.value(RawValues().read) == .choice(.off))
        #expect(try !loops.steps(for: .choice(.off), RawValues().read).isEmpty)
        #expect(BoundConversion(.lightEffect, on: try EndpointMembers.whole(["OnOff"])) == nil)
    }

    @Test func `what a device lacks is not offered`() throws {
        let light = try EndpointMembers.whole(["OnOff"])
            .without(CommandID(OnOffCluster.Command.on), CommandID(OnOffCluster.Command.off))
        let bound = try #require(BoundConversion(.onOff, on: light))
        #expect(bound.isReadable && !bound.isSettable)
        #expect(throws: ConversionFault.notSettable) { try bound.steps(for: .flag(true)) { _ in .null } }
        #expect(BoundConversion(.brightness, on: light) == nil)
    }
}
