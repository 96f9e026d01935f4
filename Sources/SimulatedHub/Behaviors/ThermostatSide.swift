import ClusterTypes

/// Heating or cooling: a thermostat has setpoints and limits for each (Matter Application Cluster Specification,
/// section 4.3).
enum ThermostatSide: CaseIterable {
    case heating, cooling

    private typealias Thermostat = ThermostatCluster

    /// The feature that a thermostat with this side has.
    var feature: String { self == .heating ? "HEAT" : "COOL" }
    /// What the side is set against.
    var other: ThermostatSide { self == .heating ? .cooling : .heating }

    /// The setpoint while somebody is there, or while nobody is.
    func setpoint(occupied: Bool) -> AttributeKey<Int16> {
        switch (self, occupied) {
        case (.heating, true): Thermostat.occupiedHeatingSetpoint
        case (.heating, false): Thermostat.unoccupiedHeatingSetpoint
        case (.cooling, true): Thermostat.occupiedCoolingSetpoint
        case (.cooling, false): Thermostat.unoccupiedCoolingSetpoint
        }
    }

    /// The least setpoint, as set.
    var minimum: AttributeKey<Int16> {
        self == .heating ? Thermostat.minHeatSetpointLimit : Thermostat.minCoolSetpointLimit
    }
    /// The greatest setpoint, as set.
    var maximum: AttributeKey<Int16> {
        self == .heating ? Thermostat.maxHeatSetpointLimit : Thermostat.maxCoolSetpointLimit
    }
    /// The least setpoint, as built.
    var absoluteMinimum: AttributeKey<Int16> {
        self == .heating ? Thermostat.absMinHeatSetpointLimit : Thermostat.absMinCoolSetpointLimit
    }
    /// The greatest setpoint, as built.
    var absoluteMaximum: AttributeKey<Int16> {
        self == .heating ? Thermostat.absMaxHeatSetpointLimit : Thermostat.absMaxCoolSetpointLimit
    }
    /// The least setpoint that is safe, as Google says.
    var safetyMinimum: AttributeKey<Int16> {
        self == .heating
            ? GoogleExtendedThermostatCluster.minHeatSafetySetpointLimit
            : GoogleExtendedThermostatCluster.minCoolSafetySetpointLimit
    }
    /// The greatest setpoint that is safe, as Google says.
    var safetyMaximum: AttributeKey<Int16> {
        self == .heating
            ? GoogleExtendedThermostatCluster.maxHeatSafetySetpointLimit
            : GoogleExtendedThermostatCluster.maxCoolSafetySetpointLimit
    }
    /// As built, where the device does not say.
    var usualLimits: ClosedRange<Int16> { self == .heating ? 700...3000 : 1600...3200 }

    /// Whether an attribute of a cluster bounds setpoints.
    static func isLimit(_ attribute: UInt32, of cluster: UInt32) -> Bool {
        if cluster == Thermostat.clusterID, attribute == Thermostat.minSetpointDeadBand.id { return true }
        return allCases.contains { side in
            [
                side.minimum, side.maximum, side.absoluteMinimum, side.absoluteMaximum, side.safetyMinimum,
                side.safetyMaximum,
            ]
            .contains { $0.cluster == cluster && $0.id == attribute }
        }
    }

    /// The side and occupancy that a setpoint is for.
    static func of(setpoint attribute: UInt32) -> (side: ThermostatSide, occupied: Bool)? {
        for side in allCases {
            for occupied in [true, false] where side.setpoint(occupied: occupied).id == attribute {
                return (side, occupied)
            }
        }
        return nil
    }
}
