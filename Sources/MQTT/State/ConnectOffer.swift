/// What a broker is offered when a connection is made, of which it may take less than was wanted: a value.
///
/// A broker without MQTT 5 says so (MQTT 5, section 3.1.2.2; MQTT 3.1.1, section 3.1.2.2), and with MQTT 5 it refuses the
/// connection over a will and says why (section 3.2.2.2). Some brokers without MQTT 5, and all where a will displeases them
/// in 3.1.1, end the connection without an answer, or with one that is not MQTT 5; which may have any reason: a line that
/// broke, a broker that is just starting, a proxy before it that says so in its own words. So each lesser offer is made
/// once then, and the wanted one again. That a lesser one was taken may be by chance: it counts only once the wanted one
/// was refused after it.
public struct ConnectOffer: Sendable {
    /// What is offered.
    public struct Terms: Sendable, Hashable {
        /// Of the protocol.
        public var version: ProtocolVersion
        /// What the broker is to publish at the end, if it is to publish anything.
        public var will: Will?

        /// Describes an offer.
        public init(version: ProtocolVersion = .v5, will: Will? = nil) {
            self.version = version
            self.will = will
        }
    }

    /// What is to be offered.
    public private(set) var current: Terms
    private let wanted: Terms
    private let fallsBack: Bool
    /// What is wanted, less what the broker itself said that it does not take.
    private var best: Terms
    /// What is left to try where nobody says what is wrong.
    private var lesser: [Terms] = []
    /// The lesser offer that was taken, while the best one is made once more.
    private var suspected: Terms?
    /// Whether what is current was told by the broker, or taken before and after the best one was refused.
    private var isCertain = true

    /// Begins with what is wanted.
    ///
    /// - Parameters:
    ///   - wanted: Version and will.
    ///   - fallsBack: Whether 3.1.1 is offered where the broker has no version 5.
    public init(_ wanted: Terms, fallsBack: Bool = true) {
        self.wanted = wanted
        self.fallsBack = fallsBack
        (current, best) = (wanted, wanted)
        begin(with: wanted)
    }

    /// Begins anew, since a broker that comes back may take more.
    public mutating func reset() { begin(with: wanted) }

    private mutating func begin(with terms: Terms) {
        (current, best, suspected, isCertain) = (terms, terms, nil, true)
        lesser = Self.lesser(than: terms, fallsBack: fallsBack)
    }

    /// What a broker may take that says nothing of what it does not take: 3.1.1, and lesser wills with it.
    private static func lesser(than terms: Terms, fallsBack: Bool) -> [Terms] {
        guard terms.version == .v3_1_1 || fallsBack else { return [] }
        let older = wills(from: terms.will).map { Terms(version: .v3_1_1, will: $0) }
        return older.filter { $0 != terms }
    }

    /// A will, and what is less than it, step by step.
    private static func wills(from will: Will?) -> [Will?] {
        guard let will else { return [nil] }
        let qualities = QualityOfService.allCases.filter { $0 <= will.qualityOfService }.sorted(by: >)
        let choices = Set([will.isRetained, false]).sorted { $0 && !$1 }
        return choices.flatMap { isRetained in
            qualities.map { quality in
                var will = will
                (will.qualityOfService, will.isRetained) = (quality, isRetained)
                return will
            }
        }
    }

    /// An attempt failed.
    ///
    /// - Parameters:
    ///   - code: Why.
    ///   - reasonCode: What the broker said.
    /// - Returns: Whether to try again at once, with what is ``current`` now.
    public mutating func failed(_ code: ConnectionError.Code, reasonCode: UInt8? = nil) -> Bool {
        if let less = told(code, reasonCode) {
            begin(with: less)
            return true
        }
        // What is no answer in MQTT is none of the broker's words, whatever it says.
        let isUnexplained = reasonCode == nil && [.lost, .unsupportedVersion].contains(code)
        if isUnexplained, let suspected {
            (current, self.suspected, lesser) = (suspected, nil, [])
            return true
        }
        if isUnexplained, !lesser.isEmpty {
            (current, isCertain) = (lesser.removeFirst(), false)
            return true
        }
        reset()
        return false
    }

    /// What is less by what the broker said of it; `nil` where it said nothing of the kind.
    private func told(_ code: ConnectionError.Code, _ reasonCode: UInt8?) -> Terms? {
        guard let reasonCode else { return nil }
        var less = current
        switch ReasonCode(rawValue: reasonCode) {
        case .qualityOfServiceNotSupported:
            guard let quality = current.will?.qualityOfService, quality > .atMostOnce else { return nil }
            less.will?.qualityOfService = quality == .exactlyOnce ? .atLeastOnce : .atMostOnce
        case .retainNotSupported:
            guard current.will?.isRetained == true else { return nil }
            less.will?.isRetained = false
        default:
            guard code == .unsupportedVersion, current.version == .v5, fallsBack else { return nil }
            less.version = .v3_1_1
        }
        return less
    }

    /// The broker accepted the connection with what is ``current``.
    ///
    /// - Returns: Whether that counts; else the connection is to be ended, and what is ``current`` now to be offered: the
    ///   best once more.
    public mutating func accepted() -> Bool {
        suspected = nil
        guard !isCertain else { return true }
        (suspected, current, isCertain) = (current, best, true)
        return false
    }

    /// What a session of which the broker says nothing is like, as far as the will that it took tells.
    public func learned(from session: Session) -> Session {
        guard let offered = wanted.will, let taken = current.will else { return session }
        var session = session
        if taken.qualityOfService < offered.qualityOfService {
            session.maximumQualityOfService = min(session.maximumQualityOfService, taken.qualityOfService)
        }
        if offered.isRetained, !taken.isRetained { session.retainAvailable = false }
        return session
    }
}
