import CMosquitto
import Glibc
import MQTT
import MosquittoGuard

/// A handle whose host was reached, on the thread that polls it.
///
/// Return codes decide: ``code`` is what the library said last when something went wrong.
final class Link {
    let inbox: Inbox
    let version: ProtocolVersion
    /// The return code that ended it, or success.
    private(set) var code = MOSQ_ERR_SUCCESS.rawValue
    private var handle: Handle?

    /// Takes a handle over.
    init(_ handle: consuming Handle, version: ProtocolVersion) {
        inbox = Inbox(version: version)
        self.version = version
        inbox.attach(to: handle)
        self.handle = consume handle
    }

    deinit {
        handle = nil  // the inbox must outlive the handle that points to it
        withExtendedLifetime(inbox) {}
    }

    private var pointer: OpaquePointer? { unsafe handle?.pointer }

    /// The socket, -1 where it ended.
    var socket: Int32 { unsafe mosquitto_socket(pointer) }
    /// Whether something waits for the socket to take it.
    var wantsWrite: Bool { unsafe mosquitto_want_write(pointer) }
    /// Whether it ended; the inbox may hold the broker's reason.
    var isOver: Bool { code != MOSQ_ERR_SUCCESS.rawValue || socket < 0 }

    /// Has the library read so often at most, until nothing is there any more.
    ///
    /// Each time it takes at least one packet, where one is there whole, and may take more: as many as it has messages
    /// above at most once on their way, in both directions together, and what TLS has decrypted already. The count that
    /// it is given it ignores (libmosquitto 2.0.11, lib/loop.c, `mosquitto_loop_read`).
    func read(times: Int) {
        for _ in 0..<times where !isOver {
            errno = 0
            note(unsafe mosquitto_guarded_loop_read(pointer, 1))
            if errno == EAGAIN { break }
        }
    }

    /// Writes what waits, as far as the socket takes it.
    func write() { note(unsafe mosquitto_loop_write(pointer, 1)) }

    /// Keeps the connection alive; to be called each second.
    func tick() { note(unsafe mosquitto_loop_misc(pointer)) }

    /// Holds back what is published until a packet of the network is full, or ``release()``: one packet, and one call of
    /// the broker, for all.
    ///
    /// Source: tcp(7), `TCP_CORK`; together with `TCP_NODELAY` nothing is held back beyond that.
    func hold() { setOption(Int32(IPPROTO_TCP), TCP_CORK, 1) }

    /// Has everything that was published go.
    func release() { setOption(Int32(IPPROTO_TCP), TCP_CORK, 0) }

    /// Ends listening to the library's log: it writes a line for each packet as long as anybody hears it.
    func stopLogging() { unsafe mosquitto_log_callback_set(pointer, nil) }

    /// Has the system keep only a little of what the broker sends and nobody read yet, and of what is not on its way yet.
    ///
    /// Else megabytes wait there while somebody floods the bridge, and an ordinary message behind them; the broker, which
    /// drops what is too much for a client, notices nothing. (Measured: 90,000 small messages, nine seconds.) And where the
    /// line is slow, old values wait before acknowledgements and answers, instead of the newest ones in the source.
    func limitBacklog() {
        // The system doubles it (socket(7)).
        setOption(SOL_SOCKET, SO_RCVBUF, 65_536)
        // Source: tcp(7), `TCP_NOTSENT_LOWAT`.
        setOption(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, 16_384)
    }

