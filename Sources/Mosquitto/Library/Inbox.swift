import CMosquitto
import MQTT

/// What a callback saw.
enum Happening {
    /// The broker's answer to CONNECT.
    case answered(reasonCode: UInt8, Session)
    /// The broker's DISCONNECT, or the end of the socket.
    case disconnected(reasonCode: UInt8)
    case message(InboundMessage)
    case published(identifier: UInt16, reasonCode: UInt8)
    case subscribed(identifier: UInt16, reasonCodes: [UInt8])
}

/// Where the callbacks put what they saw; lives on the poll thread, and longer than the handle that points to it.
///
/// Callbacks copy and collect, nothing else: they call no handler and no function of the library that sends.
final class Inbox {
    private let version: ProtocolVersion
    private(set) var happenings: [Happening] = []
    /// The library's last complaint; it is the only place where TLS says what is wrong.
    private(set) var complaint = ""

    init(version: ProtocolVersion) { self.version = version }

    /// Set while a message is published whose writing nobody wants to hear of.
    var dropsPublished = false

    /// Exchanges what was collected, oldest first, for the storage of an old list.
    func takeAll(into list: inout [Happening]) {
        list.removeAll(keepingCapacity: true)
        swap(&list, &happenings)
    }

    private func append(_ happening: Happening) { happenings.append(happening) }

    /// Makes the callbacks of a handle fill this inbox.
    func attach(to handle: borrowing Handle) {
        let pointer = unsafe handle.pointer
        unsafe mosquitto_user_data_set(pointer, Unmanaged.passUnretained(self).toOpaque())
        unsafe mosquitto_connect_v5_callback_set(pointer) { _, object, code, _, properties in
            guard let inbox = unsafe Inbox.of(object) else { return }
            let session = Session(version: inbox.version, properties: unsafe ReceivedProperties(properties))
            inbox.append(.answered(reasonCode: UInt8(truncatingIfNeeded: code), session))
        }
        unsafe mosquitto_disconnect_v5_callback_set(pointer) { _, object, code, _ in
            unsafe Inbox.of(object)?.append(.disconnected(reasonCode: UInt8(truncatingIfNeeded: code)))
        }
        unsafe mosquitto_message_v5_callback_set(pointer) { _, object, message, properties in
            guard let inbox = unsafe Inbox.of(object), let message = unsafe message else { return }
            let copy = unsafe InboundMessage(message.pointee, properties: ReceivedProperties(properties))
            inbox.append(.message(copy))
        }
        unsafe mosquitto_publish_v5_callback_set(pointer) { _, object, identifier, code, _ in
            guard let inbox = unsafe Inbox.of(object), !inbox.dropsPublished else { return }
            inbox.append(
                .published(
                    identifier: UInt16(truncatingIfNeeded: identifier), reasonCode: UInt8(truncatingIfNeeded: code)))
        }
        unsafe mosquitto_subscribe_v5_callback_set(pointer) { _, object, identifier, count, codes, _ in
            let codes = unsafe UnsafeBufferPointer(start: codes, count: codes == nil ? 0 : Int(max(count, 0)))
            unsafe Inbox.of(object)?.append(
                .subscribed(
                    identifier: UInt16(truncatingIfNeeded: identifier),
                    reasonCodes: codes.map { UInt8(truncatingIfNeeded: $0) }))
        }
        unsafe mosquitto_log_callback_set(pointer) { _, object, level, text in
            guard level == MOSQ_LOG_ERR, let text = unsafe text else { return }
            unsafe Inbox.of(object)?.complaint = String(cString: text)
        }
    }

    private static func of(_ object: UnsafeMutableRawPointer?) -> Inbox? {
        guard let object = unsafe object else { return nil }
        return unsafe Unmanaged<Inbox>.fromOpaque(object).takeUnretainedValue()
    }
}

extension Session {
    fileprivate init(version: ProtocolVersion, properties: ReceivedProperties) {
        self.init(
            version: version, maximumPacketSize: properties.int32(MQTT_PROP_MAXIMUM_PACKET_SIZE).map { Int($0) },
            maximumQualityOfService: properties.byte(MQTT_PROP_MAXIMUM_QOS)
                .flatMap { QualityOfService(rawValue: $0) } ?? .exactlyOnce,
            retainAvailable: properties.byte(MQTT_PROP_RETAIN_AVAILABLE) != 0,
            receiveMaximum: properties.int16(MQTT_PROP_RECEIVE_MAXIMUM).map { Int($0) } ?? 65_535)
    }
}

extension InboundMessage {
    fileprivate init(_ message: mosquitto_message, properties: ReceivedProperties) {
        let topic = unsafe message.topic.map { unsafe [UInt8](String(cString: $0).utf8) } ?? []
        let count = unsafe message.payload == nil ? 0 : Int(max(message.payloadlen, 0))
        unsafe self.init(
            topic: topic, payload: [UInt8](UnsafeRawBufferPointer(start: message.payload, count: count)),
            qualityOfService: QualityOfService(rawValue: UInt8(truncatingIfNeeded: message.qos)) ?? .atMostOnce,
            isRetained: message.retain, responseTopic: properties.text(MQTT_PROP_RESPONSE_TOPIC),
            correlationData: properties.octets(MQTT_PROP_CORRELATION_DATA),
            expiryInterval: properties.int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL))
    }
}
