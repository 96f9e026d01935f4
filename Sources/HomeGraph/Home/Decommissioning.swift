import ModelReader
import Synchronization

/// Whether a device can be taken out of the home, and what goes with it.
///
/// Source: `DecommissionEligibility` of the Home APIs.
public enum DecommissionEligibility: Sendable, Hashable {
    /// What else goes with a device.
    public enum SideEffects: Sendable, Hashable {
        /// It is a bridge: these devices stand behind it.
        case bridge(Set<String>)
        /// These belong to the same physical device.
        case multipleAffectedDevices(Set<String>)
    }

    /// Why a device cannot be taken out.
    public enum IneligibleReason: Sendable, Hashable {
        /// The caller may not do this.
        case notAuthorized
        /// It is no Matter device: who brought it must take it out.
        case nonMatterDevice
        /// It stands behind a bridge, which goes only as a whole.
        case bridgedDevice
        /// It comes from several sources.
        case multiSourceDevice
        /// Something else.
        case other(String?)
    }

    /// It can, and nothing goes with it.
    case eligible
    /// It can, and others go with it.
    case eligibleWithSideEffects(SideEffects)
    /// It cannot.
    case ineligible(reason: IneligibleReason)
}

/// Why a device was not taken out of the home.
public enum DecommissionError: Sendable, Hashable {
    /// It must not be.
    case ineligible(reason: DecommissionEligibility.IneligibleReason)
    /// Something else.
    case other(String)
}

extension HomeDevice {
    /// Whether it is a device of Matter; else it comes through a cloud.
    public var isMatterDevice: Bool {
        !types.device.layout.parts.contains { $0.types.contains { $0.namespace == .google } }
    }

    /// Whether the device can be taken out of the home now, and what goes with it.
    public var decommissionEligibility: DecommissionEligibility {
        get async throws(HomeError) { try eligibility(in: context.store.shape).eligibility }
    }

    /// Takes the device out of the home, also of its groups.
    ///
    /// - Returns: The ids of all devices that are gone, this one among them.
    /// - Throws: `notFound` where it is gone already, `failedPrecondition` with the reason in
    ///   ``HomeError/subtype-swift.property`` where it must not be taken out.
    @discardableResult
    public func decommission() async throws(HomeError) -> Set<String> {
        let gone = Removed()
        try await context.editor.perform { [self] shape throws(HomeError) in
            let (eligibility, ids) = try eligibility(in: shape)
            if case .ineligible(let reason) = eligibility {
                throw HomeError(
                    .failedPrecondition, "\(name) cannot be taken out of the home: \(reason.sentence)",
                    subtype: .decommission(.ineligible(reason: reason)))
            }
            gone.ids.withLock { $0 = ids }
            return .removeDevice(types.device.id)
        }
        return gone.ids.withLock { $0 }
    }

    /// What an edit took out.
    private final class Removed: Sendable {
        let ids = Mutex<Set<String>>([])
    }

    /// Whether the device can be taken out of a home, and the ids of all that go then.
    private func eligibility(
        in shape: HomeShape
    ) throws(HomeError) -> (eligibility: DecommissionEligibility, ids: Set<String>) {
        guard let record = shape.device(types.device.id), record.index == types.device.index else {
            throw HomeError(.notFound, "\(name) is not in the home any more")
        }
        let own = Set(ids(of: record))
        let behind = Set(shape.devices.filter { $0.bridgeID == record.id }.flatMap(ids))
        let others = own.subtracting([id])
        let eligibility: DecommissionEligibility =
            if !isMatterDevice {
                .ineligible(reason: .nonMatterDevice)
            } else if record.bridgeID != nil {
                .ineligible(reason: .bridgedDevice)
            } else if !behind.isEmpty {
                .eligibleWithSideEffects(.bridge(behind))
            } else if !others.isEmpty {
                .eligibleWithSideEffects(.multipleAffectedDevices(others))
            } else {
                .eligible
            }
        return (eligibility, own.union(behind))
    }
}

extension DecommissionEligibility.IneligibleReason {
    /// The reason for people.
    fileprivate var sentence: String {
        switch self {
        case .notAuthorized: "that is not allowed"
        case .nonMatterDevice: "it is no Matter device; take it out where it was brought in"
        case .bridgedDevice: "it stands behind a bridge; take out the bridge"
        case .multiSourceDevice: "it comes from several sources"
        case .other(let text): text ?? "the reason is not known"
        }
    }
}
