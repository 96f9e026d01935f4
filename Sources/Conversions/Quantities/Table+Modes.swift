import ClusterTypes
public import DataModel

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
public enum ModeList: Sendable {
    /// A mode.
    public struct Entry: Sendable, Hashable {
        /// What people call it: the device's own word, and the number behind it where that word is none or another's.
        public let label: String
        /// The number by which it is set.
        public let mode: UInt64
        /// What it is for, by the numbers of Mode Base and of the cluster.
        public let tags: [UInt64]
    }

    /// The modes, in order; none for what is no list of modes.
    public static func entries(_ list: DataValue) -> [Entry] {
        guard case .list(let entries) = list else { return [] }
        var seen: Set<String> = []
        return entries.compactMap { entry in
            guard case .fields(let fields) = entry, case .string(let label)? = fields[0], let mode = fields[1]?.code
            else { return nil }
            let isUsable = !label.isEmpty && seen.insert(label).inserted
            return Entry(label: isUsable ? label : "\(label) (\(mode))", mode: mode, tags: tags(fields[2]))
        }
    }

    private static func tags(_ list: DataValue?) -> [UInt64] {
        guard case .list(let entries)? = list else { return [] }
        return entries.compactMap { entry in
            guard case .fields(let tag) = entry else { return nil }
            return tag[1]?.code
        }
    }
}
