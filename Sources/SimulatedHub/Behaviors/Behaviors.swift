/// The behaviours there are, by the number of their cluster.
enum Behaviors {
    private static let all: [any Behavior] =
        [
            BasicInformationBehavior(), GeneralDiagnosticsBehavior(),
            OnOffBehavior(), LevelControlBehavior(), ColorControlBehavior(),
            DoorLockBehavior(), ThermostatBehavior(), FanControlBehavior(), WindowCoveringBehavior(), ValveBehavior(),
            SmokeCoAlarmBehavior(),
            SwitchBehavior(), IdentifyBehavior(), BooleanStateBehavior(), OccupancySensingBehavior(),
            PowerSourceBehavior(),
            TemperatureControlBehavior(), MediaPlaybackBehavior(), ChimeBehavior(),
            OpenCloseBehavior(), LockUnlockBehavior(), DockBehavior(), RelativeHumidityControlBehavior(),
            TimerBehavior(), ArmDisarmBehavior(),
        ] + MeasurementBehavior.all + ModeBehavior.all + OperationalStateBehavior.all + ResourceMonitoringBehavior.all

    static let table: [UInt32: any Behavior] = Dictionary(all.map { ($0.cluster, $0) }) { first, _ in first }
}
