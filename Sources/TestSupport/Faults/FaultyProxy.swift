import Foundation
import Glibc
import Mosquitto
import Synchronization

/// A TCP proxy on 127.0.0.1 between a client and a broker that misbehaves as a test asks, also while it is in use.
public final class FaultyProxy: Sendable {
    /// What it does.
    public struct Faults: Sendable {
        /// Nothing is read from the client any more; what it sends piles up.
        public var stallsFromClient = false
        /// How long at most, by chance, what was read waits before it goes on: what TCP makes of a line that loses packets.
        public var jitter = Duration.zero
        /// New connections are ended at once.
        public var refuses = false
        /// So many of the next connections are ended at once.
        public var refusals = 0
        /// So many of the next connections end when the broker answers, whose answer is not passed on.
        public var cutsOverAnswer = 0
        /// So many of the broker's next acknowledgements of messages are never passed on.
        public var swallowedAcknowledgements = 0
        /// Nothing is read from the broker any more.
        public var stallsFromBroker = false
        /// How many of the broker's packets are passed on over each connection; nothing more is read from it then.
        public var mostPacketsFromBroker: Int?
        /// Octets a second that are taken from the client at most.
        public var octetsPerSecondFromClient: Int?
        /// All connections end once so many octets came from the client.
        public var cutAfterOctetsFromClient: Int?
        /// The broker's acknowledgements of messages are held back until this is off again.
        public var holdsAcknowledgements = false
        /// What a CONNECT of MQTT 5 is answered with instead of being passed on; then the connection ends.
        public var answerToVersion5: [UInt8]?
        /// What the next CONNECTs are answered with instead of being passed on, one each; then the connection ends.
        public var nextAnswers: [[UInt8]] = []

        /// No faults.
        public init() {}
    }

    private struct State {
        var faults = Faults()
        var lines: Set<Int32> = []
        var octetsFromClient = 0
        var connections = 0
        var isClosed = false
    }

    /// Where it listens.
    public let port: UInt16
    /// An element for each connection over which the last packet of ``Faults/mostPacketsFromBroker`` went.
    public let exhausted = Recorder<Int>()
    private let target: UInt16
    private let listener: Int32
    private let state = Mutex(State())
    private let changed = NSCondition()

    /// Listens on a free port and passes on to another.
    public init(to target: UInt16) throws {
        self.target = target
        (listener, port) = try Loopback.listen(on: 0)
        let listener = listener
        guard let thread = Thread({ [weak self] in FaultyProxy.accept(on: listener) { self } }) else {
            throw BrokerError("no thread is left")
        }
        thread.detach()
    }

    deinit { close() }

    /// How many connections were made.
    public var connections: Int { state.withLock { $0.connections } }

    /// How many octets came from clients.
    public var octetsFromClient: Int { state.withLock { $0.octetsFromClient } }

    /// Changes what it does.
    public func set(_ change: (inout Faults) -> Void) {
        state.withLock { change(&$0.faults) }
        changed.lock()
        changed.broadcast()
        changed.unlock()
    }

    /// Ends all connections; new ones are taken.
    public func cut() {
        // Under the lock, so that none is closed and its number given to another meanwhile.
        state.withLock { state in
            for line in state.lines { shutdown(line, Int32(SHUT_RDWR)) }
        }
        set { _ in }
    }

