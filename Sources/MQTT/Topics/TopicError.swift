/// Why a text is no topic name or topic filter.
public struct TopicError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    @nonexhaustive public enum Code: String, Sendable {
        case empty, tooLong, wildcard, controlCharacter, notUTF8, overlap
    }

    /// What is wrong.
    public let code: Code
    /// The text, or the beginning of a long one.
    public let topic: String

    init(_ code: Code, _ topic: String) {
        self.code = code
        self.topic = topic.count > 100 ? topic.prefix(100) + "…" : topic
    }

    /// One line for people: what is wrong, and what would be right.
    public var description: String {
        switch code {
        case .empty: "a topic is empty; it has at least one character"
        case .tooLong: "the topic '\(topic)' is too long; 65535 octets are the most"
        case .wildcard: "'\(topic)' has + or # in a wrong place; + stands alone in a level, # alone in the last"
        case .controlCharacter: "the topic '\(topic)' holds a control character; brokers refuse those"
        case .notUTF8: "the topic is not UTF-8"
        case .overlap: "'\(topic)' covers topics that another filter covers, too; such messages may come twice"
        }
    }
}

extension TopicError {
    /// What holds for names and filters alike: length, and no character that brokers refuse (MQTT 5, section 1.5.4).
    static func check(_ text: String) throws(TopicError) {
        guard !text.isEmpty else { throw TopicError(.empty, text) }
        guard text.utf8.count <= 65_535 else { throw TopicError(.tooLong, text) }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x00...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: throw TopicError(.controlCharacter, text)
            case let value where value & 0xFFFE == 0xFFFE: throw TopicError(.controlCharacter, text)
            default: continue
            }
        }
    }
}
