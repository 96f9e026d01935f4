import ClusterTypes
import DataModel
import HomeGraph

/// Heating water, and boosting it for a time (Matter Application Cluster Specification, sections 9.5 and 9.6).
///
/// All that the device says of its water follows from one temperature: a tank is full that is as warm as it is to be,
/// and empty that is as cold as what flows in. The heater heats while its thermostat asks for heat, while a boost is on,
/// or by order of an energy manager, until the tank is full; the water warms by the power that it takes. Its mode and
/// its thermostat's agree on whether it is off. Where the device is autonomous the water is used otherwise.
struct WaterHeaterBehavior: LoadFollower {
    private typealias Heater = WaterHeaterManagementCluster
    private typealias Info = WaterHeaterManagementCluster.WaterHeaterBoostInfoStruct
    private typealias Thermostat = ThermostatCluster

    private enum Timer { static let boost: UInt32 = 0 }
    /// What the behaviour remembers: the boost that is on, and whether it heats, or waits until the tank has cooled.
    private enum Memory {
        static let boost: UInt32 = 0, isReheating: UInt32 = 1
        /// The temperature at which the water stopped to warm, with what makes no hundredth of a degree.
        static let temperature: UInt32 = 3
    }

    private static let full: UInt8 = 100
    /// The water that flows in, in hundredths of a degree.
    private static let cold: Int16 = 1000
    /// What some two hundred litres take to be warmed by a hundredth of a degree, in milliwatt-hours.
    private static let usualHeat: Double = 105_000 / 45
    private static let usualVolume: UInt16 = 200
    /// What is taken for as long as nobody measures it, in milliwatts.
    private static let usualPower: Int64 = 3_000_000

    var cluster: UInt32 { Heater.clusterID }

