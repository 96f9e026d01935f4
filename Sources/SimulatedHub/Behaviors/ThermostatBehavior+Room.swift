import ClusterTypes
import DataModel

/// What runs, and what that does to the room.
extension ThermostatBehavior {
    private typealias Thermostat = ThermostatCluster
    private typealias Relays = ThermostatCluster.RelayStateBitmap

    private enum Memory {
        /// What runs now, as the bits of the running state, also where the device does not report it.
        static let running: UInt32 = 0
        /// The temperature, with what makes no hundredth of a degree yet.
        static let temperature: UInt32 = 7
    }

    /// Heating begins this far below the setpoint, in hundredths of a degree, and ends at it; cooling the other way
    /// round.
    private static let hysteresis: Int16 = 20

    /// What a thermostat heats and cools, in degrees and hours.
    private enum Room {
        /// How fast heating or cooling changes the temperature, in degrees an hour.
        static let power = 4.0
        /// Of the difference to outside, what is lost in an hour.
        static let leak = 0.1
        /// The weather, where the thermostat does not measure it, in hundredths of a degree: such that what it can do
        /// is wanted.
        static let winter = 1000.0, summer = 3200.0
        /// How much warmer the afternoon is there than the night, in hundredths of a degree.
        static let day = 400.0
    }

    /// Decides what runs.
    func control(_ context: inout EndpointContext) {
        let before: Relays = context[memory: Memory.running, of: cluster] ?? []
        var running: Relays = context[Thermostat.systemMode] == .fanOnly ? .fan : []
        if demands(.heating, isRunning: before.contains(.heat), context) {
            running = .heat
        } else if demands(.cooling, isRunning: before.contains(.cool), context) {
            running = .cool
        }
        context[memory: Memory.running, of: cluster] = running
        if Self.isOfTank(context) { WaterHeaterBehavior().follow(&context) }
        showRunning(&context)
    }

    /// Whether it is water that the thermostat heats, and no room.
    private static func isOfTank(_ context: EndpointContext) -> Bool {
        context.has(WaterHeaterManagementCluster.heatDemand)
    }

    /// Says what runs; a heater of water may heat by other reasons than its thermostat's, or wait.
    func showRunning(_ context: inout EndpointContext) {
        var running: Relays = context[memory: Memory.running, of: cluster] ?? []
        if let demand = context[WaterHeaterManagementCluster.heatDemand] { running = demand.isEmpty ? [] : .heat }
        context[Thermostat.thermostatRunningState] = running
        context[Thermostat.thermostatRunningMode] =
            running.contains(.heat) ? .heat : running.contains(.cool) ? .cool : .off
    }

    /// Whether a thermostat on the endpoint asks for heat now.
    static func isHeating(_ context: EndpointContext) -> Bool {
        let running: Relays? = context[memory: Memory.running, of: Thermostat.clusterID]
        return running?.contains(.heat) ?? false
    }

    private func demands(_ side: ThermostatSide, isRunning: Bool, _ context: EndpointContext) -> Bool {
        let modes: [Thermostat.SystemModeEnum] =
            side == .heating ? [.auto, .heat, .emergencyHeat] : [.auto, .cool, .precooling]
        guard has(side, context), let mode = context[Thermostat.systemMode], modes.contains(mode),
            let temperature = context[Thermostat.localTemperature],
            let setpoint = context[side.setpoint(occupied: isOccupied(context))]
        else { return false }
        let missing = side == .heating ? Int(setpoint) - Int(temperature) : Int(temperature) - Int(setpoint)
        return missing >= (isRunning ? 1 : Int(Self.hysteresis))
    }

    /// How long it is from one look at the room to the next, in hours.
    private static let interval = 10.0 / 3600

    func live(_ context: inout EndpointContext) {
        guard let temperature = context[Thermostat.localTemperature], !Self.isOfTank(context) else { return }
        let running: Relays = context[memory: Memory.running, of: cluster] ?? []
        let cools = context[Thermostat.systemMode] == .cool || !has(.heating, context)
        let weather =
            (cools ? Room.summer : Room.winter) + (DailyCourse.warmth.value(at: context.timeOfDay) - 0.5) * Room.day
        let outdoor = context[Thermostat.outdoorTemperature].map(Double.init) ?? weather
        // Whoever reported another temperature knows better.
        let exact: Double? = context[memory: Memory.temperature, of: cluster]
        var next = exact.flatMap { abs($0 - Double(temperature)) <= 0.5 ? $0 : nil } ?? Double(temperature)
        next += (outdoor - next) * Room.leak * Self.interval
        next += Double.random(in: -1...1, using: &context.device.random) * 0.2
        if running.contains(.heat) { next += Room.power * 100 * Self.interval }
        if running.contains(.cool) { next -= Room.power * 100 * Self.interval }
        next = max(-27_315, min(32_767, next))
        context.remember(next, as: Memory.temperature, of: cluster, isNews: false)
        context[Thermostat.localTemperature] = Int16(clamping: Int(next.rounded()))
        control(&context)
    }
}
