import ClusterTypes
import DataModel
import HomeGraph

/// A water heater's mode and its thermostat's are about one thing: a heater is off in both or in neither (Matter
/// Application Cluster Specification, section 9.6).
///
/// Modes that heat heat alike; what a thermostat has of a schedule counts in each.
enum WaterHeaterModes {
    private typealias Mode = WaterHeaterModeCluster
    private typealias Thermostat = ThermostatCluster

    /// What is remembered: the last mode that heats, to go back to.
    private enum Memory { static let heating: UInt32 = 0 }

    /// A home file may say that it is off in either; then it is.
    static func agree(_ context: inout EndpointContext) {
        guard let current = context[Mode.currentMode], let system = context[Thermostat.systemMode] else { return }
        if isOff(current, context) {
            context[Thermostat.systemMode] = .off
        } else if system == .off {
            noteSystemMode(&context)
        }
    }

    /// The heater is in another mode.
    static func noteMode(from old: DataValue, _ context: inout EndpointContext) {
        if let mode = UInt8(old), !isOff(mode, context) {
            context[memory: Memory.heating, of: Mode.clusterID] = mode
        }
        guard let current = context[Mode.currentMode], let system = context[Thermostat.systemMode],
            isOff(current, context) != (system == .off)
        else { return }
        context[Thermostat.systemMode] = isOff(current, context) ? .off : .heat
    }

    /// The thermostat is in another mode.
    static func noteSystemMode(_ context: inout EndpointContext) {
        guard let current = context[Mode.currentMode], let system = context[Thermostat.systemMode],
            isOff(current, context) != (system == .off)
        else { return }
        let modes = context[Mode.supportedModes] ?? []
        let fitting = modes.filter { isOff($0) == (system == .off) }
        let last: UInt8? = context[memory: Memory.heating, of: Mode.clusterID]
        let mode =
            fitting.first { $0.mode == last } ?? fitting.first { $0.modeTags.contains { $0.value == .manual } }
            ?? fitting.first
        if let mode { context[Mode.currentMode] = mode.mode }
    }

    private static func isOff(_ mode: UInt8, _ context: EndpointContext) -> Bool {
        context[Mode.supportedModes]?.first { $0.mode == mode }.map(isOff) ?? false
    }

    private static func isOff(_ option: WaterHeaterModeCluster.ModeOptionStruct) -> Bool {
        option.modeTags.contains { $0.value == .off }
    }
}
