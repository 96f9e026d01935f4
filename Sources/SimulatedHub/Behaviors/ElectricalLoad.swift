import ClusterTypes
import DataModel
import HomeGraph
import ModelReader

/// A behaviour of something that follows the power its endpoint takes, beyond what attributes say of it.
protocol LoadFollower: Behavior {
    /// The endpoint takes another power now, or may take another one.
    func followLoad(_ context: inout EndpointContext)
}

/// The power that an endpoint takes, or gives, by what it does; in milliwatts, taken ones above zero.
///
/// An endpoint that says nothing of what it does takes what its parts take: an oven what its cavity does, a heat pump
/// what its thermostat asks for. What an energy manager orders, or the forecast says, comes before all of that
/// (``DeviceEnergyManagementBehavior``).
enum ElectricalLoad {
    /// What a device of a type takes at full power.
    private static let nominal: [String: Int64] = [
        "OnOffLight": 9000, "DimmableLight": 9000, "ColorTemperatureLight": 10_000, "ExtendedColorLight": 12_000,
        "OnOffPluginUnit": 60_000, "DimmablePlugInUnit": 60_000, "MountedOnOffControl": 60_000, "Fan": 40_000,
        "AirPurifier": 45_000, "RoomAirConditioner": 1_200_000, "LaundryWasher": 800_000, "LaundryDryer": 1_500_000,
        "Dishwasher": 1_200_000, "MicrowaveOven": 1_000_000, "Oven": 2_500_000, "CookSurface": 1_800_000,
        "WaterHeater": 3_000_000, "HeatPump": 2_000_000, "Pump": 400_000, "BasicVideoPlayer": 90_000,
        "CastingVideoPlayer": 90_000, "Speaker": 20_000, "ExtractorHood": 120_000,
        "Refrigerator": 120_000, "RoboticVacuumCleaner": 30_000,
    ]
    /// What runs now and then by itself, whatever it is told: the share of the time.
    private static let shares: [String: Double] = ["Refrigerator": 0.4]
    /// What other devices take, and what any takes while it does nothing.
    private static let usual: Int64 = 50_000
    static let standby: Int64 = 500
    /// What measures what is behind it, which is nothing while it is off.
    private static let outlets: Set<String> = ["OnOffPluginUnit", "DimmablePlugInUnit", "MountedOnOffControl"]
    /// What goes by the time of day alone: panels give most at noon, and the meter of a home counts people's day.
    private static let courses: [String: (curve: DailyCourse, least: Double, most: Double)] = [
        "SolarPower": (curve: .sun, least: 0, most: -4_000_000),
        "ElectricalMeter": (curve: .people, least: 150_000, most: 800_000),
        "ElectricalSensor": (curve: .people, least: 150_000, most: 800_000),
    ]
    /// What keeps heat: an energy manager may have it work while it would rest.
    private static let heatStores: Set<String> = ["WaterHeater", "HeatPump"]
    /// The mains.
    static let volts: Int64 = 230

    /// The attributes that the power depends on.
    private static let causes: Set<Cause> = [
        cause(OnOffCluster.onOff), cause(LevelControlCluster.currentLevel), cause(FanControlCluster.percentCurrent),
        cause(OperationalStateCluster.operationalState), cause(OvenCavityOperationalStateCluster.operationalState),
        cause(RvcOperationalStateCluster.operationalState),
        cause(WaterHeaterManagementCluster.heatDemand), cause(WaterHeaterManagementCluster.tankPercentage),
        cause(ThermostatCluster.thermostatRunningState),
        cause(EnergyEvseCluster.state), cause(EnergyEvseCluster.maximumChargeCurrent),
        cause(EnergyEvseCluster.circuitCapacity), cause(EnergyEvseCluster.userMaximumChargeCurrent),
        cause(EnergyEvseCluster.maximumDischargeCurrent), cause(PowerSourceCluster.batPercentRemaining),
    ]

    /// An attribute that the power depends on.
    private struct Cause: Hashable {
        let cluster: UInt32
        let attribute: UInt32
    }

    private static func cause<Value>(_ key: AttributeKey<Value>) -> Cause {
        Cause(cluster: key.cluster, attribute: key.id)
    }

    /// Whether the power depends on an attribute.
    static func depends(on attribute: UInt32, of cluster: UInt32) -> Bool {
        causes.contains(Cause(cluster: cluster, attribute: attribute))
    }

    /// Lets all that follows the power know that it may be another one.
    static func tell(_ context: inout EndpointContext) {
        for trait in context.part.traits {
            (Behaviors.table[trait.cluster.id] as? any LoadFollower)?.followLoad(&context)
        }
    }

