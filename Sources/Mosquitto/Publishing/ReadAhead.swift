/// How many packets are read before what they lead to is published.
///
/// One that comes alone is answered before anything else is looked at. Of many that are there already, more and more are
/// taken together, so that what they lead to goes out together.
struct ReadAhead {
    private static let most = 32
    /// Who waits longer waits for what is not there yet.
    private static let shortestWait = Duration.microseconds(20)

    /// How many may be read now.
    private(set) var packets = 1

    /// Notes how long the thread waited until there was something to read.
    mutating func waited(_ duration: Duration) {
        packets = duration < Self.shortestWait ? min(packets * 2, Self.most) : 1
    }
}
