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

    /// Reads `HOST:PORT`.
    init?(parsing text: String) {
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
        guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
        self.init(host: String(name), port: port)
    }
}
