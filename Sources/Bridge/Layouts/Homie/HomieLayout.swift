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
    private let memory = HomieMemory()

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

    func recall(_ topic: [UInt8], payload: [UInt8]) {
        guard let levels = names.levels(below: topic), levels.count == 2, levels[1] == "$description" else { return }
        memory.recall(levels[0], payload)
    }
}

// MARK: - Outputs

extension HomieLayout {
    func compose(_ composer: inout BranchComposer) {
        let quality = configuration.qualityOfService
        var shapes: [ObjectIdentifier: HomieShape] = [:]
        for device in composer.topics.devices where shapes[ObjectIdentifier(device.layout)] == nil {
            shapes[ObjectIdentifier(device.layout)] = composer.shape(of: device) {
                HomieShape($0.layout, qualityOfService: quality)
            }
        }
        let shape = { (device: HomeTopics.Device) in shapes[ObjectIdentifier(device.layout)] }
        composer.addFamily(\.devices, root: { names.root(names.device($0.id)) }, isSame: ===) {
            device, was, builder in
            if let shape = shape(device) { add(device, was, shape, to: &builder) }
        }
        let (topics, former) = (composer.topics, composer.former)
        composer.addFamily(\.groups, root: { names.root(names.group($0.id)) }) { was, group in
            was.record == group.record && topics.hasSameMembers(group, as: was, in: former)
        } compose: { group, _, builder in
            let members = topics.members(of: group)
            add(group, members, HomieGroup(members) { shape($0)?.nodes ?? [] }, to: &builder)
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

    private func add(
        _ device: HomeTopics.Device, _ was: HomeTopics.Device?, _ shape: HomieShape, to builder: inout BranchBuilder
    ) {
        let (id, name) = (names.device(device.id), device.name)
        let type = device.record.layout.parts.first { $0.endpoint != 0 }?.types.first?.name
        let isSame = was?.name == name && was?.layout === device.layout
        builder.add("$description", isSame: isSame, firstSlot: device.record.firstSlot) {
            description(of: id, name, type: type ?? "Device", shape.content)
        }
        builder.add(shape.documents, firstSlot: device.record.firstSlot)
    }

    private func add(
        _ group: HomeTopics.Group, _ members: [HomeTopics.Device], _ content: HomieGroup,
        to builder: inout BranchBuilder
    ) {
        let (id, name, records) = (names.group(group.id), group.name, members.map(\.record))
        builder.add("$description", isSame: false) {
            description(of: id, name, type: "Group", content.content)
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
                of: names.bridge, "homegraph2mqtt \(configuration.baseTopic)", type: "Bridge", Self.hub,
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
        of id: String, _ name: String, type: String, _ content: HomieContent, children: [String]? = nil
    ) -> DocumentContent {
        let (memory, root) = (memory, names.bridge)
        return DocumentContent(
            end: "$description", qualityOfService: configuration.qualityOfService,
            offsets: (content.offsets.limits + content.offsets.values).uniqued(),
            key: { content.key(of: id, memory, $0) }
        ) { context, payload in
            var members = [
                JSONMember(name: "name", value: .string(name)), JSONMember(name: "type", value: .string(type)),
            ]
            if let children {
                members.append(JSONMember(name: "children", value: .array(children.map { .string($0) })))
            } else {
                members.append(JSONMember(name: "root", value: .string(root)))
            }
            members.append(JSONMember(name: "nodes", value: content.nodes(of: id, memory, context)))
            let homie = JSONMember(name: "homie", value: .string("5.0"))
            let version = memory.version(
                of: id, saying: JSONValue.object([homie] + members).text, started: context.status.started)
            let all = [homie, JSONMember(name: "version", value: .int(version))] + members
            payload.append(contentsOf: JSONValue.object(all).text)
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
                guard let device = topics.device(id: id), let part = part(levels[1], of: device),
                    let property = HomieProperty.find(levels[2], of: QuantityPart(part))
                else { throw Self.unknown(levels) }
                let echo = echo(of: property, levels, message.payload)
                return order(for: .object(.device(device)), device.name, echo) { () throws(HomeError) in
                    [
                        ValueOrder(
                            device: device, endpoint: part.endpoint, name: property.id,
                            steps: try property.steps(message.payload))
                    ]
                }
            case .group(let id):
                guard levels[1] == HomieGroup.node, let position = topics.position(.group, id: id) else {
                    throw Self.unknown(levels)
                }
                let group = topics.groups[position]
                let content = HomieGroup(topics.members(of: group)) { HomieNode.all(of: $0.record.layout) }
                guard let property = content.properties.first(where: { $0.first.id == levels[2] }) else {
                    throw Self.unknown(levels)
                }
                let echo = echo(of: property.first, levels, message.payload, hasTarget: false)
                return order(for: .object(.group(group)), group.name, echo) { () throws(HomeError) in
                    try property.orders(message.payload)
                }
            }
        } catch {
            return .order(LayoutOrder(failing: error, answers: .whereAsked))
        }
    }

    private func part(_ node: String, of device: HomeTopics.Device) -> PartLayout? {
        device.record.layout.parts.first { HomieText.id($0.name) == node }
    }

    private func order(
        for recipient: LayoutOrder.Recipient, _ name: String, _ echo: LayoutOrder.Echo,
        _ values: () throws(HomeError) -> [ValueOrder]
    ) -> LayoutAction {
        do throws(HomeError) {
            return .order(LayoutOrder(try values(), of: name, answers: .whereAsked, echo: echo))
        } catch {
            return .order(LayoutOrder(failing: error, for: recipient, answers: .whereAsked))
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
            let part = device.record.layout.part(endpoint: event.endpoint)
        else { return [] }
        let bound = QuantityPart(part)
        return HomieProperty.events(of: bound).compactMap { property in
            guard
                let text = property.text(
                    of: EventID(cluster: event.cluster.id, id: event.event.id), fields: event.fields)
            else { return nil }
            return OutboxMessage(
                topic: Array("\(names.root(names.device(device.id)))/\(HomieText.id(part.name))/\(property.id)".utf8),
                payload: Array(text.utf8), qualityOfService: .atMostOnce)
        }
    }
}
