import ClusterTypes
import DataModel

/// Modes that each device names for itself: programs of a washer, ways in which a vacuum cleaner cleans.
///
/// Source: the Matter Application Cluster Specification, Mode Base and Mode Select: both list modes with a label and a
/// number, and change with command 0.
extension ConversionTable {
    private typealias Mode = (current: AttributeID, supported: AttributeID)

    private static func mode<Current: DataRepresentable, Supported: DataRepresentable>(
        _ current: AttributeKey<Current>, _ supported: AttributeKey<Supported>
    ) -> Mode { (AttributeID(current), AttributeID(supported)) }

    private static func conversion(_ modes: [Mode]) -> Conversion {
        Conversion(
            reading: .first(modes.map { .label($0.current, in: $0.supported) }),
            setting: .first(
                modes.map { mode in
                    .invoke(CommandID(cluster: mode.current.cluster, id: 0), [0: .labelled(in: mode.supported)])
                }))
    }

    static let modes: [Quantity: Conversion] = [
        .mode: conversion([
            mode(RvcRunModeCluster.currentMode, RvcRunModeCluster.supportedModes),
            mode(LaundryWasherModeCluster.currentMode, LaundryWasherModeCluster.supportedModes),
            mode(DishwasherModeCluster.currentMode, DishwasherModeCluster.supportedModes),
            mode(OvenModeCluster.currentMode, OvenModeCluster.supportedModes),
            mode(MicrowaveOvenModeCluster.currentMode, MicrowaveOvenModeCluster.supportedModes),
            mode(
                RefrigeratorAndTemperatureControlledCabinetModeCluster.currentMode,
                RefrigeratorAndTemperatureControlledCabinetModeCluster.supportedModes),
            mode(WaterHeaterModeCluster.currentMode, WaterHeaterModeCluster.supportedModes),
            mode(EnergyEvseModeCluster.currentMode, EnergyEvseModeCluster.supportedModes),
            mode(ModeSelectCluster.currentMode, ModeSelectCluster.supportedModes),
        ]),
        .cleanMode: conversion([mode(RvcCleanModeCluster.currentMode, RvcCleanModeCluster.supportedModes)]),
    ]
}

/// The modes that a device lists.
enum ModeList {
    /// Labels and numbers, in order; nothing for what is no list of modes.
    static func entries(_ list: DataValue) -> [(label: String, mode: UInt64)] {
        guard case .list(let entries) = list else { return [] }
        return entries.compactMap { entry in
            guard case .fields(let fields) = entry, case .string(let label)? = fields[0], let mode = fields[1]?.code
            else { return nil }
            return (label, mode)
        }
    }
}
