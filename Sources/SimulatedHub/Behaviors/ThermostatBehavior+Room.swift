import ClusterTypes
import DataModel

/// What runs, and what that does to the room.
extension ThermostatBehavior {
    private typealias Thermostat = ThermostatCluster
    private typealias Relays = ThermostatCluster.RelayStateBitmap

    private enum Memory {
        /// What runs now, as the bits of the running state, also where the device does not report it.
        static let running: UInt32 = 0
    }

    /// In hundredths of a degree.
    private enum Room {
        /// Heating begins this far below the setpoint, and ends at it; cooling the other way round.
        static let hysteresis: Int16 = 20
        /// What heating or cooling does in the time between two looks at the room.
        static let power: Int16 = 10
        /// What the weather does in that time.
        static let leak: Int16 = 3
        /// The weather, where the thermostat does not measure it: such that what it can do is wanted.
        static let winter: Int16 = 1000
        static let summer: Int16 = 3200
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
        context[Thermostat.thermostatRunningState] = running
        context[Thermostat.thermostatRunningMode] =
            running.contains(.heat) ? .heat : running.contains(.cool) ? .cool : .off
    }

    /// Whether a thermostat on the endpoint heats now.
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
        return missing >= (isRunning ? 1 : Int(Room.hysteresis))
    }

    func live(_ context: inout EndpointContext) {
        guard let temperature = context[Thermostat.localTemperature] else { return }
        let running: Relays = context[memory: Memory.running, of: cluster] ?? []
        let cools = context[Thermostat.systemMode] == .cool || !has(.heating, context)
        let outdoor = context[Thermostat.outdoorTemperature] ?? (cools ? Room.summer : Room.winter)
        var next = Int(temperature)
        next += Int(temperature < outdoor ? Room.leak : temperature > outdoor ? -Room.leak : 0)
        next += Int.random(in: -1...1, using: &context.device.random)
        if running.contains(.heat) { next += Int(Room.power) }
        if running.contains(.cool) { next -= Int(Room.power) }
        context[Thermostat.localTemperature] = Int16(clamping: next)
        control(&context)
    }
}
