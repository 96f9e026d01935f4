import ClusterTypes
import DataModel
import HomeGraph

/// Arming and disarming, with the time to leave and the time to disarm after coming in (Google trait ArmDisarm).
///
/// Somebody who comes in is a report of `armState` with `preAlarm`: who does not disarm in time sets off the alarm.
struct ArmDisarmBehavior: Behavior {
    private typealias Alarm = GoogleArmDisarmCluster
    private enum Timer { static let exit: UInt32 = 0, entry: UInt32 = 1 }

    /// How long one has to disarm; the trait has no attribute that says it beforehand.
    private static let entryAllowance: Int64 = 30

    var cluster: UInt32 { Alarm.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        let request = try context.read(fields, as: Alarm.ArmDisarmRequest.self)
        let levels = context[Alarm.availableArmLevels]?.levels ?? []
        if let level = request.armLevel, !levels.contains(where: { $0.level == level }) {
            throw .unknownName(level, field: "armLevel", known: levels.map(\.level))
        }
        let isArming = request.arm && request.cancel != true
        // Arming is no way to silence it.
        if isArming, let state = context[Alarm.armState], [.preAlarm, .alarm].contains(state) {
            throw HomeError(.failedPrecondition, "the alarm sounds, or is about to; disarm it first")
        }
        context.cancel(Timer.exit, of: cluster)
        guard isArming else {
            context[Alarm.targetArmLevel] = ""
            settle(.disarmed, level: "", &context)
            return [:]
        }
        let level = request.armLevel ?? levels.first?.level ?? ""
        context[Alarm.targetArmLevel] = level
        let allowance = levels.first { $0.level == level }?.exitAllowanceSeconds ?? context[Alarm.exitAllowanceSeconds]
        guard let allowance, allowance > 0 else {
            settle(.armed, level: level, &context)
            return [:]
        }
        context[Alarm.exitAllowanceEndTimeSeconds] = context.now.rawValue / 1000 + Int64(allowance)
        context[Alarm.armState] = .exitCountdown
        context.schedule(Timer.exit, of: cluster, after: .seconds(Int64(allowance)))
        return [:]
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        if timer == Timer.entry {
            context[Alarm.armState] = .alarm
        } else {
            settle(.armed, level: context[Alarm.targetArmLevel] ?? "", &context)
        }
    }

    private func settle(_ state: Alarm.ArmState, level: String, _ context: inout EndpointContext) {
        context[Alarm.exitAllowanceEndTimeSeconds] = 0
        context[Alarm.isArmed] = state == .armed
        context[Alarm.currentArmLevel] = level
        context[Alarm.armState] = state
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster, attribute == Alarm.armState.id, let state = context[Alarm.armState] else { return }
        context.emit(Alarm.ArmStateChangedEvent(armState: state))
        let isEntry = state == .preAlarm
        context[Alarm.entryAllowanceEndTimeSeconds] =
            isEntry ? context.now.rawValue / 1000 + Self.entryAllowance : 0
        if isEntry {
            context.schedule(Timer.entry, of: cluster, after: .seconds(Self.entryAllowance))
        } else {
            context.cancel(Timer.entry, of: cluster)
        }
    }
}
