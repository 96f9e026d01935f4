import Conversions
import DataModel
import HomeGraph
import MQTT
import ModelReader

/// The home as zigbee2mqtt shows its devices, for tools and flows that are written for it.
///
/// Source: zigbee2mqtt 2, “MQTT Topics and Messages”; the MQTT contract, section 7.
struct Zigbee2MQTTLayout: TopicLayout {
    static let name = "zigbee2mqtt"
    static let naming: SegmentNaming? = .friendlyName

    private let topics: ZigbeeTopics
    private let configuration: BridgeConfiguration

    init(prefix: String, configuration: BridgeConfiguration) {
        topics = ZigbeeTopics(base: prefix, instance: configuration.instance)
        self.configuration = configuration
    }

    var foreignPrefix: String? { topics.base }
    var scanFilters: [String] { ["\(topics.base)/#"] }
    var filters: [String] { topics.filters }

    var will: OutboxMessage? {
        OutboxMessage(
            topic: Array("\(topics.base)/bridge/state".utf8), payload: state("offline"),
            qualityOfService: configuration.qualityOfService, isRetained: true)
    }

    func owns(_ topic: [UInt8], payload: [UInt8]) -> Bool { topics.isOwn(topic, payload) }

    /// `{"state":"online"}`, with the bridge's mark.
    private func state(_ text: String) -> [UInt8] {
        JSONValue.object([JSONMember(name: "state", value: .string(text)), topics.mark]).text
    }

    private func names(in home: HomeTopics) -> LayoutNames? { home.names(in: Self.name) }
}

// MARK: - Outputs

/// What devices that are made alike have in common.
private final class ZigbeeShape: Sendable {
    let content: ZigbeeDevice
    let information: ZigbeeInformation
    /// The state and the availability.
    let documents: DocumentList

    init(_ layout: DeviceLayout, _ state: (ZigbeeDevice) -> [DocumentContent]) {
        content = ZigbeeDevice(layout)
        information = ZigbeeInformation(layout)
        documents = DocumentList(state(content))
    }
}

extension Zigbee2MQTTLayout {
    func compose(_ composer: inout BranchComposer) {
        guard let names = names(in: composer.topics) else { return }
        composer.addFamily(\.devices, root: { "\(topics.base)/\(names.name(of: $0))" }, isSame: ===) {
            device, _, builder in
            builder.add(shape(of: device).documents, firstSlot: device.record.firstSlot)
        }
        let (home, former) = (composer.topics, composer.former)
        composer.addFamily(\.groups, root: { "\(topics.base)/\(names.name(of: $0))" }) { was, group in
            was.record == group.record && home.hasSameMembers(group, as: was, in: former)
        } compose: { group, _, builder in
            let members = home.members(of: group)
            add(members, ZigbeeGroup(members) { shape(of: $0).content }, to: &builder)
        }
        composer.addBranch("\(topics.base)/bridge") { addBridge(home, names, to: &$0) }
    }

    /// What devices that are made alike have in common.
    private func shape(of device: HomeTopics.Device) -> ZigbeeShape {
        device.layout.shapes.shape { ZigbeeShape(device.record.layout) { documents(of: $0) } }
    }

    private func documents(of content: ZigbeeDevice) -> [DocumentContent] {
        let (quality, mark) = (configuration.qualityOfService, topics.mark)
        return [
            DocumentContent(end: "", qualityOfService: quality, offsets: content.stateOffsets) { context, payload in
                let state = content.state { context.value($0) }
                payload.append(contentsOf: JSONValue.object(state + [mark]).text)
            },
            DocumentContent(
                end: "availability", qualityOfService: quality, offsets: [DeviceLayout.connectivityOffset]
            ) { context, payload in
                payload.append(contentsOf: state(context.connectivity.isReachable ? "online" : "offline"))
            },
        ]
    }

    private func add(_ members: [HomeTopics.Device], _ content: ZigbeeGroup, to builder: inout BranchBuilder) {
        let (quality, mark, records) = (configuration.qualityOfService, topics.mark, members.map(\.record))
        builder.add("", isSame: false) {
            DocumentContent(end: "", qualityOfService: quality, offsets: content.slots) { context, payload in
                payload.append(contentsOf: JSONValue.object(content.state(context.store) + [mark]).text)
            }
        }
        builder.add("availability", isSame: false) {
            DocumentContent(
                end: "availability", qualityOfService: quality,
                offsets: records.map { $0.firstSlot + DeviceLayout.connectivityOffset }
            ) { context, payload in
                let isReachable = context.store.connectivity(of: records).isReachable
                payload.append(contentsOf: state(isReachable ? "online" : "offline"))
            }
        }
    }

