import Conversions
import DataModel
import HomeGraph
import MQTT
import ModelReader

/// The home as devices of the Homie convention 5: the bridge as root, devices and groups as its children.
///
/// Source: the Homie convention 5; the MQTT contract, section 7.
struct HomieLayout: TopicLayout {
    static let name = "homie"
    static let clearedFirst = ["$state"]

    private let names: HomieTopics
    private let configuration: BridgeConfiguration

    init(prefix: String, configuration: BridgeConfiguration) {
        names = HomieTopics(prefix: prefix, instance: configuration.instance)
        self.configuration = configuration
    }

    var foreignPrefix: String? { names.prefix }
    var scanFilters: [String] { ["\(names.prefix)/5/+/#"] }
    var filters: [String] { ["\(names.prefix)/5/+/+/+/set"] }

    /// The root is lost when the bridge goes without a word, and with it all its children; at the quality of service of
    /// the state, so that brokers keep the two in order.
    var will: OutboxMessage? {
        OutboxMessage(
            topic: Array("\(names.root(names.bridge))/$state".utf8), payload: Array(HomieState.lost.rawValue.utf8),
            qualityOfService: configuration.qualityOfService, isRetained: true)
    }

    func owns(_ topic: [UInt8], payload: [UInt8]) -> Bool {
        guard let levels = names.levels(below: topic), levels.count > 1, levels.last != "set" else { return false }
        return names.object(levels[0]) != nil
    }

}

// MARK: - Outputs

extension HomieLayout {
    func compose(_ composer: inout BranchComposer) {
        composer.addFamily(\.devices, root: { names.root(names.device($0.id)) }, isSame: ===) {
            device, was, builder in
            add(device, was, shape(of: device), to: &builder)
        }
        let (topics, former) = (composer.topics, composer.former)
        composer.addFamily(\.groups, root: { names.root(names.group($0.id)) }) { was, group in
            was.record == group.record && topics.hasSameMembers(group, as: was, in: former)
        } compose: { group, _, builder in
            let members = topics.members(of: group)
            add(group, members, HomieGroup(members) { shape(of: $0).nodes }, to: &builder)
        }
        // The children first, so that nobody hears of one that is not there.
        let children = topics.devices.map { names.device($0.id) } + topics.groups.map { names.group($0.id) }
        let formerChildren = former.map { former in
            former.devices.map { names.device($0.id) } + former.groups.map { names.group($0.id) }
        }
        composer.addBranch(names.root(names.bridge), isSame: children == formerChildren) {
            addBridge(children, to: &$0)
        }
    }

    /// What devices that are made alike have in common.
    private func shape(of device: HomeTopics.Device) -> HomieShape {
        device.layout.shapes.shape {
            HomieShape(device.record.layout, qualityOfService: configuration.qualityOfService)
        }
    }

    private func add(
        _ device: HomeTopics.Device, _ was: HomeTopics.Device?, _ shape: HomieShape, to builder: inout BranchBuilder
    ) {
        let name = device.name
        let type = device.record.layout.parts.first { $0.endpoint != 0 }?.types.first?.name
        let isSame = was?.name == name && was?.layout === device.layout
        builder.add("$description", isSame: isSame, firstSlot: device.record.firstSlot) {
            description(name, type: type ?? "Device", shape.content)
        }
        builder.add(shape.documents, firstSlot: device.record.firstSlot)
    }

    private func add(
        _ group: HomeTopics.Group, _ members: [HomeTopics.Device], _ content: HomieGroup,
        to builder: inout BranchBuilder
    ) {
        let (name, records) = (group.name, members.map(\.record))
        builder.add("$description", isSame: false) {
            description(name, type: "Group", content.content)
        }
        for document in content.documents(configuration.qualityOfService) {
            builder.add(document.end, isSame: false) { document }
        }
        builder.add("$state", isSame: false) {
            HomieState.document(
                configuration.qualityOfService,
                offsets: records.map { $0.firstSlot + DeviceLayout.connectivityOffset }
            ) { $0.store.connectivity(of: records).isReachable ? .ready : .lost }
        }
    }

    private func addBridge(_ children: [String], to builder: inout BranchBuilder) {
        let quality = configuration.qualityOfService
        builder.add("$description", isSame: false) {
            description(
                "homegraph2mqtt \(configuration.baseTopic)", type: "Bridge", Self.hub,
                children: children)
        }
        builder.add("hub/online", isSame: true) {
            DocumentContent(end: "hub/online", qualityOfService: quality, readsHub: true) { context, payload in
                payload.append(contentsOf: (context.store.isHubOnline ? "true" : "false").utf8)
            }
        }
        builder.add("$state", isSame: true) {
            HomieState.document(quality, offsets: [], stage: .state) { $0.isEnding ? .disconnected : .ready }
        }
    }

