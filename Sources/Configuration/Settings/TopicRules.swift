import MQTT

/// What topics in the settings must look like.
package enum TopicRules {
    /// What a base topic is.
    static let base = "1 to 5 levels, none of them empty, without + # $ and control characters"

    /// Whether a text is a base topic, or a prefix that follows the same rule.
    package static func isBase(_ text: String) -> Bool {
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        return (1...5).contains(levels.count) && levels.allSatisfy { !$0.isEmpty } && text.utf8.count <= 1_024
            && !text.unicodeScalars.contains { "+#$".unicodeScalars.contains($0) || isControl($0) }
    }

    /// Whether a topic is another one or stands below it.
    package static func topic(_ topic: String, isUnder other: String) -> Bool {
        topic == other || topic.hasPrefix(other + "/")
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}

extension Form where Value == String {
    /// A base topic or a layout's prefix.
    static let baseTopic = Form.scalar(TopicRules.base) { text, _ in TopicRules.isBase(text) ? text : nil }

    /// An MQTT topic filter.
    static let topicFilter = Form.scalar("an MQTT filter, such as +/device/front-door/# (+ one level, # at the end)") {
        text, _ in (try? TopicFilter(text)) == nil ? nil : text
    }
}
