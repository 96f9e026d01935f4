import Glibc

/// Loopback sockets for tests.
enum Loopback {
    /// A port of 127.0.0.1 that was free just now.
    static func freePort() throws -> UInt16 {
        let (socket, port) = try listen(on: 0)
        close(socket)
        return port
    }

    /// Listens on 127.0.0.1; port 0 takes any.
    static func listen(on port: UInt16, queue: Int32 = 64) throws -> (socket: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw BrokerError("no descriptors are left") }
        var on: Int32 = 1
        unsafe setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, 4)
        var address = self.address(port)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(listener, $0, size) == 0 }
        }
        guard isBound, Glibc.listen(listener, queue) == 0 else {
            close(listener)
            throw BrokerError("port \(port) of 127.0.0.1 is taken")
        }
        var actual = size
        unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = unsafe getsockname(listener, address, &actual)
            }
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Connects to a port of 127.0.0.1; `nil` where nobody listens.
    static func connect(to port: UInt16) -> Int32? {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard client >= 0 else { return nil }
        var address = self.address(port)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(client, $0, size) == 0
            }
        }
        guard isConnected else {
            close(client)
            return nil
        }
        return client
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
