/// A node of a YAML document, with the place where it stands.
///
/// Scalars keep their text: whether `0123` is a number is for the reader to say that knows what is expected.
public struct YAMLNode: Sendable, Hashable {
    /// How a scalar was written.
    public enum Style: Sendable, Hashable {
        /// Without quotes: `true`, `12`, `null` may mean what they say.
        case plain
        /// In quotes, or as a block: always text.
        case quoted
    }

    /// A key and its value.
    public struct Entry: Sendable, Hashable {
        /// The key's text.
        public let key: String
        /// Where the key stands.
        public let place: ConfigurationPlace
        /// The value.
        public let value: YAMLNode

        /// Makes an entry.
        public init(key: String, place: ConfigurationPlace, value: YAMLNode) {
            self.key = key
            self.place = place
            self.value = value
        }
    }

    /// What a node holds.
    public enum Content: Sendable, Hashable {
        case scalar(String, Style)
        case sequence([YAMLNode])
        /// In the order written; no key twice.
        case mapping([Entry])
    }

    /// What it holds.
    public let content: Content
    /// Where it begins.
    public let place: ConfigurationPlace

    /// Makes a node.
    public init(_ content: Content, at place: ConfigurationPlace) {
        self.content = content
        self.place = place
    }

    /// Whether it is YAML's null: nothing, `~` or `null` without quotes.
    public var isNull: Bool {
        guard case .scalar(let text, .plain) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// The value under a key; `nil` where this is no mapping or lacks the key.
    public subscript(key: String) -> YAMLNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The node at the end of a path of keys.
    package func find(_ path: some Sequence<String>) -> YAMLNode? {
        var node: YAMLNode? = self
        for key in path { node = node?[key] }
        return node
    }

    /// The document with another node at the end of a path of keys; mappings on the way are made where missing.
    package func replacing(_ path: some Collection<String>, with value: YAMLNode) -> YAMLNode {
        guard let key = path.first else { return value }
        var entries: [Entry] = []
        if case .mapping(let own) = content { entries = own } else if !isNull { return self }
        let position = entries.firstIndex { $0.key == key }
        let inner = position.map { entries[$0].value } ?? YAMLNode(.mapping([]), at: value.place)
        let entry = Entry(
            key: key, place: position.map { entries[$0].place } ?? value.place,
            value: inner.replacing(path.dropFirst(), with: value))
        if let position { entries[position] = entry } else { entries.append(entry) }
        return YAMLNode(.mapping(entries), at: place)
    }

    /// What kind of node it is, for messages: `a list`, `a mapping`, `"text"`.
    package var summary: String {
        switch content {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .scalar(let text, _): isNull ? "nothing" : "\"\(Self.shortened(text))\""
        }
    }

    /// A text as messages show it: one line, at most 60 characters.
    package static func shortened(_ text: String) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        return line.count <= 60 ? line : line.prefix(59) + "…"
    }
}
