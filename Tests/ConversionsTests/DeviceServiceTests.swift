import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import Conversions

/// Which services devices have, and with which characteristics.
struct DeviceServiceTests {
    private static func services(_ type: String, _ more: String = "") async throws -> [DeviceService] {
        DeviceService.services(of: try await EveryType.device(type, more).layout)
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
        ("TemperatureSensor", ["TemperatureSensor": ["CurrentTemperature"]]),
        ("HumiditySensor", ["HumiditySensor": ["CurrentRelativeHumidity"]]),
        ("LightSensor", ["LightSensor": ["CurrentLightLevel"]]),
        ("OccupancySensor", ["OccupancySensor": ["OccupancyDetected"]]),
        ("ContactSensor", ["ContactSensor": ["ContactState"]]),
        ("WaterLeakDetector", ["LeakSensor": ["LeakDetected"]]),
        (
            "SmokeCoAlarm",
            [
                "SmokeSensor": ["SmokeDetected", "StatusFault", "StatusLowBattery"],
                "CarbonMonoxideSensor": ["CarbonMonoxideDetected", "StatusFault", "StatusLowBattery"],
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
        ("BasicVideoPlayer", ["Switch": ["PowerState"]]),
        ("Closure", ["GarageDoorOpener": ["CurrentDoorState", "TargetDoorState", "ObstructionDetected"]]),
        ("Camera", [:]),
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
        let services = DeviceService.services(of: device.layout)
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
        let services = DeviceService.services(of: layout)
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
}
