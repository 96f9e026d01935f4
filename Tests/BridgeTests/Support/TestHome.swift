import DataModel
import HomeGraph
import ModelReader

/// Small homes for tests.
enum TestHome {
    static let light = layout(TestModel.dimmableLight, [TestModel.onOff, TestModel.levelControl, TestModel.group])
    static let plainLight = layout(TestModel.onOffLight, [TestModel.onOff])
    static let strip = DeviceLayout(parts: [
        rootPart, part(1, TestModel.plug, [TestModel.onOff]), part(2, TestModel.plug, [TestModel.onOff]),
    ])
    static let lock = layout(TestModel.lock, [TestModel.doorLock])

    private static let rootPart = part(0, TestModel.rootNode, [TestModel.basicInformation])

    static func layout(_ type: DeviceTypeDescriptor, _ clusters: [ClusterDescriptor]) -> DeviceLayout {
        DeviceLayout(parts: [rootPart, part(1, type, clusters)])
    }

    private static func part(
        _ endpoint: UInt16, _ type: DeviceTypeDescriptor, _ clusters: [ClusterDescriptor]
    ) -> DeviceLayout.Part {
        DeviceLayout.Part(
            endpoint: endpoint, types: [type],
            traits: clusters.map {
                DeviceLayout.Trait(
                    cluster: $0, featureMap: 1, attributes: $0.attributes, commands: $0.commands, events: $0.events)
            })
    }

    /// A device that is online, with values for attributes by name.
    static func device(
        _ id: String, _ name: String, _ layout: DeviceLayout, room: String? = nil, online: Bool = true,
        _ attributes: [String: DataValue] = [:]
    ) -> HubDevice {
        var values: [DataValue] = Array(repeating: .null, count: layout.slotCount)
        values[0] = .uint(UInt64((online ? ConnectivityState.online : .offline).rawValue))
        for part in layout.parts {
            for trait in part.traits {
                for (position, attribute) in trait.attributes.enumerated() {
                    values[trait.firstOffset + position] = attributes[attribute.name] ?? start(attribute)
                }
            }
        }
        return HubDevice(
            id: id, name: name, structureID: "s1", roomID: room, layout: layout, values: values)
    }

    private static func start(_ attribute: AttributeDescriptor) -> DataValue {
        switch attribute.value.type {
        case .bool: .bool(false)
        case .integer: .uint(0)
        default: .string("")
        }
    }

    /// A lamp, a plain light, a power strip and a lock; a room; a group of the lights.
    static let contents = HomeContents(
        structures: [StructureRecord(id: "s1", name: "Main House")],
        rooms: [RoomRecord(id: "r1", name: "Kitchen", structureID: "s1")],
        devices: [
            device("lamp", "Kitchen Lamp", light, room: "r1", ["minLevel": .uint(1), "maxLevel": .uint(254)]),
            device("bulb", "Bulb", plainLight), device("strip", "Power Strip", strip, room: "r1"),
            device("door", "Front Door", lock),
        ],
        groups: [GroupRecord(id: "g1", name: "Lights", structureID: "s1", deviceIDs: ["lamp", "bulb"])])

    /// What a store has now.
    static func contents(of store: HomeStore) -> HomeContents {
        let records = store.shape.records
        return records.with(
            devices: records.devices.map {
                HubDevice(
                    id: $0.id, name: $0.name, structureID: $0.structureID, roomID: $0.roomID, layout: $0.layout,
                    values: store.values(in: $0.slots))
            })
    }
}
