import ClusterTypes
import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import Conversions

/// Which services devices have, and with which characteristics.
struct DeviceServiceTests {
    private static func services(_ type: String, _ more: String = "") async throws -> [DeviceService] {
        try await EveryType.device(type, more).layout.services
    }

    @Test(arguments: [
        ("OnOffLight", ["Lightbulb": ["PowerState"]]),
        ("DimmableLight", ["Lightbulb": ["PowerState", "Brightness"]]),
        ("ColorTemperatureLight", ["Lightbulb": ["PowerState", "Brightness", "ColorTemperature"]]),
        ("ExtendedColorLight", ["Lightbulb": ["PowerState", "Brightness", "Hue", "Saturation", "ColorTemperature"]]),
        ("OnOffPluginUnit", ["Outlet": ["PowerState"]]),
        ("DimmablePlugInUnit", ["Outlet": ["PowerState", "Brightness"]]),
        (
            "DoorLock",
            [
                "LockMechanism": ["CurrentLockMechanismState", "TargetLockMechanismState"],
                "LockManagement": [
                    "LockMechanismLastKnownAction", "LockManagementAutoSecureTimeout", "CurrentDoorState",
                ],
            ]
        ),
        ("Fan", ["Fan": ["PowerState", "RotationSpeed", "CurrentFanState", "TargetFanState"]]),
        (
            "Thermostat",
            [
                "Thermostat": [
                    "TargetHeatingCooling", "CurrentTemperature", "TargetTemperature", "CurrentHeatingCooling",
                    "TemperatureUnits", "HeatingThreshold", "CoolingThreshold",
                ]
            ]
        ),
        ("TemperatureSensor", ["TemperatureSensor": ["CurrentTemperature", "StatusActive"]]),
        ("HumiditySensor", ["HumiditySensor": ["CurrentRelativeHumidity", "StatusActive"]]),
        ("LightSensor", ["LightSensor": ["CurrentLightLevel", "StatusActive"]]),
        ("OccupancySensor", ["OccupancySensor": ["OccupancyDetected"]]),
        ("ContactSensor", ["ContactSensor": ["ContactState"]]),
        ("WaterLeakDetector", ["LeakSensor": ["LeakDetected"]]),
        (
            "SmokeCoAlarm",
            [
                "SmokeSensor": ["SmokeDetected", "StatusActive", "StatusFault", "StatusLowBattery"],
                "CarbonMonoxideSensor": [
                    "CarbonMonoxideDetected", "StatusActive", "StatusFault", "StatusLowBattery",
                ],
            ]
        ),
        (
            "AirPurifier",
            [
                "AirPurifier": ["Active", "CurrentAirPurifierState", "TargetAirPurifierState", "RotationSpeed"],
                "FilterMaintenance": [
                    "FilterChangeIndication", "FilterLifeLevel", "FilterResetChangeIndication",
                ],
            ]
        ),
        (
            "WindowCovering",
            ["WindowCovering": ["CurrentPosition", "TargetPosition", "PositionState", "HoldPosition"]]
        ),
        ("GenericSwitch", ["StatelessProgrammableSwitch": ["InputEvent"]]),
        ("Speaker", ["Speaker": ["Mute", "Volume"]]),
        ("WaterValve", ["Valve": ["Active", "InUse", "ValveType", "SetDuration", "RemainingDuration"]]),
        ("BasicVideoPlayer", ["Television": ["Active"]]),
        ("GoogleTV", ["Television": ["Active"], "Speaker": ["Volume"]]),
        (
            "GoogleFaucet",
            ["Faucet": ["Active", "StatusFault"], "TemperatureSensor": ["CurrentTemperature", "StatusActive"]]
        ),
        (
            "GoogleSprinkler",
            ["IrrigationSystem": ["Active", "ProgramMode", "InUse", "RemainingDuration", "StatusFault"]]
        ),
        (
            "RoomAirConditioner",
            [
                "HeaterCooler": [
                    "Active", "CurrentHeaterCoolerState", "TargetHeaterCoolerState", "CurrentTemperature",
                    "HeatingThreshold", "CoolingThreshold", "RotationSpeed",
                ],
                "Fan": ["PowerState", "RotationSpeed", "CurrentFanState", "TargetFanState"],
            ]
        ),
        ("Closure", ["GarageDoorOpener": ["CurrentDoorState", "TargetDoorState", "ObstructionDetected"]]),
        ("Camera", ["Microphone": ["Mute", "Volume"]]),
    ])
    func `a device type has its services`(_ type: String, _ expected: [String: [String]]) async throws {
        let services = try await Self.services(type)
        let found = Dictionary(
            uniqueKeysWithValues: services.dropFirst().map { ($0.name, $0.characteristics.dropLast().map(\.type.name)) }
        )
        #expect(found == expected)
        #expect(services.dropFirst().allSatisfy { $0.characteristics.last?.type == .name })
        #expect(services.first?.type == .accessoryInformation)
    }

