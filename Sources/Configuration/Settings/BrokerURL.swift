/// Where the broker is: `mqtt://host:1883` or `mqtts://host:8883`.
public struct BrokerURL: Sendable, Hashable, CustomStringConvertible {
    /// Whether the connection is encrypted.
    public var isSecure: Bool
    /// A name or an address; an IPv6 address without brackets.
    public var host: String
    /// 1 to 65535.
    public var port: UInt16
    /// The user that the URL names.
    public var username: String?
    /// The password that the URL holds.
    public var password: Secret?

    /// Describes where a broker is.
    ///
    /// - Parameters:
    ///   - isSecure: Whether the connection is encrypted.
    ///   - host: A name or an address.
    ///   - port: Left out, 1883, or 8883 for an encrypted connection.
    ///   - username: The user.
    ///   - password: The password.
    public init(
        isSecure: Bool = false, host: String, port: UInt16? = nil, username: String? = nil, password: Secret? = nil
    ) {
        self.isSecure = isSecure
        self.host = host
        self.port = port ?? (isSecure ? 8883 : 1883)
        self.username = username
        self.password = password
    }

    /// The URL without user and password.
    public var description: String {
        "\(isSecure ? "mqtts" : "mqtt")://\(NetworkAddress(host: host, port: port))"
    }

    /// Why a text is no broker's URL, with what would be right; never with user or password.
    struct Fault: Error {
        let problem: String
        let remedy: String
    }

    /// Reads a URL.
    init(parsing text: String) throws(Fault) {
        let example = "write mqtt://HOST:PORT or mqtts://HOST:PORT"
        guard let mark = text.firstRange(of: "://") else {
            throw Fault(problem: "has no scheme", remedy: example)
        }
        let scheme = text[..<mark.lowerBound].lowercased()
        let schemes = ["mqtt": false, "mqtts": true, "tcp": false, "ssl": true, "tls": true]
        guard let isSecure = schemes[scheme] else {
            throw Fault(problem: "has the scheme \"\(YAMLNode.shortened(scheme))\"", remedy: example)
        }
        var rest = text[mark.upperBound...]
        var username: String?
        var password: String?
        if let at = rest.lastIndex(of: "@") {
            let user = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            rest = rest[rest.index(after: at)...]
            username = try Self.decoded(user.first ?? "")
            if user.count > 1, let last = user.last { password = try Self.decoded(last) }
        }
        if rest.last == "/" { rest = rest.dropLast() }
        guard !rest.contains(where: { "/?#".contains($0) }) else {
            throw Fault(problem: "has a path", remedy: "end the URL after host and port; topics.base is the base topic")
        }
        guard let address = NetworkAddress(parsing: String(rest), defaultPort: isSecure ? 8883 : 1883) else {
            throw Fault(
                problem: "names no host, or no port from 1 to 65535", remedy: "\(example), an IPv6 address in []")
        }
        self.init(
            isSecure: isSecure, host: address.host, port: address.port,
            username: username, password: password.map(Secret.init))
    }

    private static func decoded(_ text: some StringProtocol) throws(Fault) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else {
                throw Fault(
                    problem: "has a % in its user part that no two hexadecimal digits follow", remedy: "write %25")
            }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(problem: "has a user part that is not UTF-8", remedy: "escape the octets of its UTF-8 text")
        }
        return text
    }
}

/// A host and a port: `127.0.0.1:9883`, `[::1]:9883`.
public struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
    /// A name or an address; an IPv6 address without brackets.
    public var host: String
    /// 1 to 65535.
    public var port: UInt16

    /// Describes an address.
    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// As it stands in a URL.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Reads `HOST:PORT`; without a port, the default one.
    init?(parsing text: String, defaultPort: UInt16? = nil) {
        var rest = text[...]
        var name: Substring
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            name = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            guard name.allSatisfy({ $0.isHexDigit || ":.%".contains($0) }) else { return nil }
        } else {
            name = rest.prefix { $0 != ":" }
            rest = rest.dropFirst(name.count)
        }
        guard !name.isEmpty, !name.contains(where: { $0.isWhitespace || "@[]/".contains($0) }) else { return nil }
        if rest.isEmpty {
            guard let defaultPort else { return nil }
            self.init(host: String(name), port: defaultPort)
            return
        }
        guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
        self.init(host: String(name), port: port)
    }
}
