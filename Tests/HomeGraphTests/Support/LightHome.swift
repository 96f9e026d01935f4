import DataModel
import HomeGraph
import ModelReader

/// A home of lights that differ: plain ones, and such that can be dimmed.
enum LightHome {
    private static func level(
        _ name: String, _ id: UInt32, isWritable: Bool = false, functional: AttributeDescriptor.Functional? = nil
    ) -> AttributeDescriptor {
        AttributeDescriptor(
            name: name, id: id, value: ValueDescriptor(type: .integer(IntegerType(isSigned: false, bits: 8))),
            isWritable: isWritable, functional: functional)
    }

    static let levelControl = ClusterDescriptor(
        name: "LevelControl", namespace: .matter, id: 8, revision: 6, scope: .device, features: [],
        attributes: [
            level("currentLevel", 0), level("minLevel", 2, functional: .lower),
            level("maxLevel", 3, functional: .upper), level("onLevel", 17, isWritable: true),
        ],
        commands: [
            CommandDescriptor(
                name: "moveToLevel", id: 0,
                fields: [
                    FieldDescriptor(
                        name: "level", id: 0,
                        value: ValueDescriptor(
                            type: .integer(IntegerType(isSigned: false, bits: 8)),
                            constraint: Constraint(ranges: [.init(lower: .integer(0), upper: .member("maxLevel"))])))
                ]),
            CommandDescriptor(name: "askLevel", id: 9, fields: [], response: "levelAnswer"),
        ],
        responses: [CommandDescriptor(name: "levelAnswer", id: 9, fields: [])], events: [], types: [], isStub: false)

    static let dimmableType = DeviceTypeDescriptor(
        name: "DimmableLight", alias: nil, namespace: .matter, id: 0x101, revision: 3, classification: .simple,
        base: SmallHome.lightType, server: [], client: [])

    /// A plain light with on, off and toggle.
    static let plain = DeviceLayout(parts: [
        DeviceLayout.Part(
            endpoint: 1, types: [SmallHome.lightType],
            traits: [
                DeviceLayout.Trait(
                    cluster: SmallHome.onOff, featureMap: 0, attributes: SmallHome.onOff.attributes,
                    commands: SmallHome.onOff.commands, events: SmallHome.onOff.events)
            ])
    ])

    /// A light that can be dimmed, without toggle.
    static let dimmable = DeviceLayout(parts: [
        DeviceLayout.Part(
            endpoint: 1, types: [dimmableType],
            traits: [
                SmallHome.trait,
                DeviceLayout.Trait(
                    cluster: levelControl, featureMap: 0, attributes: levelControl.attributes,
                    commands: levelControl.commands, events: []),
            ])
    ])

    /// One light: of how many levels, and whether it can be reached; a plain one has no levels.
    struct Light {
        var levels: ClosedRange<UInt8>?
        var state = ConnectivityState.online
    }

    /// Lights `light-0` and so on in one structure and one group `all`.
    static func contents(_ lights: [Light]) -> HomeContents {
        HomeContents(
            structures: [StructureRecord(id: "main", name: "Main House")],
            devices: lights.enumerated().map { index, light in
                var values: [DataValue] = [.uint(UInt64(light.state.rawValue)), .null, .bool(false), .uint(0), .null]
                if let levels = light.levels {
                    values += [.uint(1), .uint(UInt64(levels.lowerBound)), .uint(UInt64(levels.upperBound)), .uint(0)]
                }
                return HubDevice(
                    id: "light-\(index)", name: "Light \(index)", structureID: "main", roomID: nil,
                    layout: light.levels == nil ? plain : dimmable, values: values)
            },
            groups: [
                GroupRecord(
                    id: "all", name: "All", structureID: "main", deviceIDs: lights.indices.map { "light-\($0)" })
            ])
    }
}