    @Test(arguments: EveryType.names)
    func `every device type has services whose values HomeKit can hold`(_ type: String) async throws {
        let device = try await EveryType.device(type)
        let services = device.layout.services
        #expect(services.first?.name == "AccessoryInformation")
        #expect(services.first?.characteristic(named: "Manufacturer") != nil)
        #expect(Set(services.map(\.name)).count == services.count)
        for service in services {
            #expect(Set(service.characteristics.map(\.type)).count == service.characteristics.count)
            for characteristic in service.characteristics {
                guard let endpoint = characteristic.endpoint, let part = device.layout.part(endpoint: endpoint) else {
                    #expect(characteristic.type == .name)
                    continue
                }
                let value = characteristic.value { attribute in
                    part.traits.first { $0.cluster.id == attribute.cluster }?.offset(ofAttribute: attribute.id)
                        .map { device.values[$0] } ?? .null
                }
                let format = characteristic.type.format
                #expect(value.map { $0.represented(as: format) == $0 } ?? true, "\(service.name): \(format)")
                #expect(!characteristic.access.isEmpty)
            }
        }
    }

    @Test func `a strip has an outlet for each part, with names that stay`() async throws {
        let text = """
            structures: [{name: Home, devices: [{name: Strip, parts: [{type: OnOffPluginUnit}, {type: OnOffPluginUnit}]}]}]
            """
        let layout = try await EveryType.device(home: text).layout
        let services = layout.services
        #expect(services.map(\.name) == ["AccessoryInformation", "Outlet", "Outlet-2"])
        #expect(services.map(\.isPrimary) == [false, true, false])
        #expect(services.compactMap { $0.characteristic(named: "PowerState")?.endpoint } == [1, 2])
    }

    @Test func `every device type of the table is in the model`() {
        for rule in ServiceRule.all {
            let names: Set<String>
            switch rule.scope {
            case .types(let types): names = types
            case .any(let types): names = types
            case .otherwise: names = []
            }
            for name in names { #expect(ModelCatalog.standard.deviceType(named: name)?.name == name) }
        }
    }

    @Test func `a battery is a service of its own`() async throws {
        let services = try await Self.services("ContactSensor", ", traits: {PowerSource: {batPercentRemaining: 150}}")
        let battery = try #require(services.first { $0.type == .battery })
        let contact = try #require(services.first { $0.type == .contactSensor })
        #expect(contact.characteristic(named: "StatusLowBattery")?.endpoint == 1)
        #expect(battery.characteristics.map(\.type) == [.statusLowBattery, .batteryLevel, .chargingState, .name])
    }

    @Test func `a garage door of Google is one of HomeKit`() async throws {
        let services = try await Self.services(
            "GoogleGarage",
            ", traits: {Google.OpenClose: {openPercent: 0, targetOpenPercent: 0}, Google.LockUnlock: {lockState: locked}}"
        )
        let door = try #require(services.first { $0.type == .garageDoorOpener })
        #expect(
            door.characteristics.map(\.type) == [
                .currentDoorState, .targetDoorState, .currentLockMechanismState, .targetLockMechanismState, .name,
            ])
    }

