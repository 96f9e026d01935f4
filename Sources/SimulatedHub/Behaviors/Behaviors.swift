/// The behaviours there are, by the number of their cluster.
enum Behaviors {
    private static let node: [any Behavior] = [
        BasicInformationBehavior(), GeneralDiagnosticsBehavior(), IdentifyBehavior(), GroupsBehavior(),
        ScenesManagementBehavior(), PowerSourceBehavior(), RebootBehavior(), SoftwareUpdateBehavior(),
        NetworkControlBehavior(), ExtendedPowerSourceBehavior(), OtaRequestorBehavior(),
        TimeSynchronizationBehavior(), MessagesBehavior(),
    ]

    private static let lighting: [any Behavior] = [
        OnOffBehavior(), LevelControlBehavior(), ColorControlBehavior(), LightEffectsBehavior(),
    ]

    private static let house: [any Behavior] = [
        DoorLockBehavior(), ThermostatBehavior(), ExtendedThermostatBehavior(), SimplifiedThermostatBehavior(),
        FanControlBehavior(), WindowCoveringBehavior(), ValveBehavior(),
        SmokeCoAlarmBehavior(), SwitchBehavior(), BooleanStateBehavior(), OccupancySensingBehavior(),
        ChimeBehavior(), OpenCloseBehavior(), RelativeHumidityControlBehavior(), ArmDisarmBehavior(),
        ClosureControlBehavior(), ClosureDimensionBehavior(), BooleanStateConfigurationBehavior(),
        AirQualityBehavior(), SoilMeasurementBehavior(), CameraStreams.table, CameraMovement.table,
        ZoneManagementBehavior(), DoorbellPressBehavior(),
    ]

    private static let appliances: [any Behavior] = [
        TemperatureControlBehavior(), TimerBehavior(), CookBehavior(), DispenseBehavior(), FillBehavior(),
        ServiceAreaBehavior(), DockBehavior(), PumpBehavior(), MicrowaveOvenBehavior(),
        ExtendedOperationalStateBehavior(),
    ]

    private static let energy: [any Behavior] = [
        ElectricalPowerBehavior(), ElectricalEnergyBehavior(), EnergyEvseBehavior(), WaterHeaterBehavior(),
        DeviceEnergyManagementBehavior(),
    ]

    private static let media: [any Behavior] = [
        MediaPlaybackBehavior(), MediaActivityStateBehavior(), ChannelBehavior(), TargetNavigatorBehavior(),
        ContentControlBehavior(),
    ]

    private static let families: [[any Behavior]] = [
        node, lighting, house, appliances, energy, media, MeasurementBehavior.all, ModeBehavior.all,
        OperationalStateBehavior.all, ResourceMonitoringBehavior.all, AlarmBehavior.all,
        LaundryControls.all, NodeTables.all, NetworkCountersBehavior.all, MediaTables.all, GoogleTables.all,
    ]

    static let table: [UInt32: any Behavior] = Dictionary(
        families.joined().map { ($0.cluster, $0) }, uniquingKeysWith: { first, _ in first })
}
