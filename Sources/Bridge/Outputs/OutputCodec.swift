import DataModel
import HomeGraph
import MQTT
import ModelReader

/// Composes the messages of attributes and of devices' events.
struct OutputCodec: Sendable {
    /// At what quality of service they go.
    let qualityOfService: QualityOfService

    /// Fills the message of a slot.
    ///
    /// - Returns: `false` where the slot has no topic.
    func render(slot: Int, of plan: OutputPlan, store: HomeStore, into message: inout OutboundMessage) -> Bool {
        guard let device = plan.topics.device(slot: slot) else { return false }
        let offset = slot - device.record.firstSlot
        guard device.layout.slots.indices.contains(offset) else { return false }
        switch device.layout.slots[offset] {
        case .hidden: return false
        case .connectivity:
            message.payload.append(contentsOf: store.connectivity(of: device.record).name.utf8)
        case .lastReport:
            guard case .int(let time) = store.value(at: slot) else {
                message.payload.append(contentsOf: "null".utf8)
                break
            }
            message.payload.append(contentsOf: Timestamp(rawValue: time).text.utf8)
        case .attribute(let attribute):
            Codec.appendText(of: store.value(at: slot), attribute.descriptor.value, to: &message.payload)
        }
        message.topic.append(contentsOf: device.root)
        device.layout.append(offset, to: &message.topic)
        message.qualityOfService = qualityOfService
        message.isRetained = true
        return true
    }

    /// Fills the message of something that happened on a device.
    ///
    /// - Returns: `false` where the device is gone or the trait is not mirrored.
    func render(_ event: EventReport, of plan: OutputPlan, into message: inout OutboundMessage) -> Bool {
        guard let device = plan.topics.device(index: event.device),
            let part = device.record.layout.part(endpoint: event.endpoint), event.cluster.scope == .device
        else { return false }
        message.topic.append(contentsOf: device.root)
        message.topic.append(
            contentsOf: "\(part.name)/\(event.cluster.traitName)/\(event.event.name)/event".utf8)
        message.qualityOfService = qualityOfService
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("event")
        writer.value(event.event.name)
        writer.key("time")
        writer.value(event.time.text)
        writer.key("number")
        writer.value(event.number)
        writer.key("priority")
        writer.value(event.event.priority.rawValue)
        writer.key("fields")
        Codec.write(event.fields, event.event.fields, to: &writer)
        writer.endObject()
        message.payload.append(contentsOf: writer.bytes)
        return true
    }
}
