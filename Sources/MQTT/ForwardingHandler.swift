/// Hears what happens on a connection for somebody else, and looks at some of it first.
public protocol ForwardingHandler: ConnectionHandler {
    /// Who hears everything.
    var handler: any ConnectionHandler { get }
}

extension ForwardingHandler {
    /// Passes it on.
    public func connection(_ connection: any Connection, opened session: Session) {
        handler.connection(connection, opened: session)
    }

    /// Passes it on.
    public func connection(_ connection: any Connection, subscribed number: UInt64, reasonCodes: [UInt8]) {
        handler.connection(connection, subscribed: number, reasonCodes: reasonCodes)
    }

    /// Passes it on.
    public func connection(_ connection: any Connection, received message: InboundMessage) {
        handler.connection(connection, received: message)
    }

    /// Passes it on.
    public func connection(_ connection: any Connection, published reasonCode: UInt8, token: UInt64) {
        handler.connection(connection, published: reasonCode, token: token)
    }

    /// Passes it on.
    public func connection(_ connection: any Connection, tooLarge topic: [UInt8], token: UInt64) {
        handler.connection(connection, tooLarge: topic, token: token)
    }

    /// Passes it on.
    public func connection(_ connection: any Connection, closed error: ConnectionError, retry: Duration?) {
        handler.connection(connection, closed: error, retry: retry)
    }
}
