/// What a document may use at most, so that a hostile one costs little.
public struct YAMLLimits: Sendable, Hashable {
    /// The most bytes of a document.
    public var bytes: Int
    /// How deep lists and mappings may stand in each other.
    public var depth: Int
    /// How many nodes aliases may repeat, all together.
    public var repeatedNodes: Int

    /// Describes limits.
    public init(bytes: Int = 64 << 20, depth: Int = 32, repeatedNodes: Int = 100_000) {
        self.bytes = bytes
        self.depth = depth
        self.repeatedNodes = repeatedNodes
    }
}
