import Conversions
import DataModel
import HomeGraph
import MQTT

/// The retained topics of an accessory.
enum AccessoryDocuments {
    /// The values of all characteristics that can be read, but the names of services.
    static func values(_ layout: LayoutTopics, _ qualityOfService: QualityOfService) -> DocumentList {
        DocumentList(
            layout.services.flatMap { service in
                service.characteristics.compactMap { characteristic in
                    content(characteristic, of: service, layout, qualityOfService)
                }
            })
    }

    private static func content(
        _ characteristic: DeviceCharacteristic, of service: DeviceService, _ layout: LayoutTopics,
        _ qualityOfService: QualityOfService
    ) -> DocumentContent? {
        // What happens stands nowhere afterwards.
        guard let conversion = characteristic.conversion, conversion.isReadable, let endpoint = characteristic.endpoint
        else { return nil }
        var offsets: [AttributeID: Int] = [:]
        for attribute in characteristic.attributes {
            offsets[attribute] = layout.layout.offset(of: attribute, endpoint: endpoint)
        }
        return DocumentContent(
            end: end(characteristic, of: service), qualityOfService: qualityOfService,
            offsets: offsets.values.sorted()
        ) { [offsets] context, payload in
            let value = characteristic.value { attribute in
                offsets[attribute].map { context.value($0) } ?? .null
            }
            characteristic.type.append(value, to: &payload)
        }
    }

    /// Adds the names of an accessory's services, and its own.
    static func addNames(
        _ names: [String], of device: HomeTopics.Device, _ qualityOfService: QualityOfService,
        to builder: inout BranchBuilder
    ) {
        for (service, name) in zip(device.layout.services, names) {
            guard let characteristic = service.characteristics.first(where: { $0.conversion == nil }) else { continue }
            let name = service.isInformation ? device.name : name
            let end = end(characteristic, of: service)
            builder.add(end, isSame: false) {
                DocumentContent(end: end, qualityOfService: qualityOfService) { _, payload in
                    characteristic.type.append(.string(name), to: &payload)
                }
            }
        }
    }

    private static func end(_ characteristic: DeviceCharacteristic, of service: DeviceService) -> String {
        "\(service.name)/\(characteristic.type.name)"
    }
}

extension CharacteristicType {
    /// Appends a value as text; null for none.
    func append(_ value: CharacteristicValue?, to payload: inout [UInt8]) {
        descriptor.writeText(value?.data(of: self) ?? .null, into: &payload)
    }
}
