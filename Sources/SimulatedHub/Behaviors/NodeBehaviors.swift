import ClusterTypes
import DataModel
import HomeGraph

/// How long a device runs, how often it was switched on and why (Matter Core Specification, section 11.12).
///
/// The hub's own first start is no reboot of its devices: it counts nothing and makes no event.
struct GeneralDiagnosticsBehavior: Behavior {
    private typealias Diagnostics = GeneralDiagnosticsCluster

    var cluster: UInt32 { Diagnostics.clusterID }

    func start(_ context: inout EndpointContext) {
        guard context.device.boots > 1 else { return }
        context[Diagnostics.rebootCount] = (context[Diagnostics.rebootCount] ?? 0) &+ 1
        context[Diagnostics.bootReason] = .powerOnReboot
        refresh(&context)
        context.emit(Diagnostics.BootReasonEvent(bootReason: .powerOnReboot))
    }

    func refresh(_ context: inout EndpointContext) {
        let running = context.moment - context.device.started
        context[Diagnostics.upTime] = UInt64(max(0, running.components.seconds))
        let hours = UInt32(clamping: (context.moment - context.device.began).components.seconds / 3600)
        guard let key = context.trait(cluster)?.offset(ofAttribute: Diagnostics.totalOperationalHours.id) else {
            return
        }
        let before = UInt32(context.device.initialValues[key]) ?? 0
        context[Diagnostics.totalOperationalHours] = before &+ hours
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard Diagnostics.Command(rawValue: command) == .timeSnapshot else {
            throw context.unimplemented(command, of: cluster)
        }
        let running = max(.zero, context.moment - context.device.started)
        let response = Diagnostics.TimeSnapshotResponse(
            systemTimeMs: UInt64(running / .milliseconds(1)), posixTimeMs: UInt64(clamping: context.now.rawValue))
        return response.fields
    }
}

/// Says that a device started (Matter Core Specification, section 11.1).
struct BasicInformationBehavior: Behavior {
    private typealias Information = BasicInformationCluster

    var cluster: UInt32 { Information.clusterID }

    func start(_ context: inout EndpointContext) {
        guard context.device.boots > 1 else { return }
        context.emit(Information.StartUpEvent(softwareVersion: context[Information.softwareVersion] ?? 0))
    }
}
