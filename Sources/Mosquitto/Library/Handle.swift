import CMosquitto

/// One `struct mosquitto`: made for one attempt, owned by one thread at a time, destroyed exactly once.
///
/// It keeps the address as a number, so that the thread that connects can hand it to the thread that polls; that it
/// cannot be copied is what makes this safe.
struct Handle: ~Copyable, Sendable {
    private let address: UInt

    /// Makes a client; `nil` where memory is out or the id is not acceptable.
    init?(clientID: String, cleanStart: Bool) {
        guard let made = unsafe mosquitto_new(clientID, cleanStart, nil) else { return nil }
        address = UInt(bitPattern: made)
    }

    deinit { unsafe mosquitto_destroy(pointer) }

    /// What the library's functions want.
    var pointer: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }
}
