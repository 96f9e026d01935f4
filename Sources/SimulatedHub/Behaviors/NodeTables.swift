import ClusterTypes
import DataModel
import HomeGraph

/// The clusters of nodes whose commands each do one plain thing.
enum NodeTables {
    static let all: [CommandTable] = [ethernet, wiFi, thread, software, locale, calendar, units]

    /// Counters go back to zero (Matter Core Specification, sections 11.13 to 11.16).
    private static func reset(_ cluster: UInt32, _ command: UInt32, _ counters: [UInt32]) -> CommandTable {
        CommandTable(
            cluster,
            [
                command: CommandTable.run { context throws(HomeError) in
                    for counter in counters where context.has(AttributeKey<UInt64>(cluster: cluster, id: counter)) {
                        context[AttributeKey<UInt64>(cluster: cluster, id: counter)] = 0
                    }
                }
            ])
    }

    private typealias Ethernet = EthernetNetworkDiagnosticsCluster
    private static let ethernet = reset(
        Ethernet.clusterID, Ethernet.Command.resetCounts.rawValue,
        [
            Ethernet.packetRxCount.id, Ethernet.packetTxCount.id, Ethernet.txErrCount.id, Ethernet.collisionCount.id,
            Ethernet.overrunCount.id, Ethernet.timeSinceReset.id,
        ])

    private typealias WiFi = WiFiNetworkDiagnosticsCluster
    private static let wiFi = reset(
        WiFi.clusterID, WiFi.Command.resetCounts.rawValue,
        [
            WiFi.beaconLostCount.id, WiFi.beaconRxCount.id, WiFi.packetMulticastRxCount.id,
            WiFi.packetMulticastTxCount.id, WiFi.packetUnicastRxCount.id, WiFi.packetUnicastTxCount.id,
            WiFi.overrunCount.id,
        ])

    private typealias Thread = ThreadNetworkDiagnosticsCluster
    /// The counters of Thread stand together, from the count of detached roles to that of other errors.
    private static let thread = reset(
        Thread.clusterID, Thread.Command.resetCounts.rawValue,
        [Thread.overrunCount.id] + Array(Thread.detachedRoleCount.id...Thread.rxErrOtherCount.id))

    private typealias Software = SoftwareDiagnosticsCluster
    private static let software = CommandTable(
        Software.clusterID,
        [
            Software.Command.resetWatermarks.rawValue: CommandTable.run { context throws(HomeError) in
                context[Software.currentHeapHighWatermark] = context[Software.currentHeapUsed]
            }
        ])

    /// What is written is one of what the device supports (Matter Core Specification, sections 11.3 to 11.5).
    private static func choice<Value: DataRepresentable>(
        _ key: AttributeKey<Value>, among list: AttributeKey<[Value]>, _ name: String
    ) -> CommandTable {
        CommandTable(
            key.cluster, [:],
            checks: [
                key.id: { value, context throws(HomeError) in
                    let known = context[list] ?? []
                    guard let value = Value(value), !known.contains(value) else { return }
                    throw HomeError(
                        .outOfRange,
                        "\(name): \(context.device.name) does not support \(value); there are "
                            + known.map { "\($0)" }.joined(separator: ", "))
                }
            ])
    }

    private static let locale = choice(
        LocalizationConfigurationCluster.activeLocale, among: LocalizationConfigurationCluster.supportedLocales,
        "activeLocale")
    private static let calendar = choice(
        TimeFormatLocalizationCluster.activeCalendarType, among: TimeFormatLocalizationCluster.supportedCalendarTypes,
        "activeCalendarType")
    private static let units = choice(
        UnitLocalizationCluster.temperatureUnit, among: UnitLocalizationCluster.supportedTemperatureUnits,
        "temperatureUnit")
}
