/// Why nothing can be served at an address.
public struct ListeningFault: Error, Hashable, CustomStringConvertible {
    /// Where, as `HOST:PORT`.
    public let address: String
    /// What is wrong.
    public let problem: String
    /// What to do.
    public let remedy: String

    /// What is wrong and what to do.
    public var description: String { "\(address): \(problem); \(remedy)" }
}
