/// Takes a broker's URL apart.
struct AddressParts {
    var host: String
    var port: UInt16?
    var usesTLS: Bool
    var userName: String?
    var password: String?

    /// What stands in errors instead of the URL, which may hold a password.
    private static let subject = "broker address"

    init(url: String) throws(ConnectionError) {
        guard let mark = url.firstRange(of: "://") else {
            let seen = url.contains("@") ? "" : " '\(url)'"
            throw Self.error("the address\(seen) has no scheme; mqtt://HOST or mqtts://HOST is meant")
        }
        switch url[..<mark.lowerBound].lowercased() {
        case "mqtt", "tcp": usesTLS = false
        case "mqtts", "ssl": usesTLS = true
        case let scheme:
            throw Self.error("the scheme '\(scheme)' is unknown; mqtt or mqtts is right")
        }
        let rest = url[mark.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let tail = rest[authority.endIndex...]
        guard !tail.contains("@") else {
            throw Self.error("user name or password holds one of / ? #; they are written %2F, %3F, %23")
        }
        guard tail.isEmpty || tail == "/" else {
            throw Self.error("'\(tail)' follows the host and port; a broker's address has no path")
        }
        var hostPart = authority
        if let at = authority.lastIndex(of: "@") {
            hostPart = authority[authority.index(after: at)...]
            let credentials = authority[..<at]
            if let colon = credentials.firstIndex(of: ":") {
                userName = try Self.decoded(credentials[..<colon])
                password = try Self.decoded(credentials[credentials.index(after: colon)...])
            } else {
                userName = try Self.decoded(credentials)
            }
        }
        (host, port) = try Self.hostAndPort(hostPart)
    }

    private static func hostAndPort(_ text: Substring) throws(ConnectionError) -> (host: String, port: UInt16?) {
        var host = text
        var portText: Substring?
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else {
                throw error("'\(text)' lacks the closing ]; an IPv6 address is written [::1]")
            }
            host = text[text.index(after: text.startIndex)..<end]
            let after = text[text.index(after: end)...]
            if !after.isEmpty {
                guard after.first == ":" else { throw error("'\(after)' follows the ]; only :PORT may") }
                portText = after.dropFirst()
            }
        } else if let colon = text.lastIndex(of: ":") {
            host = text[..<colon]
            portText = text[text.index(after: colon)...]
            guard !host.contains(":") else {
                throw error("'\(text)' holds several colons; an IPv6 address is written in brackets, [::1]:1883")
            }
        }
        let name = try decoded(host)
        guard !name.isEmpty else { throw error("the host is missing; mqtt://HOST:PORT is meant") }
        guard name.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
            throw error("the host '\(host)' holds a space or control character; it is a name or an address")
        }
        guard let portText else { return (name, nil) }
        guard portText.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = UInt16(portText), port > 0
        else { throw error("the port '\(portText)' is not right; it is a number from 1 to 65535") }
        return (name, port)
    }

    /// Replaces `%XX` by the octets it stands for.
    private static func decoded(_ text: Substring) throws(ConnectionError) -> String {
        var octets: [UInt8] = []
        var rest = text.utf8[...]
        while let octet = rest.popFirst() {
            guard octet == UInt8(ascii: "%") else {
                octets.append(octet)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                throw error("two hexadecimal digits must follow each %; a % itself is written %25")
            }
            octets.append(high << 4 | low)
        }
        guard let decoded = String(validating: octets, as: UTF8.self), !octets.contains(0) else {
            throw error("what is written with % is not text in UTF-8")
        }
        return decoded
    }

    private static func digit(_ octet: UInt8) -> UInt8? {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): octet - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): octet - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func error(_ detail: String) -> ConnectionError {
        ConnectionError(code: .invalidAddress, broker: subject, detail: detail)
    }
}
