/// Holds something in its place, an observer or a companion of the home, for as long as it is held itself.
public final class Registration: Sendable {
    private let end: @Sendable () -> Void

    /// - Parameter end: Takes it out again; called once, on any thread.
    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
