// The examples stand as the seed writes them.
// swift-format-ignore-file

import HomeGraph
import HomeKitView
import HomeTypes
import Synchronization
import Testing

/// Every example of the fourth seed, on services, characteristics and service groups, against a simulated home.
///
/// The seed's examples are Objective-C; each stands in a comment, and below it in Swift in both forms that HomeKit has:
/// with a completion handler, and asynchronous.
@Suite(.timeLimit(.minutes(1))) @MainActor struct ServicesSeedTests {
    private let seedHome: SeedHome
    private let manager: HMHomeManager
    private let home: HMHome

    init() async throws {
        seedHome = try await SeedHome(more: """
                  - {id: thermostat, name: Thermostat, type: Thermostat, traits: {Thermostat: {localTemperature: 2150}}}
                  - {id: garage, name: Garage, type: GoogleGarage, traits: {Google.OpenClose: {openPercent: 0, targetOpenPercent: 0}}}
                  - {id: fan, name: Fan, type: Fan, features: {FanControl: [multiSpeed, airflowDirection]}}
            """)
        manager = HMHomeManager(home: seedHome.home)
        home = try #require(manager.primaryHome)
    }

    /// What completion handlers are called with.
    private func handled(_ body: (@escaping @MainActor ((any Error)?) -> Void) -> Void) async -> (any Error)? {
        await withCheckedContinuation { continuation in body { continuation.resume(returning: $0) } }
    }

    private func service(_ name: String) throws -> HMService {
        try #require(home.accessories.flatMap(\.services).first { $0.name == name })
    }

    private func characteristic(_ type: String, of service: String) throws -> HMCharacteristic {
        try #require(try self.service(service).characteristics.first { $0.characteristicType == type })
    }

    // MARK: - Getting services and their properties

    @Test func `the services of an accessory, and of kinds in the whole home`() throws {
        let accessory = try #require(home.accessories.first { $0.name == "Table Lamp" })

        // NSArray *services = accessory.services;
        let services = accessory.services

        // Get all lights and thermostats in a home
        // NSArray *lightServices = [home servicesWithTypes:[HMServiceTypeLightbulb]];
        // NSArray *thermostatServices = [home servicesWithTypes:[HMServiceTypeThermostat]];
        let lightServices = home.servicesWithTypes([HMServiceTypeLightbulb])
        let thermostatServices = home.servicesWithTypes([HMServiceTypeThermostat])

        #expect(services.map(\.serviceType) == [HMServiceTypeAccessoryInformation, HMServiceTypeLightbulb])
        #expect(lightServices?.map(\.name) == ["Hall Light", "Ceiling", "Reading Light", "Table Lamp", "Cellar Light"])
        #expect(thermostatServices?.map(\.name) == ["Thermostat"])
        #expect(home.services(withTypes: [HMServiceTypeLightbulb, HMServiceTypeThermostat])?.count == 6)
    }

    @Test func `the name, the characteristics and the type of a service`() throws {
        let service = try self.service("Table Lamp")

        // NSString *name = service.name;
        // NSArray *characteristics = service.characteristics;
        // NSString *serviceType = service.serviceType;
        let name = service.name
        let characteristics = service.characteristics
        let serviceType = service.serviceType

        #expect(name == "Table Lamp")
        #expect(serviceType == HMServiceTypeLightbulb)
        #expect(
            characteristics.map(\.characteristicType) == [
                HMCharacteristicTypePowerState, HMCharacteristicTypeBrightness, HMCharacteristicTypeHue,
                HMCharacteristicTypeSaturation, HMCharacteristicTypeColorTemperature, HMCharacteristicTypeName,
            ])
    }

    @Test(arguments: [
        (HMServiceTypeLockMechanism, "Front Door"), (HMServiceTypeFan, "Fan"),
        (HMServiceTypeGarageDoorOpener, "Garage"), (HMServiceTypeLightbulb, "Hall Light"),
        (HMServiceTypeOutlet, "Coffee Plug"), (HMServiceTypeThermostat, "Thermostat"),
    ])
    func `the kinds of services that Siri knows`(_ type: String, _ name: String) {
        #expect(home.servicesWithTypes([type])?.contains { $0.name == name } == true)
    }

    // MARK: - Changing names

    @Test func `a service is called otherwise`() async throws {
        let service = try self.service("Garage")

        // [service updateName:@"Garage 1 Opener" completionHandler:^(NSError *error) {
        //     if (error) {
        //         // Failed to change the name
        //     } else {
        //         // Successfully changed the name
        //     }
        // }];
        let error = await handled { handler in
            service.updateName("Garage 1 Opener") { error in
                if error != nil {
                    // Failed to change the name
                } else {
                    // Successfully changed the name
                    #expect(service.name == "Garage 1 Opener")
                }
                handler(error)
            }
        }
        #expect(error == nil)

        do {
            try await service.updateName("Garage 2 Opener")
            // Successfully changed the name
            #expect(service.name == "Garage 2 Opener")
        } catch {
            // Failed to change the name
            Issue.record(error)
        }
    }

    @Test func `the name of a service is unique in the home`() async throws {
        let service = try self.service("Garage")
        let error = await handled { handler in service.updateName("table LAMP", completionHandler: handler) }
        #expect((error as? HMError)?.code == .objectWithSimilarNameExistsInHome)
        #expect(service.name == "Garage")
        await #expect(throws: HMError.self) { try await service.updateName("Fan") }
    }

    // MARK: - The kinds of characteristics that Siri knows

    @Test(arguments: [
        (HMCharacteristicTypeBrightness, "Ceiling", true), (HMCharacteristicTypeCurrentDoorState, "Garage", false),
        (HMCharacteristicTypeCurrentTemperature, "Thermostat", false),
        (HMCharacteristicTypeCurrentLockMechanismState, "Front Door", false),
        (HMCharacteristicTypePowerState, "Hall Light", true), (HMCharacteristicTypeRotationSpeed, "Fan", true),
        (HMCharacteristicTypeRotationDirection, "Fan", true), (HMCharacteristicTypeTargetDoorState, "Garage", true),
        (HMCharacteristicTypeTargetLockMechanismState, "Front Door", true),
        (HMCharacteristicTypeTargetHeatingCooling, "Thermostat", true),
        (HMCharacteristicTypeTargetTemperature, "Thermostat", true),
    ])
    func `a characteristic is read-only or read-write`(_ type: String, _ service: String, _ isWritable: Bool) throws {
        let characteristic = try characteristic(type, of: service)
        #expect(characteristic.properties.contains(HMCharacteristicPropertyReadable))
        #expect(characteristic.properties.contains(HMCharacteristicPropertyWritable) == isWritable)
    }

    @Test func `a command that needs no feedback is write-only`() async throws {
        let information = try #require(home.accessories.first { $0.name == "Ceiling" }?.services.first)
        let identify = try #require(
            information.characteristics.first { $0.characteristicType == HMCharacteristicTypeIdentify })
        #expect(identify.properties == [HMCharacteristicPropertyWritable])
        try await identify.writeValue(true)
        let error = await handled { identify.readValue(completionHandler: $0) }
        #expect((error as? HMError)?.code == .writeOnlyCharacteristic)
    }

    // MARK: - Reading and writing

    @Test func `the value of a characteristic is read`() async throws {
        let characteristic = try characteristic(HMCharacteristicTypeCurrentTemperature, of: "Thermostat")

        // [characteristic readValueWithCompletionHandler:^(NSError *error) {
        //     if (error == nil) {
        //        // Successfully read the value
        //        id value = characteristic.value;
        //     }
        //     else {
        //        // Unable to read the value
        //     }
        // }];
        let error = await handled { handler in
            characteristic.readValue { error in
                if error == nil {
                    // Successfully read the value
                    let value = characteristic.value
                    #expect(value as? Double == 21.5)
                } else {
                    // Unable to read the value
                }
                handler(error)
            }
        }
        #expect(error == nil)

        do {
            try await characteristic.readValue()
            // Successfully read the value
            let value = characteristic.value
            #expect(value as? Double == 21.5)
        } catch {
            // Unable to read the value
            Issue.record(error)
        }
    }

    @Test func `the value of a characteristic is written`() async throws {
        let characteristic = try characteristic(HMCharacteristicTypeBrightness, of: "Ceiling")

        // [self.characteristic writeValue:@42 withCompletionHandler:^(NSError *error) {
        //     if (error == nil) {
        //        // Successfully wrote the value
        //     }
        //     else {
        //        // Unable to write the value
        //     }
        // }];
        let error = await handled { handler in
            characteristic.writeValue(42) { error in
                if error == nil {
                    // Successfully wrote the value
                    #expect(characteristic.value as? Int == 42)
                } else {
                    // Unable to write the value
                }
                handler(error)
            }
        }
        #expect(error == nil)
        #expect(try await seedHome.level().attributes.currentLevel == 107)

        do {
            try await characteristic.writeValue(50)
            // Successfully wrote the value
            #expect(characteristic.value as? Int == 50)
        } catch {
            // Unable to write the value
            Issue.record(error)
        }
        #expect(try await seedHome.level().attributes.currentLevel == 127)
    }

    @Test func `nothing has changed before the accessory confirmed it`() async throws {
        let characteristic = try characteristic(HMCharacteristicTypePowerState, of: "Hall Light")
        let before = characteristic.value as? Bool
        try seedHome.takeOffline("plain")
        let error = await handled { characteristic.writeValue(true, completionHandler: $0) }
        #expect((error as? HMError)?.code == .accessoryNotReachable)
        #expect(characteristic.value as? Bool == before)
        let refused = await handled { characteristic.readValue(completionHandler: $0) }
        #expect((refused as? HMError)?.code == .accessoryNotReachable)
    }

    // MARK: - Service groups

    @Test func `a service group is made, gets services, and is found again`() async throws {
        let service = try self.service("Ceiling")
        let other = try self.service("Front Door")

        // [self.home addServiceGroupWithName:@"Away Lights" completionHandler:^(HMServiceGroup *serviceGroup, NSError *error) {
        //     if (error == nil) {
        //        // Successfully created the service group
        //     }
        //     else {
        //        // Unable to create the service group
        //     }];
        let made: (HMServiceGroup?, (any Error)?) = await withCheckedContinuation { continuation in
            self.home.addServiceGroup(withName: "Away Lights") { serviceGroup, error in
                if error == nil {
                    // Successfully created the service group
                } else {
                    // Unable to create the service group
                }
                continuation.resume(returning: (serviceGroup, error))
            }
        }
        #expect(made.1 == nil)
        let serviceGroup = try #require(made.0)

        // [serviceGroup addService:service completionHandler:^(NSError *error) {
        //     if (error == nil) {
        //        // Successfully added service to service group
        //     }
        //        // Unable to add the service to the service group
        //     }];
        let error = await handled { handler in
            serviceGroup.addService(service) { error in
                if error == nil {
                    // Successfully added service to service group
                } else {
                    // Unable to add the service to the service group
                }
                handler(error)
            }
        }
        #expect(error == nil)

        do {
            let second = try await self.home.addServiceGroup(withName: "Night Lights")
            // Successfully created the service group
            try await second.addService(service)
            try await second.addService(other)
            // Successfully added service to service group
            #expect(second.services.map(\.name) == ["Ceiling", "Front Door"])
        } catch {
            Issue.record(error)
        }

        // NSArray *serviceGroups = self.home.serviceGroups;
        let serviceGroups = self.home.serviceGroups
        #expect(serviceGroups.map(\.name) == ["Away Lights", "Night Lights"])
        #expect(serviceGroups.first?.services.first === service)

        // HMAccessory *accessory = service.accessory;
        let accessory = service.accessory
        #expect(accessory?.name == "Ceiling")
    }

    @Test func `the name of a service group is unique among the groups`() async throws {
        try await home.addServiceGroup(withName: "Away Lights")
        await #expect(throws: HMError.self) { try await home.addServiceGroup(withName: " Away lights") }
        let made: (any Error)? = await withCheckedContinuation { continuation in
            home.addServiceGroup(withName: "AWAY LIGHTS") { group, error in
                #expect(group == nil)
                continuation.resume(returning: error)
            }
        }
        #expect((made as? HMError)?.code == .objectWithSimilarNameExistsInHome)
    }

    // MARK: - Changes by other applications

    /// An application that notes what its delegates are told.
    @MainActor private final class Application: HMHomeDelegate, HMAccessoryDelegate {
        private(set) var told: [String] = []
        private var waiting: CheckedContinuation<Void, Never>?

        func home(_ home: HMHome, didAdd group: HMServiceGroup) { note("group \(group.name)") }
        func home(_ home: HMHome, didAdd service: HMService, to group: HMServiceGroup) {
            note("\(service.name) in \(group.name)")
        }
        func accessory(
            _ accessory: HMAccessory, service: HMService, didUpdateValueFor characteristic: HMCharacteristic
        ) {
            note("\(service.name) \(characteristic.localizedDescription) \(characteristic.value ?? "none")")
        }

        private func note(_ line: String) {
            told.append(line)
            waiting?.resume()
            waiting = nil
        }

        func wait(for count: Int) async {
            while told.count < count { await withCheckedContinuation { waiting = $0 } }
        }
    }

    @Test func `applications hear of what others change, and not of what they change themselves`() async throws {
        let application = Application()
        let power = try characteristic(HMCharacteristicTypePowerState, of: "Hall Light")
        home.delegate = application
        power.service?.accessory?.delegate = application
        try await power.enableNotification(true)

        // Itself.
        try await home.addServiceGroup(withName: "Mine").addService(try service("Ceiling"))
        try await power.writeValue(true)

        // Another application.
        let other = HMHomeManager(home: seedHome.home)
        let otherHome = try #require(other.primaryHome)
        let group = try await otherHome.addServiceGroup(withName: "Theirs")
        let lamp = try #require(otherHome.servicesWithTypes([HMServiceTypeLightbulb])?.first)
        try await group.addService(lamp)
        await application.wait(for: 2)
        // The Home APIs.
        try await seedHome.onOff("plain").off()
        await application.wait(for: 3)

        #expect(application.told == ["group Theirs", "Hall Light in Theirs", "Hall Light PowerState false"])
    }
}
