import ModelReader

/// A few clusters and device types, enough for every road through the bridge.
enum TestModel {
    static let uint8 = DataType.integer(IntegerType(isSigned: false, bits: 8))
    static let uint16 = DataType.integer(IntegerType(isSigned: false, bits: 16))

    static let onOff = ClusterDescriptor(
        name: "OnOff", namespace: .matter, id: 6, revision: 6, scope: .device,
        features: [FeatureDescriptor(name: "lighting", code: "LT", bit: 0, conformance: nil)],
        attributes: [
            AttributeDescriptor(name: "onOff", id: 0, value: ValueDescriptor(type: .bool)),
            AttributeDescriptor(name: "onTime", id: 0x4001, value: ValueDescriptor(type: uint16), isWritable: true),
        ],
        commands: [
            CommandDescriptor(name: "off", id: 0, fields: []), CommandDescriptor(name: "on", id: 1, fields: []),
            CommandDescriptor(name: "toggle", id: 2, fields: []),
        ], responses: [], events: [], types: [], isStub: false)

    static let levelControl = ClusterDescriptor(
        name: "LevelControl", namespace: .matter, id: 8, revision: 6, scope: .device, features: [],
        attributes: [
            AttributeDescriptor(name: "currentLevel", id: 0, value: ValueDescriptor(type: uint8, isNullable: true)),
            AttributeDescriptor(name: "minLevel", id: 2, value: ValueDescriptor(type: uint8), functional: .lower),
            AttributeDescriptor(name: "maxLevel", id: 3, value: ValueDescriptor(type: uint8), functional: .upper),
        ],
        commands: [
            CommandDescriptor(
                name: "moveToLevel", id: 0,
                fields: [
                    FieldDescriptor(
                        name: "level", id: 0,
                        value: ValueDescriptor(
                            type: uint8,
                            constraint: Constraint(ranges: [
                                Constraint.Range(lower: .integer(0), upper: .integer(254))
                            ]))),
                    FieldDescriptor(
                        name: "transitionTime", id: 1, value: ValueDescriptor(type: uint16, isNullable: true)),
                ])
        ], responses: [], events: [], types: [], isStub: false)

    static let doorLock = ClusterDescriptor(
        name: "DoorLock", namespace: .matter, id: 0x101, revision: 7, scope: .device, features: [],
        attributes: [],
        commands: [
            CommandDescriptor(
                name: "unlockDoor", id: 1,
                fields: [
                    FieldDescriptor(
                        name: "pinCode", id: 0,
                        value: ValueDescriptor(
                            type: .octets,
                            constraint: Constraint(ranges: [Constraint.Range(lower: .integer(4), upper: .integer(8))]),
                            text: .always, isSecret: true), isOptional: true)
                ]),
            CommandDescriptor(
                name: "getUser", id: 0x1B,
                fields: [FieldDescriptor(name: "userIndex", id: 0, value: ValueDescriptor(type: uint16))],
                response: "getUserResponse"),
        ],
        responses: [
            CommandDescriptor(
                name: "getUserResponse", id: 0x1C,
                fields: [
                    FieldDescriptor(name: "userIndex", id: 0, value: ValueDescriptor(type: uint16)),
                    FieldDescriptor(name: "userName", id: 1, value: ValueDescriptor(type: .string, isNullable: true)),
                ])
        ], events: [], types: [], isStub: false)

    static let basicInformation = ClusterDescriptor(
        name: "BasicInformation", namespace: .matter, id: 0x28, revision: 3, scope: .device, features: [],
        attributes: [
            AttributeDescriptor(
                name: "nodeLabel", id: 5,
                value: ValueDescriptor(
                    type: .string,
                    constraint: Constraint(ranges: [Constraint.Range(lower: nil, upper: .integer(32))])),
                isWritable: true)
        ], commands: [], responses: [],
        events: [
            EventDescriptor(
                name: "startUp", id: 0, priority: .critical,
                fields: [
                    FieldDescriptor(
                        name: "softwareVersion", id: 0,
                        value: ValueDescriptor(type: .integer(IntegerType(isSigned: false, bits: 32))))
                ])
        ], types: [], isStub: false)

    /// A trait of the structure, which is not mirrored.
    static let group = ClusterDescriptor(
        name: "Group", namespace: .google, id: 0xFFF1, revision: 1, scope: .structure, features: [],
        attributes: [AttributeDescriptor(name: "members", id: 0, value: ValueDescriptor(type: .string))],
        commands: [], responses: [], events: [], types: [], isStub: false)

    static let rootNode = type("RootNode", 0x16, .node)
    static let onOffLight = type("OnOffLight", 0x100)
    static let dimmableLight = type("DimmableLight", 0x101, base: onOffLight)
    static let plug = type("OnOffPluginUnit", 0x10A)
    static let lock = type("DoorLock", 0xA)

    private static func type(
        _ name: String, _ id: UInt32, _ classification: DeviceTypeDescriptor.Classification = .simple,
        base: DeviceTypeDescriptor? = nil
    ) -> DeviceTypeDescriptor {
        DeviceTypeDescriptor(
            name: name, alias: nil, namespace: .matter, id: id, revision: 1, classification: classification,
            base: base, server: [], client: [])
    }
}
