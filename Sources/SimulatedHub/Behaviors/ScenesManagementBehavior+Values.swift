import ClusterTypes
import DataModel
import HomeGraph
import ModelReader

/// What a scene holds, and how it is applied.
extension ScenesManagementBehavior {
    private typealias Color = ColorControlCluster
    private typealias Level = LevelControlCluster
    private typealias Pair = ScenesManagementCluster.AttributeValuePairStruct

    /// The attributes of the endpoint that belong to scenes, with their places, by cluster.
    private static func members(
        _ context: EndpointContext
    ) -> [(cluster: UInt32, members: [(AttributeDescriptor, offset: Int)])] {
        context.part.traits.compactMap { trait in
            let members = trait.attributes.enumerated().filter { $0.element.quality.contains(.scene) }
                .map { ($0.element, offset: trait.firstOffset + $0.offset) }
            return members.isEmpty ? nil : (trait.cluster.id, members)
        }
    }

    /// What the attributes are, or are on their way to; null is left out.
    static func current(_ context: EndpointContext) -> [Scenes.ExtensionFieldSetStruct] {
        members(context).map { cluster, members in
            Scenes.ExtensionFieldSetStruct(
                clusterId: cluster,
                attributeValueList: members.compactMap { attribute, offset in
                    aim(at: offset, context).flatMap { Pair(attribute: attribute, number: $0) }
                })
        }
    }

    /// The number at an offset, or that it is on its way to.
    private static func aim(at offset: Int, _ context: EndpointContext) -> Int64? {
        if let transition = context.device.transitions[offset], transition.modulus == nil {
            return Int64(exactly: transition.end.rounded())
        }
        return context.device.values[offset].sceneNumber
    }

    /// Whether a pair names an attribute of this endpoint that belongs to scenes.
    static func fits(
        _ pair: ScenesManagementCluster.AttributeValuePairStruct, of cluster: UInt32, _ context: EndpointContext
    ) -> Bool {
        guard pair.number != nil, let trait = context.trait(cluster) else { return false }
        return trait.attributes.contains { $0.id == pair.attributeId && $0.quality.contains(.scene) }
    }

    /// Whether an attribute is, or is on its way to, what a scene says of it.
    static func holds(
        _ attribute: UInt32, of cluster: UInt32, in scene: Scene, _ context: EndpointContext
    ) -> Bool {
        guard let trait = context.trait(cluster), let offset = trait.offset(ofAttribute: attribute),
            let pair = scene.extensionFields.first(where: { $0.clusterId == cluster })?.attributeValueList
                .first(where: { $0.attributeId == attribute }),
            counts(attribute, of: cluster, in: scene)
        else { return true }
        return aim(at: offset, context) == pair.number
    }

    /// Of colours only those count that the scene's colour mode shows; the rest follows from them.
    private static func counts(_ attribute: UInt32, of cluster: UInt32, in scene: Scene) -> Bool {
        guard cluster == Color.clusterID else { return true }
        let mode = scene.extensionFields.first { $0.clusterId == cluster }?.attributeValueList
            .first { $0.attributeId == Color.enhancedColorMode.id }?.number
        switch mode.flatMap({ UInt8(exactly: $0) }).map(Color.EnhancedColorModeEnum.init(rawValue:)) {
        case .currentXAndCurrentY: return [Color.currentX.id, Color.currentY.id].contains(attribute)
        case .colorTemperatureMireds: return attribute == Color.colorTemperatureMireds.id
        default: return [Color.enhancedCurrentHue.id, Color.currentSaturation.id].contains(attribute)
        }
    }