    /// What the root says of the hub.
    private static let hub = HomieContent(
        nodes: [
            HomieContent.Node(
                id: "hub", name: "Hub", type: "Hub",
                properties: [
                    HomieContent.Property(id: "online", isRetained: true) { _ in
                        true
                    } description: { _ in
                        .object([
                            JSONMember(name: "name", value: .string("Online")),
                            JSONMember(name: "datatype", value: .string("boolean")),
                        ])
                    }
                ])
        ], offsets: ([], []))

    private func description(
        _ name: String, type: String, _ content: HomieContent, children: [String]? = nil
    ) -> DocumentContent {
        let root = names.bridge
        return DocumentContent(
            end: "$description", qualityOfService: configuration.qualityOfService,
            offsets: (content.offsets.limits + content.offsets.values).uniqued(),
            key: { content.key($0) }, isVersioned: true, recall: HomieContent.recall
        ) { context, payload in
            var members = [
                JSONMember(name: "homie", value: .string("5.0")),
                JSONMember(name: "version", value: .int(context.version)),
                JSONMember(name: "name", value: .string(name)),
                JSONMember(name: "type", value: .string(type)),
            ]
            if let children {
                members.append(JSONMember(name: "children", value: .array(children.map { .string($0) })))
            } else {
                members.append(JSONMember(name: "root", value: .string(root)))
            }
            members.append(JSONMember(name: "nodes", value: content.description(context)))
            payload.append(contentsOf: JSONValue.object(members).text)
        }
    }
}

// MARK: - Orders and events

extension HomieLayout {
    func action(for message: InboundMessage, in topics: HomeTopics) -> LayoutAction {
        guard let levels = names.levels(below: message.topic), levels.count == 4,
            let object = names.object(levels[0])
        else { return .none }
        do throws(HomeError) {
            switch object {
            case .bridge: throw Self.unknown(levels)
            case .device(let id):
                guard let device = topics.device(id: id),
                    let node = shape(of: device).nodes.first(where: { $0.id == levels[1] }),
                    let property = node.properties.first(where: { $0.id == levels[2] })
                else { throw Self.unknown(levels) }
                let echo = echo(of: property, levels, message.payload)
                return .order(
                    LayoutOrder(for: .object(.device(device)), device.name, answers: .whereAsked, echo: echo) {
                        () throws(HomeError) in
                        [
                            ValueOrder(
                                device: device, endpoint: node.part.part.endpoint, name: property.id,
                                steps: try property.steps(message.payload))
                        ]
                    })
            case .group(let id):
                guard levels[1] == HomieGroup.node, let position = topics.position(.group, id: id) else {
                    throw Self.unknown(levels)
                }
                let group = topics.groups[position]
                let content = HomieGroup(topics.members(of: group)) { shape(of: $0).nodes }
                guard let property = content.properties.first(where: { $0.first.id == levels[2] }) else {
                    throw Self.unknown(levels)
                }
                let echo = echo(of: property.first, levels, message.payload, hasTarget: false)
                return .order(
                    LayoutOrder(for: .object(.group(group)), group.name, answers: .whereAsked, echo: echo) {
                        () throws(HomeError) in try property.orders(message.payload)
                    })
            }
        } catch {
            return .order(LayoutOrder(failing: error, answers: .whereAsked))
        }
    }

    /// What is set is seen again on the property or its target, also where it was so before.
    private func echo(
        of property: HomieProperty, _ levels: [String], _ payload: [UInt8], hasTarget: Bool = true
    ) -> LayoutOrder.Echo {
        let topic = "\(names.prefix)/5/\(levels.dropLast().joined(separator: "/"))"
        guard property.isRetained else {
            return .message(
                OutboxMessage(topic: Array(topic.utf8), payload: payload, qualityOfService: .atMostOnce))
        }
        return .document(hasTarget && property.hasTarget ? "\(topic)/$target" : topic)
    }

    private static func unknown(_ levels: [String]) -> HomeError {
        HomeError(.notFound, "there is no property \(levels.dropLast().joined(separator: "/")) that can be set")
    }

    func messages(for event: EventReport, in topics: HomeTopics) -> [OutboxMessage] {
        guard let device = topics.device(index: event.device),
            let node = shape(of: device).nodes.first(where: { $0.part.part.endpoint == event.endpoint })
        else { return [] }
        return node.properties.compactMap { property in
            guard
                let text = property.text(
                    of: EventID(cluster: event.cluster.id, id: event.event.id), fields: event.fields)
            else { return nil }
            return OutboxMessage(
                topic: Array("\(names.root(names.device(device.id)))/\(node.id)/\(property.id)".utf8),
                payload: Array(text.utf8), qualityOfService: .atMostOnce)
        }
    }
}
