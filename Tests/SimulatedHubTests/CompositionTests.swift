import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import Configuration
@testable import SimulatedHub

@Suite struct CompositionTests {
    private static func compose(
        _ name: String, features: [String: [String]] = [:], values: [String: Literal] = [:], without: [String] = []
    ) throws -> HubDevice {
        var composer = DeviceComposer(.standard)
        let device = try HomeFile.Device.onBench(name, features: features, values: values, without: without)
        return try composer.compose(device, structureID: "home")
    }

    /// The endpoint of a type: 1, and 0 for the root node.
    private static func part(_ name: String) throws -> PartLayout? {
        try compose(name).layout.part(endpoint: name == "RootNode" ? 0 : 1)
    }

    /// All of 91 Matter and 51 Google types.
    private static let types = ModelCatalog.standard.deviceTypes.map(\.name)

    @Test(
        arguments: [
            ("DimmableLight", 1), ("OnOffPluginUnit", 2), ("ContactSensor", 2), ("RoboticVacuumCleaner", 3),
            ("Thermostat", 4), ("WindowCovering", 5),
        ] as [(String, Int64)])
    func `a device says by what it can be told from others`(_ type: String, _ identification: Int64) throws {
        #expect(try EngineBench(type).number("Identify.identifyType") == identification)
    }

    @Test func `what is charged has a pack that stays in it, and what is not has cells`() throws {
        for type in ["RoboticVacuumCleaner", "GoogleMower", "GoogleMop"] {
            let bench = try EngineBench(type)
            #expect(try bench.number("PowerSource.batReplaceability") == 1, "\(type)")
            #expect(try #require(try bench.number("PowerSource.batVoltage")) > 10_000, "\(type)")
            #expect(try #require(try bench.number("PowerSource.batCapacity")) > 1000, "\(type)")
        }
        let sensor = try EngineBench("ContactSensor", values: ["PowerSource.batPercentRemaining": 180])
        #expect(try sensor.number("PowerSource.batReplaceability") == 2)
        #expect(try sensor.number("PowerSource.batVoltage") == 3000)
    }

    @Test func thereAreAllTypes() {
        #expect(Self.types.count == 142)
    }

    @Test(arguments: types)
    func aDeviceOfEachTypeHasOnlyValuesThatTheCodecTakes(_ name: String) throws {
        let device = try Self.compose(name)
        #expect(device.values.count == device.layout.slotCount)
        for part in device.layout.parts {
            for trait in part.traits {
                for (position, attribute) in trait.attributes.enumerated() {
                    let value = device.values[trait.firstOffset + position]
                    do throws(ValueFault) {
                        try attribute.value.check(value) { limit in
                            trait.cluster.limit(limit) { id in
                                trait.offset(ofAttribute: id).map { device.values[$0] }
                            }
                        }
                    } catch {
                        Issue.record("\(name), \(trait.cluster.traitName).\(attribute.name): \(error)")
                    }
                }
            }
        }
    }

    @Test(arguments: types)
    func aDeviceOfEachTypeHasWhatItsTypeMandates(_ name: String) throws {
        let type = try #require(ModelCatalog.standard.deviceType(named: name))
        let part = try #require(try Self.part(name))
        for requirement in type.allRequirements where requirement.conformance == .mandatory {
            let cluster = try #require(ModelCatalog.standard.cluster(named: requirement.trait))
            #expect(part.trait(cluster) != nil || cluster.isStub, "\(name) lacks \(requirement.trait)")
        }
        #expect(part.trait(named: "Descriptor") != nil)
    }

    @Test(arguments: types)
    func featuresOfEachTypeGoTogether(_ name: String) throws {
        let part = try #require(try Self.part(name))
        for trait in part.traits {
            let present = trait.cluster.features.filter { trait.featureMap & (1 << UInt32($0.bit)) != 0 }
            var context = Conformance.Context(
                features: Set(present.map(\.code)), revision: Int(trait.cluster.revision))
            var counts: [String: Int] = [:]
            for feature in trait.cluster.features {
                context.features = Set(present.map(\.code)).subtracting([feature.code])
                guard let rule = feature.conformance?.evaluate(in: context) else { continue }
                let isPresent = present.contains(feature)
                if rule == .mandatory {
                    #expect(isPresent, "\(name), \(trait.cluster.name): \(feature.name) is missing")
                }
                if case .choice(let group, let orMore) = rule, !orMore, isPresent { counts[group, default: 0] += 1 }
            }
            #expect(counts.values.allSatisfy { $0 == 1 }, "\(name), \(trait.cluster.name)")
        }
    }

