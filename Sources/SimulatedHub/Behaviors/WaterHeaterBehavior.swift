import ClusterTypes
import DataModel
import HomeGraph

/// Heating water, and boosting it for a time (Matter Application Cluster Specification, section 9.5).
///
/// The heater heats while its thermostat asks for heat, while a boost is on, or by order of an energy manager, until the
/// tank is full; the tank warms by the power that it takes. A tank that is full is as warm as it is to be, and one that
/// is as hot as it may be is full. Where the device is autonomous the tank is used otherwise.
struct WaterHeaterBehavior: LoadFollower {
    private typealias Heater = WaterHeaterManagementCluster
    private typealias Info = WaterHeaterManagementCluster.WaterHeaterBoostInfoStruct

    private enum Timer { static let boost: UInt32 = 0 }
    /// What the behaviour remembers: the boost that is on, and whether it heats, or waits until the tank has cooled.
    private enum Memory {
        static let boost: UInt32 = 0, isReheating: UInt32 = 1
        /// The percent at which the tank stopped to warm, with what makes no whole one.
        static let percent: UInt32 = 2
    }

    private static let full: UInt8 = 100
    /// The heat of a percent, in milliwatt-hours: some two hundred litres, warmed by forty-five degrees.
    private static let heatOfPercent: Double = 105_000
    /// What is taken for as long as nobody measures it, in milliwatts.
    private static let usualPower: Int64 = 3_000_000

    var cluster: UInt32 { Heater.clusterID }

