import Foundation
import Glibc

/// The writing end of a process's standard input, which raises no signal where the process has ended.
///
/// A pipe would end this process with SIGPIPE; a socket can be told not to.
struct QuietChannel: Sendable {
    private let descriptor: Int32

    /// Makes a channel.
    ///
    /// - Returns: The end to write to, and what the process reads from.
    /// - Throws: `extensionFailed` where the system has no more descriptors.
    static func make() throws -> (QuietChannel, FileHandle) {
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &ends) == 0 else {
            throw MatterAddDeviceError.extensionFailed("no channel to it can be made (error \(errno))")
        }
        return (QuietChannel(descriptor: ends[0]), FileHandle(fileDescriptor: ends[1], closeOnDealloc: true))
    }

    /// Writes all octets.
    ///
    /// - Throws: `extensionFailed` where nobody reads.
    func write(_ data: Data) throws {
        var rest = Array(data)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { octets in
                unsafe send(descriptor, octets.baseAddress, octets.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw MatterAddDeviceError.extensionFailed("it has ended (error \(errno))") }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends the channel.
    func close() { _ = Glibc.close(descriptor) }
}
