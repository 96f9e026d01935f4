import Conversions
import DataModel
import HomeGraph
import MQTT
import ModelReader

/// The home in the manner of HomeKit: characteristics in people's units under their services, and groups of services.
///
/// Source: the MQTT contract, section 7.
struct HomeKitLayout: TopicLayout {
    static let name = "homeKit"

    private let baseLevels: [ArraySlice<UInt8>]
    private let base: String
    private let qualityOfService: QualityOfService

    init(prefix: String, configuration: BridgeConfiguration) {
        base = configuration.baseTopic
        baseLevels = Topic.levels(of: Array(base.utf8))
        qualityOfService = configuration.qualityOfService
    }

    /// The kinds of objects under a structure that are this layout's.
    private static let kinds = ["accessory", "service-group"]

    func owns(_ topic: [UInt8], payload: [UInt8]) -> Bool {
        let levels = Topic.levels(of: topic)
        guard levels.count >= baseLevels.count + 4, levels.starts(with: baseLevels) else { return false }
        return Self.kinds.contains(Topic.text(levels[baseLevels.count + 1])) && levels.last.map(Topic.text) != "set"
    }

    // MARK: - Outputs

    func compose(_ composer: inout BranchComposer) {
        let names = composer.topics.shape.names
        // Most edits change no name.
        let former = composer.former.flatMap { $0.shape.hasNames(of: composer.topics.shape) ? nil : $0.shape.names }
        var documents: [ObjectIdentifier: DocumentList] = [:]
        for device in composer.topics.devices {
            documents[ObjectIdentifier(device.layout)] = composer.shape(of: device) {
                AccessoryDocuments.values($0, qualityOfService)
            }
        }
        composer.addFamily(\.devices, root: \.accessoryTopic) { was, device in
            was === device
                && former.map { $0.namesOfServices(of: device.record) == names.namesOfServices(of: device.record) }
                    ?? true
        } compose: { device, _, builder in
            if let list = documents[ObjectIdentifier(device.layout)] {
                builder.add(list, firstSlot: device.record.firstSlot)
            }
            AccessoryDocuments.addNames(
                names.namesOfServices(of: device.record), of: device, qualityOfService, to: &builder)
        }
    }

    func messages(for event: EventReport, in topics: HomeTopics) -> [OutboxMessage] {
        guard let device = topics.device(index: event.device) else { return [] }
        let id = EventID(cluster: event.cluster.id, id: event.event.id)
        return device.layout.services.flatMap { service in
            service.characteristics.compactMap { characteristic in
                // What stays stands on a topic that is retained.
                guard characteristic.isMomentary, characteristic.endpoint == event.endpoint,
                    let value = characteristic.value(of: id, fields: event.fields)
                else { return nil }
                var payload: [UInt8] = []
                characteristic.type.append(value, to: &payload)
                return OutboxMessage(
                    topic: Array("\(device.accessoryTopic)/\(service.name)/\(characteristic.type.name)".utf8),
                    payload: payload, qualityOfService: qualityOfService)
            }
        }
    }

    // MARK: - Orders

    var filters: [String] { ["\(base)/+/accessory/+/+/+/set", "\(base)/+/service-group/+/+/set"] }

    func action(for message: InboundMessage, in topics: HomeTopics) -> LayoutAction {
        let levels = Array(Topic.levels(of: message.topic).dropFirst(baseLevels.count))
        return .order(ServiceOrders(topics: topics).order(levels, message.payload))
    }
}

extension HomeTopics.Device {
    /// The topics below which its values stand, natively and in the manner of HomeKit.
    var roots: [String] { [topic, accessoryTopic] }

    /// `B/S/accessory/D`.
    var accessoryTopic: String {
        let structure = root.dropLast(segment.count + 1 + "device/".utf8.count)
        return Topic.text(structure) + "accessory/" + Topic.text(segment)
    }
}
