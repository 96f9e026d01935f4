import HomeGraph
public import MQTT

/// What the broker is to publish for a layout when the bridge goes without a word.
///
/// A connection has one will, and the bridge's own says `offline` on `B/bridge/state`. A layout whose convention wants
/// another one has it borne by a connection of its own, which does nothing else: it is made beside the bridge's, with
/// ``WillBearer`` as its source and handler, and is stopped after it.
public struct LayoutWill: Sendable, Hashable {
    /// The layout's name.
    public let layout: String
    /// The will.
    public let will: Will
}

/// Stands behind the connection that bears a layout's will.
///
/// When the connection opens, a will of one before it, or of a bridge that ran before, may have been published: what the
/// layout says of its state is then sent again.
public struct WillBearer: ConnectionHandler, OutboundSource {
    private let bridge: Bridge
    private let layout: String
    private let log: @Sendable (ConnectionError) -> Void
    /// How the last attempt ended: whether the broker took the will.
    private let attempts = Mailbox<Bool>()

    /// Makes the handler of a connection.
    ///
    /// - Parameters:
    ///   - will: The will that the connection bears.
    ///   - bridge: Whose layout it is of.
    ///   - log: Hears why the connection ended, or was not made.
    public init(_ will: LayoutWill, of bridge: Bridge, log: @escaping @Sendable (ConnectionError) -> Void) {
        self.bridge = bridge
        self.log = log
        layout = will.layout
    }

    /// Waits until the broker has the will, or refuses the connection.
    ///
    /// - Parameter patience: How long that may take.
    public func settle(within patience: Duration) async { _ = await attempts.first(within: patience) { _ in true } }

    private func note(_ isOpen: Bool) {
        attempts.removeAll()
        attempts.append(isOpen)
    }

    /// Has nothing to say.
    public func next(into message: inout OutboundMessage) -> Bool { false }

    /// Has the layout's state sent again.
    public func connection(_ connection: any Connection, opened session: Session) {
        bridge.restate(layout)
        note(true)
    }
    /// Never happens: nothing is subscribed to.
    public func connection(_ connection: any Connection, subscribed number: UInt64, reasonCodes: [UInt8]) {}
    /// Never happens: nothing is subscribed to.
    public func connection(_ connection: any Connection, received message: InboundMessage) {}
    /// Never happens: nothing is published.
    public func connection(_ connection: any Connection, published reasonCode: UInt8, token: UInt64) {}
    /// Never happens: nothing is published.
    public func connection(_ connection: any Connection, tooLarge topic: [UInt8], token: UInt64) {}
    /// Says why.
    public func connection(_ connection: any Connection, closed error: ConnectionError, retry: Duration?) {
        if error.code != .stopped { log(error) }
        note(false)
    }
}

extension Bridge {
    /// The wills of the layouts that are switched on.
    public var layoutWills: [LayoutWill] {
        plan.layouts.enabled.compactMap { entry in
            entry.layout.will.map { message in
                LayoutWill(
                    layout: entry.name,
                    will: Will(
                        topic: Topic.text(message.topic), payload: message.payload,
                        qualityOfService: message.qualityOfService, isRetained: message.isRetained))
            }
        }
    }
}