    /// Brings the attributes to what a scene says.
    static func apply(_ scene: Scene, over duration: Duration, _ context: inout EndpointContext) {
        for set in scene.extensionFields {
            for pair in set.attributeValueList {
                guard let number = pair.number, let trait = context.trait(set.clusterId),
                    let offset = trait.offset(ofAttribute: pair.attributeId),
                    let attribute = trait.attributes.first(where: { $0.id == pair.attributeId }),
                    let value = attribute.value.type.sceneValue(number),
                    allows(value, attribute, of: trait, context)
                else { continue }
                switch set.clusterId {
                case OnOffCluster.clusterID: LevelControlBehavior.setOnOff(number != 0, &context)
                case Level.clusterID where pair.attributeId == Level.currentLevel.id:
                    LevelControlBehavior.stay(&context)
                    context.move(Level.currentLevel, to: UInt8(clamping: number), over: duration)
                case Color.clusterID:
                    if pair.attributeId == Color.enhancedColorMode.id {
                        ColorControlBehavior().setMode(
                            Color.EnhancedColorModeEnum(rawValue: UInt8(clamping: number)), &context)
                    } else if pair.attributeId == Color.colorLoopActive.id {
                        setLoop(number == 1, &context)
                    } else if [Color.colorLoopDirection.id, Color.colorLoopTime.id].contains(pair.attributeId) {
                        context.set(value, at: offset, attribute: pair.attributeId, of: set.clusterId)
                    } else if counts(pair.attributeId, of: set.clusterId, in: scene) {
                        context.move(
                            AttributeKey<UInt16>(cluster: set.clusterId, id: pair.attributeId),
                            to: UInt16(clamping: number), over: duration)
                    }
                default:
                    context.device.endTransition(at: offset)
                    context.set(value, at: offset, attribute: pair.attributeId, of: set.clusterId)
                }
            }
        }
    }

    private static func setLoop(_ isActive: Bool, _ context: inout EndpointContext) {
        ColorControlBehavior().setLoop(
            Color.ColorLoopSetRequest(
                updateFlags: .updateAction, action: isActive ? .activateFromEnhancedCurrentHue : .deactivate,
                direction: .increment, time: 0, startHue: 0, optionsMask: [], optionsOverride: []), &context)
    }

    /// A scene that was added may hold any number.
    private static func allows(
        _ value: DataValue, _ attribute: AttributeDescriptor, of trait: TraitLayout, _ context: EndpointContext
    ) -> Bool {
        (try? attribute.value.check(value) { path in
            trait.cluster.limit(path) { id in trait.offset(ofAttribute: id).map { context.device.values[$0] } }
        }) != nil
    }
}

extension DataValue {
    /// As a scene keeps it.
    fileprivate var sceneNumber: Int64? {
        switch self {
        case .bool(let bool): bool ? 1 : 0
        case .int(let int): int
        case .uint(let uint): Int64(exactly: uint)
        default: nil
        }
    }
}

extension DataType {
    /// The value of this type that a number of a scene stands for.
    fileprivate func sceneValue(_ number: Int64) -> DataValue? {
        switch self {
        case .bool: .bool(number != 0)
        case .integer(let type): type.isSigned ? .int(number) : UInt64(exactly: number).map(DataValue.uint)
        case .enumeration, .bitmap: UInt64(exactly: number).map(DataValue.uint)
        default: nil
        }
    }

    /// How many octets a number of this type has.
    fileprivate var sceneWidth: Int? {
        switch self {
        case .bool: 1
        case .integer(let type): type.bits / 8
        case .enumeration(let type): type.bits / 8
        case .bitmap(let type): type.bits / 8
        default: nil
        }
    }
}

extension ScenesManagementCluster.AttributeValuePairStruct {
    /// The number, whatever the field that it stands in.
    fileprivate var number: Int64? {
        let numbers: [Int64?] = [
            valueUnsigned8.map { Int64($0) }, valueSigned8.map { Int64($0) }, valueUnsigned16.map { Int64($0) },
            valueSigned16.map { Int64($0) }, valueUnsigned32.map { Int64($0) }, valueSigned32.map { Int64($0) },
            valueUnsigned64.flatMap { Int64(exactly: $0) }, valueSigned64,
        ]
        return numbers.compactMap(\.self).first
    }

    /// Puts a number into the field that the attribute's type asks for; `nil` where no field takes it.
    fileprivate init?(attribute: AttributeDescriptor, number: Int64) {
        let isSigned = if case .integer(let type) = attribute.value.type { type.isSigned } else { false }
        guard let width = attribute.value.type.sceneWidth else { return nil }
        self.init(attributeId: attribute.id)
        switch (width, isSigned) {
        case (1, false): valueUnsigned8 = UInt8(exactly: number)
        case (1, true): valueSigned8 = Int8(exactly: number)
        case (2, false): valueUnsigned16 = UInt16(exactly: number)
        case (2, true): valueSigned16 = Int16(exactly: number)
        case (3...4, false): valueUnsigned32 = UInt32(exactly: number)
        case (3...4, true): valueSigned32 = Int32(exactly: number)
        case (_, false): valueUnsigned64 = UInt64(exactly: number)
        case (_, true): valueSigned64 = number
        }
        guard self.number != nil else { return nil }
    }
}