    private func setOption(_ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        // What the system does not know is only a matter of speed.
        unsafe setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private func note(_ result: Int32) {
        if result > 0, code == MOSQ_ERR_SUCCESS.rawValue { code = result }
    }

    /// What became of a message that was handed to the library.
    enum Published {
        case taken(UInt16)
        case refused(ReasonCode)
        case tooLarge
        case over
    }

    /// Hands a message to the library, which writes it at once if the socket takes it.
    func publish(_ message: inout OutboundMessage) -> Published {
        guard let count = Int32(exactly: message.payload.count) else { return .tooLarge }
        guard !message.topic.contains(0) else { return .refused(.topicNameInvalid) }
        var properties = Properties()
        if version == .v5 {
            if let data = message.correlationData, !properties.add(MQTT_PROP_CORRELATION_DATA, octets: data) {
                return .refused(.packetTooLarge)
            }
            if let topic = message.responseTopic, !properties.add(MQTT_PROP_RESPONSE_TOPIC, text: topic) {
                return .refused(.topicNameInvalid)
            }
            if let expiry = message.expiryInterval { _ = properties.add(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, expiry) }
        }
        message.topic.append(0)
        // Nothing else waits to be written when a message is published; so what is written now is this one.
        inbox.dropsPublished = message.qualityOfService == .atMostOnce && message.token == 0
        defer {
            message.topic.removeLast()
            inbox.dropsPublished = false
        }
        var identifier: Int32 = 0
        let result = unsafe message.topic.withUnsafeBytes { topic in
            unsafe mosquitto_publish_v5(
                pointer, &identifier, topic.baseAddress?.assumingMemoryBound(to: CChar.self), count, message.payload,
                Int32(message.qualityOfService.rawValue), message.isRetained, properties.list)
        }
        switch mosq_err_t(result) {
        case MOSQ_ERR_SUCCESS: return .taken(UInt16(truncatingIfNeeded: identifier))
        case MOSQ_ERR_INVAL, MOSQ_ERR_MALFORMED_UTF8: return .refused(.topicNameInvalid)
        case MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_OVERSIZE_PACKET: return .tooLarge
        default:
            note(result)
            return .over
        }
    }

    /// Sends a SUBSCRIBE; its number, or why not.
    func subscribe(_ packet: SubscribeAnswers.Packet) -> Published {
        var identifier: Int32 = 0
        let result = unsafe withTexts(packet.filters) { filters, count in
            unsafe mosquitto_subscribe_multiple(
                pointer, &identifier, count, filters, Int32(packet.qualityOfService.rawValue), Int32(packet.options),
                nil)
        }
        return sent(result, identifier)
    }

    /// Sends an UNSUBSCRIBE; its number, or why not.
    func unsubscribe(_ filters: [String]) -> Published {
        var identifier: Int32 = 0
        let result = unsafe withTexts(filters) { filters, count in
            unsafe mosquitto_unsubscribe_multiple(pointer, &identifier, count, filters, nil)
        }
        return sent(result, identifier)
    }

    private func sent(_ result: Int32, _ identifier: Int32) -> Published {
        switch mosq_err_t(result) {
        case MOSQ_ERR_SUCCESS: return .taken(UInt16(truncatingIfNeeded: identifier))
        case MOSQ_ERR_INVAL, MOSQ_ERR_MALFORMED_UTF8: return .refused(.topicFilterInvalid)
        case MOSQ_ERR_OVERSIZE_PACKET: return .tooLarge
        default:
            note(result)
            return .over
        }
    }

    private func withTexts(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?, Int32) -> Int32
    ) -> Int32 {
        let copies = unsafe texts.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe copies.withUnsafeBufferPointer { unsafe body($0.baseAddress, Int32(clamping: $0.count)) }
    }

    /// Says DISCONNECT and waits until the broker has read it, so that it drops the will.
    func disconnect(until deadline: Duration, signal: WakeSignal) {
        // The library closes the socket as soon as DISCONNECT is written. If something unread is in it then, the
        // system sends a reset, and the broker may never see the DISCONNECT; a second descriptor prevents that.
        let line = dup(socket)
        note(unsafe mosquitto_disconnect_v5(pointer, 0, nil))
        while !isOver, wantsWrite, Moment.now < deadline {
            if Readiness.wait(signal, socket: socket, writable: true, until: deadline).isWoken { signal.drain() }
            write()
        }
        guard line >= 0 else { return }
        shutdown(line, Int32(SHUT_WR))
        var octets: [UInt8] = Array(repeating: 0, count: 65_536)
        while Moment.now < deadline {
            let ready = Readiness.wait(signal, socket: line, until: deadline)
            if ready.isWoken { signal.drain() }
            guard ready.isReadable else { continue }
            guard unsafe recv(line, &octets, octets.count, Int32(MSG_DONTWAIT)) > 0 else { break }
        }
        close(line)
    }
}