    @Test func `identifiers are Apple's`() {
        #expect(ServiceType.lightbulb.identifier == "00000043-0000-1000-8000-0026BB765291")
        #expect(ServiceType.doorbell.identifier == "00000121-0000-1000-8000-0026BB765291")
        #expect(CharacteristicType.powerState.identifier == "00000025-0000-1000-8000-0026BB765291")
        #expect(Set(ServiceType.all.map(\.code)).count == ServiceType.all.count)
        #expect(Set(CharacteristicType.all.map(\.code)).count == CharacteristicType.all.count)
        #expect(Set(CharacteristicType.all.map(\.name)).count == CharacteristicType.all.count)
    }

    @Test func `values are checked in order, and rounded to the nearest step`() async throws {
        let light = try #require(try await Self.services("DimmableLight").first { $0.type == .lightbulb })
        let brightness = try #require(light.characteristic(named: "Brightness"))
        func set(_ value: CharacteristicValue) throws -> CharacteristicValue {
            try brightness.steps(for: value) { _ in .null }.value
        }
        #expect(try set(.int(42)) == .int(42))
        #expect(try set(.float(41.5)) == .int(42))
        #expect(throws: CharacteristicFault.wrongType(.int)) { try set(.string("42")) }
        #expect(throws: CharacteristicFault.wrongType(.int)) { try set(.bool(true)) }
        #expect(throws: CharacteristicFault.wrongType(.int)) { try set(.float(.nan)) }
        #expect(throws: CharacteristicFault.below(0)) { try set(.int(-1)) }
        #expect(throws: CharacteristicFault.above(100)) { try set(.int(101)) }
        let thermostat = try #require(try await Self.services("Thermostat").first { $0.type == .thermostat })
        let current = try #require(thermostat.characteristic(named: "CurrentTemperature"))
        #expect(throws: CharacteristicFault.readOnly) { try current.steps(for: .string("")) { _ in .null } }
        let threshold = try #require(thermostat.characteristic(named: "HeatingThreshold"))
        #expect(try threshold.steps(for: .float(20.26)) { _ in .null }.value == .float(20.3))
        let mode = try #require(thermostat.characteristic(named: "TargetHeatingCooling"))
        #expect(throws: CharacteristicFault.above(3)) { try mode.steps(for: .int(4)) { _ in .null } }
        #expect(try mode.steps(for: .int(3)) { _ in .null }.value == .int(3))
    }