    // MARK: - What it takes

    /// No home takes or gives more, whatever somebody orders or forecasts: a gigawatt.
    private static let most: Int64 = 1_000_000_000_000

    /// The power now; `nil` for an endpoint that says nothing of what it does.
    static func power(_ context: EndpointContext) -> Int64? {
        let load = load(context)
        guard let order = DeviceEnergyManagementBehavior.order(context) else {
            // Once it was told what to take, it takes nothing more when that is over.
            return load ?? (context.trait(DeviceEnergyManagementCluster.clusterID) == nil ? nil : standby)
        }
        return possible(max(-most, min(most, order)), instead: load, context)
    }

    /// Whether the power depends on what the endpoint does, and not on the time of day alone.
    static func followsDoing(_ context: EndpointContext) -> Bool {
        StoredEnergy.isHere(context) || share(context) != nil || context.parts.contains { share($0) != nil }
    }

    /// The power that it would take by itself.
    static func load(_ context: EndpointContext) -> Int64? {
        if StoredEnergy.isHere(context) { return StoredEnergy.load(context) }
        if let share = share(context) { return power(of: share, context, as: full(context) ?? usual) }
        let parts = context.parts.compactMap { part in
            share(part).map { power(of: $0, part, as: full(part) ?? full(context) ?? usual) }
        }
        if !parts.isEmpty { return parts.reduce(0, +) }
        // Sensors stand beside what they measure, too: only where they are the endpoint's own type it is a home's.
        return context.part.types.first.flatMap { courses[$0.name] }.map { course in
            let height = course.curve.value(at: context.timeOfDay)
            return Int64((course.least + (course.most - course.least) * height).rounded())
        }
    }

    private static func full(_ context: EndpointContext) -> Int64? {
        context.part.types.lazy.compactMap { nominal[$0.name] }.first
    }

    private static func power(of share: Double, _ context: EndpointContext, as full: Int64) -> Int64 {
        guard share > 0 else { return context.part.types.contains { outlets.contains($0.name) } ? 0 : standby }
        if context.trait(EnergyEvseCluster.clusterID) != nil { return EnergyEvseBehavior.power(context) }
        return Int64((Double(full) * share).rounded())
    }

    /// What it can take of what it is to take, where it would take so much by itself.
    private static func possible(_ order: Int64, instead load: Int64?, _ context: EndpointContext) -> Int64 {
        if StoredEnergy.isHere(context) { return StoredEnergy.possible(order, context) }
        guard let load else { return order }
        // The sun gives no more than it does.
        if load < 0 { return min(0, max(load, order)) }
        let isAtRest = load <= standby
        // A session has its limits of current, whoever orders more.
        if context.trait(EnergyEvseCluster.clusterID) != nil, !isAtRest { return min(load, max(0, order)) }
        guard context.part.types.contains(where: { heatStores.contains($0.name) }) else {
            return isAtRest ? load : max(0, order)
        }
        return context[WaterHeaterManagementCluster.tankPercentage] == 100 ? min(load, max(0, order)) : max(0, order)
    }

    /// How much of its full power the endpoint takes, from 0 to 1, or more where several elements heat.
    private static func share(_ context: EndpointContext) -> Double? {
        if let share = context.part.types.lazy.compactMap({ shares[$0.name] }).first { return share }
        // A vacuum takes power while it charges.
        if let state = context[RvcOperationalStateCluster.operationalState] { return state == .charging ? 1 : 0 }
        if let state = context[EnergyEvseCluster.state] {
            return [.pluggedInCharging, .pluggedInDischarging].contains(state) ? 1 : 0
        }
        if let demand = context[WaterHeaterManagementCluster.heatDemand] {
            return Double(demand.rawValue.nonzeroBitCount)
        }
        let states = [
            context[OperationalStateCluster.operationalState] == .running,
            context[OvenCavityOperationalStateCluster.operationalState] == .running,
        ]
        if context.has(OperationalStateCluster.operationalState)
            || context.has(OvenCavityOperationalStateCluster.operationalState)
        {
            return states.contains(true) ? 1 : 0
        }
        if context[OnOffCluster.onOff] == false { return 0 }
        if let percent = context[FanControlCluster.percentCurrent] { return Double(percent) / 100 }
        if let running = context[ThermostatCluster.thermostatRunningState] { return running.isEmpty ? 0 : 1 }
        guard context.has(OnOffCluster.onOff) else { return nil }
        guard let level = context.current(LevelControlCluster.currentLevel) else { return 1 }
        return Double(level) / 254
    }
}