    func start(_ context: inout EndpointContext) {
        if context[memory: Memory.boost, of: cluster] as Info? != nil { end(&context) }
        WaterHeaterModes.agree(&context)
        // A home file may say how full the tank is, or how warm.
        if context[Heater.tankPercentage] != Self.full { followPercentage(&context) }
        followTemperature(&context)
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
            try ThermostatBehavior().checkHeating(setpoint, as: "boostInfo.temporarySetpoint", context)
        }
        context[memory: Memory.boost, of: cluster] = info
        context[memory: Memory.isReheating, of: cluster] = true
        context.schedule(Timer.boost, of: cluster, after: .seconds(info.duration))
        context[Heater.boostState] = .active
        context.emit(Heater.BoostStartedEvent(boostInfo: info))
        followTemperature(&context)
    }

    private func end(_ context: inout EndpointContext) {
        context.cancel(Timer.boost, of: cluster)
        context[memory: Memory.boost, of: cluster] = Info?.none
        context[memory: Memory.isReheating, of: cluster] = Bool?.none
        context[Heater.boostState] = .inactive
        context.emit(Heater.BoostEndedEvent())
        followTemperature(&context)
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) { end(&context) }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        switch (changed, attribute) {
        case (WaterHeaterModeCluster.clusterID, WaterHeaterModeCluster.currentMode.id):
            WaterHeaterModes.noteMode(from: old, &context)
        case (Thermostat.clusterID, _):
            if attribute == Thermostat.systemMode.id { WaterHeaterModes.noteSystemMode(&context) }
            followTemperature(&context)
        case (cluster, Heater.heatDemand.id): heat(&context)
        case (cluster, Heater.tankPercentage.id):
            if !context.isActing(as: cluster) { followPercentage(&context) }
        default: break
        }
    }

    // MARK: - The water

    /// What the water is heated to; `nil` where no thermostat says.
    private func target(_ context: EndpointContext) -> Int16? {
        let boost = (context[memory: Memory.boost, of: cluster] as Info?)?.temporarySetpoint
        return boost ?? ThermostatBehavior().heatingSetpoint(context)
    }

    /// How much warmer a full tank is than an empty one, in hundredths of a degree.
    private static func span(_ target: Int16) -> Int { max(1, Int(target) - Int(cold)) }

    /// How full a tank is, in percent; `nil` where nothing says how warm it is, or is to be.
    private func percentage(_ context: EndpointContext) -> UInt8? {
        guard let target = target(context), let temperature = context.current(Thermostat.localTemperature)
        else { return context[Heater.tankPercentage] }
        guard temperature < target else { return Self.full }
        let share = (Int(temperature) - Int(Self.cold)) * Int(Self.full) / Self.span(target)
        return UInt8(clamping: max(0, min(Int(Self.full) - 1, share)))
    }

    /// Somebody says how full the tank is: the water is as warm as that.
    private func followPercentage(_ context: inout EndpointContext) {
        guard let percent = context[Heater.tankPercentage], let target = target(context),
            context[Thermostat.localTemperature] != nil
        else {
            followTemperature(&context)
            return
        }
        guard percentage(context) != percent else { return }
        let share = (Int(percent) * Self.span(target) + Int(Self.full) - 1) / Int(Self.full)
        context[Thermostat.localTemperature] =
            percent >= Self.full ? target : Int16(clamping: min(Int(Self.cold) + share, Int(target) - 1))
    }

    /// The tank is as full as its water is warm, and what heats it follows.
    private func followTemperature(_ context: inout EndpointContext) {
        if let percent = percentage(context) {
            context.act(as: cluster) { $0[Heater.tankPercentage] = percent }
        }
        if let target = target(context), let temperature = context[Thermostat.localTemperature] {
            let missing = Double(max(0, Int(target) - Int(temperature)))
            context[Heater.estimatedHeatRequired] = Int64((missing * heatOfHundredth(context)).rounded())
        }
        followBoost(&context)
        follow(&context)
    }

    /// A boost heats to its target; one of one shot ends there, and another heats again once the tank has cooled to
    /// where it says, or below the target.
    private func followBoost(_ context: inout EndpointContext) {
        guard let info: Info = context[memory: Memory.boost, of: cluster] else { return }
        let target = info.targetPercentage ?? Self.full
        let percent = percentage(context) ?? 0
        if percent >= target {
            context[memory: Memory.isReheating, of: cluster] = false
            if info.oneShot == true { end(&context) }
        } else if info.targetReheat.map({ percent <= $0 }) ?? true {
            context[memory: Memory.isReheating, of: cluster] = true
        }
    }

    // MARK: - Heating

    /// Which of its sources heat now.
    func follow(_ context: inout EndpointContext) {
        let info: Info? = context[memory: Memory.boost, of: cluster]
        let boosts = info != nil && context[memory: Memory.isReheating, of: cluster] == true
        let sources = context[Heater.heaterTypes] ?? []
        // In an emergency every source heats; otherwise the first one is enough.
        let first = Heater.WaterHeaterHeatSourceBitmap(rawValue: sources.rawValue & (~sources.rawValue &+ 1))
        let isEmergency = boosts && info?.emergencyBoost == true
        let order = DeviceEnergyManagementBehavior.order(context)
        let asks = boosts || ThermostatBehavior.isHeating(context)
        let isHeating = percentage(context) != Self.full && (order.map { $0 > ElectricalLoad.standby } ?? asks)
        context[Heater.heatDemand] = isHeating ? (isEmergency ? sources : first) : []
        // A value that somebody reported ended the rise, or it leads elsewhere than the water is heated to now.
        let end = context.transition(of: Thermostat.localTemperature)?.end
        if isHeating, end != target(context).map(Double.init) { heat(&context) }
    }

    /// What a hundredth of a degree takes, in milliwatt-hours.
    private func heatOfHundredth(_ context: EndpointContext) -> Double {
        Self.usualHeat * Double(max(1, context[Heater.tankVolume] ?? Self.usualVolume)) / Double(Self.usualVolume)
    }

    /// The water warms as fast as the power allows, or does not.
    private func heat(_ context: inout EndpointContext) {
        guard let temperature = temperature(context) else { return }
        let power = ElectricalLoad.power(context) ?? Self.usualPower
        guard context[Heater.heatDemand]?.isEmpty == false, power > ElectricalLoad.standby,
            let target = target(context), temperature < Double(target)
        else {
            guard context.transition(of: Thermostat.localTemperature) != nil else { return }
            context[memory: Memory.temperature, of: cluster] = temperature
            context.halt(Thermostat.localTemperature)
            return
        }
        let seconds = (Double(target) - temperature) * heatOfHundredth(context) * 3600 / Double(power)
        context.move(Thermostat.localTemperature, from: temperature, to: target, over: .seconds(min(seconds, 1e7)))
    }

    /// How warm the water is, with what makes no whole hundredth of a degree; whoever reported otherwise knows better.
    private func temperature(_ context: EndpointContext) -> Double? {
        guard let whole = context[Thermostat.localTemperature] else { return nil }
        if let transition = context.transition(of: Thermostat.localTemperature) {
            return transition.value(at: context.moment)
        }
        let exact: Double? = context[memory: Memory.temperature, of: cluster]
        return exact.flatMap { abs($0 - Double(whole)) <= 0.5 ? $0 : nil } ?? Double(whole)
    }

    func followLoad(_ context: inout EndpointContext) {
        follow(&context)
        heat(&context)
    }

    /// Of so many times that the device lives, in one some water is used: so much colder is the rest, in hundredths of
    /// a degree.
    private static let timesPerUse = 60, use: Int16 = 45

    func live(_ context: inout EndpointContext) {
        guard context[Heater.heatDemand]?.isEmpty != false,
            Int.random(in: 0..<Self.timesPerUse, using: &context.device.random) == 0,
            let temperature = context[Thermostat.localTemperature], temperature > Self.cold
        else { return }
        context[Thermostat.localTemperature] = max(Self.cold, temperature - Self.use)
    }
}
