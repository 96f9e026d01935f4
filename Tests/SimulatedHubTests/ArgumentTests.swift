import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

/// What holds of every command and every attribute that can be written, whatever its behaviour: what is out of range is
/// refused with the right error, and changes nothing (Matter Core Specification, section 8.10: CONSTRAINT_ERROR and
/// INVALID_COMMAND).
@Suite struct ArgumentTests {
    private static let catalog = ModelCatalog.standard
    private static let clusters = catalog.clusters.filter { !$0.isStub && $0.scope == .device }
    private static let types = catalog.deviceTypes.map(\.name)

    @Test(arguments: clusters.filter { !$0.commands.isEmpty }.map(\.traitName))
    func `a command with an argument out of range is refused, and changes nothing`(_ name: String) async throws {
        let cluster = try #require(Self.catalog.cluster(named: name))
        var random = SeededGenerator(seed: UInt64(cluster.id))
        for command in cluster.commands where CommandsWithoutEffect.reason(of: command.name, trait: name) == nil {
            var bench = try EngineBench(allOf: cluster)
            let trait = try #require(bench.part.trait(cluster))
            let own = try #require(trait.command(named: command.name))
            for field in own.fields {
                await Task.yield()
                for wrong in field.wrongValues {
                    var fields = try random.fields(own, bench)
                    fields[field.id] = wrong.value
                    let before = bench.condition
                    #expect(
                        bench.code { bench throws(HomeError) in try bench.invoke(command, fields, of: trait, 1) }
                            == wrong.code, "\(name).\(command.name)(\(field.name): \(wrong.value))")
                    #expect(bench.condition == before)
                }
                guard !field.isOptional else { continue }
                var fields = try random.fields(own, bench)
                fields[field.id] = nil
                let code = bench.code { bench throws(HomeError) in try bench.invoke(command, fields, of: trait, 1) }
                #expect(code == .invalidArgument, "\(name).\(command.name) without \(field.name)")
            }
        }
    }

    @Test(arguments: clusters.filter { $0.attributes.contains(where: \.isWritable) }.map(\.traitName))
    func `a value out of range is not written`(_ name: String) async throws {
        try await expectRefusals(name, where: \.isWritable) { bench, attribute, value, trait throws(HomeError) in
            try bench.write(attribute, value, of: trait, 1)
        }
    }

    @Test(arguments: clusters.map(\.traitName))
    func `a value out of range is not reported either`(_ name: String) async throws {
        try await expectRefusals(name) { bench, attribute, value, trait throws(HomeError) in
            try bench.report(attribute, value, of: trait, 1)
        }
    }

    /// Each wrong value of each of these attributes is refused with the right error, and changes nothing.
    private func expectRefusals(
        _ name: String, where isMeant: (AttributeDescriptor) -> Bool = { _ in true },
        _ body: (inout EngineBench, AttributeDescriptor, DataValue, TraitLayout) throws(HomeError) -> Void
    ) async throws {
        let cluster = try #require(Self.catalog.cluster(named: name))
        var bench = try EngineBench(allOf: cluster)
        let trait = try #require(bench.part.trait(cluster))
        for attribute in trait.attributes where isMeant(attribute) {
            for wrong in FieldDescriptor(name: attribute.name, id: 0, value: attribute.value).wrongValues {
                await Task.yield()
                let before = bench.engine.devices[0].values
                let code = bench.code { bench throws(HomeError) in try body(&bench, attribute, wrong.value, trait) }
                #expect(code == wrong.code, "\(name).\(attribute.name): \(wrong.value)")
                #expect(bench.engine.devices[0].values == before)
            }
        }
    }

    /// Limits that the device itself names: setpoints between limits, levels between the least and the greatest,
    /// measured values within the sensor's range.
    @Test(
        arguments: [
            ("Thermostat", "Thermostat.occupiedHeatingSetpoint", 2000, 3100),
            ("Thermostat", "Thermostat.occupiedCoolingSetpoint", 2600, 1500),
            ("Thermostat", "Thermostat.minHeatSetpointLimit", 1000, 500),
            ("DimmableLight", "LevelControl.currentLevel", 100, 255),
            ("ColorTemperatureLight", "ColorControl.colorTemperatureMireds", 300, 501),
            ("TemperatureSensor", "TemperatureMeasurement.measuredValue", 1900, 12_501),
            ("Refrigerator", "TemperatureControl.temperatureSetpoint", 500, 900),
            ("WindowCovering", "WindowCovering.currentPositionLiftPercent100ths", 5000, 10_001),
            ("Fan", "FanControl.speedSetting", 50, 101),
            ("GoogleGate", "Google.OpenClose.openPercent", 40, 101),
            ("GoogleAirCooler", "Google.RelativeHumidityControl.relativeHumiditySetpoint", 50, 81),
            ("PowerSource", "PowerSource.batPercentRemaining", 100, 201),
        ] as [(String, String, Int64, Int64)])
    func `a report beyond the device's own limits is refused`(
        _ type: String, _ path: String, _ good: Int64, _ bad: Int64
    ) throws {
        var bench = try EngineBench(type)
        try bench.report(path, .integer(good))
        let before = bench.engine.devices[0].values
        #expect(try bench.refusal { try $0.report(path, .integer(bad)) }?.code == .outOfRange)
        #expect(bench.engine.devices[0].values == before)
    }

    /// Members of enumerations depend on features (section 7.3 of the same).
    @Test(arguments: types)
    func `a device has no member of an enumeration that its features do not allow`(_ type: String) throws {
        var bench = try EngineBench(type)
        for part in bench.engine.devices[0].layout.parts {
            for trait in part.traits {
                let features = trait.cluster.features.filter { trait.featureMap & (1 << UInt32($0.bit)) != 0 }
                let context = Conformance.Context(
                    features: Set(features.map(\.code)),
                    elements: Set(trait.attributes.map(\.name) + trait.commands.map(\.name)),
                    revision: Int(trait.cluster.revision))
                for attribute in trait.attributes {
                    guard case .enumeration(let enumeration) = attribute.value.type else { continue }
                    let excluded = enumeration.members.filter {
                        $0.conformance?.evaluate(in: context) == .disallowed
                    }
                    let offset = try #require(trait.offset(ofAttribute: attribute.id))
                    let value = bench.engine.devices[0].values[offset]
                    for member in excluded {
                        #expect(value != .uint(UInt64(member.value)), "\(attribute.name): \(member.name)")
                        guard attribute.isWritable else { continue }
                        let code = bench.code { bench throws(HomeError) in
                            try bench.write(attribute, .uint(UInt64(member.value)), of: trait, part.endpoint)
                        }
                        #expect(code == .outOfRange, "\(trait.cluster.traitName).\(attribute.name): \(member.name)")
                        #expect(bench.engine.devices[0].values[offset] == value)
                    }
                }
            }
        }
    }

    // MARK: - Couplings

    /// What of a device follows whether it is in its dock: it charges there.
    private static let docked: Set<String> = ["Google.Dock", "Google.ExtendedPowerSource", "PowerSource"]
    private static let power: Set<String> = ["ElectricalPowerMeasurement", "ElectricalEnergyMeasurement"]

    /// The traits that a trait's commands may change beside their own, by the rule that couples them.
    private static let couplings: [String: Set<String>] = [
        // What is ordered changes the power, and what comes of it (section 9.2), and the mode says who may (section 9.8).
        "DeviceEnergyManagement": power.union([
            "EnergyEvse", "OperationalState", "PowerSource", "Thermostat", "WaterHeaterManagement",
        ]),
        "DeviceEnergyManagementMode": power.union([
            "DeviceEnergyManagement", "EnergyEvse", "PowerSource", "Thermostat", "WaterHeaterManagement",
        ]),
        // A charger that charges takes power (section 9.3), and so does a tank that is heated (section 9.5).
        "EnergyEvse": power,
        "WaterHeaterManagement": power.union(["Thermostat"]),
        // A water heater and its thermostat are off together (section 9.6).
        "WaterHeaterMode": power.union(["Thermostat", "WaterHeaterManagement"]),
        // A closure and its panels agree (sections 5.4 and 5.5).
        "ClosureControl": ["ClosureDimension"], "ClosureDimension": ["ClosureControl"],
        // A door that moves is told by the sensor of its lock.
        "Google.OpenClose": ["DoorLock"],
        // What Google adds to a trait is about the same setting.
        "Google.ExtendedFanControl": ["FanControl"],
        "Google.ExtendedOperationalState": docked.union(["OperationalState"]),
        "OperationalState": docked.union(["Google.ExtendedOperationalState"]),
        // What is sent home ends its run, and what runs is away.
        "Google.Dock": docked.union(["OperationalState", "Google.ExtendedOperationalState"]),
        // Both tell of one battery.
        "Google.ExtendedPowerSource": ["PowerSource"],
        "MediaPlayback": ["Google.MediaActivityState"],
        // Scenes of a group that is gone are gone (Groups).
        "Groups": ["ScenesManagement"],
        // Keys do what the commands do.
        "KeypadInput": ["OnOff", "MediaPlayback", "Channel", "Google.MediaActivityState"],
        // Level and on/off are coupled, and no scene is valid any more (SceneValid).
        "LevelControl": ["OnOff", "ScenesManagement", "PumpConfigurationAndControl", "Google.MediaActivityState"],
        // What is off neither turns nor plays.
        "OnOff": [
            "LevelControl", "ScenesManagement", "FanControl", "MediaPlayback", "PumpConfigurationAndControl",
            "Google.MediaActivityState",
        ],
        // A run begins and ends with its mode, and goes through areas (sections 7.2 and 17).
        "RvcRunMode": ["RvcOperationalState", "ServiceArea", "PowerSource"],
        "RvcOperationalState": ["RvcRunMode", "ServiceArea", "PowerSource"],
        "ServiceArea": ["RvcOperationalState", "RvcRunMode"],
        // A tank is heated while its thermostat asks for it (section 9.5).
        "Thermostat": power.union(["WaterHeaterManagement", "WaterHeaterMode", "Google.ExtendedThermostat"]),
    ]

    @Test(arguments: types)
    func `a command changes its own trait, and those that are coupled with it`(_ type: String) async throws {
        var random = SeededGenerator(seed: 31)
        var bench = try EngineBench(type)
        let traits = bench.engine.devices[0].layout.parts.flatMap { part in part.traits.map { (part.endpoint, $0) } }
            .filter { !$0.1.commands.isEmpty }
        for _ in 0..<150 {
            guard let (endpoint, trait) = traits.randomElement(using: &random),
                let command = trait.commands.randomElement(using: &random)
            else { return }
            await Task.yield()
            let count = bench.changes.count
            _ = bench.code { bench throws(HomeError) in
                try bench.invoke(command, random.ownFields(of: command, trait, bench), of: trait, endpoint)
            }
            let name = trait.cluster.traitName
            let changed = Set(bench.changes[count...].map { String($0[..<($0.lastIndex(of: ".") ?? $0.endIndex)]) })
            let others = changed.subtracting([name]).subtracting(Self.couplings[name] ?? [])
            #expect(others == [], "\(name).\(command.name)")
            bench.pass(.milliseconds(Int64.random(in: 0...90_000, using: &random)))
        }
    }
}

