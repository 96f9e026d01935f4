import ClusterTypes
import DataModel
import HomeGraph

/// Heating water, and boosting it for a time (Matter Application Cluster Specification, section 9.5).
///
/// The heater heats while its thermostat asks for heat, while a boost is on, or by order of an energy manager; the tank
/// warms by the power that it takes. Where the device is autonomous the tank is used otherwise.
struct WaterHeaterBehavior: LoadFollower {
    private typealias Heater = WaterHeaterManagementCluster
    private typealias Info = WaterHeaterManagementCluster.WaterHeaterBoostInfoStruct

    private enum Timer { static let boost: UInt32 = 0 }
    /// What the behaviour remembers: the boost that is on, and whether it heats, or waits until the tank has cooled.
    private enum Memory { static let boost: UInt32 = 0, isReheating: UInt32 = 1 }

    private static let full: UInt8 = 100
    /// The heat of a percent, in milliwatt-hours: some two hundred litres, warmed by forty-five degrees.
    private static let heatOfPercent: Double = 105_000
    /// What is taken for as long as nobody measures it, in milliwatts.
    private static let usualPower: Int64 = 3_000_000

    var cluster: UInt32 { Heater.clusterID }

    func start(_ context: inout EndpointContext) {
        if context[memory: Memory.boost, of: cluster] as Info? != nil { end(&context) }
        follow(&context)
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
        if changed == ThermostatCluster.clusterID { follow(&context) }
        if changed == cluster, attribute == Heater.heatDemand.id { heat(&context) }
        guard changed == cluster, attribute == Heater.tankPercentage.id else { return }
        followTank(&context)
    }

    /// A boost heats to its target; one of one shot ends there, and another heats again once the tank has cooled to
    /// where it says, or below the target.
    private func followTank(_ context: inout EndpointContext) {
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
        let isFull = context[Heater.tankPercentage] == Self.full
        let isHeating = order.map { $0 > ElectricalLoad.standby && !isFull } ?? (heats || asks)
        context[Heater.heatDemand] = isHeating ? (isEmergency ? sources : first) : []
        // A value that somebody reported ended the rise.
        if isHeating, context.transition(of: Heater.tankPercentage) == nil { heat(&context) }
    }

    /// The tank warms as fast as the power allows, or does not.
    private func heat(_ context: inout EndpointContext) {
        guard let percent = context.current(Heater.tankPercentage), percent < Self.full else { return }
        let power = ElectricalLoad.power(context) ?? Self.usualPower
        guard context[Heater.heatDemand]?.isEmpty == false, power > ElectricalLoad.standby else {
            context.halt(Heater.tankPercentage)
            return
        }
        let seconds = Double(Self.full - percent) * Self.heatOfPercent * 3600 / Double(power)
        context.move(Heater.tankPercentage, to: Self.full, over: .seconds(min(seconds, 1e7)))
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
