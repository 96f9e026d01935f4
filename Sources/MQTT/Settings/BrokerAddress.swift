/// Where a broker is, and who one is there: `mqtt://[USER[:PASSWORD]@]HOST[:PORT]`, or `mqtts` for TLS.
///
/// It prints without user name and password.
public struct BrokerAddress: Sendable, Hashable {
    /// The host's name or address; an IPv6 address is without brackets.
    public var host: String
    /// The TCP port.
    public var port: UInt16
    /// Whether TLS is spoken.
    public var usesTLS: Bool
    /// The user name of the URL.
    public var userName: String?
    /// The password of the URL.
    public var password: String?

    /// Describes an address; the port is 1883, or 8883 with TLS, where nothing is said.
    public init(
        host: String, port: UInt16? = nil, usesTLS: Bool = false, userName: String? = nil, password: String? = nil
    ) {
        self.host = host
        self.port = port ?? Self.defaultPort(usesTLS: usesTLS)
        self.usesTLS = usesTLS
        self.userName = userName
        self.password = password
    }

    /// Reads a URL.
    ///
    /// User name and password may be percent-encoded, and must be where they hold `/`, `?`, `#` or `%`.
    /// - Throws: ``ConnectionError`` with code `invalidAddress`, which says what would be right and shows no password.
    public init(url: String) throws(ConnectionError) {
        let parts = try AddressParts(url: url)
        self.init(
            host: parts.host, port: parts.port, usesTLS: parts.usesTLS, userName: parts.userName,
            password: parts.password)
    }

    /// 1883, and 8883 for TLS.
    public static func defaultPort(usesTLS: Bool) -> UInt16 { usesTLS ? 8883 : 1883 }
}

extension BrokerAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The URL without user name and password.
    public var description: String {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return "\(usesTLS ? "mqtts" : "mqtt")://\(name):\(port)"
    }

    /// The URL without user name and password.
    public var debugDescription: String { description }

    /// Shows no user name and no password.
    public var customMirror: Mirror { Mirror(self, children: ["host": host, "port": port, "usesTLS": usesTLS]) }
}
