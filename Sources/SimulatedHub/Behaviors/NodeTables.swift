import ClusterTypes
import DataModel
import HomeGraph

/// The clusters of nodes whose commands each do one plain thing.
enum NodeTables {
    static let all: [CommandTable] = [software, locale, calendar, units]

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
            limits: [
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
