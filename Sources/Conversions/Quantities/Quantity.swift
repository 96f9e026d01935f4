/// What of a device people name, watch and set.
public enum Quantity: String, Sendable, Hashable, CaseIterable {
    // Light and power
    case onOff, powerDrawn, brightness, colorTemperature, colorTemperatureKelvin, hue, saturation, colorX, colorY
    case level, onOffToggle, hueSaturation, colorXY, colorMode
    case storedLevel, onLevel, lightEffect, identifyTime, alarmLevelTarget
    // Sound
    case volume, mute, speakerVolume, speakerMute, microphoneVolume, microphoneMute
    // Locks and doors
    case lockState, lockTarget, lockAction, lockSound, autoRelockTime, lockedDoorState
    case doorState, doorTarget, latchState, latchTarget
    case openPosition, openPositionTarget, openPositionMovement, obstructed, doorStop
    // Coverings
    case coverPosition, coverPositionTarget, coverWayTarget, coverMovement, coverStop, coverTilt, coverTiltTarget
    case coverState, coverMove, coverTiltPercent, coverTiltPercentTarget, coverSlatTurn, coverSlatTurnTarget
    // Climate
    case roomTemperature, targetTemperature, heatingSetpoint, coolingSetpoint, climateMode, climateActivity
    case temperatureUnit, humidityTarget, systemMode, controlledTemperature
    case heaterCoolerActivity, heaterCoolerMode
    // Fans
    case fanOn, fanSpeed, fanSpeedTarget, fanState, fanAuto, fanMode, fanDirection, fanSwing
    // Filters and valves
    case carbonFilterLife, carbonFilterDue, carbonFilterReset
    case filterLife, filterDue, filterReset, valveOpen, valveInUse, valveDuration, valveRemaining, valveKind
    case valveLevel, valveLevelTarget, valveFault, showerKind
    // Sensors
    case airQualityGrade
    case temperature, outdoorTemperature, humidity, illuminance, occupancy, contactOpen, stateDetected
    case pressure, flow, soilMoisture
    case pressureHectopascal, pressurePascal
    case smoke, carbonMonoxide, airQuality, alarmFault, alarmBatteryLow, alarmUnmounted, alarmInService, sensorFault
    case temperatureKnown, humidityKnown, illuminanceKnown, airQualityKnown, carbonMonoxideKnown, carbonDioxideKnown
    case carbonMonoxideLevel, carbonMonoxidePeak, carbonDioxideLevel, carbonDioxidePeak, carbonDioxideHigh
    case carbonMonoxideHigh
    case finestDust, fineDust, coarseDust, nitrogenDioxide, ozone, organicCompounds, formaldehyde, radon
    // Battery
    case batteryLevel, batteryLow, batteryCharging, batteryVoltage
    // Electricity
    case power, voltage, current, rmsVoltage, rmsCurrent, apparentPower, reactivePower, frequency, powerFactor
    case energyImported, energyExported
    // Appliances and media
    case mode, cleanMode, operationalState, operation, operationRemaining, playbackState, playback
    case operationOn, operationRunning, operationFault, operationProgram
    // Security
    case alarmState, alarmTarget
    // The device itself
    case identify, manufacturer, model, serialNumber, firmwareVersion, hardwareVersion, deviceFault, deviceTampered
    // Switches, and what happens
    case press, doorbellPress, latch, latchPosition
}
