import ClusterTypes
import DataModel

/// Filters and valves.
extension ConversionTable {
    private typealias Valve = ValveConfigurationAndControlCluster
    private typealias Hepa = HepaFilterMonitoringCluster
    private typealias Carbon = ActivatedCarbonFilterMonitoringCluster

    private static let seconds = Scale.linear(Linear())
    private static let lastsLongest = 0...Double(UInt32.max - 1)
    /// What is left of a filter whose number goes up as it gets older.
    private static let worn = Scale.linear(Linear(-1, offset: 100))

    private static let hepaLife = Reading.selected(
        by: AttributeID(Hepa.degradationDirection), [Selection([0], .attribute(Hepa.condition, worn))],
        otherwise: .attribute(Hepa.condition, .linear(Linear())))
    private static let carbonLife = Reading.selected(
        by: AttributeID(Carbon.degradationDirection), [Selection([0], .attribute(Carbon.condition, worn))],
        otherwise: .attribute(Carbon.condition, .linear(Linear())))

    static let water: [Quantity: Conversion] = [
        .filterLife: Conversion(unit: .percent, reading: .first([hepaLife, carbonLife])),
        .filterDue: Conversion(
            reading: .first([
                .attribute(Hepa.changeIndication, .isNot(0)), .attribute(Carbon.changeIndication, .isNot(0)),
            ])),
        // Of a device that has both filters this is the other one.
        .carbonFilterLife: Conversion(
            unit: .percent, reading: .requiring(.attribute(AttributeID(Hepa.condition)), carbonLife)),
        .carbonFilterDue: Conversion(
            reading: .requiring(
                .attribute(AttributeID(Hepa.changeIndication)), .attribute(Carbon.changeIndication, .isNot(0)))),
        .carbonFilterReset: Conversion(
            setting: .requiring(
                .attribute(AttributeID(Hepa.condition)),
                .byValue([(.flag(true), .invoke(CommandID(Carbon.Command.resetCondition)))]))),
        .filterReset: Conversion(
            setting: .byValue([
                (
                    .flag(true),
                    .first([
                        .invoke(CommandID(Hepa.Command.resetCondition)),
                        .invoke(CommandID(Carbon.Command.resetCondition)),
                    ])
                )
            ])),
        .valveOpen: Conversion(
            // A valve that is where it is to be has no target.
            reading: .selected(
                by: AttributeID(Valve.targetState),
                [Selection([0], .constant(.flag(false))), Selection([1], .constant(.flag(true)))],
                otherwise: .attribute(Valve.currentState, .isNot(0))),
            setting: .byValue([
                (.flag(true), .invoke(CommandID(Valve.Command.open))),
                (.flag(false), .invoke(CommandID(Valve.Command.close))),
            ])),
        .valveLevel: Conversion(
            unit: .percent, range: 0...100, reading: .attribute(Valve.currentLevel, .linear(Linear())),
            setting: .byValue(
                [(.number(0), .invoke(CommandID(Valve.Command.close)))],
                otherwise: .invoke(CommandID(Valve.Command.open), [1: .value(.linear(Linear()))]))),
        .valveInUse: Conversion(reading: .attribute(Valve.currentState, .isNot(0))),
        .valveLevelTarget: Conversion(
            unit: .percent,
            // A valve that is where it is to be has no target.
            reading: .selected(
                by: AttributeID(Valve.targetState),
                [Selection([0, 1], .attribute(Valve.targetLevel, .linear(Linear())))],
                otherwise: .attribute(Valve.currentLevel, .linear(Linear())))),
        .valveDuration: Conversion(
            unit: .second, range: lastsLongest,
            reading: .attribute(Valve.defaultOpenDuration, seconds, whenNull: .number(0)),
            // A valve that nothing closes is open for no time that people could name.
            setting: .byValue(
                [(.number(0), .write(AttributeID(Valve.defaultOpenDuration), .constant(.null)))],
                otherwise: .write(Valve.defaultOpenDuration, seconds))),
        // Nothing says what a valve is for.
        .valveKind: Conversion(
            reading: .requiring(.attribute(AttributeID(Valve.currentState)), .constant(.choice(.generic)))),
        .valveFault: Conversion(reading: .attribute(Valve.valveFault, .isNot(0))),
        .valveRemaining: Conversion(
            unit: .second, reading: .attribute(Valve.remainingDuration, seconds, whenNull: .number(0))),
    ]
}
