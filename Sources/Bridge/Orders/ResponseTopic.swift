import MQTT

/// Whether an answer may go where its asker wants it.
enum ResponseTopic {
    /// Outside of `B` and of what layouts have to themselves, or ending in `/response` where the bridge itself does not listen; a valid name; not one of the
    /// broker's own.
    static func isAllowed(_ topic: [UInt8], base: String, layouts: [String] = []) -> Bool {
        guard let name = try? TopicName(octets: topic), !name.isReserved else { return false }
        guard !layouts.contains(where: { name.description == $0 || name.description.hasPrefix("\($0)/") }) else {
            return false
        }
        guard name.description == base || name.description.hasPrefix("\(base)/") else { return true }
        return name.description.hasSuffix("/response") && !name.description.hasPrefix("\(base)/bridge/request/")
    }
}