    private func addBridge(
        _ home: HomeTopics, _ names: LayoutNames, to builder: inout BranchBuilder
    ) {
        let quality = configuration.qualityOfService
        let documents = ZigbeeDocuments(topics: topics, configuration: configuration)
        builder.add("info", isSame: true) {
            DocumentContent(end: "info", qualityOfService: quality, stage: .announcement) {
                $1.append(contentsOf: documents.info.text)
            }
        }
        let devices = home.devices.map { (device: $0, name: names.name(of: $0), shape: shape(of: $0)) }
        builder.add("devices", isSame: false) {
            let slots = devices.flatMap { device, _, shape in
                (shape.information.offsets + shape.content.descriptionOffsets).map { device.record.firstSlot + $0 }
            }
            return DocumentContent(end: "devices", qualityOfService: quality, offsets: slots, stage: .announcement) {
                context, payload in
                let entries = devices.map { device, name, shape in
                    documents.entry(device.id, name: name, shape.content, shape.information) {
                        context.store.value(at: device.record.firstSlot + $0)
                    }
                }
                payload.append(contentsOf: JSONValue.array([documents.coordinator] + entries).text)
            }
        }
        let groups = home.groups.map { ($0, names.name(of: $0), home.members(of: $0)) }
        builder.add("groups", isSame: false) {
            DocumentContent(end: "groups", qualityOfService: quality, stage: .announcement) {
                // A list of nothing would bear no mark of whose it is: there is none.
                guard !groups.isEmpty else { return }
                let entries = groups.map { documents.entry($0, name: $1, members: $2) }
                $1.append(contentsOf: JSONValue.array(entries).text)
            }
        }
        builder.add("state", isSame: true) {
            DocumentContent(end: "state", qualityOfService: quality, stage: .state) { context, payload in
                payload.append(contentsOf: state(context.isEnding ? "offline" : "online"))
            }
        }
    }
}

// MARK: - Orders

extension Zigbee2MQTTLayout {
    func action(for message: InboundMessage, in home: HomeTopics) -> LayoutAction {
        guard let inbound = topics.inbound(message.topic), let names = names(in: home) else { return .none }
        switch inbound {
        case .request(let name):
            let request = ZigbeeRequest(name, message.payload, topics, home, names)
            let topic = Array("\(topics.base)/bridge/response/\(name)".utf8)
            return .request(
                LayoutRequest(request: request.request) { result in
                    OutboxMessage(topic: topic, payload: request.answer(result), qualityOfService: .atMostOnce)
                })
        case .get(let name):
            guard names.object(named: name) != nil else { return unknown(name) }
            return .refresh(root: "\(topics.base)/\(name)")
        case .set(let name, let endpoint, let attribute):
            guard let (kind, id) = names.object(named: name) else { return unknown(name) }
            do throws(HomeError) {
                let wishes = try ZigbeeMessage(message.payload, attribute: attribute)
                let orders = ZigbeeOrders(topic: "\(topics.base)/\(name)") { shape(of: $0).content }
                if kind == .device, let device = home.device(id: id) {
                    return .sequence(orders.orders(wishes, endpoint: endpoint, for: device).map { .order($0) })
                }
                guard let position = home.position(.group, id: id) else { return unknown(name) }
                return .sequence(orders.orders(wishes, for: home.groups[position], in: home).map { .order($0) })
            } catch {
                return .order(LayoutOrder(failing: error, answers: .whereAsked))
            }
        }
    }

    private func unknown(_ name: String) -> LayoutAction {
        .order(LayoutOrder(failing: HomeError(.notFound, "Entity '\(name)' is unknown"), answers: .whereAsked))
    }
}

// MARK: - What happens

extension Zigbee2MQTTLayout {
    func messages(for event: EventReport, in home: HomeTopics) -> [OutboxMessage] {
        guard let device = home.device(index: event.device), let names = names(in: home) else { return [] }
        let id = EventID(cluster: event.cluster.id, id: event.event.id)
        let features = shape(of: device).content.features.filter {
            $0.isEvent && $0.part.part.endpoint == event.endpoint
        }
        return features.compactMap { feature in
            guard let action = feature.value(of: id, fields: event.fields) else { return nil }
            return message(
                "\(names.name(of: device))", .object([JSONMember(name: feature.property, value: action)]))
        }
    }

    func messages(for failure: HomeError, of message: InboundMessage) -> [OutboxMessage] {
        [
            self.message(
                "bridge/logging",
                .object([
                    JSONMember(name: "level", value: .string("error")),
                    JSONMember(name: "message", value: .string("\(Topic.text(message.topic)): \(failure.message)")),
                    JSONMember(name: "namespace", value: .string("homegraph2mqtt")),
                ]))
        ]
    }

    func messages(from before: HomeTopics, to after: HomeTopics) -> [OutboxMessage] {
        guard before.shape !== after.shape else { return [] }
        let difference = ShapeDifference(from: before.shape, to: after.shape).devices
        var events: [(type: String, data: [JSONMember])] = []
        if let names = names(in: after) {
            for position in difference.added {
                let device = after.shape.devices[position]
                let data = identity(device.id, names.name(.device, device.id))
                events.append(("device_joined", data))
                events.append(
                    (
                        "device_interview",
                        data + [
                            JSONMember(name: "status", value: .string("successful")),
                            JSONMember(name: "supported", value: .bool(true)),
                        ]
                    ))
            }
        }
        if let names = names(in: before) {
            for device in difference.removed {
                events.append(("device_leave", identity(device.id, names.name(.device, device.id))))
            }
        }
        return events.map { type, data in
            message(
                "bridge/event",
                .object([
                    JSONMember(name: "type", value: .string(type)), JSONMember(name: "data", value: .object(data)),
                ]))
        }
    }

    private func identity(_ id: String, _ name: String) -> [JSONMember] {
        [
            JSONMember(name: "friendly_name", value: .string(name)),
            JSONMember(name: "ieee_address", value: .string(topics.address("device", id))),
        ]
    }

    private func message(_ end: String, _ payload: JSONValue) -> OutboxMessage {
        OutboxMessage(
            topic: Array("\(topics.base)/\(end)".utf8), payload: payload.text, qualityOfService: .atMostOnce)
    }
}
