/// Where the discovery documents of this bridge stand, and how Home Assistant knows its devices.
///
/// Source: the MQTT contract, sections 2 and 7.
struct DiscoveryTopics: Sendable {
    /// Home Assistant's own prefix.
    let prefix: String
    /// The bridge's instance id, by which its documents are told from another's.
    let instance: String

    /// The identifier of the bridge itself.
    var bridge: String { instance }

    /// The identifier of a device: the same whatever its name is.
    func device(_ id: String) -> String { "\(instance)_\(Self.escaped(id))" }

    /// The identifier of a group; no device has it, since no escaped id begins so.
    func group(_ id: String) -> String { "\(instance)__group_\(Self.escaped(id))" }

    /// What stands before `/config`.
    func root(_ identifier: String) -> String { "\(prefix)/device/\(identifier)" }

    /// Whether a retained topic has the shape of this bridge's documents.
    func isOwn(_ topic: [UInt8]) -> Bool {
        let levels = Topic.text(topic).split(separator: "/", omittingEmptySubsequences: false)
        let start = prefix.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count == start.count + 3, levels.prefix(start.count).elementsEqual(start) else { return false }
        let rest = levels.dropFirst(start.count).map(String.init)
        return rest[0] == "device" && rest[2] == "config"
            && (rest[1] == instance || rest[1].hasPrefix("\(instance)_"))
    }

    /// An id in the characters that Home Assistant takes: others, and `_`, as `_` and two hexadecimal digits an octet.
    static func escaped(_ id: String) -> String {
        var text = ""
        for octet in id.utf8 {
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                text.unicodeScalars.append(Unicode.Scalar(octet))
            default:
                text += octet < 16 ? "_0\(String(octet, radix: 16))" : "_\(String(octet, radix: 16))"
            }
        }
        return text
    }
}