    @Test func `a mode that the device lacks is no valid value`() async throws {
        let services = try await Self.services("Thermostat", ", features: {Thermostat: [heating, cooling]}")
        let mode = try #require(
            services.first { $0.type == .thermostat }?.characteristic(named: "TargetHeatingCooling"))
        #expect(mode.validValues.map(\.number) == [0, 1, 2])
        #expect(throws: CharacteristicFault.notAmong(mode.validValues)) { try mode.steps(for: .int(3)) { _ in .null } }
    }

    private static func outlets(_ numbers: UInt16...) throws -> [EndpointMembers] {
        let outlet = try EndpointMembers.whole(["OnOff"], types: ["OnOffPluginUnit"])
        return numbers.map { EndpointMembers(number: $0, types: outlet.types, clusters: outlet.clusters) }
    }

    @Test(
        arguments: [
            // As they are found first.
            ([1, 2, 3], [:], ["Outlet", "Outlet-2", "Outlet-3"]),
            // One went, one came before the others.
            ([2, 3], [1: ["Outlet"], 2: ["Outlet-2"], 3: ["Outlet-3"]], ["Outlet-2", "Outlet-3"]),
            ([1, 2], [2: ["Outlet"]], ["Outlet-2", "Outlet"]),
            // Nobody gets the name of one that is not there now.
            ([1, 4], [1: ["Outlet"], 2: ["Outlet-2"]], ["Outlet", "Outlet-3"]),
            // What was kept is damaged.
            ([1, 2], [1: ["Outlet-x/#"], 2: ["Outlet-", "Outlet-1", "Outlet--3"]], ["Outlet", "Outlet-2"]),
            // A part that became another thing.
            ([1, 2], [1: ["Switch"], 2: ["Outlet-2"]], ["Outlet", "Outlet-2"]),
        ] as [([UInt16], [UInt16: [String]], [String])])
    func `services keep their names, whichever others come or go`(
        _ parts: [UInt16], _ kept: [UInt16: [String]], _ names: [String]
    ) throws {
        let endpoints = try parts.flatMap { try Self.outlets($0) }
        let services = DeviceService.services(of: endpoints, keeping: kept)
        #expect(services.dropFirst().map(\.name) == names)
        #expect(services.dropFirst().map(\.endpoint) == parts)
    }

    @Test func `the names are kept with the device`() async throws {
        let home =
            "structures: [{name: H, devices: [{name: D, parts: [{type: OnOffPluginUnit}, {type: OnOffPluginUnit}]}]}]"
        let layout = try await EveryType.device(home: home).layout
        let text = layout.savedText
        #expect(text.contains(#""services":["Outlet"]"#) && text.contains(#""services":["Outlet-2"]"#))
        let again = try DeviceLayout(savedText: text, catalog: .standard)
        #expect(again.serviceNames == layout.serviceNames && again.savedText == text)
        let other = text.replacing(#""services":["Outlet"]"#, with: #""services":["Outlet-7"]"#)
        let kept = try DeviceLayout(savedText: other, catalog: .standard)
        #expect(kept.serviceNames == ["AccessoryInformation", "Outlet-7", "Outlet-2"])
        // One that was kept before services had names.
        let old = text.replacing(/"services":\[[^\]]*\],/, with: "")
        #expect(try DeviceLayout(savedText: old, catalog: .standard).serviceNames == layout.serviceNames)
    }

    @Test func `a colour temperature goes to the nearest that the light has`() async throws {
        let services = try await Self.services("ColorTemperatureLight")
        let temperature = try #require(
            services.first { $0.type == .lightbulb }?.characteristic(named: "ColorTemperature"))
        func settled(_ value: CharacteristicValue, from least: UInt64?, to most: UInt64?) throws -> CharacteristicValue
        {
            let read = RawValues(values: [
                AttributeID(ColorControlCluster.colorTempPhysicalMinMireds): least.map { .uint($0) } ?? .null,
                AttributeID(ColorControlCluster.colorTempPhysicalMaxMireds): most.map { .uint($0) } ?? .null,
            ]).read
            let (steps, value) = try temperature.steps(for: value, read)
            guard case .invoke(_, let fields)? = steps.first, case .uint(let sent)? = fields[0] else {
                throw CharacteristicFault.readOnly
            }
            #expect(steps.count == 1 && value == .int(Int(sent)))
            return value
        }
        for mireds in 0...1000 {
            #expect(try settled(.int(mireds), from: 153, to: 370) == .int(min(max(mireds, 153), 370)))
            #expect(try settled(.int(mireds), from: 100, to: 600) == .int(min(max(mireds, 100), 600)))
            #expect(try settled(.int(mireds), from: nil, to: nil) == .int(min(max(mireds, 140), 500)))
        }
        #expect(try settled(.float(-1e300), from: 153, to: 370) == .int(153))
        #expect(try settled(.float(1e300), from: 153, to: 370) == .int(370))
        #expect(throws: CharacteristicFault.wrongType(.int)) { try settled(.string("warm"), from: 153, to: 370) }
    }
}
