import ClusterTypes
import DataModel

extension Quantity {
    /// All that there is to know about it.
    ///
    /// Source: the Matter Application Cluster Specification 1.6 for what attributes and commands mean.
    public var conversion: Conversion { ConversionTable.conversion(of: self) }
}

/// What people's values are in raw ones: the one place where that is written.
enum ConversionTable {
    private static let tables = [
        lights, sound, doors, coverings, climate, fans, water, sensors, air, power, electricity, appliances, modes,
        device,
    ]

    static let all: [Quantity: Conversion] = tables.reduce(into: [:]) { all, table in
        all.merge(table) { first, _ in first }
    }

    static func conversion(of quantity: Quantity) -> Conversion { all[quantity] ?? Conversion() }
}

// MARK: - Shorthand of the tables

extension Reading {
    static func attribute<Value: DataRepresentable>(
        _ key: AttributeKey<Value>, _ scale: Scale, whenNull: PeoplesValue? = nil
    ) -> Reading { .attribute(AttributeID(key), scale, whenNull: whenNull) }
}

extension Setting {
    static func write<Value: DataRepresentable>(_ key: AttributeKey<Value>, _ scale: Scale) -> Setting {
        .write(AttributeID(key), .value(scale))
    }

    static func write<Value: DataRepresentable>(_ key: AttributeKey<Value>, constant: UInt64) -> Setting {
        .write(AttributeID(key), .constant(.uint(constant)))
    }

    /// Writes what the attribute is already, so that the device confirms it.
    static func rewrite<Value: DataRepresentable>(_ key: AttributeKey<Value>) -> Setting {
        .write(AttributeID(key), .attribute(AttributeID(key)))
    }
}

extension CommandID {
    init(_ command: OnOffCluster.Command) { self.init(cluster: OnOffCluster.clusterID, id: command.rawValue) }
    init(_ command: LevelControlCluster.Command) {
        self.init(cluster: LevelControlCluster.clusterID, id: command.rawValue)
    }
    init(_ command: ColorControlCluster.Command) {
        self.init(cluster: ColorControlCluster.clusterID, id: command.rawValue)
    }
    init(_ command: DoorLockCluster.Command) { self.init(cluster: DoorLockCluster.clusterID, id: command.rawValue) }
    init(_ command: WindowCoveringCluster.Command) {
        self.init(cluster: WindowCoveringCluster.clusterID, id: command.rawValue)
    }
    init(_ command: ClosureControlCluster.Command) {
        self.init(cluster: ClosureControlCluster.clusterID, id: command.rawValue)
    }
    init(_ command: GoogleOpenCloseCluster.Command) {
        self.init(cluster: GoogleOpenCloseCluster.clusterID, id: command.rawValue)
    }
    init(_ command: GoogleLockUnlockCluster.Command) {
        self.init(cluster: GoogleLockUnlockCluster.clusterID, id: command.rawValue)
    }
    init(_ command: GoogleArmDisarmCluster.Command) {
        self.init(cluster: GoogleArmDisarmCluster.clusterID, id: command.rawValue)
    }
    init(_ command: ValveConfigurationAndControlCluster.Command) {
        self.init(cluster: ValveConfigurationAndControlCluster.clusterID, id: command.rawValue)
    }
    init(_ command: GoogleRelativeHumidityControlCluster.Command) {
        self.init(cluster: GoogleRelativeHumidityControlCluster.clusterID, id: command.rawValue)
    }
    init(_ command: OperationalStateCluster.Command) {
        self.init(cluster: OperationalStateCluster.clusterID, id: command.rawValue)
    }
    init(_ command: OvenCavityOperationalStateCluster.Command) {
        self.init(cluster: OvenCavityOperationalStateCluster.clusterID, id: command.rawValue)
    }
    init(_ command: RvcOperationalStateCluster.Command) {
        self.init(cluster: RvcOperationalStateCluster.clusterID, id: command.rawValue)
    }
    init(_ command: MediaPlaybackCluster.Command) {
        self.init(cluster: MediaPlaybackCluster.clusterID, id: command.rawValue)
    }
    init(_ command: TemperatureControlCluster.Command) {
        self.init(cluster: TemperatureControlCluster.clusterID, id: command.rawValue)
    }
    init(_ command: IdentifyCluster.Command) { self.init(cluster: IdentifyCluster.clusterID, id: command.rawValue) }
    init(_ command: HepaFilterMonitoringCluster.Command) {
        self.init(cluster: HepaFilterMonitoringCluster.clusterID, id: command.rawValue)
    }
    init(_ command: ActivatedCarbonFilterMonitoringCluster.Command) {
        self.init(cluster: ActivatedCarbonFilterMonitoringCluster.clusterID, id: command.rawValue)
    }
}
