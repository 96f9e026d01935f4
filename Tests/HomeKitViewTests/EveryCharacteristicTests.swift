import Bridge
import Conversions
import DataModel
import HomeGraph
import ModelReader
import SimulatedHub
import TestSupport
import Testing

@testable import HomeKitView

/// For each device type of the model: what each attribute shows on, in Swift and on MQTT, and what each write comes to.
@Suite(.timeLimit(.minutes(1))) @MainActor struct EveryCharacteristicTests {
    private nonisolated static let devices = SampleDevices.ofEveryType + SampleDevices.withMore

    /// A device, its characteristics, and what each of them follows from.
    private struct Bench {
        let bench: HomeKitBench
        let accessory: HMAccessory
        let delegate: NotingDelegate
        let device: DeviceRecord
        /// A broker that the home's bridge publishes to; `nil` where nobody looks at topics.
        private var connection: InMemoryConnection?

        @MainActor init(_ device: String) async throws {
            bench = try await HomeKitBench("{name: Device, type: \(device)}")
            accessory = try #require(try bench.home.accessories.first)
            delegate = try await NotingDelegate(try bench.home)
            self.device = try #require(bench.graph.store.shape.devices.first)
        }

        /// Publishes the home.
        @MainActor mutating func connect() async throws { connection = try await Self.connect(bench.graph) }

        /// Much is published, and others wait for the main actor.
        @concurrent private static func connect(_ home: Home) async throws -> InMemoryConnection {
            var configuration = BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh")
            configuration.layouts = ["homeKit": BridgeConfiguration.Layout(isEnabled: true)]
            let bridge = try await Bridge(home: home, configuration: configuration)
            let connection = InMemoryConnection(source: bridge, handler: bridge)
            connection.open()
            connection.drain()
            return connection
        }

        /// Characteristics with the names of their services' types.
        @MainActor var characteristics: [(service: String, HMCharacteristic)] {
            accessory.services.flatMap { service in
                let type = service.id.name.split(separator: "-").first.map(String.init) ?? ""
                return service.characteristics.map { (type, $0) }
            }
        }

        /// What stands on a characteristic's topic.
        @MainActor func text(of characteristic: HMCharacteristic) -> String? {
            connection?.drain()
            let service = characteristic.service?.id.name ?? ""
            return connection?.retained("h/home/accessory/device/\(service)/\(characteristic.localizedDescription)")
        }

        /// Sets a characteristic on its topic, by the name of the value where it has one.
        @MainActor func send(_ value: any Sendable, to characteristic: HMCharacteristic) {
            let named = characteristic.description.type.values.first { $0.number == value as? Int }
            let service = characteristic.service?.id.name ?? ""
            connection?.deliver(
                "h/home/accessory/device/\(service)/\(characteristic.localizedDescription)/set",
                named?.name ?? "\(value)")
        }

        /// All that is retained of the accessory.
        var retained: [String: String] {
            connection?.drain()
            return connection?.retained.filter { $0.key.hasPrefix("h/home/accessory/") } ?? [:]
        }

        /// A trait of a part and one of its members.
        func trait(_ path: String, endpoint: UInt16) -> (trait: TraitLayout, member: String)? {
            guard let dot = path.lastIndex(of: ".") else { return nil }
            let trait = device.layout.part(endpoint: endpoint)?.trait(named: String(path[..<dot]))
            return trait.map { ($0, String(path[path.index(after: dot)...])) }
        }

        func has(_ path: String, endpoint: UInt16) -> Bool {
            if path.hasPrefix("!") { return !has(String(path.dropFirst()), endpoint: endpoint) }
            guard let (trait, member) = trait(path, endpoint: endpoint) else { return false }
            return trait.attribute(named: member) != nil || trait.command(named: member) != nil
        }

        /// Has the device report a value, where it has the attribute.
        func report(_ path: String, _ value: DataValue, endpoint: UInt16) throws {
            guard let (trait, member) = trait(path, endpoint: endpoint), let attribute = trait.attribute(named: member)
            else { return }
            try bench.hub.simulated.report(
                value, attribute: attribute, of: trait.cluster, endpoint: endpoint, device: device.index)
        }

        /// Whether the device can have a value: of an enumeration it has the members that its features allow.
        func takes(_ path: String, _ value: DataValue, endpoint: UInt16) -> Bool {
            guard let (trait, member) = trait(path, endpoint: endpoint), let attribute = trait.attribute(named: member),
                case .enumeration = attribute.value.type, case .uint(let raw) = value
            else { return true }
            return attribute.value.allowedMembers.contains { UInt64($0.value) == raw }
        }

        func names(_ attributes: [AttributeID], endpoint: UInt16) -> Set<String> {
            let traits = device.layout.part(endpoint: endpoint)?.traits ?? []
            return Set(
                attributes.compactMap { id in
                    let trait = traits.first { $0.cluster.id == id.cluster }
                    // What is remembered of an attribute shows that.
                    let attribute =
                        trait?.attributes.first { $0.id == id.id }
                        ?? trait?.memories.first { $0.id == id.id }?.attribute
                    return attribute.flatMap { attribute in trait.map { "\($0.cluster.traitName).\(attribute.name)" } }
                })
        }
    }

    @Test(arguments: devices)
    func `each attribute shows on the right characteristics, and on no other`(_ device: String) async throws {
        var test = try await Bench(device)
        try await test.connect()
        var shown: Set<String> = []
        for (service, characteristic) in test.characteristics {
            guard let endpoint = characteristic.description.endpoint else { continue }
            let name = characteristic.localizedDescription
            let feeding = test.names(characteristic.description.attributes, endpoint: endpoint)
            let rows = ShownValues.all.filter {
                $0.services.contains(service) && $0.characteristic == name && feeding.contains($0.attribute)
            }
            #expect(feeding == Set(rows.map(\.attribute)), "\(service)/\(name)")
            shown.formUnion(feeding.map { "\(endpoint) \($0)" })
            for row in rows {
                for (attribute, raw) in row.given { try test.report(attribute, raw, endpoint: endpoint) }
                for value in row.values where test.takes(row.attribute, value.raw, endpoint: endpoint) {
                    try test.report(row.attribute, value.raw, endpoint: endpoint)
                    if characteristic.properties.contains(HMCharacteristicPropertySupportsEventNotification) {
                        await test.delegate.wait { _ in characteristic.cached == value.shown }
                    } else {
                        try await characteristic.readValue()
                    }
                    #expect(characteristic.cached == value.shown, "\(service)/\(name) of \(row.attribute) \(value.raw)")
                    #expect(test.text(of: characteristic) == value.text, "\(service)/\(name)")
                }
            }
        }
        try await expectSilence(test, besides: shown)
    }

    /// No other attribute shows anywhere.
    private func expectSilence(_ test: Bench, besides shown: Set<String>) async throws {
        var random = SeededGenerator(seed: 6)
        try test.bench.hub.simulated.setOnline(false, device: test.device.index)
        await test.delegate.wait { $0.contains("Device unreachable") }
        let (count, retained) = (test.delegate.told.count, test.retained)
        for part in test.device.layout.parts {
            // A fan's attributes follow each other on the device itself, and so does what it does from its errors; a
            // battery follows what charges it, a closure its panels, and a thermostat of water the heater's mode.
            let coupled = [
                "ClosureDimension", "FanControl", "OperationalState", "Google.ExtendedPowerSource", "WaterHeaterMode",
            ]
            for trait in part.traits where !coupled.contains(trait.cluster.traitName) {
                for attribute in trait.attributes
                where !shown.contains("\(part.endpoint) \(trait.cluster.traitName).\(attribute.name)") {
                    let value = random.value(of: attribute.value)
                    // What is within a limit moves along with it, setpoints with limits that the model says in prose.
                    guard trait.cluster.limitedAttributes[attribute.id] == nil,
                        !attribute.name.contains("SetpointLimit"), !attribute.name.contains("DeadBand")
                    else { continue }
                    // What the device would never report is refused.
                    try? test.bench.hub.simulated.report(
                        value, attribute: attribute, of: trait.cluster, endpoint: part.endpoint,
                        device: test.device.index)
                }
            }
        }
        try test.bench.hub.simulated.setOnline(true, device: test.device.index)
        await test.delegate.wait { $0.contains("Device reachable") }
        #expect(Array(test.delegate.told.dropFirst(count)) == ["Device reachable"])
        #expect(test.retained == retained)
    }

    @Test(arguments: devices)
    func `each write arrives as the right orders`(_ device: String) async throws {
        var test = try await Bench(device)
        try await test.connect()
        for (service, characteristic) in test.characteristics
        where characteristic.properties.contains(HMCharacteristicPropertyWritable) {
            let endpoint = try #require(characteristic.description.endpoint)
            let name = characteristic.localizedDescription
            let rows = WrittenValues.all.filter { row in
                row.services.contains(service) && row.characteristic == name
                    && row.members.allSatisfy { test.has($0, endpoint: endpoint) }
            }
            #expect(!rows.isEmpty, "\(service)/\(name)")
            for row in rows {
                for value in row.values {
                    for (attribute, raw) in row.given { try test.report(attribute, raw, endpoint: endpoint) }
                    test.bench.hub.clear()
                    do {
                        try await characteristic.writeValue(value.value)
                    } catch {
                        // The device may have its reasons, but nothing is wrong with the value.
                        #expect(
                            [.accessoryResponseError, .operationNotSupported].contains(error.code),
                            "\(service)/\(name) \(value.value): \(error)")
                    }
                    #expect(test.bench.hub.orders == value.orders, "\(service)/\(name) \(value.value)")
                    // The same on MQTT.
                    for (attribute, raw) in row.given { try test.report(attribute, raw, endpoint: endpoint) }
                    test.bench.hub.clear()
                    test.send(value.value, to: characteristic)
                    while test.bench.graph.dispatcher.count > 0 { await Task.yield() }
                    #expect(test.bench.hub.orders == value.orders, "\(service)/\(name)/set \(value.value)")
                }
            }
        }
    }
}
