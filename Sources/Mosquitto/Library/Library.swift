import CMosquitto
import MQTT

/// The library as a whole: initialised once, when the first connection is made, and never taken down.
package enum Library {
    /// The least version that has what is used here.
    private static let needed = (major: Int32(2), minor: Int32(0))

    /// What the library says about itself.
    package static let version: String = {
        var parts: (major: Int32, minor: Int32, revision: Int32) = (0, 0, 0)
        _ = unsafe mosquitto_lib_version(&parts.major, &parts.minor, &parts.revision)
        return "\(parts.major).\(parts.minor).\(parts.revision)"
    }()

    private static let fault: String? = {
        var parts: (major: Int32, minor: Int32) = (0, 0)
        _ = unsafe mosquitto_lib_version(&parts.major, &parts.minor, nil)
        guard (parts.major, parts.minor) >= needed else {
            return "libmosquitto \(version) is too old; \(needed.major).\(needed.minor) or later is needed"
        }
        let code = mosquitto_lib_init()
        return code == MOSQ_ERR_SUCCESS.rawValue ? nil : "libmosquitto cannot be initialised: \(text(of: code))"
    }()

    /// Makes the library ready.
    /// - Throws: ``ConnectionError`` with code `refused` where the installed library cannot be used.
    static func prepare(for address: BrokerAddress) throws(ConnectionError) {
        guard let fault else { return }
        throw ConnectionError(code: .refused, broker: "\(address)", detail: fault)
    }

    /// The library's sentence for a return code.
    static func text(of code: Int32) -> String {
        guard let text = unsafe mosquitto_strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
