import ClusterTypes
import DataModel

/// What runs a while: appliances, vacuum cleaners, players.
extension ConversionTable {
    private typealias Operation = OperationalStateCluster
    private typealias Oven = OvenCavityOperationalStateCluster
    private typealias Vacuum = RvcOperationalStateCluster
    private typealias Media = MediaPlaybackCluster

    private static let stopped: UInt64 = 0, running: UInt64 = 1, paused: UInt64 = 2, failed: UInt64 = 3

    /// Always the same, of what has an operational state.
    private static func operating(_ choice: Choice) -> Conversion {
        Conversion(
            reading: .requiring(.attribute(AttributeID(Operation.operationalState)), .constant(.choice(choice))))
    }

    private static let state = Scale.choices(
        [
            Scale.Coded(.stopped, stopped), Scale.Coded(.running, running), Scale.Coded(.paused, paused),
            Scale.Coded(.error, failed),
        ], otherwise: .unknown)
    private static let vacuumState = Scale.choices(
        [
            Scale.Coded(.stopped, stopped), Scale.Coded(.running, running), Scale.Coded(.paused, paused),
            Scale.Coded(.error, failed),
            Scale.Coded(.seekingCharger, 64), Scale.Coded(.charging, 65), Scale.Coded(.docked, 66),
            Scale.Coded(.emptyingDustBin, 67), Scale.Coded(.cleaningMop, 68), Scale.Coded(.fillingWaterTank, 69),
            Scale.Coded(.updatingMaps, 70),
        ], otherwise: .unknown)

    static let appliances: [Quantity: Conversion] = [
        .operationalState: Conversion(
            reading: .first([
                .attribute(Operation.operationalState, state), .attribute(Oven.operationalState, state),
                .attribute(Vacuum.operationalState, vacuumState),
            ])),
        .operation: Conversion(
            setting: .first([
                .byValue([
                    (.choice(.start), .invoke(CommandID(Operation.Command.start))),
                    (.choice(.stop), .invoke(CommandID(Operation.Command.stop))),
                    (.choice(.pause), .invoke(CommandID(Operation.Command.pause))),
                    (.choice(.resume), .invoke(CommandID(Operation.Command.resume))),
                ]),
                .byValue([
                    (.choice(.start), .invoke(CommandID(Oven.Command.start))),
                    (.choice(.stop), .invoke(CommandID(Oven.Command.stop))),
                ]),
                .byValue([
                    (.choice(.pause), .invoke(CommandID(Vacuum.Command.pause))),
                    (.choice(.resume), .invoke(CommandID(Vacuum.Command.resume))),
                    (.choice(.goHome), .invoke(CommandID(Vacuum.Command.goHome))),
                ]),
            ])),
        .operationRemaining: Conversion(
            unit: .second,
            reading: .first([
                .attribute(Operation.countdownTime, .linear(Linear()), whenNull: .number(0)),
                .attribute(Oven.countdownTime, .linear(Linear()), whenNull: .number(0)),
                .attribute(Vacuum.countdownTime, .linear(Linear()), whenNull: .number(0)),
            ])),
        .operationOn: Conversion(
            reading: .attribute(Operation.operationalState, .isAmong([running, paused])),
            setting: .byValue([
                (.flag(true), .invoke(CommandID(Operation.Command.start))),
                (.flag(false), .invoke(CommandID(Operation.Command.stop))),
            ])),
        .operationRunning: Conversion(reading: .attribute(Operation.operationalState, .isAmong([running]))),
        .operationFault: Conversion(reading: .attribute(Operation.operationalState, .isAmong([failed]))),
        // Nothing says when it is to run, or what a valve is for that only the device's type tells.
        .operationProgram: operating(.noProgram),
        .showerKind: operating(.shower),
        .playbackState: Conversion(
            reading: .attribute(
                Media.currentState,
                .choices(
                    [
                        Scale.Coded(.playing, 0), Scale.Coded(.paused, 1), Scale.Coded(.notPlaying, 2),
                        Scale.Coded(.buffering, 3),
                    ], otherwise: .unknown))),
        .playback: Conversion(
            setting: .byValue([
                (.choice(.play), .invoke(CommandID(Media.Command.play))),
                (.choice(.pause), .invoke(CommandID(Media.Command.pause))),
                (.choice(.stop), .invoke(CommandID(Media.Command.stop))),
            ])),
    ]
}
