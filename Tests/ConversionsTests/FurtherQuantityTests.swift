import ClusterTypes
import DataModel
import ModelReader
import Testing

@testable import Conversions

/// Pairs, transitions, electricity, appliances: what Homie and zigbee2mqtt say of devices.
struct FurtherQuantityTests {
    private static func bound(_ quantity: Quantity, _ clusters: String...) throws -> BoundConversion {
        try #require(BoundConversion(quantity, on: try EndpointMembers.whole(clusters)))
    }

    private typealias Color = ColorControlCluster

    /// What is asked of a light at once, whether it is on or off.
    private static let options: [UInt32: DataValue] = [2: .uint(0), 3: .uint(1), 4: .uint(1)]

    @Test func `hue and saturation, and x and y, go together`() throws {
        let hue = try Self.bound(.hueSaturation, "ColorControl")
        let state = RawValues(values: [
            AttributeID(Color.enhancedCurrentHue): .uint(21845), AttributeID(Color.currentSaturation): .uint(127),
            AttributeID(Color.currentX): .uint(20493), AttributeID(Color.currentY): .uint(21561),
        ])
        #expect(hue.value(state.read) == .pair(120, 50))
        #expect(
            try hue.steps(for: .pair(120, 50)) { _ in .null } == [
                .invoke(
                    CommandID(Color.Command.enhancedMoveToHueAndSaturation),
                    [0: .uint(21845), 1: .uint(127)].merging(Self.options) { first, _ in first })
            ])
        let xy = try Self.bound(.colorXY, "ColorControl")
        #expect(xy.value(state.read) == .pair(0.3127, 0.329))
        #expect(
            try xy.steps(for: .pair(0.5, 0.25)) { _ in .null } == [
                .invoke(
                    CommandID(Color.Command.moveToColor),
                    [0: .uint(32768), 1: .uint(16384)].merging(Self.options) { first, _ in first })
            ])
        #expect(xy.kind == .pair && xy.value(RawValues().read) == nil)
        #expect(throws: ConversionFault.wrongKind) { try xy.steps(for: .number(1)) { _ in .null } }
        #expect(throws: ConversionFault.wrongKind) { try xy.steps(for: .pair(-1, 0)) { _ in .null } }
    }

    @Test func `a transition is counted in tenths of a second, and left to the device where nobody says`() throws {
        let bound = try Self.bound(.level, "LevelControl", "OnOff")
        for (transition, raw) in [(nil, DataValue.null), (0, .uint(0)), (1.5, .uint(15)), (0.04, .uint(0))]
            as [(Double?, DataValue)]
        {
            #expect(
                try bound.steps(for: .number(200), transition: transition) { _ in .null } == [
                    .invoke(
                        CommandID(LevelControlCluster.Command.moveToLevelWithOnOff),
                        [0: .uint(200), 1: raw, 2: .uint(0), 3: .uint(0)])
                ])
        }
        #expect(throws: ConversionFault.below(0)) { try bound.steps(for: .number(1), transition: -1) { _ in .null } }
        #expect(
            try bound.steps(for: .number(0)) { _ in .null } == [.invoke(CommandID(OnOffCluster.Command.off), [:])])
        let temperature = try Self.bound(.colorTemperature, "ColorControl")
        #expect(
            try temperature.steps(for: .number(300), transition: 2) { _ in .null } == [
                .invoke(
                    CommandID(Color.Command.moveToColorTemperature),
                    [0: .uint(300), 1: .uint(20), 2: .uint(1), 3: .uint(1)])
            ])
    }

    @Test(arguments: [
        (Quantity.power, "ElectricalPowerMeasurement", UInt32(8), DataValue.int(1_234_567), 1234.567),
        (.rmsVoltage, "ElectricalPowerMeasurement", 11, .int(230_100), 230.1),
        (.rmsCurrent, "ElectricalPowerMeasurement", 12, .int(-1_500), -1.5),
        (.frequency, "ElectricalPowerMeasurement", 14, .int(50_020), 50.02),
        (.powerFactor, "ElectricalPowerMeasurement", 17, .int(9_850), 98.5),
        (.energyImported, "ElectricalEnergyMeasurement", 1, .fields([0: .int(12_345_678)]), 12.345678),
        (.pressure, "PressureMeasurement", 0, .int(1_013), 101.3),
        (.pressureHectopascal, "PressureMeasurement", 0, .int(1_013), 1013),
        (.pressurePascal, "PressureMeasurement", 0, .int(1_013), 101_300),
        (.flow, "FlowMeasurement", 0, .uint(15), 1.5), (.soilMoisture, "SoilMeasurement", 1, .uint(41), 41),
        (.batteryVoltage, "PowerSource", 11, .uint(2_985), 2.985),
        (.coverTiltPercent, "WindowCovering", 15, .uint(2_500), 75),
        (.controlledTemperature, "TemperatureControl", 0, .int(-1_850), -18.5),
        (.operationRemaining, "OperationalState", 2, .null, 0),
    ])
    func `numbers are in people's units`(
        _ quantity: Quantity, _ cluster: String, _ attribute: UInt32, _ raw: DataValue, _ expected: Double
    ) throws {
        let bound = try Self.bound(quantity, cluster)
        let id = try #require(bound.attributes.first { $0.id == attribute }, "\(bound.attributes)")
        #expect(bound.value(RawValues(values: [id: raw]).read) == .number(expected))
        #expect(bound.kind == .number)
    }

    @Test func `every name that is read is known before`() throws {
        for quantity in Quantity.allCases {
            let clusters = Set(
                (quantity.conversion.reading?.attributes.map(\.cluster) ?? [])
                    + quantity.conversion.events.map(\.event.cluster))
            let names = clusters.compactMap { ModelCatalog.standard.cluster(id: $0)?.traitName }
            guard let bound = BoundConversion(quantity, on: try EndpointMembers.whole(names)), bound.isReadable else {
                continue
            }
            for raw in UInt64(0)...70 {
                for value in [DataValue.uint(raw), .bool(raw % 2 == 0), .float(Double(raw))] {
                    guard case .choice(let choice)? = bound.value({ _ in value }) else { continue }
                    #expect(bound.kind == .choice && bound.possibleChoices.contains(choice), "\(quantity)")
                }
            }
        }
    }

    @Test func `a vacuum cleaner says where it is, and goes home`() throws {
        typealias Vacuum = RvcOperationalStateCluster
        let state = try Self.bound(.operationalState, "RvcOperationalState")
        for (raw, choice) in [(UInt64(1), Choice.running), (64, .seekingCharger), (66, .docked), (99, .unknown)] {
            let values = RawValues(values: [AttributeID(Vacuum.operationalState): .uint(raw)])
            #expect(state.value(values.read) == .choice(choice))
        }
        let operation = try Self.bound(.operation, "RvcOperationalState")
        #expect(Set(operation.choices) == [.pause, .resume, .goHome])
        #expect(
            try operation.steps(for: .choice(.goHome)) { _ in .null } == [
                .invoke(CommandID(Vacuum.Command.goHome), [:])
            ])
    }

    @Test func `a mode is called as the device calls it`() throws {
        typealias Run = RvcRunModeCluster
        let bound = try Self.bound(.mode, "RvcRunMode")
        let list = DataValue.list([
            .fields([0: .string("Idle"), 1: .uint(16), 2: .list([])]),
            .fields([0: .string("Cleaning, all"), 1: .uint(17), 2: .list([])]), .string("no mode"),
        ])
        var state = RawValues(values: [
            AttributeID(Run.supportedModes): list, AttributeID(Run.currentMode): .uint(17),
        ])
        #expect(bound.value(state.read) == .text("Cleaning, all") && bound.kind == .text)
        #expect(bound.labels(state.read) == ["Idle", "Cleaning, all"])
        #expect(
            try bound.steps(for: .text("Idle"), state.read) == [
                .invoke(CommandID(cluster: Run.clusterID, id: 0), [0: .uint(16)])
            ])
        #expect(throws: ConversionFault.notLabelled(["Idle", "Cleaning, all"])) {
            try bound.steps(for: .text("Mopping"), state.read)
        }
        state.values[AttributeID(Run.currentMode)] = .uint(99)
        #expect(bound.value(state.read) == nil)
        let washer = try Self.bound(.mode, "LaundryWasherMode", "OnOff")
        #expect(washer.isSettable && washer.list == AttributeID(LaundryWasherModeCluster.supportedModes))
    }

    @Test(arguments: [
        (UInt64(0), Choice.off), (1, .auto), (3, .cool), (4, .heat), (5, .emergencyHeat), (6, .precooling),
        (7, .fanOnly), (8, .dry), (9, .sleep),
    ])
    func `each mode of a thermostat has its own name`(_ raw: UInt64, _ mode: Choice) throws {
        let bound = try Self.bound(.systemMode, "Thermostat")
        let attribute = AttributeID(ThermostatCluster.systemMode)
        #expect(bound.value(RawValues(values: [attribute: .uint(raw)]).read) == .choice(mode))
        #expect(try bound.steps(for: .choice(mode)) { _ in .null } == [.write(attribute, .uint(raw))])
    }

    @Test(arguments: [
        (255.0, 0.0, 0.0, 0.0, 100.0), (0, 255, 0, 120, 100), (0, 0, 255, 240, 100), (255, 255, 255, 0, 0),
        (0, 0, 0, 0, 0), (255, 0, 255, 300, 100), (255, 128, 0, 30, 100), (128, 64, 64, 0, 50),
    ])
    func `colours of a screen have a hue and a saturation`(
        _ red: Double, _ green: Double, _ blue: Double, _ hue: Double, _ saturation: Double
    ) throws {
        #expect(try #require(RedGreenBlue(red, green, blue)).hueSaturation == (hue, saturation))
    }

    @Test func `what is no colour is none`() {
        for (red, green, blue) in [(-1.0, 0.0, 0.0), (0, 256, 0), (0, 0, .nan), (.infinity, 0, 0)] {
            #expect(RedGreenBlue(red, green, blue) == nil)
        }
    }
}
