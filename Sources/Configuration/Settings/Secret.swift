/// A text that no message, log or mirror shows.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text itself, for the one who needs it.
    public let value: String

    /// Hides a text.
    public init(_ value: String) { self.value = value }

    /// Not the text.
    public var description: String { "(secret)" }
    /// Not the text.
    public var debugDescription: String { description }
    /// Without the text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
