import ClusterTypes
import DataModel
import HomeGraph

/// Taking a new version of the device's software (Matter Core Specification, section 11.20).
///
/// A provider that is announced has the next version: the device asks for it, loads it, applies it and starts again.
struct OtaRequestorBehavior: Behavior {
    private typealias Ota = OtaSoftwareUpdateRequestorCluster

    private enum Timer { static let next: UInt32 = 0 }
    /// What the behaviour remembers: that the device starts with a new version.
    private enum Memory { static let isApplied: UInt32 = 0 }

    private static let query = Duration.seconds(5), apply = Duration.seconds(10)
    /// A download goes by percents: each takes a second.
    private static let percent = Duration.seconds(1)

    var cluster: UInt32 { Ota.clusterID }

    func start(_ context: inout EndpointContext) {
        guard context[memory: Memory.isApplied, of: cluster] == true else { return }
        context[memory: Memory.isApplied, of: cluster] = Bool?.none
        context[Ota.updateState] = .idle
        context.emit(
            Ota.VersionAppliedEvent(
                softwareVersion: context[ofNode: BasicInformationCluster.softwareVersion] ?? 0,
                productId: context[ofNode: BasicInformationCluster.productId] ?? 0))
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard Ota.Command(rawValue: command) == .announceOtaProvider else {
            throw context.unimplemented(command, of: cluster)
        }
        let request = try context.read(fields, as: Ota.AnnounceOtaProviderRequest.self)
        guard request.announcementReason != .simpleAnnouncement else { return [:] }
        guard context[Ota.updatePossible] != false else {
            throw HomeError(.failedPrecondition, "\(context.device.name) cannot update now")
        }
        guard context[Ota.updateState] ?? .idle == .idle || context[Ota.updateState] == .unknown else { return [:] }
        set(.querying, &context)
        context.schedule(Timer.next, of: cluster, after: Self.query)
        return [:]
    }

    private func set(_ state: Ota.UpdateStateEnum, _ context: inout EndpointContext) {
        let old = context[Ota.updateState] ?? .unknown
        context[Ota.updateState] = state
        let version = nextVersion(context)
        context.emit(
            Ota.StateTransitionEvent(
                previousState: old, newState: state, reason: .success,
                targetSoftwareVersion: [.downloading, .applying].contains(state) ? version : nil))
    }

    private func nextVersion(_ context: EndpointContext) -> UInt32 {
        (context[ofNode: BasicInformationCluster.softwareVersion] ?? 0) &+ 1
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        switch context[Ota.updateState] {
        case .querying:
            set(.downloading, &context)
            context[Ota.updateStateProgress] = 0
            context.move(Ota.updateStateProgress, to: 100, over: Self.percent * 100)
        case .applying:
            context[memory: Memory.isApplied, of: cluster] = true
            // It starts with the new version, and says so from the beginning.
            let version = nextVersion(context)
            set(.idle, &context)
            context.setOfNode(BasicInformationCluster.softwareVersion, version)
            context.setOfNode(BasicInformationCluster.softwareVersionString, "\(version).0.0")
            context.device.isRebooting = true
        default: break
        }
    }

    func didArrive(_ attribute: UInt32, _ context: inout EndpointContext) {
        guard attribute == Ota.updateStateProgress.id, context[Ota.updateState] == .downloading else { return }
        context[Ota.updateStateProgress] = UInt8?.none
        set(.applying, &context)
        context.schedule(Timer.next, of: cluster, after: Self.apply)
    }
}
