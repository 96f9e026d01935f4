import Conversions

/// What of a part becomes a property, and which: data, for all parts of all devices.
struct HomieRule: Sendable {
    /// What a property is made of.
    enum Form: Sendable {
        /// A value; `set` is what sets it and `target` what it is on the way to, where those are other quantities.
        case value(Quantity, set: Quantity? = nil, target: Quantity? = nil)
        /// A colour, with the brightness as its third number.
        case color
        /// Something that can be done, and leaves no value; the word says it where there is but one thing to do.
        case command(Quantity, word: String? = nil)
        /// Something that happens, and leaves no value.
        case event(Quantity)
    }

    /// The property's id: `a-z`, `0-9` and `-`.
    let id: String
    let name: String
    let form: Form
    /// The parts that have it; of several rules with the same id, the first that fits makes the property.
    let scope: PartScope

    init(_ id: String, _ name: String, _ form: Form, _ scope: PartScope = .any) {
        self.id = id
        self.name = name
        self.form = form
        self.scope = scope
    }
}

extension HomieRule {
    /// In the order in which properties stand in a node.
    static let all: [HomieRule] =
        lights + openings + climate + water + sensors + air + electricity + appliances + device

    private static let lights = [
        HomieRule("on", "On", .value(.onOff)),
        HomieRule("volume", "Volume", .value(.volume), .types(PartScope.media)),
        HomieRule("level", "Level", .value(.brightness), .types(["Pump"])),
        HomieRule("brightness", "Brightness", .value(.brightness), .except(PartScope.media.union(["Pump"]))),
        HomieRule("color", "Color", .color),
        HomieRule("color-temperature", "Color temperature", .value(.colorTemperature)),
    ]

    private static let openings = [
        HomieRule("lock", "Lock", .value(.lockState, set: .lockTarget)),
        HomieRule("auto-relock-time", "Locks itself after", .value(.autoRelockTime)),
        HomieRule("lock-door", "Door of the lock", .value(.lockedDoorState)),
        HomieRule("lock-sound", "Lock makes sounds", .value(.lockSound)),
        HomieRule("lock-action", "Lock was moved", .event(.lockAction)),
        HomieRule("latch", "Latch", .value(.latchState, set: .latchTarget)),
        HomieRule("obstructed", "Something is in the way", .value(.obstructed)),
        HomieRule("door", "Door", .value(.doorState, set: .doorTarget)),
        HomieRule(
            "position", "Position", .value(.openPosition, set: .openPositionTarget, target: .openPositionTarget)),
        HomieRule("movement", "Movement", .value(.openPositionMovement)),
        HomieRule("stop", "Stop", .command(.doorStop, word: "stop")),
        HomieRule(
            "position", "Position", .value(.coverPosition, set: .coverPositionTarget, target: .coverPositionTarget)),
        HomieRule("tilt", "Tilt", .value(.coverTilt, set: .coverTiltTarget, target: .coverTiltTarget)),
        HomieRule("movement", "Movement", .value(.coverMovement)),
        HomieRule("stop", "Stop", .command(.coverStop, word: "stop")),
        HomieRule("move", "Move", .command(.coverMove)),
    ]

    private static let climate = [
        HomieRule("room-temperature", "Room temperature", .value(.roomTemperature)),
        HomieRule("heating-setpoint", "Heating setpoint", .value(.heatingSetpoint)),
        HomieRule("cooling-setpoint", "Cooling setpoint", .value(.coolingSetpoint)),
        HomieRule("mode", "Mode", .value(.systemMode)),
        HomieRule("activity", "Activity", .value(.climateActivity)),
        HomieRule("temperature-unit", "Unit on the display", .value(.temperatureUnit)),
        HomieRule("humidity-setpoint", "Humidity setpoint", .value(.humidityTarget)),
        HomieRule("setpoint", "Setpoint", .value(.controlledTemperature)),
        HomieRule("fan", "Fan", .value(.fanOn)),
        HomieRule("fan-speed", "Fan speed", .value(.fanSpeed, target: .fanSpeedTarget)),
        HomieRule("fan-mode", "Fan mode", .value(.fanMode)),
        HomieRule("fan-direction", "Fan direction", .value(.fanDirection)),
        HomieRule("fan-swing", "Fan swings", .value(.fanSwing)),
        HomieRule("filter-life", "Filter life", .value(.filterLife)),
        HomieRule("filter-due", "Filter is due", .value(.filterDue)),
        HomieRule("filter-reset", "Filter was changed", .command(.filterReset, word: "reset")),
        HomieRule("carbon-filter-life", "Carbon filter life", .value(.carbonFilterLife)),
        HomieRule("carbon-filter-due", "Carbon filter is due", .value(.carbonFilterDue)),
        HomieRule("carbon-filter-reset", "Carbon filter was changed", .command(.carbonFilterReset, word: "reset")),
    ]

