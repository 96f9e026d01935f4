import ClusterTypes
import DataModel
import HomeGraph

/// Smoke and carbon monoxide alarms (Matter Application Cluster Specification, section 2.11).
struct SmokeCoAlarmBehavior: Behavior {
    private typealias Alarm = SmokeCoAlarmCluster
    private typealias State = Alarm.AlarmStateEnum
    private enum Timer { static let selfTest: UInt32 = 0 }

    private static let selfTestDuration = Duration.seconds(10)

    var cluster: UInt32 { Alarm.clusterID }

    /// A reboot ends a self-test, and a home file may begin with an alarm.
    func start(_ context: inout EndpointContext) { context[Alarm.expressedState] = expressedState(context) }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard command == Alarm.Command.selfTestRequest.rawValue else {
            throw context.unimplemented(command, of: cluster)
        }
        let expressed = context[Alarm.expressedState] ?? .normal
        guard ![.testing, .smokeAlarm, .coAlarm, .interconnectSmoke, .interconnectCo].contains(expressed) else {
            throw HomeError(
                .aborted, "\(context.device.name) is busy (\(expressed)); a self-test begins when that is over")
        }
        context[Alarm.testInProgress] = true
        context.schedule(Timer.selfTest, of: cluster, after: Self.selfTestDuration)
        return [:]
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        context[Alarm.testInProgress] = false
        context.emit(Alarm.SelfTestCompleteEvent())
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster else { return }
        if attribute == Alarm.expressedState.id {
            if context[Alarm.expressedState] == .normal { context.emit(Alarm.AllClearEvent()) }
            return
        }
        announce(attribute, &context)
        // Nobody silences a critical alarm.
        if context[Alarm.smokeState] == .critical || context[Alarm.coState] == .critical {
            context[Alarm.deviceMuted] = .notMuted
        }
        context[Alarm.expressedState] = expressedState(context)
    }

    /// The event that goes with a value that an attribute has now.
    private func announce(_ attribute: UInt32, _ context: inout EndpointContext) {
        switch attribute {
        case Alarm.smokeState.id:
            if let level = severity(Alarm.smokeState, context) {
                context.emit(Alarm.SmokeAlarmEvent(alarmSeverityLevel: level))
            }
        case Alarm.coState.id:
            if let level = severity(Alarm.coState, context) {
                context.emit(Alarm.CoAlarmEvent(alarmSeverityLevel: level))
            }
        case Alarm.batteryAlert.id:
            if let level = severity(Alarm.batteryAlert, context) {
                context.emit(Alarm.LowBatteryEvent(alarmSeverityLevel: level))
            }
        case Alarm.interconnectSmokeAlarm.id:
            if let level = severity(Alarm.interconnectSmokeAlarm, context) {
                context.emit(Alarm.InterconnectSmokeAlarmEvent(alarmSeverityLevel: level))
            }
        case Alarm.interconnectCoAlarm.id:
            if let level = severity(Alarm.interconnectCoAlarm, context) {
                context.emit(Alarm.InterconnectCoAlarmEvent(alarmSeverityLevel: level))
            }
        case Alarm.hardwareFaultAlert.id:
            if context[Alarm.hardwareFaultAlert] == true { context.emit(Alarm.HardwareFaultEvent()) }
        case Alarm.endOfServiceAlert.id:
            if context[Alarm.endOfServiceAlert] == .expired { context.emit(Alarm.EndOfServiceEvent()) }
        case Alarm.deviceMuted.id:
            if context[Alarm.deviceMuted] == .muted {
                context.emit(Alarm.AlarmMutedEvent())
            } else {
                context.emit(Alarm.MuteEndedEvent())
            }
        default: break
        }
    }

    /// How bad it is; `nil` where all is well.
    private func severity(_ key: AttributeKey<State>, _ context: EndpointContext) -> State? {
        context[key].flatMap { $0 == .normal ? nil : $0 }
    }

    /// The most urgent of what there is, first to last.
    private func expressedState(_ context: EndpointContext) -> Alarm.ExpressedStateEnum {
        let ranking: [(Alarm.ExpressedStateEnum, Bool)] = [
            (.smokeAlarm, severity(Alarm.smokeState, context) != nil),
            (.coAlarm, severity(Alarm.coState, context) != nil),
            (.interconnectSmoke, severity(Alarm.interconnectSmokeAlarm, context) != nil),
            (.interconnectCo, severity(Alarm.interconnectCoAlarm, context) != nil),
            (.inoperative, context[Alarm.unmounted] == true),
            (.hardwareFault, context[Alarm.hardwareFaultAlert] == true),
            (.testing, context[Alarm.testInProgress] == true),
            (.endOfService, context[Alarm.endOfServiceAlert] == .expired),
            (.batteryAlert, severity(Alarm.batteryAlert, context) != nil),
        ]
        return ranking.first { $0.1 }?.0 ?? .normal
    }
}
