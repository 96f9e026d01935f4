import CMosquitto
import Glibc
import MQTT
import Synchronization

/// Reaching the broker on a thread of its own, since neither name look-up nor TCP can be given a deadline.
///
/// Whoever waits may abandon it; then its own thread destroys the handle when the system lets it go, and sends no
/// CONNECT any more: that would end the connection which was made in the meantime.
final class ConnectAttempt: Sendable {
    enum Outcome: ~Copyable {
        case reached(Handle)
        case failed(Failure)
    }

    private enum Slot: ~Copyable {
        case running
        case ended(Outcome)
        case abandoned
        case taken
    }

    private let slot = Mutex(Slot.running)
    private let signal: WakeSignal

    private init(signal: WakeSignal) { self.signal = signal }

    /// Starts an attempt, which notifies `signal` when it ended.
    static func start(
        _ settings: ConnectionSettings, offering terms: ConnectOffer.Terms, signal: WakeSignal
    ) -> ConnectAttempt {
        let attempt = ConnectAttempt(signal: signal)
        let thread = Thread { attempt.end(attempt.reach(settings, terms)) }
        if let thread {
            thread.detach()
        } else {
            attempt.end(.failed(Failure(.refused, settings.address, "the system has no thread left to connect with")))
        }
        return attempt
    }

    /// Gives what came of it, once; `nil` while it is running.
    func takeOutcome() -> Outcome? {
        slot.withLock { slot -> Outcome? in
            let old = consume slot
            switch consume old {
            case .ended(let outcome):
                slot = .taken
                return outcome
            case .running: slot = .running
            case .abandoned: slot = .abandoned
            case .taken: slot = .taken
            }
            return nil
        }
    }

    /// Leaves it alone for good.
    func abandon() { slot.withLock { $0 = .abandoned } }

    private var isAbandoned: Bool {
        slot.withLock { slot in
            switch slot {
            case .abandoned: true
            default: false
            }
        }
    }

    private func end(_ outcome: consuming Outcome) {
        var outcome = Optional(outcome)
        slot.withLock { slot in
            let isAwaited =
                switch slot {
                case .running: true
                default: false
                }
            if isAwaited, let outcome = outcome.take() { slot = .ended(outcome) }
        }
        signal.notify()
    }

    private func reach(_ settings: ConnectionSettings, _ terms: ConnectOffer.Terms) -> Outcome {
        let handle: Handle
        do throws(ConnectionError) {
            handle = try Handle.make(settings, offering: terms)
        } catch {
            return .failed(Failure(error.code, settings.address, error.detail))
        }
        var properties = Properties()
        if terms.version == .v5 { _ = properties.add(MQTT_PROP_MAXIMUM_PACKET_SIZE, settings.maximumPacketSize) }
        let monitor = Monitor(attempt: self)
        let pointer = unsafe handle.pointer
        unsafe mosquitto_user_data_set(pointer, Unmanaged.passUnretained(monitor).toOpaque())
        unsafe mosquitto_log_callback_set(pointer) { pointer, object, level, text in
            guard let object = unsafe object else { return }
            let monitor = unsafe Unmanaged<Monitor>.fromOpaque(object).takeUnretainedValue()
            if level == MOSQ_LOG_ERR, let text = unsafe text { unsafe monitor.complaint = String(cString: text) }
            // The library logs just before it sends CONNECT. A socket that is shut down sends nothing.
            guard monitor.attempt.isAbandoned else { return }
            let socket = unsafe mosquitto_socket(pointer)
            if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
        }
        errno = 0
        let code = unsafe mosquitto_connect_bind_v5(
            pointer, settings.address.host, Int32(settings.address.port), settings.keepAliveSeconds, nil,
            properties.list)
        let number = errno
        unsafe mosquitto_log_callback_set(pointer, nil)
        unsafe mosquitto_user_data_set(pointer, nil)
        guard code == MOSQ_ERR_SUCCESS.rawValue else {
            return .failed(
                .notReached(settings.address, code: code, errno: number, complaint: monitor.complaint))
        }
        handle.takeMoreThanAnnounced()
        return .reached(handle)
    }

    /// What the log callback sees; lives on the attempt's thread while it connects.
    private final class Monitor {
        let attempt: ConnectAttempt
        var complaint = ""
        init(attempt: ConnectAttempt) { self.attempt = attempt }
    }
}