    private static let water = [
        HomieRule("open", "Open", .value(.valveInUse, set: .valveOpen, target: .valveOpen)),
        HomieRule("valve-level", "Opening", .value(.valveLevel, target: .valveLevelTarget)),
        HomieRule("valve-duration", "Closes after", .value(.valveDuration)),
        HomieRule("valve-remaining", "Closes in", .value(.valveRemaining)),
    ]

    private static let sensors = [
        HomieRule("temperature", "Temperature", .value(.temperature)),
        HomieRule("outdoor-temperature", "Outdoor temperature", .value(.outdoorTemperature)),
        HomieRule("humidity", "Humidity", .value(.humidity)),
        HomieRule("pressure", "Pressure", .value(.pressurePascal)),
        HomieRule("flow", "Flow", .value(.flow)),
        HomieRule("illuminance", "Illuminance", .value(.illuminance)),
        HomieRule("soil-moisture", "Soil moisture", .value(.soilMoisture)),
        HomieRule("occupancy", "Occupancy", .value(.occupancy)),
        HomieRule("open", "Open", .value(.contactOpen), .types(PartScope.contacts)),
        HomieRule("detected", "Detected", .value(.stateDetected), .except(PartScope.contacts)),
        HomieRule("smoke", "Smoke", .value(.smoke)),
        HomieRule("carbon-monoxide", "Carbon monoxide alarm", .value(.carbonMonoxide)),
        HomieRule("fault", "Fault", .value(.alarmFault)), HomieRule("fault", "Fault", .value(.sensorFault)),
        HomieRule("battery-alert", "Battery of the alarm is low", .value(.alarmBatteryLow)),
        HomieRule("press", "Press", .event(.doorbellPress), .types(PartScope.doorbells)),
        HomieRule("press", "Press", .event(.press), .except(PartScope.doorbells)),
    ]

    private static let air = [
        HomieRule("air-quality", "Air quality", .value(.airQuality)),
        HomieRule("carbon-dioxide-level", "Carbon dioxide", .value(.carbonDioxideLevel)),
        HomieRule("carbon-monoxide-level", "Carbon monoxide", .value(.carbonMonoxideLevel)),
        HomieRule("pm1", "PM1", .value(.finestDust)), HomieRule("pm2-5", "PM2.5", .value(.fineDust)),
        HomieRule("pm10", "PM10", .value(.coarseDust)),
        HomieRule("nitrogen-dioxide", "Nitrogen dioxide", .value(.nitrogenDioxide)),
        HomieRule("ozone", "Ozone", .value(.ozone)),
        HomieRule("formaldehyde", "Formaldehyde", .value(.formaldehyde)),
        HomieRule("radon", "Radon", .value(.radon)),
        HomieRule("organic-compounds", "Volatile organic compounds", .value(.organicCompounds)),
    ]

    private static let electricity = [
        HomieRule("power", "Power", .value(.power)),
        HomieRule("apparent-power", "Apparent power", .value(.apparentPower)),
        HomieRule("reactive-power", "Reactive power", .value(.reactivePower)),
        HomieRule("power-factor", "Power factor", .value(.powerFactor)),
        HomieRule("energy", "Energy", .value(.energyImported)),
        HomieRule("energy-exported", "Energy given back", .value(.energyExported)),
        HomieRule("voltage", "Voltage", .value(.rmsVoltage)), HomieRule("voltage", "Voltage", .value(.voltage)),
        HomieRule("current", "Current", .value(.rmsCurrent)), HomieRule("current", "Current", .value(.current)),
        HomieRule("frequency", "Frequency", .value(.frequency)),
        HomieRule("battery-level", "Battery", .value(.batteryLevel)),
        HomieRule("battery-low", "Battery is low", .value(.batteryLow)),
        HomieRule("battery-charging", "Charging", .value(.batteryCharging)),
        HomieRule("battery-voltage", "Battery voltage", .value(.batteryVoltage)),
    ]

    private static let appliances = [
        HomieRule("program", "Program", .value(.mode)), HomieRule("cleaning", "Way of cleaning", .value(.cleanMode)),
        HomieRule("state", "State", .value(.operationalState)),
        HomieRule("operation", "Operation", .command(.operation)),
        HomieRule("remaining", "Remaining", .value(.operationRemaining)),
        HomieRule("playback-state", "Playback", .value(.playbackState)),
        HomieRule("playback", "Play or pause", .command(.playback)),
        HomieRule("alarm", "Alarm", .value(.alarmState, set: .alarmLevelTarget)),
    ]

    private static let device = [
        HomieRule("identify", "Identify", .command(.identify, word: "identify")),
        HomieRule("manufacturer", "Manufacturer", .value(.manufacturer)),
        HomieRule("model", "Model", .value(.model)),
        HomieRule("serial-number", "Serial number", .value(.serialNumber)),
        HomieRule("firmware-version", "Firmware", .value(.firmwareVersion)),
        HomieRule("hardware-version", "Hardware", .value(.hardwareVersion)),
    ]
}
