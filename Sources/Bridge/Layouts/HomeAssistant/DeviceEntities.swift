import Conversions
import DataModel
import HomeGraph
import MQTT
import ModelReader

/// What Home Assistant discovers of all devices that are made alike.
struct DeviceEntities: Sendable {
    let components: [BoundComponent]
    /// The platforms of the components, by their ids.
    let parts: [String: String]
    /// What of them needs a document.
    let documents: DocumentList
    let information: DeviceInformation
    /// The slots that the discovery document is made of.
    let offsets: [Int]
    /// The slots whose topics it speaks of.
    let announced: [Int]

    /// What Home Assistant calls what a device says of itself.
    private static let keys: [(quantity: Quantity, key: String)] = [
        (.manufacturer, "manufacturer"), (.model, "model"), (.serialNumber, "serial_number"),
        (.firmwareVersion, "sw_version"), (.hardwareVersion, "hw_version"),
    ]

    /// What stands in the document of what the device says of itself.
    func about(_ read: SlotReader) -> [JSONMember] {
        information.texts(read).compactMap { quantity, text in
            Self.keys.first { $0.quantity == quantity }.map { JSONMember($0.key, .string(text)) }
        }
    }

    /// Binds the table to devices that are made so.
    init(_ layout: LayoutTopics, configuration: BridgeConfiguration) {
        components = DeviceComponents.bind(layout.layout, hasLastReport: configuration.publishesLastReport)
        parts = DeviceComponents.platforms(components)
        information = DeviceInformation(layout.layout, Self.keys.map(\.quantity))
        documents = DocumentList(
            components.compactMap { component in
                component.document.map { document in
                    DocumentContent(
                        end: component.id, qualityOfService: configuration.qualityOfService, offsets: document.offsets
                    ) { context, payload in
                        payload += EntityDocument.payload(document.state { context.value($0) })
                    }
                }
            })
        offsets = information.offsets + components.flatMap(\.offsets)
        announced =
            [DeviceLayout.connectivityOffset]
            + components.flatMap { component in
                component.topics.compactMap { layout.offset(of: Array($0.utf8)[...]) }
            }.uniqued()
    }
}

/// What Home Assistant discovers of a group.
struct GroupEntities: Sendable {
    let components: [BoundComponent]
    /// What of them says a state.
    let documents: DocumentList

    /// Binds the table to the members of a group.
    init(_ members: [DeviceRecord], configuration: BridgeConfiguration) {
        let parts = GroupParts(members)
        components = DeviceComponents.bind(parts)
        documents = DocumentList(
            components.compactMap { component in
                component.kind?.together.map { kind in
                    Self.content(component, kind, parts, configuration.qualityOfService)
                }
            })
    }

    private static func content(
        _ component: BoundComponent, _ kind: EntityKind.Together, _ parts: GroupParts,
        _ qualityOfService: QualityOfService
    ) -> DocumentContent {
        let members = parts.part(named: component.part)?.members ?? []
        let shared = GroupQuantities(kind.quantities, of: members.map { ($0.device, QuantityPart($0.part)) })
        return DocumentContent(end: component.id, qualityOfService: qualityOfService, offsets: shared.slots) {
            context, payload in
            payload += EntityDocument.payload(kind.state { shared.value($0, context.store) })
        }
    }
}