extension SeededGenerator {
    /// Fields that name things which the device keeps in lists, and the attribute whose entries they are a member of.
    private static let ownLists: [String: (attribute: String, member: UInt32)] = [
        "newMode": ("supportedModes", 1), "newAreas": ("supportedAreas", 0), "presetHandle": ("presets", 0),
        "scheduleHandle": ("schedules", 0), "chimeId": ("installedChimeSounds", 0), "index": ("inputList", 0),
        "target": ("targetList", 0),
    ]

    /// Fields that a command may well be carried out with: what is in a list of the device's comes from there.
    fileprivate mutating func ownFields(
        of command: CommandDescriptor, _ trait: TraitLayout, _ bench: EngineBench
    ) -> [UInt32: DataValue] {
        var fields = fields(command.fields)
        for field in command.fields {
            guard let own = Self.ownLists[field.name], let attribute = trait.attribute(named: own.attribute),
                let offset = trait.offset(ofAttribute: attribute.id),
                case .list(let entries) = bench.engine.devices[0].values[offset],
                case .fields(let entry)? = entries.randomElement(using: &self), let value = entry[own.member]
            else { continue }
            if case .list = field.value.type { fields[field.id] = .list([value]) } else { fields[field.id] = value }
        }
        return fields
    }

    /// Fields that the device takes now, as far as limits go.
    fileprivate mutating func fields(
        _ command: CommandDescriptor, _ bench: EngineBench
    ) throws -> [UInt32: DataValue] {
        let trait = try #require(bench.part.traits.first { $0.commands.contains(command) })
        for _ in 0..<200 {
            let fields = fields(command.fields)
            let device = bench.engine.devices[0]
            if (try? command.fields.check(fields) { device.limit($0, of: trait) }) != nil { return fields }
        }
        throw HomeError(.internal, "no fields of \(command.name) fit")
    }
}

