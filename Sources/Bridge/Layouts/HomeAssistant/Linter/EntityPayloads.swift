import DataModel

/// What Home Assistant takes of what stands on the topics of entities that say all in one document, and of words.
///
/// Source: Home Assistant's MQTT integration, 2026.2: the handlers of messages, platform by platform.
enum EntityPayloads {
    private static let alarms: Set<String> = [
        "disarmed", "armed_home", "armed_away", "armed_night", "armed_vacation", "armed_custom_bypass", "pending",
        "arming", "disarming", "triggered",
    ]
    private static let vacuums: Set<String> = ["cleaning", "docked", "idle", "paused", "returning", "error"]
    private static let covers: Set<String> = ["open", "opening", "closed", "closing", "stopped"]
    private static let locks: Set<String> = [
        "LOCKED", "UNLOCKED", "LOCKING", "UNLOCKING", "OPEN", "OPENING", "JAMMED",
    ]
    private static let mowers: Set<String> = ["mowing", "paused", "docked", "error", "returning"]
    private static let actions: Set<String> = [
        "cooling", "defrosting", "drying", "fan", "heating", "idle", "off", "preheating",
    ]

    /// What is wrong with a payload on an entity's `state_topic`; `nil` where it is taken.
    static func fault(in payload: String, of platform: Platform, _ component: [JSONMember]) -> String? {
        let key = { (name: String) in component.first { $0.name == name }?.value }
        switch platform {
        case .light where key("schema") == .string("json"): return light(payload, key("supported_color_modes"))
        case .update: return update(payload)
        case .vacuum:
            guard let members = members(payload), let state = members["state"] else { return "says no state" }
            return isWord(state, vacuums, orNull: true) ? nil : "says a state that a vacuum does not have"
        case .valve: return valve(payload, reportsPosition: key("reports_position") == .bool(true))
        default: return nil
        }
    }

    /// The texts that Home Assistant takes for what a key's topic says; `nil` for any.
    static func words(of key: String, _ platform: Platform, _ component: [JSONMember]) -> Set<String>? {
        let value = { (name: String) in component.first { $0.name == name }?.value }
        let text = { (name: String, otherwise: String) -> String in
            guard case .string(let text)? = value(name) else { return otherwise }
            return text
        }
        let texts = { (name: String) -> Set<String>? in
            guard case .array(let entries)? = value(name) else { return nil }
            return Set(
                entries.compactMap { entry -> String? in
                    guard case .string(let text) = entry else { return nil }
                    return text
                })
        }
        let (on, off) = (text("payload_on", "ON"), text("payload_off", "OFF"))
        return switch (platform, key) {
        case (.binarySensor, "state"), (.fan, "state"): [on, off]
        case (.light, "state") where value("schema") == nil: [on, off]
        case (.humidifier, "state"): [on, off]
        case (.switch, "state"): [text("state_on", on), text("state_off", off)]
        case (.fan, "preset_mode_state"): texts("preset_modes")
        case (.fan, "oscillation_state"):
            [text("payload_oscillation_on", "oscillate_on"), text("payload_oscillation_off", "oscillate_off")]
        case (.fan, "direction_state"): ["forward", "reverse"]
        case (.lock, "state"): locks
        case (.select, "state"): texts("options")
        case (.sensor, "state"): texts("options")
        case (.climate, "mode_state"), (.waterHeater, "mode_state"): texts("modes")
        case (.climate, "fan_mode_state"): texts("fan_modes")
        case (.climate, "action"): actions
        case (.lawnMower, "activity_state"): mowers
        case (.alarmControlPanel, "state"): alarms
        case (.cover, "state"): covers
        default: nil
        }
    }

    private static func members(_ payload: String) -> [String: JSONValue]? {
        guard case .object(let members)? = try? JSONValue(parsing: Array(payload.utf8)) else { return nil }
        return Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    private static func isWord(_ value: JSONValue, _ words: Set<String>, orNull: Bool = false) -> Bool {
        if case .string(let text) = value { return words.contains(text) }
        return orNull && value == .null
    }

    /// A state is a must; a colour mode comes with the colour that it is of.
    private static func light(_ payload: String, _ modes: JSONValue?) -> String? {
        guard let members = members(payload), let state = members["state"] else { return "says no state" }
        guard isWord(state, ["ON", "OFF"], orNull: true) else { return "says a state that a light does not have" }
        if let brightness = members["brightness"], Codec.number(brightness).map({ (1...254).contains($0) }) != true {
            return "has a brightness that is none"
        }
        guard let mode = members["color_mode"] else { return nil }
        guard case .string(let name) = mode, case .array(let known)? = modes,
            known.contains(mode) || name == "brightness"
        else { return "has a colour mode that the light does not have" }
        let color: [String: JSONValue] =
            if case .object(let members)? = members["color"] {
                Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
            } else { [:] }
        let isWhole =
            switch name {
            case "color_temp": members["color_temp"].flatMap(Codec.number) != nil
            case "hs": color["h"].flatMap(Codec.number) != nil && color["s"].flatMap(Codec.number) != nil
            case "xy": color["x"].flatMap(Codec.number) != nil && color["y"].flatMap(Codec.number) != nil
            default: true
            }
        return isWhole ? nil : "has the colour mode \(name) without its colour"
    }

    /// A version is a text or left out; one key that is not known, or null, and all is dropped.
    private static func update(_ payload: String) -> String? {
        guard let members = members(payload) else { return "is no object" }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let isRight =
                switch (name, value) {
                case ("installed_version", .string), ("latest_version", .string), ("title", .string),
                    ("release_summary", .string), ("release_url", .string), ("in_progress", .bool),
                    ("update_percentage", .null):
                    true
                case ("update_percentage", _): Codec.number(value).map { (0...100).contains($0) } == true
                default: false
                }
            if !isRight { return "has \(name) as no update has it" }
        }
        return nil
    }

    /// Unknown is the text `None`; in JSON nothing is.
    private static func valve(_ payload: String, reportsPosition: Bool) -> String? {
        if payload == "None" { return nil }
        let words: Set<String> = reportsPosition ? ["opening", "closing"] : ["open", "closed", "opening", "closing"]
        guard let members = members(payload) else {
            return words.contains(payload) || reportsPosition && Double(payload) != nil ? nil : "is no state of a valve"
        }
        if reportsPosition, members["position"].flatMap(Codec.number) == nil { return "says no position" }
        guard let state = members["state"] else { return reportsPosition ? nil : "says no state" }
        return isWord(state, words) ? nil : "says a state that a valve does not have"
    }
}
