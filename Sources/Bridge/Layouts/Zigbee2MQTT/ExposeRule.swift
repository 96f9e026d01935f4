import Conversions
import DataModel

/// A feature as zigbee2mqtt describes it, made of quantities: data, for all parts of all devices.
///
/// Source: zigbee2mqtt 2, “Exposes”.
struct FeatureRule: Sendable {
    /// How its values look.
    enum Form: Sendable {
        /// One of two values; `toggle` is what goes from one to the other.
        case binary(on: JSONValue, off: JSONValue, toggle: Quantity? = nil)
        /// The same, of two names.
        case lock(on: (Choice, String), off: (Choice, String))
        case numeric
        /// Names; words are further things to do that leave no value.
        case names([(Choice, String)], words: [(String, Quantity)] = [])
        /// Something to do.
        case word(String)
        case xy
        case hueSaturation
        /// Texts that the device lists.
        case labels
    }

    /// What it is called among the features of its kind.
    let name: String
    /// The member of the state that holds it.
    let property: String
    let form: Form
    /// What it says; `nil` for what is only set.
    let reading: Quantity?
    /// What sets it; `nil` for what is only read.
    let setting: Quantity?
    /// `config` or `diagnostic`.
    let category: String?
    /// Whether it is in the state and can be set, and not among the exposes.
    let isHidden: Bool

    init(
        _ name: String, _ form: Form, property: String? = nil, _ reading: Quantity?, set setting: Quantity? = nil,
        category: String? = nil, isHidden: Bool = false
    ) {
        self.name = name
        self.property = property ?? name
        self.form = form
        self.reading = reading
        self.setting = setting
        self.category = category
        self.isHidden = isHidden
    }
}

/// Features that belong together: a light, a cover; or a feature of its own.
struct ExposeRule: Sendable {
    /// `light`, `switch`, …; `nil` for a feature of its own.
    let type: String?
    let scope: PartScope
    /// One of these must be there.
    let features: [FeatureRule]

    init(_ type: String?, _ scope: PartScope = .any, _ features: [FeatureRule]) {
        self.type = type
        self.scope = scope
        self.features = features
    }

    /// A number that is measured.
    static func number(_ name: String, _ quantity: Quantity, category: String? = nil) -> ExposeRule {
        ExposeRule(nil, [FeatureRule(name, .numeric, quantity, category: category)])
    }

    /// Something that is so, or not.
    static func flag(_ name: String, _ quantity: Quantity, _ scope: PartScope = .any, category: String? = nil)
        -> ExposeRule
    {
        ExposeRule(
            nil, scope, [FeatureRule(name, .binary(on: .bool(true), off: .bool(false)), quantity, category: category)])
    }

    private init(_ type: String?, _ features: [FeatureRule]) { self.init(type, .any, features) }
}

extension ExposeRule {
    private static let lights: Set<String> = ["OnOffLight", "DimmablePlugInUnit", "MountedDimmableLoadControl"]

    /// In the order in which a device has them.
    static let all: [ExposeRule] =
        controls + openings + climate + sensors + air + electricity + appliances + device

    private static let state = FeatureRule(
        "state", .binary(on: .string("ON"), off: .string("OFF"), toggle: .onOffToggle), .onOff, set: .onOff)

    private static let controls = [
        ExposeRule(
            "light", .types(lights),
            [
                state, FeatureRule("brightness", .numeric, .level, set: .level),
                FeatureRule("brightness_percent", .numeric, nil, set: .brightness, isHidden: true),
                FeatureRule("color_temp", .numeric, .colorTemperature, set: .colorTemperature),
                FeatureRule("color_xy", .xy, property: "color", .colorXY, set: .colorXY),
                FeatureRule("color_hs", .hueSaturation, property: "color", .hueSaturation, set: .hueSaturation),
                FeatureRule(
                    "color_mode",
                    .names([(.hueSaturation, "hs"), (.xy, "xy"), (.colorTemperature, "color_temp")]), .colorMode,
                    isHidden: true),
            ]),
        ExposeRule("switch", .except(lights), [state]),
        ExposeRule(nil, .types(PartScope.media), [FeatureRule("volume", .numeric, .volume, set: .volume)]),
    ]

