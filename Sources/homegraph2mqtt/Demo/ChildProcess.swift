import Glibc

/// A program that this one started, and ends.
final class ChildProcess: Sendable {
    /// Why a program does not start.
    struct Failure: Error {
        /// The system's words.
        let reason: String
    }

    private let id: pid_t

    /// Starts a program; it reads nothing, and what it says is thrown away.
    init(path: String, arguments: [String]) throws(Failure) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (stream, mode) in [(Int32(0), O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] {
            unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", mode, 0)
        }
        // A group of its own, so that Ctrl-C reaches this program only, which then ends the other one in order.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Signals that are blocked or ignored here are neither there, or it could not be ended.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var id: pid_t = 0
        let status = unsafe posix_spawn(&id, path, &actions, &attributes, &words, environ)
        guard status == 0 else { throw Failure(reason: unsafe String(cString: strerror(status))) }
        self.id = id
    }

    /// Whether it runs; once it does not, it is forgotten by the system.
    var isRunning: Bool {
        var status: Int32 = 0
        return unsafe waitpid(id, &status, WNOHANG) == 0
    }

    /// Ends it and waits until it has ended.
    func end() {
        guard isRunning else { return }
        kill(id, SIGTERM)
        var status: Int32 = 0
        while unsafe waitpid(id, &status, 0) == -1, errno == EINTR {}
    }
}
