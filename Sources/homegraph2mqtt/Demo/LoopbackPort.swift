import Glibc

/// Ports of 127.0.0.1.
enum LoopbackPort {
    /// A port that nobody listens on now; `nil` where the system gives none.
    static func free() -> UInt16? {
        withSocket { descriptor in
            var address = address(port: 0)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    unsafe bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
                }
            }
            return isBound ? UInt16(bigEndian: address.sin_port) : nil
        }
    }

    /// Whether somebody takes connections on a port.
    static func answers(_ port: UInt16) -> Bool {
        withSocket { descriptor in
            var address = address(port: port)
            let isConnected = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    unsafe connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            return isConnected ? true : nil
        } ?? false
    }

    private static func withSocket<Value>(_ body: (Int32) -> Value?) -> Value? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return body(descriptor)
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