    private static let openings = [
        ExposeRule(
            "cover",
            [
                FeatureRule(
                    "state", .names([(.open, "OPEN"), (.closed, "CLOSE"), (.stopped, "STOP")]), .coverState,
                    set: .coverMove),
                FeatureRule("position", .numeric, .coverPosition, set: .coverPositionTarget),
                FeatureRule("tilt", .numeric, .coverTiltPercent, set: .coverTiltPercentTarget),
                FeatureRule(
                    "moving", .names([(.opening, "UP"), (.stopped, "STOP"), (.closing, "DOWN")]), .coverMovement),
            ]),
        ExposeRule(
            "cover",
            [
                FeatureRule(
                    "state",
                    .names(
                        [
                            (.open, "OPEN"), (.closed, "CLOSE"), (.opening, "OPEN"), (.closing, "CLOSE"),
                            (.stopped, "OPEN"),
                        ],
                        words: [("STOP", .doorStop)]), .doorState, set: .doorTarget),
                FeatureRule("position", .numeric, .openPosition, set: .openPositionTarget),
                FeatureRule(
                    "moving", .names([(.opening, "UP"), (.stopped, "STOP"), (.closing, "DOWN")]),
                    .openPositionMovement),
            ]),
        ExposeRule(
            "lock",
            [
                FeatureRule(
                    "state", .lock(on: (.locked, "LOCK"), off: (.unlocked, "UNLOCK")), .lockTarget, set: .lockTarget),
                FeatureRule(
                    "lock_state",
                    .names([(.jammed, "not_fully_locked"), (.locked, "locked"), (.unlocked, "unlocked")]), .lockState),
            ]),
        ExposeRule(
            "lock",
            [
                FeatureRule(
                    "state", .lock(on: (.locked, "LOCK"), off: (.unlocked, "UNLOCK")), .latchTarget,
                    set: .latchTarget),
                FeatureRule(
                    "lock_state",
                    .names([(.jammed, "not_fully_locked"), (.locked, "locked"), (.unlocked, "unlocked")]), .latchState),
            ]),
        ExposeRule(
            nil,
            [FeatureRule("auto_relock_time", .numeric, .autoRelockTime, set: .autoRelockTime, category: "config")]),
    ]

