import HomeGraph
import MQTT

/// Which orders the user allows: MQTT filters over `S/device/D/P/T/MEMBER` and `request/NAME`.
struct CommandFilter: Sendable {
    private let allowed: [TopicFilter]
    private let denied: [TopicFilter]
    /// Whether everything is allowed, so that nothing need be composed.
    private let isOpen: Bool

    /// Reads the filters.
    /// - Throws: `TopicError` for the first that is none.
    init(_ commands: BridgeConfiguration.Commands) throws(TopicError) {
        var allowed: [TopicFilter] = []
        for filter in commands.allow { allowed.append(try TopicFilter(filter)) }
        var denied: [TopicFilter] = []
        for filter in commands.deny { denied.append(try TopicFilter(filter)) }
        self.allowed = allowed
        self.denied = denied
        isOpen = denied.isEmpty && commands.allow.contains("#")
    }

    /// Whether an order is allowed; what is denied is denied even where it is allowed, too.
    func allows(_ path: @autoclosure () -> String) -> Bool {
        if isOpen { return true }
        let octets = Array(path().utf8)
        if denied.contains(where: { $0.matches(octets) }) { return false }
        return allowed.contains { $0.matches(octets) }
    }

    /// The error for an order that is not allowed.
    static func refusal(_ path: String) -> HomeError {
        HomeError(.permissionDenied, "\(path) is not allowed by this bridge's settings (commands.allow, commands.deny)")
    }
}
