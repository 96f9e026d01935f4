import ClusterTypes
import DataModel
import HomeGraph

/// On, off, and off after a time (Matter Application Cluster Specification, section 1.5).
struct OnOffBehavior: Behavior {
    private typealias OnOff = OnOffCluster
    private enum Timer { static let countdown: UInt32 = 0 }

    var cluster: UInt32 { OnOff.clusterID }

    func start(_ context: inout EndpointContext) {
        guard context.device.boots > 1, let startUp = context[OnOff.startUpOnOff] else { return }
        switch startUp {
        case .off: context[OnOff.onOff] = false
        case .on: context[OnOff.onOff] = true
        case .toggle: context[OnOff.onOff] = !(context[OnOff.onOff] ?? false)
        case .unrecognized_: break
        }
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch OnOff.Command(rawValue: command) {
        case .off: switchOff(&context)
        case .on: switchOn(&context)
        case .toggle: if context[OnOff.onOff] == true { switchOff(&context) } else { switchOn(&context) }
        case .offWithEffect:
            let request = try context.read(fields, as: OnOff.OffWithEffectRequest.self)
            if case .unrecognized_(let number) = request.effectIdentifier {
                throw HomeError(
                    .invalidArgument,
                    "effectIdentifier: \(number) is no effect; there are delayedAllOff (0) and dyingLight (1)")
            }
            if context[OnOff.globalSceneControl] == true { ScenesManagementBehavior.storeGlobal(&context) }
            context[OnOff.globalSceneControl] = false
            switchOff(&context)
        case .onWithRecallGlobalScene:
            guard context[OnOff.globalSceneControl] == false else { break }
            switchOn(&context)
            ScenesManagementBehavior.recallGlobal(&context)
        case .onWithTimedOff: switchOnForATime(try context.read(fields), &context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    private func switchOff(_ context: inout EndpointContext) {
        context[OnOff.onOff] = false
        context[OnOff.onTime] = 0
    }

    private func switchOn(_ context: inout EndpointContext) {
        context[OnOff.globalSceneControl] = true
        context[OnOff.onOff] = true
        if context[OnOff.onTime] == 0 { context[OnOff.offWaitTime] = 0 }
    }

    private func switchOnForATime(_ request: OnOff.OnWithTimedOffRequest, _ context: inout EndpointContext) {
        let isOn = context[OnOff.onOff] ?? false
        if request.onOffControl.contains(.acceptOnlyWhenOn), !isOn { return }
        if let waiting = context[OnOff.offWaitTime], waiting > 0, !isOn {
            context[OnOff.offWaitTime] = min(waiting, request.offWaitTime)
        } else {
            context[OnOff.onTime] = max(context[OnOff.onTime] ?? 0, request.onTime)
            context[OnOff.offWaitTime] = request.offWaitTime
            context[OnOff.onOff] = true
        }
        scheduleCountdown(&context)
    }

    func didWrite(_ attribute: UInt32, _ context: inout EndpointContext) {
        if [OnOff.onTime.id, OnOff.offWaitTime.id].contains(attribute) { scheduleCountdown(&context) }
    }

    /// What runs now: the time on, or, once off, the time to wait; 65535 is forever.
    private func running(_ context: EndpointContext) -> AttributeKey<UInt16>? {
        let key = context[OnOff.onOff] == true ? OnOff.onTime : OnOff.offWaitTime
        guard let left = context[key], left > 0, left < .max else { return nil }
        return key
    }

    private func scheduleCountdown(_ context: inout EndpointContext) {
        guard let key = running(context), let left = context[key] else { return }
        context.schedule(Timer.countdown, of: cluster, after: .tenths(min(10, left)))
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        guard let key = running(context), let left = context[key] else { return }
        context[key] = left - min(10, left)
        if key == OnOff.onTime, left <= 10 {
            context[OnOff.offWaitTime] = 0
            context[OnOff.onOff] = false
        }
        scheduleCountdown(&context)
    }
}
