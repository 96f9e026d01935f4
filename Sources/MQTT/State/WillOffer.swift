/// The will that a broker is offered, which may take less than was wanted: a value.
///
/// MQTT 5 refuses the connection over it and says why (section 3.2.2.2). 3.1.1 has no code: brokers end the connection
/// without an answer, which may have any reason; so each lesser will is tried once, and then the wanted one again. That
/// one was taken may be by chance, since the broker was just starting: it counts only once the wanted one was refused
/// after it.
public struct WillOffer: Sendable {
    /// What is to be offered.
    public private(set) var current: Will
    private let wanted: Will
    /// What is left to try where nobody says what is wrong.
    private var lesser: [Will] = []
    /// The lesser will that was taken, while the wanted one is offered once more.
    private var suspected: Will?
    /// Whether what is current was told by the broker, or taken before and after the wanted one was refused.
    private var isCertain = true

    /// Begins with what is wanted.
    public init(_ wanted: Will) {
        self.wanted = wanted
        current = wanted
        reset()
    }

    /// Begins anew, since a broker that comes back may take more.
    public mutating func reset() {
        current = wanted
        suspected = nil
        isCertain = true
        let qualities = Set([wanted.qualityOfService, .atMostOnce]).sorted(by: >)
        let choices = Set([wanted.isRetained, false]).sorted { $0 && !$1 }
        lesser = choices.flatMap { isRetained in
            qualities.map { quality in
                var will = wanted
                (will.qualityOfService, will.isRetained) = (quality, isRetained)
                return will
            }
        }
        lesser.removeFirst()
    }

    /// An attempt failed.
    ///
    /// - Parameters:
    ///   - code: Why.
    ///   - reasonCode: What the broker said.
    ///   - version: What was spoken.
    /// - Returns: Whether to try again at once, with what is ``current`` now.
    public mutating func failed(_ code: ConnectionError.Code, reasonCode: UInt8?, version: ProtocolVersion) -> Bool {
        switch reasonCode.map(ReasonCode.init(rawValue:)) {
        case .qualityOfServiceNotSupported? where current.qualityOfService > .atMostOnce:
            current.qualityOfService = current.qualityOfService == .exactlyOnce ? .atLeastOnce : .atMostOnce
            return true
        case .retainNotSupported? where current.isRetained:
            current.isRetained = false
            return true
        case nil where version == .v3_1_1 && code == .lost && suspected != nil:
            current = suspected ?? wanted
            suspected = nil
            lesser = []
            return true
        case nil where version == .v3_1_1 && code == .lost && !lesser.isEmpty:
            current = lesser.removeFirst()
            isCertain = false
            return true
        default:
            reset()
            return false
        }
    }

    /// The broker accepted the connection with what is ``current``.
    ///
    /// - Returns: Whether to end that connection and try again at once, with what is ``current`` now: the wanted will.
    public mutating func wasTaken() -> Bool {
        suspected = nil
        guard !isCertain else { return false }
        suspected = current
        current = wanted
        isCertain = true
        return true
    }

    /// What a session of which the broker says nothing is like, as far as the will that it took tells.
    public func learned(from session: Session) -> Session {
        var session = session
        if current.qualityOfService < wanted.qualityOfService {
            session.maximumQualityOfService = min(session.maximumQualityOfService, current.qualityOfService)
        }
        if wanted.isRetained, !current.isRetained { session.retainAvailable = false }
        return session
    }
}
