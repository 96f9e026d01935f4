/// Why a broker could not be started.
public struct BrokerError: Error, CustomStringConvertible {
    /// What went wrong, with the last lines of the broker's log.
    public let description: String

    init(_ description: String) { self.description = description }
}