    func start(_ context: inout EndpointContext) {
        if context[memory: Memory.boost, of: cluster] as Info? != nil { end(&context) }
        followTank(&context)
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Heater.Command(rawValue: command) {
        case .boost: try boost(try context.read(fields, as: Heater.BoostRequest.self).boostInfo, &context)
        case .cancelBoost:
            guard context[Heater.boostState] == .active else {
                throw HomeError(.failedPrecondition, "\(context.device.name) is not boosting")
            }
            end(&context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    private func boost(_ info: Info, _ context: inout EndpointContext) throws(HomeError) {
        guard info.duration > 0 else {
            throw HomeError(.outOfRange, "boostInfo.duration: 0 is no time; allowed is 1 or more")
        }
        if let target = info.targetPercentage, target > Self.full {
            throw HomeError(.outOfRange, "boostInfo.targetPercentage: \(target) is more than 100")
        }
        if let reheat = info.targetReheat {
            guard let target = info.targetPercentage, reheat <= target, info.oneShot != true else {
                throw HomeError(
                    .invalidArgument,
                    "boostInfo.targetReheat: it goes with a targetPercentage that is not less, and without oneShot")
            }
        }
        if let setpoint = info.temporarySetpoint {
            let least = context[ThermostatCluster.minHeatSetpointLimit] ?? 0
            let greatest = context[ThermostatCluster.maxHeatSetpointLimit] ?? 8000
            guard least <= setpoint, setpoint <= greatest else {
                throw HomeError(
                    .outOfRange, "boostInfo.temporarySetpoint: \(setpoint) is not between \(least) and \(greatest)")
            }
        }
        context[memory: Memory.boost, of: cluster] = info
        context[memory: Memory.isReheating, of: cluster] = true
        context.schedule(Timer.boost, of: cluster, after: .seconds(info.duration))
        context[Heater.boostState] = .active
        context.emit(Heater.BoostStartedEvent(boostInfo: info))
        followTank(&context)
    }

    private func end(_ context: inout EndpointContext) {
        context.cancel(Timer.boost, of: cluster)
        context[memory: Memory.boost, of: cluster] = Info?.none
        context[memory: Memory.isReheating, of: cluster] = Bool?.none
        context[Heater.boostState] = .inactive
        context.emit(Heater.BoostEndedEvent())
        follow(&context)
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) { end(&context) }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == ThermostatCluster.clusterID {
            followTemperature(&context)
            follow(&context)
        }
        if changed == cluster, attribute == Heater.heatDemand.id { heat(&context) }
        guard changed == cluster, attribute == Heater.tankPercentage.id else { return }
        followTank(&context)
    }

    /// A boost heats to its target; one of one shot ends there, and another heats again once the tank has cooled to
    /// where it says, or below the target.
    private func followTank(_ context: inout EndpointContext) {
        if context[Heater.tankPercentage] == Self.full { warm(&context) }
        if let info: Info = context[memory: Memory.boost, of: cluster] {
            let target = info.targetPercentage ?? Self.full
            let percent = context[Heater.tankPercentage] ?? 0
            if percent >= target {
                guard info.oneShot != true else {
                    end(&context)
                    return
                }
                context[memory: Memory.isReheating, of: cluster] = false
            } else if info.targetReheat.map({ percent <= $0 }) ?? true {
                context[memory: Memory.isReheating, of: cluster] = true
            }
        }
        follow(&context)
    }

    /// Whether the water is colder than a boost of a setpoint wants; a boost of none looks at the tank alone.
    private func isCold(_ info: Info?, _ context: EndpointContext) -> Bool {
        guard let setpoint = info?.temporarySetpoint, let temperature = context[ThermostatCluster.localTemperature]
        else { return true }
        return temperature < setpoint
    }

    /// The setpoint that the water is heated to; `nil` where no thermostat says one.
    private func setpoint(_ context: EndpointContext) -> Int16? {
        let boost = (context[memory: Memory.boost, of: cluster] as Info?)?.temporarySetpoint
        return boost ?? context[ThermostatSide.heating.setpoint(occupied: true)]
    }

    /// The greatest temperature of the water, in hundredths of a degree; it is heated no more then.
    static func hottest(_ context: EndpointContext) -> Int16 {
        context[ThermostatCluster.absMaxHeatSetpointLimit] ?? context[ThermostatCluster.maxHeatSetpointLimit] ?? 8000
    }

    /// A tank that is full of hot water is as warm as it is to be.
    private func warm(_ context: inout EndpointContext) {
        guard let temperature = context[ThermostatCluster.localTemperature], let setpoint = setpoint(context),
            temperature < setpoint
        else { return }
        context.act(as: cluster) { $0[ThermostatCluster.localTemperature] = setpoint }
    }

    /// Water that is as hot as it may be fills the tank; a full one that got colder than it is to be is full no more.
    private func followTemperature(_ context: inout EndpointContext) {
        guard !context.isActing(as: cluster), let percent = context[Heater.tankPercentage],
            let temperature = context[ThermostatCluster.localTemperature]
        else { return }
        if temperature >= Self.hottest(context) {
            context[Heater.tankPercentage] = Self.full
        } else if percent == Self.full, ThermostatBehavior.isHeating(context), let setpoint = setpoint(context) {
            let missing = Double(Int(setpoint) - Int(temperature)) / Self.rise * Double(Self.full)
            context[Heater.tankPercentage] = Self.full - UInt8(max(1, min(Double(Self.full), missing.rounded())))
        }
    }

    /// How much warmer a full tank is than an empty one, in hundredths of a degree.
    private static let rise = 4500.0

    /// Which of its sources heat now.
    private func follow(_ context: inout EndpointContext) {
        let info: Info? = context[memory: Memory.boost, of: cluster]
        let asks = ThermostatBehavior.isHeating(context)
        let heats = info != nil && context[memory: Memory.isReheating, of: cluster] == true && isCold(info, context)
        let sources = context[Heater.heaterTypes] ?? []
        // In an emergency every source heats; otherwise the first one is enough.
        let first = Heater.WaterHeaterHeatSourceBitmap(rawValue: sources.rawValue & (~sources.rawValue &+ 1))
        let isEmergency = heats && info?.emergencyBoost == true
        let order = DeviceEnergyManagementBehavior.order(context)
        let isFull =
            context[Heater.tankPercentage] == Self.full
            || context[ThermostatCluster.localTemperature].map { $0 >= Self.hottest(context) } ?? false
        let isHeating = !isFull && (order.map { $0 > ElectricalLoad.standby } ?? (heats || asks))
        context[Heater.heatDemand] = isHeating ? (isEmergency ? sources : first) : []
        // A value that somebody reported ended the rise.
        if isHeating, context.transition(of: Heater.tankPercentage) == nil { heat(&context) }
    }

    /// The tank warms as fast as the power allows, or does not.
    private func heat(_ context: inout EndpointContext) {
        guard let percent = percent(context), percent < Double(Self.full) else { return }
        let power = ElectricalLoad.power(context) ?? Self.usualPower
        guard context[Heater.heatDemand]?.isEmpty == false, power > ElectricalLoad.standby else {
            guard context.transition(of: Heater.tankPercentage) != nil else { return }
            context[memory: Memory.percent, of: cluster] = percent
            context.halt(Heater.tankPercentage)
            return
        }
        let seconds = (Double(Self.full) - percent) * Self.heatOfPercent * 3600 / Double(power)
        context.move(Heater.tankPercentage, from: percent, to: Self.full, over: .seconds(min(seconds, 1e7)))
    }

    /// How full the tank is, with what makes no whole percent yet; whoever reported another percent knows better.
    private func percent(_ context: EndpointContext) -> Double? {
        guard let whole = context[Heater.tankPercentage] else { return nil }
        if let transition = context.transition(of: Heater.tankPercentage) {
            return transition.value(at: context.moment)
        }
        let exact: Double? = context[memory: Memory.percent, of: cluster]
        return exact.flatMap { abs($0 - Double(whole)) <= 0.5 ? $0 : nil } ?? Double(whole)
    }

    func followLoad(_ context: inout EndpointContext) {
        follow(&context)
        heat(&context)
    }

    /// Of so many times that the device lives, in one a percent is used.
    private static let timesPerPercentUsed = 60

    func live(_ context: inout EndpointContext) {
        guard let percent = context[Heater.tankPercentage], percent > 0, context[Heater.heatDemand]?.isEmpty != false,
            Int.random(in: 0..<Self.timesPerPercentUsed, using: &context.device.random) == 0
        else { return }
        context[Heater.tankPercentage] = percent - 1
    }
}
