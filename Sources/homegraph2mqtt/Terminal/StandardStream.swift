import Glibc

/// Standard output and standard error, without a buffer: a line is out when the call returns.
enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Writes a text as a whole; what the reader no longer takes is lost.
    func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
            if written > 0 {
                bytes = bytes.dropFirst(written)
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Writes a line.
    func writeLine(_ line: String) { write(line + "\n") }
}
