import DataModel
import HomeGraph
import MQTT

/// What Home Assistant discovers: a document for the bridge, for each device, and for each group; and where one of its
/// entities needs everything in one document, that.
///
/// Source: the MQTT contract, section 7.
struct HomeAssistantLayout: TopicLayout {
    static let name = "homeAssistant"
    /// What is told of goes after that by which Home Assistant was told.
    static let clearedFirst = ["config"]

    /// How long after Home Assistant started it is told again: not every bridge answers at once, and not all of Home
    /// Assistant's subscriptions may be there at first.
    static let birthDelay: ClosedRange<Duration> = .seconds(1) ... .seconds(5)

    let names: DiscoveryTopics
    let configuration: BridgeConfiguration

    init(prefix: String, configuration: BridgeConfiguration) {
        names = DiscoveryTopics(prefix: prefix, instance: configuration.instance)
        self.configuration = configuration
    }

    // MARK: - Topics

    var foreignPrefix: String? { names.prefix }
    var scanFilters: [String] { ["\(names.prefix)/device/+/config"] }

    var filters: [String] {
        births + EntityTopics.kinds.map { "\(configuration.baseTopic)/+/ha/\($0)/+/+/set" }
    }

    /// Where Home Assistant says that it started: its own setting, which does not follow the one for discovery.
    private var births: [String] { ["homeassistant/status", "\(names.prefix)/status"].uniqued() }

    func owns(_ topic: [UInt8], payload: [UInt8]) -> Bool {
        names.isOwn(topic) || EntityTopics.isOwn(topic, base: configuration.baseTopic)
    }

    func faults(in topics: [(topic: String, payload: String)]) -> [String] {
        DiscoveryLinter(topics, configuration: configuration, names: names).faults.map(\.description)
    }

    // MARK: - The way in

    func action(for message: InboundMessage, in topics: HomeTopics) -> LayoutAction {
        if births.contains(where: { message.topic.elementsEqual($0.utf8) }) {
            return message.payload.elementsEqual("online".utf8) ? .announce(after: Self.birthDelay) : .none
        }
        return .order(EntityOrders(topics: topics) { entities(of: $0).components }.order(message))
    }

    // MARK: - The way out

    func compose(_ composer: inout BranchComposer) {
        addBridge(&composer)
        addDevices(&composer)
        addGroups(&composer)
    }

    /// A document of discovery; it goes after everything that it speaks of.
    private func content(
        _ document: DiscoveryDocument, offsets: [Int] = [], announced: [Int] = [], parts: [String: String],
        _ fill: @escaping @Sendable (inout DiscoveryDocument, DocumentOutput.Context) -> Void
    ) -> DocumentContent {
        DocumentContent(
            end: "config", offsets: offsets, stage: .announcement, announced: announced, parts: parts,
            recall: { DiscoveryDocument.former($0, beside: parts) }
        ) { context, payload in
            var document = document
            fill(&document, context)
            for (id, platform) in context.memory.formerParts.sorted(by: { $0.key < $1.key }) {
                document.remove(id, platform: platform)
            }
            payload.append(contentsOf: document.json.text)
        }
    }

    private func addBridge(_ composer: inout BranchComposer) {
        let (names, configuration) = (names, configuration)
        composer.addBranch(names.root(names.bridge), isSame: true) { builder in
            builder.add("config", isSame: false) {
                var document = DiscoveryDocument(
                    identifier: names.bridge, name: "homegraph2mqtt \(configuration.baseTopic)",
                    device: [
                        JSONMember("model", .string("homegraph2mqtt")),
                        JSONMember("sw_version", .string(configuration.version)),
                    ],
                    entities: DeviceComponents.names(DeviceComponents.bridge),
                    availability: [DiscoveryDocument.availability(configuration.stateTopic)],
                    version: configuration.version)
                for component in DeviceComponents.bridge {
                    document.add(
                        component,
                        component.members(root: "\(configuration.baseTopic)/bridge", entity: "") { _ in .null })
                }
                return content(document, parts: DeviceComponents.platforms(DeviceComponents.bridge)) { _, _ in }
            }
        }
    }

