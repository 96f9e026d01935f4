import Glibc

/// A socket that connections come to.
struct ListeningSocket {
    /// Whoever takes it closes it.
    let descriptor: Int32
    /// The port, also where the system chose it.
    let port: UInt16
    /// Whether only programs on this machine reach it.
    let isLoopback: Bool

    /// Listens.
    ///
    /// - Parameters:
    ///   - host: A name or an address; the first of its addresses that can be listened on.
    ///   - port: 0 leaves it to the system.
    /// - Throws: Why that cannot be.
    init(host: String, port: UInt16) throws(ListeningFault) {
        let address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, "\(port)", &hints, &list)
        defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
        guard code == 0 else {
            throw ListeningFault(
                address: address, problem: "the host is not known (\(unsafe String(cString: gai_strerror(code))))",
                remedy: "name an address of this machine, such as 127.0.0.1")
        }
        var number = EADDRNOTAVAIL
        var entry = unsafe list
        while let info = unsafe entry {
            if let descriptor = unsafe Self.open(info.pointee, &number) {
                self.descriptor = descriptor
                (self.port, isLoopback) = Self.place(of: descriptor) ?? (port, false)
                return
            }
            unsafe entry = info.pointee.ai_next
        }
        throw Self.fault(address, number)
    }

    private static func open(_ info: addrinfo, _ number: inout Int32) -> Int32? {
        let descriptor = unsafe socket(info.ai_family, info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        if descriptor >= 0 {
            // A port that a process just let go of can be had at once.
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            if unsafe bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, listen(descriptor, 16) == 0 {
                return descriptor
            }
        }
        number = errno
        if descriptor >= 0 { close(descriptor) }
        return nil
    }

    private static func place(of descriptor: Int32) -> (port: UInt16, isLoopback: Bool)? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard code == 0 else { return nil }
        let octets = unsafe withUnsafeBytes(of: &address) { unsafe Array($0) }
        // The port stands at the same place for IPv4 and IPv6.
        let port = UInt16(octets[2]) << 8 | UInt16(octets[3])
        let isLoopback =
            Int32(address.ss_family) == AF_INET6
            ? octets[8..<24].elementsEqual(Array(repeating: 0, count: 15) + [1]) : octets[4] == 127
        return (port, isLoopback)
    }

    private static func fault(_ address: String, _ number: Int32) -> ListeningFault {
        let (problem, remedy) =
            switch number {
            case EADDRINUSE: ("another program listens there", "end that one, or name another port")
            case EACCES: ("this user may not listen there", "name a port from 1024 on")
            case EADDRNOTAVAIL:
                ("this machine does not have the address", "name one that it has, such as 127.0.0.1")
            default:
                (
                    "nothing can listen there (\(unsafe String(cString: strerror(number))))",
                    "name another address, such as 127.0.0.1"
                )
            }
        return ListeningFault(address: address, problem: problem, remedy: remedy)
    }
}
