import Glibc
import Mosquitto
import Synchronization

/// A process whose output is read line by line, and that does not outlive this one.
final class ChildProcess: Sendable {
    /// Runs a command, prints its id, and ends it when standard input is closed, which also happens when the test
    /// process crashes.
    private static let script = """
        exec 3<&0
        "$0" "$@" 2>&1 & pid=$!
        echo "pid $pid"
        ( read line <&3; kill $pid ) >/dev/null 2>&1 &
        exec 3<&-
        wait $pid
        echo "exited $?"
        """

    private let input: Mutex<Int32?>
    /// What it printed.
    let lines = Mutex<[String]>([])
    /// Each line as it comes; `nil` when it ended.
    private let heard: @Sendable (String?) -> Void

    /// Starts a command.
    init(_ command: [String], heard: @escaping @Sendable (String?) -> Void) throws {
        self.heard = heard
        var input: [Int32] = [-1, -1]
        var output: [Int32] = [-1, -1]
        guard unsafe pipe(&input) == 0, unsafe pipe(&output) == 0 else { throw BrokerError("no descriptors are left") }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input[0], 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output[1], 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, output[1], 2)
        // A socket or pipe that the child inherited would stay open when this process closes it.
        for descriptor in Int32(3)..<1024 { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
        // Dispatch's threads block signals, and a child inherits that.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ["/bin/sh", "-c", Self.script] + command
        var arguments = unsafe words.map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let code = unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environ)
        close(input[0])
        close(output[1])
        self.input = Mutex(input[1])
        let end = output[0]
        guard code == 0 else {
            close(end)
            throw BrokerError("\(command.first ?? "") cannot be started: error \(code)")
        }
        let child = process
        guard let thread = Thread({ [self] in read(end, of: child) }) else { throw BrokerError("no thread is left") }
        thread.detach()
    }

    deinit { end() }

    /// Ends it; ``heard`` gets `nil` when it is over.
    func end() {
        input.withLock { input in
            if let open = input.take() { close(open) }
        }
    }

    /// The id of the command itself; `nil` as long as it is not known.
    var identifier: Int32? {
        lines.withLock { lines in lines.first { $0.hasPrefix("pid ") }.flatMap { Int32($0.dropFirst(4)) } }
    }

    /// Sends a signal to the command itself.
    func signal(_ number: Int32) {
        if let identifier { kill(identifier, number) }
    }

    private func read(_ descriptor: Int32, of process: pid_t) {
        var octets: [UInt8] = Array(repeating: 0, count: 4096)
        var rest: [UInt8] = []
        while true {
            let count = unsafe Glibc.read(descriptor, &octets, octets.count)
            guard count > 0 else { break }
            rest += octets[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeSubrange(...end)
                lines.withLock { lines in
                    lines.append(line)
                    if lines.count > 2000 { lines.removeSubrange(1..<1000) }
                }
                heard(line)
                if line.hasPrefix("exited ") { self.end() }
            }
        }
        close(descriptor)
        var status: Int32 = 0
        unsafe waitpid(process, &status, 0)
        heard(nil)
    }

}
