import ClusterTypes
import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import Conversions

/// What is offered to people is what the device allows.
@Suite struct AllowedChoiceTests {
    @Test(arguments: EveryType.names)
    func `no choice is offered that an attribute or field of the device cannot be`(type: String) async throws {
        for part in try await EveryType.device(type).layout.parts {
            let endpoint = EndpointMembers(part)
            for quantity in Quantity.allCases {
                guard let bound = BoundConversion(quantity, on: endpoint) else { continue }
                for choice in bound.choices {
                    for step in (try? bound.steps(for: .choice(choice)) { _ in .null }) ?? [] {
                        let wrong = Self.disallowed(step, part)
                        #expect(wrong.isEmpty, "\(type), \(quantity): \(choice) \(wrong)")
                    }
                }
            }
        }
    }

    /// The values of a step that the device does not allow.
    private static func disallowed(_ step: ConversionStep, _ part: PartLayout) -> [DataValue] {
        var all: [(value: DataValue, codes: Set<UInt64>?)] = []
        switch step {
        case .write(let id, let value):
            let trait = part.traits.first { $0.cluster.id == id.cluster }
            all.append((value, trait?.attributes.first { $0.id == id.id }?.value.allowedCodes))
        case .invoke(let id, let fields):
            let trait = part.traits.first { $0.cluster.id == id.cluster }
            let command = trait?.commands.first { $0.id == id.id }
            for (field, value) in fields {
                all.append((value, command?.fields.first { $0.id == field }?.value.allowedCodes))
            }
        }
        return all.filter { value, codes in
            codes.map { codes in value.code.map { !codes.contains($0) } ?? false } ?? false
        }.map(\.value)
    }

    @Test(arguments: [
        ("Thermostat", ", features: {Thermostat: [heating, cooling, autoMode]}", [Choice.off, .auto, .cool, .heat]),
        ("Thermostat", ", features: {Thermostat: [heating]}", [.off, .heat]),
    ])
    func `a thermostat offers its own modes`(type: String, more: String, modes: [Choice]) async throws {
        let parts = try await EveryType.device(type, more).layout.parts
        let bound = try #require(
            parts.lazy.compactMap { BoundConversion(.systemMode, on: EndpointMembers($0)) }.first)
        #expect(Set(modes).isSubset(of: bound.choices))
        #expect(bound.choices == bound.possibleChoices)
        let part = try #require(parts.first { $0.traits.contains { $0.cluster.name == "Thermostat" } })
        let allowed = part.trait(named: "Thermostat")?.attribute(named: "systemMode")?.value.allowedMembers ?? []
        #expect(bound.choices.count <= allowed.count)
    }

    @Test(arguments: [
        (700, 8000, 7.0...80), (1500, 3000, 15...30), (700, 3000, 7...30),
    ])
    func `a temperature can be set as far as the device lets it`(
        low: Int64, high: Int64, range: ClosedRange<Double>
    ) async throws {
        let services = try await EveryType.device("Thermostat", ", features: {Thermostat: [heating]}").layout.services
        let service = try #require(services.first { $0.type == .thermostat })
        let values = RawValues(values: [
            AttributeID(ThermostatCluster.systemMode): .uint(4),
            AttributeID(ThermostatCluster.absMinHeatSetpointLimit): .int(low),
            AttributeID(ThermostatCluster.minHeatSetpointLimit): .int(low),
            AttributeID(ThermostatCluster.absMaxHeatSetpointLimit): .int(high),
            AttributeID(ThermostatCluster.maxHeatSetpointLimit): .int(high),
        ])
        let target = try #require(service.characteristic(named: "TargetTemperature"))
        #expect(target.range(values.read) == range)
        #expect(try target.steps(for: .float(range.upperBound), values.read).value == .float(range.upperBound))
        #expect(throws: CharacteristicFault.above(range.upperBound)) {
            try target.steps(for: .float(range.upperBound + 1), values.read)
        }
        // What the device does not bound is bound by HomeKit.
        #expect(target.range { _ in .null } == 10...38)
    }

    @Test func `the unit on a display can be set only where there is one`() async throws {
        func units(_ more: String) async throws -> DeviceCharacteristic {
            let services = try await EveryType.device("Thermostat", more).layout.services
            return try #require(
                services.first { $0.type == .thermostat }?.characteristic(named: "TemperatureUnits"))
        }
        let without = try await units("")
        #expect(without.missingCluster == ThermostatUserInterfaceConfigurationCluster.clusterID)
        #expect(!without.access.contains(.write))
        let with = try await units(
            ", traits: {ThermostatUserInterfaceConfiguration: {temperatureDisplayMode: fahrenheit}}")
        #expect(with.missingCluster == nil && with.access.contains(.write))
    }
}
