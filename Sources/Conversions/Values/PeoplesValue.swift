/// A value as people have it: on, 50 %, 21.5 °C, locked.
public enum PeoplesValue: Sendable, Hashable {
    case flag(Bool)
    /// In the quantity's unit.
    case number(Double)
    /// Two numbers that only mean something together, such as hue and saturation.
    case pair(Double, Double)
    case choice(Choice)
    case text(String)
}

/// One of a few states that have a name.
public enum Choice: String, Sendable, Hashable, CaseIterable {
    case off, heat, cool, auto
    case locked, unlocked, jammed, unknown
    case open, closed, opening, closing, stopped
    case celsius, fahrenheit
    case clockwise, counterClockwise
    case manual
    case inactive, idle, active
    case excellent, good, fair, inferior, poor
    case moderate, veryPoor, extremelyPoor
    case charging, notCharging, notChargeable
    case singlePress, doublePress, longPress
    case disarmed, armed, stay, away, night, triggered
    case lockedByKeypad, unlockedByKeypad, lockedRemotely, unlockedRemotely, lockedByItself, lockedByHand,
        unlockedByHand
    case generic, shower, noProgram
    case emergencyHeat, precooling, fanOnly, dry, sleep
    case low, medium, high, on, smart
    case hueSaturation, xy, colorTemperature
    case pulse, wake, colorLoop
    case running, paused, error, seekingCharger, docked, emptyingDustBin, cleaningMop, fillingWaterTank, updatingMaps
    case start, stop, pause, resume, goHome, play
    case playing, notPlaying, buffering
}

/// The unit of a number.
public enum Unit: String, Sendable, Hashable {
    case percent, celsius, mired, kelvin, degree, lux, second
    case partsPerMillion, microgramsPerCubicMeter
    case becquerelsPerCubicMeter
    case kilopascal, cubicMetersPerHour
    case watt, volt, ampere, voltAmpere, reactiveVoltAmpere, hertz, kilowattHour
    case pascal, hectopascal
}