    @Test(arguments: [
        ("Thermostat", "Thermostat", ["heating", "cooling", "autoMode"]),
        ("WindowCovering", "WindowCovering", ["lift", "positionAwareLift"]),
        ("SmokeCoAlarm", "SmokeCoAlarm", ["smokeAlarm", "coAlarm"]),
        (
            "GenericSwitch", "Switch",
            [
                "momentarySwitch", "momentarySwitchRelease", "momentarySwitchLongPress",
                "momentarySwitchMultiPress",
            ]
        ),
        ("ExtendedColorLight", "ColorControl", ["hueSaturation", "xy", "colorTemperature"]),
        ("ColorTemperatureLight", "ColorControl", ["colorTemperature"]),
        ("DimmableLight", "LevelControl", ["onOff", "lighting"]),
    ])
    func commonProductsHaveTheirFeatures(_ type: String, _ traitName: String, _ features: [String]) throws {
        let part = try #require(try Self.compose(type).layout.part(endpoint: 1))
        let trait = try #require(part.trait(named: traitName))
        let names = trait.cluster.features.filter { trait.featureMap & (1 << UInt32($0.bit)) != 0 }.map(\.name)
        #expect(Set(names) == Set(features))
    }

    @Test func appliancesTakeTheirOrders() throws {
        let washer = try #require(try Self.compose("LaundryWasher").layout.part(endpoint: 1))
        let commands = try #require(washer.trait(named: "OperationalState")).commands.map(\.name)
        #expect(Set(commands).isSuperset(of: ["start", "stop", "pause", "resume"]))
        let vacuum = try #require(try Self.compose("RoboticVacuumCleaner").layout.part(endpoint: 1))
        #expect(vacuum.trait(named: "RvcOperationalState")?.command(named: "goHome") != nil)
        let alarm = try #require(try Self.compose("SmokeCoAlarm").layout.part(endpoint: 1))
        #expect(alarm.trait(named: "SmokeCoAlarm")?.command(named: "selfTestRequest") != nil)
    }

    @Test func endpointZeroIsTheNode() throws {
        let device = try Self.compose("DimmableLight")
        let root = try #require(device.layout.part(endpoint: 0))
        #expect(root.name == "RootNode")
        let trait = try #require(root.trait(named: "BasicInformation"))
        let name = try #require(trait.attribute(named: "productName"))
        #expect(device.values[try #require(trait.offset(ofAttribute: name.id))] == .string("DimmableLight"))
    }

    @Test func descriptorIsTruthful() throws {
        let device = try Self.compose("OnOffLight")
        let catalog = ModelCatalog.standard
        for part in device.layout.parts {
            let trait = try #require(part.trait(named: "Descriptor"))
            func value(_ name: String) throws -> DataValue {
                let attribute = try #require(trait.attribute(named: name))
                return device.values[try #require(trait.offset(ofAttribute: attribute.id))]
            }
            #expect(try value("serverList") == .list(part.traits.map { .uint(UInt64($0.cluster.id)) }))
            #expect(
                try value("deviceTypeList")
                    == .list(part.types.map { .fields([0: .uint(UInt64($0.id)), 1: .uint(UInt64($0.revision))]) }))
            #expect(try value("partsList") == .list(part.endpoint == 0 ? [.uint(1)] : []))
        }
        #expect(catalog.cluster(named: "Descriptor") != nil)
    }

    @Test func aStartingValueAddsItsAttributeAndFeature() throws {
        let device = try Self.compose(
            "WindowCovering", values: ["WindowCovering.currentPositionTiltPercent100ths": 2500])
        let trait = try #require(device.layout.part(endpoint: 1)?.trait(named: "WindowCovering"))
        let attribute = try #require(trait.attribute(named: "currentPositionTiltPercent100ths"))
        #expect(device.values[try #require(trait.offset(ofAttribute: attribute.id))] == .uint(2500))
        #expect(trait.command(named: "goToTiltPercentage") != nil)
        #expect(trait.attribute(named: "currentPositionLiftPercent100ths") != nil)
    }

    @Test func aStartingValueAddsItsTraitAndUtilityType() throws {
        let device = try Self.compose("ContactSensor", values: ["PowerSource.batPercentRemaining": 120])
        let part = try #require(device.layout.part(endpoint: 1))
        #expect(part.types.map(\.name) == ["ContactSensor", "PowerSource"])
        #expect(part.name == "ContactSensor")
        #expect(part.trait(named: "PowerSource")?.attribute(named: "batChargeLevel") != nil)
    }

