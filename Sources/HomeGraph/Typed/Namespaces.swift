/// The traits of Matter.
public enum Matter: Sendable {}

/// The traits of Google.
public enum Google: Sendable {}
