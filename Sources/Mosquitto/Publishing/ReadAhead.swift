/// How often the library reads before what that leads to is published; each time it takes a packet, or some.
///
/// One that comes alone is answered before anything else is looked at. Of many that are there already, more and more are
/// taken together, so that what they lead to goes out together.
struct ReadAhead {
    private static let most = 32
    /// Who waits longer waits for what is not there yet.
    private static let shortestWait = Duration.microseconds(20)

    /// How often it may read now.
    private(set) var reads = 1

    /// Notes how long the thread waited until there was something to read.
    mutating func waited(_ duration: Duration) {
        reads = duration < Self.shortestWait ? min(reads * 2, Self.most) : 1
    }
}
