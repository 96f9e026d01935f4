/// What of a device people name, watch and set.
public enum Quantity: String, Sendable, Hashable, CaseIterable {
    // Light and power
    case onOff, powerDrawn, brightness, colorTemperature, colorTemperatureKelvin, hue, saturation, colorX, colorY
    // Sound
    case volume, mute
    // Locks and doors
    case lockState, lockTarget, lockAction, lockSound, autoRelockTime, lockedDoorState
    case doorState, doorTarget, latchState, latchTarget
    case openPosition, openPositionTarget, openPositionMovement, obstructed
    // Coverings
    case coverPosition, coverPositionTarget, coverWayTarget, coverMovement, coverStop, coverTilt, coverTiltTarget
    // Climate
    case roomTemperature, targetTemperature, heatingSetpoint, coolingSetpoint, climateMode, climateActivity
    case temperatureUnit, humidityTarget
    // Fans
    case fanOn, fanSpeed, fanState, fanAuto, fanDirection, fanSwing
    // Filters and valves
    case filterLife, filterDue, filterReset, valveOpen, valveInUse, valveDuration, valveRemaining, valveKind, valveLevel
    // Sensors
    case temperature, outdoorTemperature, humidity, illuminance, occupancy, contactOpen, stateDetected
    case pressure, flow, soilMoisture
    case smoke, carbonMonoxide, airQuality, alarmFault, alarmBatteryLow, sensorFault
    case carbonMonoxideLevel, carbonMonoxidePeak, carbonDioxideLevel, carbonDioxidePeak, carbonDioxideHigh
    case carbonMonoxideHigh
    case fineDust, coarseDust, nitrogenDioxide, ozone, organicCompounds
    // Battery
    case batteryLevel, batteryLow, batteryCharging, batteryVoltage
    // Electricity
    case power, voltage, current, rmsVoltage, rmsCurrent, apparentPower, reactivePower, frequency, powerFactor
    case energyImported, energyExported
    // Security
    case alarmState, alarmTarget
    // The device itself
    case identify, manufacturer, model, serialNumber, firmwareVersion, hardwareVersion
    // What happens
    case press, doorbellPress
}
