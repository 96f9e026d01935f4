import Glibc

/// A thread of the system that runs one closure.
///
/// Signals stay with the other threads, and writing to a closed socket is an error here, never SIGPIPE.
package struct Thread: Sendable {
    private let identifier: pthread_t

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread; `nil` where the system gives none.
    package init?(_ run: @escaping @Sendable () -> Void) {
        let body = unsafe Unmanaged.passRetained(Body(run))
        var identifier = pthread_t()
        let code = unsafe pthread_create(
            &identifier, nil,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                var signals = sigset_t()
                unsafe sigfillset(&signals)
                unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
                unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            unsafe body.release()
            return nil
        }
        self.identifier = identifier
    }

    /// Waits until it ended; to be called once, and not after ``detach()``.
    package func join() { pthread_join(identifier, nil) }

    /// Lets it clean up after itself.
    package func detach() { pthread_detach(identifier) }
}
