import DataModel
import HomeGraph
import MQTT
import ModelReader

/// What Home Assistant discovers of all devices that are made alike.
struct DeviceEntities: Sendable {
    let components: [BoundComponent]
    /// What of them needs a document.
    let documents: DocumentList
    let information: DeviceInformation
    /// The slots that the discovery document is made of.
    let offsets: [Int]
    /// The slots whose topics it speaks of.
    let announced: [Int]

    /// Binds the table to devices that are made so.
    init(_ layout: LayoutTopics, configuration: BridgeConfiguration) {
        components = DeviceComponents.bind(layout.layout, hasLastReport: configuration.publishesLastReport)
        information = DeviceInformation(layout.layout)
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
                component.kind.map { kind in
                    Self.content(component, kind, parts, configuration.qualityOfService)
                }
            })
    }

    private struct Member: Sendable {
        let device: DeviceRecord
        let document: EntityDocument
    }

    private static func content(
        _ component: BoundComponent, _ kind: EntityKind, _ parts: GroupParts, _ qualityOfService: QualityOfService
    ) -> DocumentContent {
        let members = (parts.part(named: component.part)?.members ?? []).compactMap { member in
            kind.bind(ComponentTarget(member.part, label: nil)).map { Member(device: member.device, document: $0) }
        }
        let slots = members.flatMap { member in
            [member.device.firstSlot + DeviceLayout.connectivityOffset]
                + member.document.offsets.map { member.device.firstSlot + $0 }
        }
        return DocumentContent(end: component.id, qualityOfService: qualityOfService, offsets: slots) {
            context, payload in
            // A member that cannot be reached says nothing, unless none can.
            let reachable = members.filter { context.store.connectivity(of: $0.device).isReachable }
            let states = (reachable.isEmpty ? members : reachable).map { member in
                member.document.state { context.store.value(at: member.device.firstSlot + $0) }
            }
            payload += EntityDocument.payload(kind.together(states))
        }
    }
}

/// Where devices that are made alike say what they are.
struct DeviceInformation: Sendable {
    private static let keys: [(attribute: String, key: String)] = [
        ("vendorName", "manufacturer"), ("productName", "model"), ("serialNumber", "serial_number"),
        ("softwareVersionString", "sw_version"), ("hardwareVersionString", "hw_version"),
    ]

    private let found: [(key: String, offset: Int)]

    /// Finds what a device says of itself; behind a bridge it is the device, not the bridge, that is meant.
    init(_ layout: DeviceLayout) {
        let traits = layout.parts.flatMap(\.traits).filter {
            ["BridgedDeviceBasicInformation", "BasicInformation"].contains($0.cluster.traitName)
        }.sorted { $0.cluster.traitName.count > $1.cluster.traitName.count }
        found = Self.keys.compactMap { name, key in
            for trait in traits {
                if let attribute = trait.attribute(named: name), let offset = trait.offset(ofAttribute: attribute.id) {
                    return (key, offset)
                }
            }
            return nil
        }
    }

    /// The slots that are read.
    var offsets: [Int] { found.map(\.offset) }

    /// What stands in the document.
    func members(_ read: (Int) -> DataValue) -> [JSONMember] {
        found.compactMap { key, offset in
            guard case .string(let text) = read(offset), !text.isEmpty else { return nil }
            return JSONMember(key, .string(text))
        }
    }
}
