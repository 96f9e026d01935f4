import Bridge
import MQTT
import Synchronization

/// The bridge, as a connection sees it, that also says when it is online and when nothing waits any more.
final class PacedSource: OutboundSource, ForwardingHandler {
    private struct State {
        var isOnline = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var waitingForOnline: [CheckedContinuation<Void, Never>] = []
    }

    private let bridge: Bridge
    var handler: any ConnectionHandler { bridge }
    private let state = Mutex(State())
    private let stateTopic: [UInt8]

    init(_ bridge: Bridge, stateTopic: String) {
        self.bridge = bridge
        self.stateTopic = Array(stateTopic.utf8)
    }

    /// Waits until everything is published and the bridge said `online`.
    func online() async {
        await withCheckedContinuation { continuation in
            let isOnline = state.withLock { state in
                if !state.isOnline { state.waitingForOnline.append(continuation) }
                return state.isOnline
            }
            if isOnline { continuation.resume() }
        }
    }

    /// Waits until the connection found nothing more to publish.
    func idle(_ connection: any Connection) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiting.append(continuation) }
            connection.wake()
        }
    }

    func next(into message: inout OutboundMessage) -> Bool {
        let found = bridge.next(into: &message)
        if found {
            if message.topic == stateTopic { becomeOnline() }
        } else {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
        return found
    }

    private func becomeOnline() {
        let waiting = state.withLock { state in
            defer { state.waitingForOnline = [] }
            state.isOnline = true
            return state.waitingForOnline
        }
        for continuation in waiting { continuation.resume() }
    }
}