    private static let climate = [
        ExposeRule(
            "climate",
            [
                FeatureRule("occupied_heating_setpoint", .numeric, .heatingSetpoint, set: .heatingSetpoint),
                FeatureRule("occupied_cooling_setpoint", .numeric, .coolingSetpoint, set: .coolingSetpoint),
                FeatureRule("local_temperature", .numeric, .roomTemperature),
                FeatureRule(
                    "system_mode",
                    .names([
                        (.off, "off"), (.auto, "auto"), (.cool, "cool"), (.heat, "heat"),
                        (.emergencyHeat, "emergency_heating"), (.precooling, "precooling"), (.fanOnly, "fan_only"),
                        (.dry, "dry"), (.sleep, "sleep"),
                    ]), .systemMode, set: .systemMode),
                FeatureRule(
                    "running_state", .names([(.off, "idle"), (.heat, "heat"), (.cool, "cool")]), .climateActivity),
            ]),
        ExposeRule(
            nil,
            [
                FeatureRule(
                    "temperature_display_mode", .names([(.celsius, "celsius"), (.fahrenheit, "fahrenheit")]),
                    .temperatureUnit, set: .temperatureUnit, category: "config")
            ]),
        ExposeRule(nil, [FeatureRule("humidity_setpoint", .numeric, .humidityTarget, set: .humidityTarget)]),
        ExposeRule(
            nil, [FeatureRule("temperature_setpoint", .numeric, .controlledTemperature, set: .controlledTemperature)]),
        ExposeRule(
            "fan",
            [
                FeatureRule(
                    "state", .binary(on: .string("ON"), off: .string("OFF")), property: "fan_state", .fanOn,
                    set: .fanOn),
                FeatureRule(
                    "mode",
                    .names([
                        (.off, "off"), (.low, "low"), (.medium, "medium"), (.high, "high"), (.on, "on"),
                        (.auto, "auto"), (.smart, "smart"),
                    ]), property: "fan_mode", .fanMode, set: .fanMode),
                FeatureRule("speed", .numeric, property: "fan_speed", .fanSpeed, set: .fanSpeed),
            ]),
        ExposeRule(
            nil,
            [
                FeatureRule(
                    "fan_direction", .names([(.clockwise, "forward"), (.counterClockwise, "reverse")]),
                    .fanDirection, set: .fanDirection)
            ]),
        ExposeRule(
            nil,
            [FeatureRule("fan_oscillation", .binary(on: .bool(true), off: .bool(false)), .fanSwing, set: .fanSwing)]),
        .number("filter_life", .filterLife), .flag("replace_filter", .filterDue),
        ExposeRule(nil, [FeatureRule("reset_filter", .word("reset"), nil, set: .filterReset, category: "config")]),
        .number("carbon_filter_life", .carbonFilterLife), .flag("replace_carbon_filter", .carbonFilterDue),
        ExposeRule(
            nil, [FeatureRule("reset_carbon_filter", .word("reset"), nil, set: .carbonFilterReset, category: "config")]),
        // A valve is a switch of what flows.
        ExposeRule(
            "switch",
            [
                FeatureRule("state", .binary(on: .string("ON"), off: .string("OFF")), .valveInUse, set: .valveOpen)
            ]),
        ExposeRule(nil, [FeatureRule("valve_position", .numeric, .valveLevel, set: .valveLevel)]),
        ExposeRule(nil, [FeatureRule("irrigation_time", .numeric, .valveDuration, set: .valveDuration)]),
        .number("time_left", .valveRemaining),
    ]

    private static let sensors = [
        ExposeRule.number("temperature", .temperature), .number("outdoor_temperature", .outdoorTemperature),
        .number("humidity", .humidity), .number("pressure", .pressureHectopascal), .number("flow", .flow),
        .number("illuminance", .illuminance), .number("soil_moisture", .soilMoisture),
        .flag("occupancy", .occupancy),
        // True is closed, as in zigbee2mqtt.
        ExposeRule(
            nil, .types(PartScope.contacts),
            [FeatureRule("contact", .binary(on: .bool(false), off: .bool(true)), .contactOpen)]),
        .flag("water_leak", .stateDetected, .types(["WaterLeakDetector"])),
        .flag("freezing", .stateDetected, .types(["WaterFreezeDetector"])),
        .flag("rain", .stateDetected, .types(["RainSensor"])),
        .flag(
            "detected", .stateDetected,
            .except(PartScope.contacts.union(["WaterLeakDetector", "WaterFreezeDetector", "RainSensor"]))),
        .flag("smoke", .smoke), .flag("carbon_monoxide", .carbonMonoxide),
        .flag("fault", .alarmFault, category: "diagnostic"), .flag("fault", .sensorFault, category: "diagnostic"),
        .flag("alarm_battery_low", .alarmBatteryLow, category: "diagnostic"),
        .flag("obstructed", .obstructed),
        action(.doorbellPress, .types(PartScope.doorbells)), action(.press, .except(PartScope.doorbells)),
    ]

    private static func action(_ quantity: Quantity, _ scope: PartScope) -> ExposeRule {
        ExposeRule(
            nil, scope,
            [
                FeatureRule(
                    "action", .names([(.singlePress, "single"), (.doublePress, "double"), (.longPress, "hold")]),
                    quantity)
            ])
    }

