import Configuration
import Conversions
import DataModel
import HomeGraph
import ModelReader
import SimulatedHub
import TestSupport
import Testing

/// The tables that every characteristic is tested by: no row of them is there for nothing, and nothing is left out.
struct EveryRowTests {
    /// A characteristic of some device.
    private struct Place {
        let service: ServiceType
        let characteristic: DeviceCharacteristic
        let traits: [TraitLayout]

        func attribute(_ path: String) -> AttributeDescriptor? {
            traits.lazy.compactMap { trait in
                trait.attributes.first { "\(trait.cluster.traitName).\($0.name)" == path }
            }.first
        }

        private func has(_ path: String) -> Bool {
            if path.hasPrefix("!") { return !has(String(path.dropFirst())) }
            return attribute(path) != nil
                || traits.contains { trait in
                    trait.commands.contains { "\(trait.cluster.traitName).\($0.name)" == path }
                }
        }

        /// Whether an attribute, or what is remembered of it, is among those that the value follows from.
        private func follows(from path: String) -> Bool {
            traits.contains { trait in
                characteristic.attributes.contains { id in
                    let attribute =
                        trait.attributes.first { $0.id == id.id } ?? trait.memories.first { $0.id == id.id }?.attribute
                    return trait.cluster.id == id.cluster
                        && attribute.map { "\(trait.cluster.traitName).\($0.name)" } == path
                }
            }
        }

        func takes(_ value: DataValue, for path: String) -> Bool {
            guard let attribute = attribute(path), case .enumeration = attribute.value.type, case .uint(let raw) = value
            else { return true }
            return attribute.value.allowedMembers.contains { UInt64($0.value) == raw }
        }

        func isShown(by row: ShownValues) -> Bool {
            row.services.contains(service.name) && row.characteristic == characteristic.type.name
                && follows(from: row.attribute)
        }

        func isWritten(by row: WrittenValues) -> Bool {
            row.services.contains(service.name) && row.characteristic == characteristic.type.name
                && characteristic.access.contains(.write) && row.members.allSatisfy(has)
        }
    }

    private static func places() async throws -> [Place] {
        let devices = (SampleDevices.ofEveryType + SampleDevices.withMore).enumerated().map { index, type in
            "      - {name: Device \(index), type: \(type)}\n"
        }
        let text = "structures:\n  - name: Home\n    devices:\n\(devices.joined())"
        let hub = try SimulatedHub(home: try HomeFile.read(Array(text.utf8), file: "home", catalog: .standard))
        return try await hub.contents().devices.map(\.layout).flatMap { layout in
            layout.services.flatMap { service in
                service.characteristics.map { characteristic in
                    Place(
                        service: service.type, characteristic: characteristic,
                        traits: characteristic.endpoint.flatMap { layout.part(endpoint: $0) }?.traits ?? [])
                }
            }
        }
    }

    @Test func `every row, and every value in it, is tried on some device`() async throws {
        let places = try await Self.places()
        for row in ShownValues.all {
            let name = "\(row.services.sorted())/\(row.characteristic) of \(row.attribute)"
            for service in row.services {
                let own = places.filter { $0.service.name == service && $0.isShown(by: row) }
                #expect(!own.isEmpty, "\(name) on \(service)")
            }
            let own = places.filter { $0.isShown(by: row) }
            #expect(!row.values.isEmpty, "\(name)")
            for value in row.values {
                #expect(own.contains { $0.takes(value.raw, for: row.attribute) }, "\(name): \(value.raw)")
            }
        }
        for row in WrittenValues.all {
            #expect(!row.values.isEmpty && row.values.allSatisfy { !$0.orders.isEmpty }, "\(row.characteristic)")
            for service in row.services {
                #expect(
                    places.contains { $0.service.name == service && $0.isWritten(by: row) },
                    "\(service)/\(row.characteristic) having \(row.members)")
            }
        }
    }

    @Test func `every kind of service and characteristic is on some device`() async throws {
        let places = try await Self.places()
        #expect(Set(places.map(\.service)) == Set(ServiceType.all))
        #expect(Set(places.map(\.characteristic.type)) == Set(CharacteristicType.all))
    }
}
