import DataModel
import HomeGraph
import MQTT
import ModelReader

@testable import Bridge

/// A layout of one convention that nobody has: it uses everything that the mechanism offers.
///
/// `P/<instance>-<id>` for each device: `$state`, `name`, each part's `PART-on` with `/set`, and an announcement.
struct TestLayout: TopicLayout {
    static let name = "test"
    static let clearedFirst = ["$state"]

    let prefix: String
    let instance: String

    init(prefix: String, configuration: BridgeConfiguration) {
        self.prefix = prefix
        instance = configuration.instance
    }

    static func configure(_ prefix: String = "p", isEnabled: Bool = true) -> (inout BridgeConfiguration) -> Void {
        { configuration in
            configuration.layoutTypes = [TestLayout.self]
            configuration.layouts = ["test": BridgeConfiguration.Layout(isEnabled: isEnabled, prefix: prefix)]
        }
    }

    var foreignPrefix: String? { prefix }
    var scanFilters: [String] { ["\(prefix)/+/+"] }
    var filters: [String] { ["\(prefix)/+/+/set", "\(prefix)/status"] }

    func owns(_ topic: [UInt8], payload: [UInt8]) -> Bool {
        Topic.text(topic).hasPrefix("\(prefix)/\(instance)-")
    }

    func compose(_ composer: inout BranchComposer) {
        let root = { (device: HomeTopics.Device) in "\(prefix)/\(instance)-\(device.id)" }
        var lists: [ObjectIdentifier: DocumentList] = [:]
        for device in composer.topics.devices {
            lists[ObjectIdentifier(device.layout)] = composer.shape(of: device) { Self.documents(of: $0) }
        }
        composer.addFamily(\.devices, root: root, isSame: ===) { device, _, builder in
            if let list = lists[ObjectIdentifier(device.layout)] {
                builder.add(list, firstSlot: device.record.firstSlot)
            }
            let (name, topic) = (device.name, device.topic)
            builder.add("name", isSame: false) {
                DocumentContent(end: "name", qualityOfService: .atMostOnce) { $1 += Array(name.utf8) }
            }
            builder.add("about", isSame: false, firstSlot: device.record.firstSlot) {
                DocumentContent(
                    end: "about", qualityOfService: .atMostOnce, stage: .announcement, announced: [0]
                ) { $1 += Array(topic.utf8) }
            }
            builder.add("$state", isSame: false, firstSlot: device.record.firstSlot) {
                DocumentContent(
                    end: "$state", qualityOfService: .atMostOnce, offsets: [0],
                    opening: { $1 += Array("init".utf8) }
                ) { context, payload in
                    payload += Array((context.value(0) == .uint(1) ? "ready" : "lost").utf8)
                }
            }
        }
    }

    private static func documents(of layout: LayoutTopics) -> DocumentList {
        DocumentList(
            layout.layout.parts.flatMap { part in
                part.traits.filter { $0.cluster.name == "OnOff" }.map { trait in
                    DocumentContent(
                        end: "\(part.name)-on", qualityOfService: .atMostOnce, offsets: [trait.firstOffset]
                    ) { [offset = trait.firstOffset] context, payload in
                        payload += Array((context.value(offset) == .bool(true) ? "yes" : "no").utf8)
                    }
                }
            })
    }

    func action(for message: InboundMessage, in topics: HomeTopics) -> LayoutAction {
        let levels = Topic.levels(of: message.topic).map(Topic.text)
        if levels.count == 2 { return .announce(after: .seconds(1) ... .seconds(1)) }
        guard let device = topics.device(id: String(levels[1].dropFirst(instance.count + 1))) else {
            return .order(
                LayoutOrder(failing: HomeError(.notFound, "no device '\(levels[1])'"), answers: .always))
        }
        let recipient = LayoutOrder.Recipient.object(.device(device))
        let part = String(levels[2].dropLast("-on".count))
        switch Topic.text(message.payload) {
        case "yes", "no":
            let command = message.payload.elementsEqual("yes".utf8) ? "on" : "off"
            return .order(
                LayoutOrder(
                    [.invoke(command, of: "OnOff", part: part)], for: recipient, answers: .whereAsked))
        case "all":
            let parts = device.record.layout.parts.filter { $0.name != "RootNode" }.map { (device, $0.name) }
            return .order(
                LayoutOrder(
                    [.invoke("on", of: "OnOff", part: part)], for: .parts(parts, of: device.name), answers: .always))
        case "again": return .refresh(root: "\(prefix)/\(levels[1])")
        default:
            return .order(
                LayoutOrder(
                    failing: HomeError(.invalidArgument, "write yes or no"), for: recipient, answers: .always))
        }
    }

    func messages(for event: EventReport, in topics: HomeTopics) -> [OutboxMessage] {
        guard let device = topics.device(index: event.device) else { return [] }
        return [
            OutboxMessage(
                topic: Array("\(prefix)/\(instance)-\(device.id)/event".utf8), payload: Array(event.event.name.utf8),
                qualityOfService: .atMostOnce)
        ]
    }
}
