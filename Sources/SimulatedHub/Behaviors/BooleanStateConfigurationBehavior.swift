import ClusterTypes
import DataModel
import HomeGraph
import ModelReader

/// Alarms of contact, leak and other two-state sensors (Matter Application Cluster Specification, section 1.8).
///
/// What is enabled sounds while the sensor notices something: its state is true then, but for a contact sensor, whose
/// state is true while it is closed.
struct BooleanStateConfigurationBehavior: Behavior {
    private typealias Configuration = BooleanStateConfigurationCluster
    private typealias Alarms = BooleanStateConfigurationCluster.AlarmModeBitmap

    var cluster: UInt32 { Configuration.clusterID }

    /// What is noticed already sounds from the beginning.
    func start(_ context: inout EndpointContext) { followSensor(&context) }

    private func followSensor(_ context: inout EndpointContext) {
        guard let state = context[BooleanStateCluster.stateValue] else { return }
        let isContact = context.part.types.contains { $0.name == "ContactSensor" }
        let enabled = context[Configuration.alarmsEnabled] ?? context[Configuration.alarmsSupported] ?? []
        set(state != isContact ? enabled : [], [], &context)
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        let active = context[Configuration.alarmsActive] ?? []
        switch Configuration.Command(rawValue: command) {
        case .suppressAlarm:
            let alarms = try context.read(fields, as: Configuration.SuppressAlarmRequest.self).alarmsToSuppress
            try check(alarms, "alarmsToSuppress", context)
            guard alarms.isSubset(of: active) else {
                throw HomeError(
                    .failedPrecondition, "alarmsToSuppress: \(context.device.name) suppresses only what is active")
            }
            set(active, (context[Configuration.alarmsSuppressed] ?? []).union(alarms), &context)
        case .enableDisableAlarm:
            let alarms = try context.read(fields, as: Configuration.EnableDisableAlarmRequest.self)
                .alarmsToEnableDisable
            try check(alarms, "alarmsToEnableDisable", context)
            context[Configuration.alarmsEnabled] = alarms
            // What is disabled falls silent; what is enabled now waits for the next alarm.
            let suppressed = context[Configuration.alarmsSuppressed] ?? []
            set(active.intersection(alarms), suppressed.intersection(alarms), &context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    private func check(_ alarms: Alarms, _ field: String, _ context: EndpointContext) throws(HomeError) {
        guard alarms.isSubset(of: context[Configuration.alarmsSupported] ?? []) else {
            throw HomeError(.invalidArgument, "\(field): \(context.device.name) does not have all of these alarms")
        }
    }

    private func set(_ active: Alarms, _ suppressed: Alarms, _ context: inout EndpointContext) {
        let isOld =
            context[Configuration.alarmsActive] == active
            && (context[Configuration.alarmsSuppressed] ?? suppressed) == suppressed
        guard !isOld, context.has(Configuration.alarmsActive) else { return }
        context[Configuration.alarmsActive] = active
        context[Configuration.alarmsSuppressed] = suppressed
        context.emit(
            Configuration.AlarmsStateChangedEvent(
                alarmsActive: active, alarmsSuppressed: context[Configuration.alarmsSuppressed]))
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == BooleanStateCluster.clusterID, attribute == BooleanStateCluster.stateValue.id {
            followSensor(&context)
        } else if changed == cluster, attribute == Configuration.sensorFault.id,
            let fault = context[Configuration.sensorFault]
        {
            context.emit(Configuration.SensorFaultEvent(sensorFault: fault))
        }
    }
}