    /// What Home Assistant discovers of devices that are made alike.
    private func entities(of device: HomeTopics.Device) -> DeviceEntities {
        device.layout.shapes.shape { DeviceEntities(device.layout, configuration: configuration) }
    }

    private func addDevices(_ composer: inout BranchComposer) {
        let (shape, former) = (composer.topics.shape, composer.former?.shape)
        composer.addFamily(\.devices, root: { EntityTopics.root($0.topic) }, isSame: ===) { device, _, builder in
            // Home Assistant takes an empty message for a fault until it looks elsewhere.
            builder.isClearedLate = true
            builder.add(entities(of: device).documents, firstSlot: device.record.firstSlot)
        }
        composer.addFamily(\.devices, root: { names.root(names.device($0.id)) }) { was, device in
            was === device
                && device.record.roomID.flatMap { former?.room($0)?.name }
                    == device.record.roomID.flatMap { shape.room($0)?.name }
        } compose: { device, _, builder in
            builder.add("config", isSame: false, firstSlot: device.record.firstSlot) {
                content(device, entities(of: device), room: device.record.roomID.flatMap { shape.room($0)?.name })
            }
        }
    }

    private func content(_ device: HomeTopics.Device, _ entities: DeviceEntities, room: String?) -> DocumentContent {
        let identifier = names.device(device.id)
        let document = DiscoveryDocument(
            identifier: identifier, name: device.name,
            device: (room.map { [JSONMember("suggested_area", .string($0))] } ?? [])
                + [JSONMember("via_device", .string(names.bridge))],
            entities: DeviceComponents.names(entities.components),
            availability: [
                DiscoveryDocument.availability(configuration.stateTopic),
                DiscoveryDocument.availability("\(device.topic)/availability", DiscoveryDocument.isReachable),
            ],
            version: configuration.version)
        let (topic, entity) = (device.topic, EntityTopics.root(device.topic))
        return content(document, offsets: entities.offsets, announced: entities.announced, parts: entities.parts) {
            document, context in
            document.device += entities.about { context.value($0) }
            for component in entities.components {
                document.add(component, component.members(root: topic, entity: entity) { context.value($0) })
            }
        }
    }

    private func addGroups(_ composer: inout BranchComposer) {
        let (topics, former) = (composer.topics, composer.former)
        let isSame = { (was: HomeTopics.Group, group: HomeTopics.Group) in
            was.record == group.record && was.topic == group.topic && topics.hasSameMembers(group, as: was, in: former)
        }
        // Both families need them, and only of groups that are new or changed.
        var made: [String: GroupEntities] = [:]
        let entities = { (group: HomeTopics.Group) in
            let known =
                made[group.id]
                ?? GroupEntities(topics.members(of: group).map(\.record), configuration: configuration)
            made[group.id] = known
            return known
        }
        composer.addFamily(\.groups, root: { EntityTopics.root($0.topic) }, isSame: isSame) { group, _, builder in
            builder.isClearedLate = true
            builder.add(entities(group).documents, firstSlot: 0)
        }
        composer.addFamily(\.groups, root: { names.root(names.group($0.id)) }, isSame: isSame) { group, _, builder in
            builder.add("config", isSame: false) { content(group, entities(group)) }
        }
    }

    private func content(_ group: HomeTopics.Group, _ entities: GroupEntities) -> DocumentContent {
        let identifier = names.group(group.id)
        var document = DiscoveryDocument(
            identifier: identifier, name: group.name,
            device: [JSONMember("model", .string("Group")), JSONMember("via_device", .string(names.bridge))],
            entities: DeviceComponents.names(entities.components),
            availability: [
                DiscoveryDocument.availability(configuration.stateTopic),
                DiscoveryDocument.availability("\(group.topic)/availability", DiscoveryDocument.isReachable),
            ],
            version: configuration.version)
        for component in entities.components {
            document.add(
                component,
                component.members(root: group.topic, entity: EntityTopics.root(group.topic)) { _ in .null })
        }
        return content(document, parts: DeviceComponents.platforms(entities.components)) { _, _ in }
    }
}