    /// Ends it.
    public func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        guard isFirst else { return }
        shutdown(listener, Int32(SHUT_RDWR))  // wakes the thread that accepts, which closes it
        cut()
    }

    private static func accept(on listener: Int32, proxy: () -> FaultyProxy?) {
        defer { Glibc.close(listener) }
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0, let proxy = proxy() else { return }
            proxy.serve(client)
        }
    }

    private func serve(_ client: Int32) {
        // Small buffers, so that a stall is felt soon.
        var size: Int32 = 16_384
        unsafe setsockopt(client, SOL_SOCKET, SO_RCVBUF, &size, 4)
        let isRefused = take(\.refusals) || state.withLock { $0.faults.refuses }
        guard !isRefused, let broker = Loopback.connect(to: target) else {
            Glibc.close(client)
            return
        }
        var on: Int32 = 1
        for line in [client, broker] { unsafe setsockopt(line, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4) }
        state.withLock { state in
            state.connections += 1
            state.lines.formUnion([client, broker])
        }
        let open = Countdown(2)
        let finish: @Sendable () -> Void = { [self] in
            for line in [client, broker] { shutdown(line, Int32(SHUT_RDWR)) }
            guard open.decrement() else { return }
            state.withLock { $0.lines.subtract([client, broker]) }
            for line in [client, broker] { Glibc.close(line) }
        }
        let threads = [
            Thread({ [self] in
                passFromClient(client, to: broker)
                finish()
            }),
            Thread({ [self] in
                passFromBroker(broker, to: client)
                finish()
            }),
        ]
        for thread in threads {
            if let thread { thread.detach() } else { finish() }
        }
    }

    private func passFromClient(_ client: Int32, to broker: Int32) {
        var isFirst = true
        while wait(while: { $0.stallsFromClient }) {
            let faults = state.withLock { $0.faults }
            let most = faults.octetsPerSecondFromClient.map { max(1, $0 / 50) } ?? 65_536
            guard var octets = Self.read(client, atMost: most) else { return }
            if isFirst, let answer = answer(to: octets) {
                _ = Self.write(answer, to: client)
                return
            }
            isFirst = false
            Self.hesitate(faults.jitter)
            let isCut = state.withLock { state in
                let left = state.faults.cutAfterOctetsFromClient.map { max(0, $0 - state.octetsFromClient) }
                state.octetsFromClient += octets.count
                guard let left, left < octets.count else { return false }
                octets.removeSubrange(left...)
                return true
            }
            guard Self.write(octets, to: broker), !isCut else { return }
            if faults.octetsPerSecondFromClient != nil { usleep(20_000) }  // the rate, not a wait for something
        }
    }

    private func passFromBroker(_ broker: Int32, to client: Int32) {
        var packets = PacketSplitter()
        var held: [UInt8] = []
        var passed = 0
        var isHolding: Bool { state.withLock { $0.faults.holdsAcknowledgements } }
        while wait(while: { $0.stallsFromBroker }) {
            if !isHolding, !held.isEmpty {
                guard Self.write(held, to: client) else { return }
                held = []
            }
            // While something is held, look whether it may go, as well as for more.
            guard let octets = Self.read(broker, atMost: 65_536, within: held.isEmpty ? -1 : 10) else { return }
            if passed == 0, take(\.cutsOverAnswer) { return }
            Self.hesitate(state.withLock { $0.faults.jitter })
            for packet in packets.split(octets) {
                let kind = (packet.first ?? 0) >> 4
                let isAcknowledgement = [4, 5, 7].contains(kind)
                if isAcknowledgement, take(\.swallowedAcknowledgements) { continue }
                if isHolding, isAcknowledgement {
                    held += packet
                } else {
                    guard Self.write(packet, to: client) else { return }
                    passed += 1
                    if state.withLock({ $0.faults.mostPacketsFromBroker == passed }) { exhausted.append(passed) }
                    let count = passed
                    guard wait(while: { $0.mostPacketsFromBroker.map { $0 <= count } ?? false }) else { return }
                }
            }
        }
    }

    /// What a CONNECT is answered with instead of being passed on, if anything.
    private func answer(to connect: [UInt8]) -> [UInt8]? {
        state.withLock { state in
            guard state.faults.nextAnswers.isEmpty else { return state.faults.nextAnswers.removeFirst() }
            return Self.isVersion5(connect) ? state.faults.answerToVersion5 : nil
        }
    }

    /// Whether a fault that happens so many times happens once more now.
    private func take(_ count: WritableKeyPath<Faults, Int>) -> Bool {
        state.withLock { state in
            guard state.faults[keyPath: count] > 0 else { return false }
            state.faults[keyPath: count] -= 1
            return true
        }
    }

    /// Waits until a fault is off; `false` where the proxy ended.
    private func wait(while condition: (Faults) -> Bool) -> Bool {
        changed.lock()
        defer { changed.unlock() }
        while true {
            let (isClosed, stalls) = state.withLock { ($0.isClosed, condition($0.faults)) }
            if isClosed { return false }
            guard stalls else { return true }
            changed.wait()
        }
    }

    /// Passes something on late: the delay is the fault, and nothing is waited for.
    private static func hesitate(_ longest: Duration) {
        guard longest > .zero else { return }
        usleep(UInt32.random(in: 0...UInt32(clamping: Int64(longest / .microseconds(1)))))
    }

    private static func isVersion5(_ connect: [UInt8]) -> Bool {
        guard let name = connect.firstRange(of: Array("MQTT".utf8)), name.upperBound < connect.count else {
            return false
        }
        return connect[name.upperBound] == 5
    }

    /// Reads what is there; an empty result where nothing came in time, `nil` at the end.
    private static func read(_ line: Int32, atMost count: Int, within milliseconds: Int32 = -1) -> [UInt8]? {
        if milliseconds >= 0 {
            var entry = pollfd(fd: line, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&entry, 1, milliseconds) == 0 { return [] }
        }
        var octets: [UInt8] = Array(repeating: 0, count: count)
        let read = unsafe recv(line, &octets, count, 0)
        return read > 0 ? Array(octets[..<read]) : nil
    }

    private static func write(_ octets: [UInt8], to line: Int32) -> Bool {
        var rest = octets[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes {
                unsafe send(line, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard written > 0 else { return false }
            rest.removeFirst(written)
        }
        return true
    }
}

/// Counts down to the last of several threads.
private final class Countdown: Sendable {
    private let count: Atomic<Int>
    init(_ count: Int) { self.count = Atomic(count) }
    /// Whether this was the last.
    func decrement() -> Bool { count.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}
