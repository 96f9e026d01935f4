import ClusterTypes
import DataModel
import HomeGraph

/// A temperature, or one of several levels, that an appliance is set to (Matter Application Cluster Specification,
/// section 8.2).
struct TemperatureControlBehavior: Behavior {
    private typealias Control = TemperatureControlCluster

    var cluster: UInt32 { Control.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        let request = try context.read(fields, as: Control.SetTemperatureRequest.self)
        try context.checkCycle("its temperature")
        if context.has(Control.temperatureSetpoint) {
            guard let target = request.targetTemperature else {
                throw HomeError(.invalidArgument, "targetTemperature is missing")
            }
            let least = context[Control.minTemperature] ?? .min
            let greatest = context[Control.maxTemperature] ?? .max
            guard least <= target, target <= greatest else {
                throw HomeError(.outOfRange, "targetTemperature: \(target) is not between \(least) and \(greatest)")
            }
            if let step = context[Control.step], step > 0, (Int(target) - Int(least)) % Int(step) != 0 {
                throw HomeError(
                    .outOfRange, "targetTemperature: \(target) is no whole number of steps of \(step) above \(least)")
            }
            context[Control.temperatureSetpoint] = target
        } else {
            guard let level = request.targetTemperatureLevel else {
                throw HomeError(.invalidArgument, "targetTemperatureLevel is missing")
            }
            let levels = context[Control.supportedTemperatureLevels] ?? []
            guard levels.indices.contains(Int(level)) else {
                let known = levels.enumerated().map { "\($0) (\($1))" }.joined(separator: ", ")
                throw HomeError(.outOfRange, "targetTemperatureLevel: there is no level \(level); there are \(known)")
            }
            context[Control.selectedTemperatureLevel] = level
        }
        return [:]
    }
}

extension EndpointContext {
    /// A cycle of several phases that is on keeps what it began with (sections 8.2 and 8.6).
    fileprivate func checkCycle(_ what: String) throws(HomeError) {
        guard self[OperationalStateCluster.operationalState] == .running,
            self[OperationalStateCluster.phaseList]?.isEmpty == false
        else { return }
        throw HomeError(.failedPrecondition, "\(device.name) is in a cycle, which keeps \(what); stop it first")
    }
}

/// How worn a filter, or how full a tank, is (Matter Application Cluster Specification, section 2.8).
///
/// Where the device is autonomous and its fan turns, or it runs, the filter wears out: by a percent in about an hour.
struct ResourceMonitoringBehavior: Behavior {
    private typealias Monitoring = HepaFilterMonitoringCluster

    let cluster: UInt32
    private let condition: AttributeKey<UInt8>
    private let direction: AttributeKey<Monitoring.DegradationDirectionEnum>
    private let indication: AttributeKey<Monitoring.ChangeIndicationEnum>
    private let lastChanged: AttributeKey<UInt32?>

    /// Of so many times that the device lives one wears the filter.
    private static let timesPerPercent = 360
    /// From here on the indication warns, where it can, in percent that are left.
    private static let warning: UInt8 = 10

    /// The three clusters; they number their members alike.
    static let all = [
        HepaFilterMonitoringCluster.clusterID, ActivatedCarbonFilterMonitoringCluster.clusterID,
        WaterTankLevelMonitoringCluster.clusterID,
    ].map(ResourceMonitoringBehavior.init)

    private init(cluster: UInt32) {
        self.cluster = cluster
        condition = AttributeKey(cluster: cluster, id: Monitoring.condition.id)
        direction = AttributeKey(cluster: cluster, id: Monitoring.degradationDirection.id)
        indication = AttributeKey(cluster: cluster, id: Monitoring.changeIndication.id)
        lastChanged = AttributeKey(cluster: cluster, id: Monitoring.lastChangedTime.id)
    }

    /// A home file may begin with a filter that is worn.
    func start(_ context: inout EndpointContext) { indicate(&context) }

    func live(_ context: inout EndpointContext) {
        guard let now = context[condition], isInUse(context) else { return }
        guard Int.random(in: 0..<Self.timesPerPercent, using: &context.device.random) == 0 else { return }
        context[condition] = context[direction] == .up ? min(100, now &+ 1) : now - min(1, now)
    }

    private func isInUse(_ context: EndpointContext) -> Bool {
        if let percent = context[FanControlCluster.percentCurrent] { return percent > 0 }
        if let state = context[RvcOperationalStateCluster.operationalState] { return state == .running }
        return context[OnOffCluster.onOff] ?? true
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == cluster, attribute == condition.id { indicate(&context) }
    }

    private func indicate(_ context: inout EndpointContext) {
        guard let now = context[condition] else { return }
        let left = context[direction] == .up ? 100 - min(100, now) : now
        let warns = context.has(feature: "WRN", of: cluster)
        context[indication] = left == 0 ? .critical : left <= Self.warning && warns ? .warning : .ok
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard command == Monitoring.Command.resetCondition.rawValue else {
            throw context.unimplemented(command, of: cluster)
        }
        context[condition] = context[direction] == .up ? 0 : 100
        context[indication] = .ok
        context[lastChanged] = context.now.matterSeconds
        return [:]
    }
}

/// How a laundry washer spins and rinses (Matter Application Cluster Specification, section 8.6), and how dry a dryer
/// dries (section 8.9): what is written is one of those that the device lists.
enum LaundryControls {
    private typealias Washer = LaundryWasherControlsCluster
    private typealias Dryer = LaundryDryerControlsCluster

    static let all: [CommandTable] = [
        CommandTable(
            Washer.clusterID, [:],
            limits: [
                Washer.spinSpeedCurrent.id: { value, context throws(HomeError) in
                    let speeds = context[Washer.spinSpeeds] ?? []
                    guard let index = UInt8(value), !speeds.indices.contains(Int(index)) else { return }
                    throw HomeError(.outOfRange, "spinSpeedCurrent: \(index) is not below \(speeds.count)")
                },
                Washer.numberOfRinses.id: { value, context throws(HomeError) in
                    let known = context[Washer.supportedRinses] ?? []
                    guard let rinses = Washer.NumberOfRinsesEnum(value), !known.contains(rinses) else { return }
                    throw .unknownName("\(rinses)", field: "numberOfRinses", known: known.map { "\($0)" })
                },
            ],
            rules: [
                Washer.spinSpeedCurrent.id: betweenCycles("spinSpeedCurrent"),
                Washer.numberOfRinses.id: betweenCycles("numberOfRinses"),
            ]),
        CommandTable(
            Dryer.clusterID, [:],
            limits: [
                Dryer.selectedDrynessLevel.id: { value, context throws(HomeError) in
                    let known = context[Dryer.supportedDrynessLevels] ?? []
                    guard let level = Dryer.DrynessLevelEnum(value), !known.contains(level) else { return }
                    throw .unknownName("\(level)", field: "selectedDrynessLevel", known: known.map { "\($0)" })
                }
            ],
            rules: [Dryer.selectedDrynessLevel.id: betweenCycles("selectedDrynessLevel")]),
    ]

    private static func betweenCycles(_ what: String) -> CommandTable.Check {
        { _, context throws(HomeError) in try context.checkCycle(what) }
    }
}