    private static let air = [
        ExposeRule(
            nil,
            [
                FeatureRule(
                    "air_quality",
                    .names([
                        (.good, "good"), (.fair, "fair"), (.moderate, "moderate"), (.poor, "poor"),
                        (.veryPoor, "very_poor"), (.extremelyPoor, "extremely_poor"), (.unknown, "unknown"),
                    ]), .airQuality)
            ]),
        .number("co2", .carbonDioxideLevel), .number("co", .carbonMonoxideLevel), .number("pm1", .finestDust),
        .number("pm25", .fineDust), .number("pm10", .coarseDust), .number("no2", .nitrogenDioxide),
        .number("ozone", .ozone), .number("formaldehyde", .formaldehyde), .number("radon", .radon),
        .number("voc", .organicCompounds),
    ]

    private static let electricity = [
        ExposeRule.number("power", .power), .number("power_apparent", .apparentPower),
        .number("power_reactive", .reactivePower), .number("power_factor", .powerFactor),
        .number("energy", .energyImported), .number("produced_energy", .energyExported),
        .number("voltage", .rmsVoltage), .number("voltage", .voltage), .number("current", .rmsCurrent),
        .number("current", .current), .number("ac_frequency", .frequency),
        .number("battery", .batteryLevel, category: "diagnostic"),
        .flag("battery_low", .batteryLow, category: "diagnostic"),
        ExposeRule(
            nil,
            [
                FeatureRule(
                    "charging_status",
                    .names([
                        (.charging, "charging"), (.notCharging, "not_charging"), (.notChargeable, "not_chargeable"),
                    ]), .batteryCharging, category: "diagnostic")
            ]),
        .number("battery_voltage", .batteryVoltage, category: "diagnostic"),
    ]

    private static let appliances = [
        ExposeRule(nil, [FeatureRule("mode", .labels, .mode, set: .mode)]),
        ExposeRule(nil, [FeatureRule("clean_mode", .labels, .cleanMode, set: .cleanMode)]),
        ExposeRule(
            nil,
            [
                FeatureRule(
                    "operational_state",
                    .names([
                        (.stopped, "stopped"), (.running, "running"), (.paused, "paused"), (.error, "error"),
                        (.seekingCharger, "seeking_charger"), (.charging, "charging"), (.docked, "docked"),
                        (.emptyingDustBin, "emptying_dust_bin"), (.cleaningMop, "cleaning_mop"),
                        (.fillingWaterTank, "filling_water_tank"), (.updatingMaps, "updating_maps"),
                        (.unknown, "unknown"),
                    ]), .operationalState)
            ]),
        ExposeRule(
            nil,
            [
                FeatureRule(
                    "operation",
                    .names([
                        (.start, "start"), (.stop, "stop"), (.pause, "pause"), (.resume, "resume"),
                        (.goHome, "go_home"),
                    ]), nil, set: .operation)
            ]),
        .number("time_remaining", .operationRemaining),
        ExposeRule(
            nil,
            [
                FeatureRule(
                    "playback_state",
                    .names([
                        (.playing, "playing"), (.paused, "paused"), (.notPlaying, "not_playing"),
                        (.buffering, "buffering"), (.unknown, "unknown"),
                    ]), .playbackState)
            ]),
        ExposeRule(
            nil,
            [
                FeatureRule(
                    "playback", .names([(.play, "play"), (.pause, "pause"), (.stop, "stop")]), nil, set: .playback)
            ]),
        ExposeRule(
            nil,
            [
                FeatureRule(
                    "alarm",
                    .names([
                        (.disarmed, "disarmed"), (.away, "armed"), (.stay, "armed_stay"), (.night, "armed_night"),
                        (.triggered, "triggered"),
                    ]), .alarmState, set: .alarmLevelTarget)
            ]),
    ]

    private static let device = [
        ExposeRule(nil, [FeatureRule("identify", .word("identify"), nil, set: .identify, category: "config")])
    ]
}
