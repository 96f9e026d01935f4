import Conversions

/// How units are written.
///
/// Source: the Homie convention 5, “Units”, for those that it names.
extension Unit {
    /// The unit's sign; those that the convention names are in its own octets.
    var sign: String {
        switch self {
        case .percent: "%"
        case .celsius: "\u{B0}C"
        case .mired: "MK\u{207B}\u{B9}"
        case .kelvin: "K"
        case .degree: "\u{B0}"
        case .lux: "lx"
        case .second: "s"
        case .partsPerMillion: "ppm"
        case .microgramsPerCubicMeter: "\u{3BC}g/m\u{B3}"
        case .becquerelsPerCubicMeter: "Bq/m\u{B3}"
        case .watt: "W"
        case .kilowattHour: "kWh"
        case .volt: "V"
        case .ampere: "A"
        case .hertz: "Hz"
        case .pascal: "Pa"
        case .hectopascal: "hPa"
        case .kilopascal: "kPa"
        case .voltAmpere: "VA"
        case .reactiveVoltAmpere: "var"
        case .cubicMetersPerHour: "m\u{B3}/h"
        }
    }
}