extension FieldDescriptor {
    /// Values that it does not take, and the error of each.
    fileprivate var wrongValues: [(value: DataValue, code: HomeError.Code)] {
        var wrong: [(DataValue, HomeError.Code)] = [(.list([.string("x"), .bool(true)]), .invalidArgument)]
        if case .list = value.type { wrong = [(.bool(true), .invalidArgument)] }
        if !value.isNullable { wrong.append((.null, .invalidArgument)) }
        let bounds = value.constraint?.ranges.count == 1 ? value.constraint?.ranges.first : nil
        switch value.type {
        case .integer(let type):
            if case .integer(let upper)? = bounds?.upper, upper < Int64.max {
                wrong.append((type.isSigned ? .int(upper + 1) : .uint(UInt64(upper) + 1), .outOfRange))
            }
            if case .integer(let lower)? = bounds?.lower, type.isSigned || lower > 0, lower > Int64.min {
                wrong.append((type.isSigned ? .int(lower - 1) : .uint(UInt64(lower) - 1), .outOfRange))
            }
        case .double, .single:
            if case .integer(let upper)? = bounds?.upper { wrong.append((.float(Double(upper) + 0.5), .outOfRange)) }
            if case .integer(let lower)? = bounds?.lower { wrong.append((.float(Double(lower) - 0.5), .outOfRange)) }
            wrong.append((.float(.nan), .invalidArgument))
        case .string:
            if case .integer(let most)? = bounds?.upper {
                wrong.append((.string(String(repeating: "x", count: Int(most) + 1)), .outOfRange))
            }
        case .octets:
            if case .integer(let most)? = bounds?.upper {
                wrong.append((.octets(Array(repeating: 120, count: Int(most) + 1)), .outOfRange))
            }
        case .enumeration(let type):
            let allowed = value.allowedMembers
            if allowed.count < type.members.count, let other = type.members.first(where: { !allowed.contains($0) }) {
                wrong.append((.uint(UInt64(other.value)), .outOfRange))
            }
            wrong.append((.uint(1 << UInt64(type.bits)), .outOfRange))
        case .bitmap(let type):
            if type.bits < 64 { wrong.append((.uint(1 << UInt64(type.bits)), .outOfRange)) }
        case .bool, .list, .structure: break
        }
        return wrong
    }
}
