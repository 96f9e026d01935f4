import Bridge
import MQTT
import Mosquitto
import Synchronization

/// The connections that bear the wills of layouts, one for each.
final class WillBearers: Sendable {
    private let bridge: Bridge
    private let settings: @Sendable (_ layout: String) -> ConnectionSettings
    private let log: Log
    private let connections = Mutex<[LayoutWill: any Connection]>([:])

    /// Makes no connection yet.
    ///
    /// - Parameters:
    ///   - bridge: Whose layouts they are.
    ///   - log: Hears of connections that end.
    ///   - settings: What the connection for a layout is told, without the will.
    init(of bridge: Bridge, log: Log, settings: @escaping @Sendable (_ layout: String) -> ConnectionSettings) {
        self.bridge = bridge
        self.log = log
        self.settings = settings
    }

    /// How long the broker has to take a will before the bridge goes on without it.
    private static let patience = Duration.seconds(2)

    /// Makes the connections that the layouts want now, and ends those of layouts that are switched off.
    ///
    /// It returns when the broker has the wills, so that whoever sees a layout's state can rely on them.
    /// - Throws: `ConnectionError` for settings with which there is no connection.
    func follow() async throws(ConnectionError) {
        let wanted = bridge.layoutWills
        await stop { !wanted.contains($0) }
        var bearers: [WillBearer] = []
        for will in wanted where connections.withLock({ $0[will] == nil }) {
            var settings = settings(will.layout)
            settings.will = will.will
            let log = log
            let bearer = WillBearer(will, of: bridge) {
                log(.warning, "the connection for \(will.layout)'s will: \($0)")
            }
            let connection = try MosquittoConnection(settings, source: bearer, handler: bearer)
            try connection.start()
            connections.withLock { $0[will] = connection }
            bearers.append(bearer)
        }
        await withTaskGroup(of: Void.self) { group in
            for bearer in bearers { group.addTask { await bearer.settle(within: Self.patience) } }
        }
    }

    /// Ends all of them cleanly, so that no will is published.
    func stop() async { await stop { _ in true } }

    private func stop(where isOver: (LayoutWill) -> Bool) async {
        let over = connections.withLock { connections in
            let over = connections.filter { isOver($0.key) }
            for will in over.keys { connections[will] = nil }
            return over
        }
        await withTaskGroup(of: Void.self) { group in
            for connection in over.values { group.addTask { await connection.stop(within: .seconds(1)) } }
        }
    }
}