    @Test func aStartingValueThatNoFeatureAllowsIsAFault() throws {
        let fault = #expect(throws: ConfigurationFault.self) {
            try Self.compose("CookSurface", values: ["OnOff.startUpOnOff": "on"])
        }
        #expect(fault?.description.contains("OnOff.startUpOnOff") == true)
    }

    @Test func featuresReplaceTheUsualOnes() throws {
        let device = try Self.compose("Thermostat", features: ["Thermostat": ["heating"]])
        let trait = try #require(device.layout.part(endpoint: 1)?.trait(named: "Thermostat"))
        #expect(trait.featureMap == 1)
        #expect(trait.attribute(named: "occupiedCoolingSetpoint") == nil)
        #expect(trait.attribute(named: "occupiedHeatingSetpoint") != nil)
    }

    @Test func withoutTakesMembersAway() throws {
        let device = try Self.compose("OnOffLight", without: ["OnOff.startUpOnOff", "OnOff.toggle"])
        let trait = try #require(device.layout.part(endpoint: 1)?.trait(named: "OnOff"))
        #expect(trait.attribute(named: "startUpOnOff") == nil)
        #expect(trait.command(named: "toggle") == nil)
        #expect(trait.command(named: "on") != nil)
    }

    @Test func devicesMadeAlikeShareTheirLayout() throws {
        var composer = DeviceComposer(.standard)
        var first = try HomeFile.Device.onBench("DimmableLight")
        first.id = "first"
        var second = first
        second.id = "second"
        let other = try HomeFile.Device.onBench("DimmableLight", without: ["OnOff.toggle"])
        let devices = try [first, second, other].map { try composer.compose($0, structureID: "home") }
        #expect(devices[0].layout === devices[1].layout)
        #expect(devices[0].layout !== devices[2].layout)
        #expect(devices[0].values != devices[1].values, "their serial numbers differ")
    }

    @Test func `a root node alone is endpoint 0, and no other`() throws {
        let layout = try Self.compose("RootNode", values: ["BasicInformation.nodeLabel": "Node"]).layout
        #expect(layout.parts.map(\.endpoint) == [0])
        var strip = try HomeFile.Device.onBench("OnOffLight")
        strip.root.parts = [try HomeFile.Device.onBench("RootNode").root]
        var composer = DeviceComposer(.standard)
        let fault = #expect(throws: ConfigurationFault.self) { try composer.compose(strip, structureID: "home") }
        #expect(fault?.description.contains("RootNode is endpoint 0") == true)
    }

    @Test func `what belongs to the node stands on endpoint 0`() throws {
        let layout = try Self.compose(
            "OnOffLight", values: ["UnitLocalization.temperatureUnit": "celsius", "OnOff.onOff": true]
        ).layout
        #expect(layout.part(endpoint: 0)?.trait(named: "UnitLocalization") != nil)
        #expect(layout.part(endpoint: 1)?.trait(named: "UnitLocalization") == nil)
        #expect(layout.part(endpoint: 1)?.trait(named: "OnOff") != nil)
    }

    @Test(arguments: [
        ("Oven", ["Oven", "TemperatureControlledCabinet"]),
        (
            "Refrigerator",
            ["Refrigerator", "TemperatureControlledCabinet", "TemperatureControlledCabinet-2"]
        ),
        ("Cooktop", ["Cooktop", "CookSurface", "CookSurface-2"]), ("Closure", ["Closure", "ClosurePanel"]),
        ("VideoDoorbell", ["VideoDoorbell", "Camera", "Doorbell"]),
        ("FloodlightCamera", ["FloodlightCamera", "Camera", "OnOffLight"]),
        ("HeatPump", ["HeatPump", "Thermostat", "TemperatureSensor"]),
        ("IrrigationSystem", ["IrrigationSystem", "WaterValve", "WaterValve-2"]),
    ])
    func `a type that is composed of others has their endpoints`(_ type: String, _ parts: [String]) throws {
        let layout = try Self.compose(type).layout
        #expect(layout.parts.map(\.name) == ["RootNode"] + parts)
        #expect(layout.parts.dropFirst(2).allSatisfy { $0.parent == 1 })
    }

    @Test func partsAreEndpointsOfTheirOwn() throws {
        var strip = try HomeFile.Device.onBench("OnOffPluginUnit")
        let plug = strip.root
        strip.root.parts = [plug, plug]
        strip.root.type = nil
        var composer = DeviceComposer(.standard)
        let layout = try composer.compose(strip, structureID: "home").layout
        #expect(layout.parts.map(\.endpoint) == [0, 1, 2])
        #expect(layout.parts.map(\.name) == ["RootNode", "OnOffPluginUnit", "OnOffPluginUnit-2"])
        strip.root.type = plug.type
        let nested = try composer.compose(strip, structureID: "home").layout
        #expect(nested.parts.map(\.parent) == [nil, nil, 1, 1])
    }
}
