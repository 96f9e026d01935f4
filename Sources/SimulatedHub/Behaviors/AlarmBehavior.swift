import ClusterTypes
import DataModel
import HomeGraph

/// Alarms of appliances, some of which stay until they are reset (Matter Application Cluster Specification,
/// section 1.15).
///
/// The condition behind an alarm comes with `simulation/report`, as the alarm's state; an alarm that is masked does not
/// show, and one that latches stays when the condition is over.
struct AlarmBehavior: Behavior {
    private typealias Alarm = DishwasherAlarmCluster
    private typealias Temperature = TemperatureAlarmCluster

    let cluster: UInt32
    private let mask: AttributeKey<UInt32>
    private let latch: AttributeKey<UInt32>
    private let state: AttributeKey<UInt32>
    private let supported: AttributeKey<UInt32>

    /// The three clusters; they number their members alike.
    static let all = [
        DishwasherAlarmCluster.clusterID, RefrigeratorAlarmCluster.clusterID, TemperatureAlarmCluster.clusterID,
    ].map(AlarmBehavior.init)

    private init(cluster: UInt32) {
        self.cluster = cluster
        mask = AttributeKey(cluster: cluster, id: Alarm.mask.id)
        latch = AttributeKey(cluster: cluster, id: Alarm.latch.id)
        state = AttributeKey(cluster: cluster, id: Alarm.state.id)
        supported = AttributeKey(cluster: cluster, id: Alarm.supported.id)
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch command {
        case Alarm.Command.reset.rawValue:
            let alarms = try context.read(fields, as: Alarm.ResetRequest.self).alarms.rawValue
            try check(alarms, "alarms", context)
            settle(to: (context[state] ?? 0) & ~alarms, &context)
        case Alarm.Command.modifyEnabledAlarms.rawValue:
            let enabled = try context.read(fields, as: Alarm.ModifyEnabledAlarmsRequest.self).mask.rawValue
            try check(enabled, "mask", context)
            context[mask] = enabled
            settle(to: (context[state] ?? 0) & enabled, &context)
        case Temperature.Command.setTemperatureAlarmThresholds.rawValue
        where cluster == Temperature.clusterID:
            try setThresholds(try context.read(fields), &context)
        default: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    private func check(_ alarms: UInt32, _ field: String, _ context: EndpointContext) throws(HomeError) {
        let known = context[supported] ?? 0
        guard alarms & ~known == 0 else {
            throw HomeError(
                .invalidArgument,
                "\(field): \(alarms) names alarms that \(context.device.name) does not have; it has "
                    + "those of \(known)")
        }
    }

    // MARK: - State

    private func settle(to new: UInt32, _ context: inout EndpointContext) {
        let old = context[state] ?? 0
        guard new != old else { return }
        context.act(as: cluster) { $0[state] = new }
        tell(from: old, &context)
    }

    private func tell(from old: UInt32, _ context: inout EndpointContext) {
        let new = context[state] ?? 0
        guard new != old else { return }
        let notify = Alarm.NotifyEvent(
            active: Alarm.AlarmBitmap(rawValue: new & ~old), inactive: Alarm.AlarmBitmap(rawValue: old & ~new),
            state: Alarm.AlarmBitmap(rawValue: new), mask: Alarm.AlarmBitmap(rawValue: context[mask] ?? 0))
        context.emit(Alarm.Event.notify.rawValue, of: cluster, notify.fields)
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == TemperatureMeasurementCluster.clusterID, cluster == Temperature.clusterID {
            followTemperature(&context)
        }
        guard changed == cluster, attribute == state.id, !context.isActing(as: cluster),
            let before = UInt32(old), let reported = context[state]
        else { return }
        let latched = context.has(feature: "RESET", of: cluster) ? before & (context[latch] ?? 0) : 0
        let wanted = (reported | latched) & (context[mask] ?? .max)
        context.act(as: cluster) { $0[state] = wanted }
        tell(from: before, &context)
    }

    // MARK: - Temperature

    /// The thresholds, from the highest down, and the alarm of each.
    private static let thresholds: [(key: AttributeKey<Int16>, alarm: Temperature.AlarmBitmap)] = [
        (Temperature.criticalOverTemperatureThreshold, .criticalOverTemperatureAlarm),
        (Temperature.majorOverTemperatureThreshold, .majorOverTemperatureAlarm),
        (Temperature.minorOverTemperatureThreshold, .minorOverTemperatureAlarm),
        (Temperature.minorUnderTemperatureThreshold, .minorUnderTemperatureAlarm),
        (Temperature.majorUnderTemperatureThreshold, .majorUnderTemperatureAlarm),
        (Temperature.criticalUnderTemperatureThreshold, .criticalUnderTemperatureAlarm),
    ]
    /// How many of them are about too much.
    private static let countOfOver = 3

    private func setThresholds(
        _ request: Temperature.SetTemperatureAlarmThresholdsRequest, _ context: inout EndpointContext
    ) throws(HomeError) {
        let wanted = [
            request.criticalOverTemperatureThreshold, request.majorOverTemperatureThreshold,
            request.minorOverTemperatureThreshold, request.minorUnderTemperatureThreshold,
            request.majorUnderTemperatureThreshold, request.criticalUnderTemperatureThreshold,
        ]
        let all = zip(Self.thresholds, wanted).compactMap { threshold, new in
            context[threshold.key].map { new ?? $0 }
        }
        guard zip(all, all.dropFirst()).allSatisfy({ $0 > $1 }) else {
            throw HomeError(.outOfRange, "the thresholds \(all) are not in order: each is higher than the next one")
        }
        context.together { context in
            for (threshold, new) in zip(Self.thresholds, wanted) {
                if let new { context[threshold.key] = new }
            }
        }
        followTemperature(&context)
    }

    private func followTemperature(_ context: inout EndpointContext) {
        guard let temperature = context[TemperatureMeasurementCluster.measuredValue] else { return }
        var alarms: UInt32 = 0
        for (index, threshold) in Self.thresholds.enumerated() {
            guard let limit = context[threshold.key] else { continue }
            let isOver = index < Self.countOfOver ? temperature > limit : temperature < limit
            if isOver { alarms |= threshold.alarm.rawValue }
        }
        context[state] = alarms & (context[supported] ?? 0)
    }
}
