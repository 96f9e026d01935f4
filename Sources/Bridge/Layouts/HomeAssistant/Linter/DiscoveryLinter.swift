import DataModel
import MQTT

/// Looks at discovery documents as Home Assistant does, and at what they speak of as the bridge does.
///
/// Home Assistant refuses a whole device for one wrong value, and drops what it does not know without a word.
struct DiscoveryLinter {
    /// Something wrong with a document.
    struct Fault: Sendable, Hashable, CustomStringConvertible {
        let topic: String
        /// The component; `nil` for the document itself.
        let component: String?
        let problem: String

        var description: String { "\(topic)\(component.map { ", \($0)" } ?? ""): \(problem)" }
    }

    private static let rootKeys: Set<String> = ["device", "origin", "availability", "availability_mode", "components"]
    private static let deviceKeys: Set<String> = [
        "identifiers", "name", "manufacturer", "model", "model_id", "serial_number", "sw_version", "hw_version",
        "suggested_area", "via_device", "configuration_url",
    ]
    private static let vacuumFeatures: Set<String> = [
        "start", "pause", "stop", "return_home", "fan_speed", "status", "send_command", "locate", "clean_spot",
    ]
    private static let climateModes: Set<String> = ["off", "heat", "cool", "heat_cool", "auto", "dry", "fan_only"]

    /// All retained topics of the bridge.
    private let retained: [String: String]
    private let base: String
    private(set) var faults: [Fault] = []
    private var owners: [String: String] = [:]

    /// Looks at the documents among what is retained.
    init(_ topics: [(topic: String, payload: String)], configuration: BridgeConfiguration, names: DiscoveryTopics) {
        retained = Dictionary(topics.map { ($0.topic, $0.payload) } + [(configuration.stateTopic, "online")]) { $1 }
        base = configuration.baseTopic
        for (topic, payload) in topics where names.isOwn(Array(topic.utf8)) {
            check(topic, payload, prefix: names.prefix)
        }
    }

    private mutating func check(_ topic: String, _ payload: String, prefix: String) {
        let identifier = topic.dropFirst(prefix.count).split(separator: "/").dropFirst().first ?? ""
        let isSafe = identifier.utf8.allSatisfy {
            $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
                || Unicode.Scalar($0).properties.isAlphabetic
                    && $0 < 128
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        if !isSafe { add(topic, nil, "the topic has characters that Home Assistant does not take") }
        guard let json = try? JSONValue(parsing: Array(payload.utf8)), let root = Members(json) else {
            return add(topic, nil, "is no JSON object")
        }
        for key in root.keys.subtracting(Self.rootKeys).sorted() { add(topic, nil, "has the unknown key \(key)") }
        for key in Self.rootKeys.subtracting(root.keys).sorted() { add(topic, nil, "lacks \(key)") }
        let device = root["device"].flatMap(Members.init)
        checkDevice(topic, device)
        if root["origin"].flatMap(Members.init)?.text("name") == nil { add(topic, nil, "its origin has no name") }
        checkAvailability(topic, nil, root["availability"])
        guard let components = root["components"].flatMap(Members.init) else {
            return add(topic, nil, "its components are no object")
        }
        for (id, component) in components.members {
            guard let members = Members(component) else {
                add(topic, id, "is no object")
                continue
            }
            check(topic, id, members)
            if let name = members.text("name"), let own = device?.text("name"),
                name.lowercased() == own.lowercased() || name.lowercased().hasPrefix("\(own.lowercased()) ")
            {
                add(topic, id, "its name \(name) says the device's again")
            }
        }
        let main = components.members.compactMap { Members($0.value) }
            .filter { $0["name"] == .null }.compactMap { $0.text("platform") }
        if Set(main).count < main.count { add(topic, nil, "several entities of one platform bear the device's name") }
    }

    private mutating func checkDevice(_ topic: String, _ device: Members?) {
        guard let device else { return add(topic, nil, "its device is no object") }
        for key in device.keys.subtracting(Self.deviceKeys).sorted() {
            add(topic, nil, "its device has the unknown key \(key)")
        }
        if device.texts("identifiers")?.isEmpty != false { add(topic, nil, "its device has no identifiers") }
        if device.text("name") == nil { add(topic, nil, "its device has no name") }
    }

    private mutating func checkAvailability(_ topic: String, _ component: String?, _ list: JSONValue?) {
        guard case .array(let entries)? = list, !entries.isEmpty else {
            return add(topic, component, "says nowhere whether it is available")
        }
        for entry in entries {
            guard let members = Members(entry), let name = members.text("topic") else {
                add(topic, component, "has an availability without a topic")
                continue
            }
            if retained[name] == nil { add(topic, component, "nobody says on \(name) whether it is available") }
            checkTemplates(topic, component ?? "availability", members)
            checkAvailability(topic, component, members, said: retained[name] ?? "")
        }
    }

    // MARK: - Components

    private mutating func check(_ topic: String, _ id: String, _ members: Members) {
        guard let name = members.text("platform"), let platform = Platform(rawValue: name),
            let schema = PlatformSchema.all[platform]
        else { return add(topic, id, "has no platform that the bridge knows") }
        // So it is said that a component is no more.
        if members.keys == ["platform"] { return }
        for key in members.keys.subtracting(schema.keys).sorted() {
            add(topic, id, "a \(platform.rawValue) has no \(key)")
        }
        for key in schema.required.subtracting(members.keys).sorted() { add(topic, id, "lacks \(key)") }
        if let uniqueID = members.text("unique_id"), let owner = owners.updateValue("\(topic), \(id)", forKey: uniqueID)
        {
            add(topic, id, "has the unique_id \(uniqueID) of \(owner)")
        }
        if let list = members["availability"] { checkAvailability(topic, id, list) }
        if let deviceClass = members.text("device_class"), !schema.deviceClasses.contains(deviceClass) {
            add(topic, id, "a \(platform.rawValue) has no device class \(deviceClass)")
        }
        checkTopics(topic, id, members)
        checkTemplates(topic, id, members)
        checkPayloads(topic, id, platform, members)
        checkValues(topic, id, platform, members)
    }

    private mutating func checkTopics(_ topic: String, _ id: String, _ members: Members) {
        for (key, value) in members.members where key == "topic" || key.hasSuffix("_topic") {
            guard case .string(let name) = value else {
                add(topic, id, "\(key) is no text")
                continue
            }
            if isInbound(key) ? !isOrder(name) : !isSaid(name) {
                add(
                    topic, id,
                    "\(key) names \(name), \(isInbound(key) ? "which takes no orders" : "on which nothing is said")")
            }
        }
    }

    /// Whether something is retained on a topic, or events go there.
    private func isSaid(_ topic: String) -> Bool {
        retained[topic] != nil || topic.hasPrefix("\(base)/") && topic.hasSuffix("/event")
    }

    private func isOrder(_ topic: String) -> Bool {
        guard topic.hasPrefix("\(base)/"), (try? TopicName(topic)) != nil else { return false }
        if topic.hasSuffix("/set") { return retained[String(topic.dropLast("/set".count))] != nil }
        return topic.hasSuffix("/invoke")
    }

    private mutating func checkTemplates(_ topic: String, _ id: String, _ members: Members) {
        for (key, value) in members.members where key.hasSuffix("_template") {
            guard case .string(let text) = value else {
                add(topic, id, "\(key) is no text")
                continue
            }
            if let fault = TemplateForm.fault(in: text) { add(topic, id, "\(key) \(fault): \(text)") }
            let stem = String(key.dropLast("_template".count))
            let topics =
                key == "value_template"
                ? ["state_topic", "topic"]
                : [
                    "\(stem)_topic", stem.replacing("_value", with: "_state") + "_topic",
                    stem.replacing("_value", with: "") + "_topic",
                ]
            if !topics.contains(where: members.keys.contains) { add(topic, id, "\(key) stands there without a topic") }
        }
    }

    /// Whether Home Assistant sends something there.
    private func isInbound(_ key: String) -> Bool {
        key == "command_topic" || key.hasSuffix("_command_topic") || key == "set_position_topic"
    }

    // MARK: - Payloads

    /// No value is none, whatever is read: neither off nor on, nor an alarm.
    private static let noValues = ["", "null"]

    /// What becomes of what is said on the topics of a component.
    private mutating func checkPayloads(_ topic: String, _ id: String, _ platform: Platform, _ members: Members) {
        for (key, value) in members.members where key.hasSuffix("_topic") && !isInbound(key) {
            // Of what happens nothing is retained, so that nobody hears it cleared.
            guard case .string(let name) = value, let payload = retained[name] else { continue }
            let stem = String(key.dropLast("_topic".count))
            let template = Self.templates(of: stem).lazy.compactMap { members.text($0) }.first
            if stem == "state", let fault = EntityPayloads.fault(in: payload, of: platform, members.json) {
                add(topic, id, "\(name) \(fault): \(payload)")
            }
            let words = EntityPayloads.words(of: stem, platform, members.json)
            check(topic, id, payload, as: template, words: words)
            for none in Self.noValues where template != nil {
                check(topic, id, none, as: template, words: [])
            }
        }
        checkOrders(topic, id, members)
    }

    private mutating func check(
        _ topic: String, _ id: String, _ payload: String, as template: String?, words: Set<String>?
    ) {
        do throws(TemplateFault) {
            let text =
                try template.map { template throws(TemplateFault) in
                    try TemplateForm.text(template, of: payload)
                } ?? payload
            guard let words, !["", "None"].contains(text), !words.contains(text) else { return }
            // Without a template Home Assistant passes by what it does not know.
            if template == nil, text == "null" { return }
            add(topic, id, "makes '\(text)' of '\(payload)'\(template.map { " by \($0)" } ?? "")")
        } catch {
            add(topic, id, "\(error), of '\(payload)': \(template ?? "")")
        }
    }

    /// Who says nothing is away.
    private mutating func checkAvailability(_ topic: String, _ component: String?, _ entry: Members, said: String) {
        guard let template = entry.text("value_template") else { return }
        check(topic, component ?? "availability", said, as: template, words: ["online", "offline"])
        for none in Self.noValues { check(topic, component ?? "availability", none, as: template, words: ["offline"]) }
    }

    /// What Home Assistant sends can be carried out.
    private mutating func checkOrders(_ topic: String, _ id: String, _ members: Members) {
        let texts = members.texts("options") ?? ["20"]
        for (key, value) in members.members where key.hasSuffix("command_template") || key == "set_position_template" {
            guard case .string(let template) = value else { continue }
            for text in texts { check(topic, id, text, as: template, words: nil) }
        }
    }

    /// The keys under which the template of a topic stands.
    private static func templates(of stem: String) -> [String] {
        switch stem {
        case "state": ["value_template", "state_value_template"]
        default:
            [
                "\(stem)_template", stem.replacing("_state", with: "_value") + "_template",
                stem.replacing("_state", with: "") + "_value_template",
            ]
        }
    }

    // MARK: - Values

    private mutating func checkValues(_ topic: String, _ id: String, _ platform: Platform, _ members: Members) {
        switch platform {
        case .sensor: checkSensor(topic, id, members)
        case .number:
            if let deviceClass = members.text("device_class") { checkUnit(topic, id, deviceClass, members) }
            guard let low = members.number("min"), let high = members.number("max") else { break }
            if low >= high { add(topic, id, "min \(low) is not below max \(high)") }
        case .select, .event:
            let key = platform == .select ? "options" : "event_types"
            let texts = members.texts(key) ?? []
            if texts.isEmpty { add(topic, id, "\(key) is empty") }
            if Set(texts).count < texts.count { add(topic, id, "\(key) says something twice") }
        case .climate:
            let modes = members.texts("modes") ?? []
            for mode in modes where !Self.climateModes.contains(mode) { add(topic, id, "there is no mode \(mode)") }
            if members.text("temperature_unit") == nil { add(topic, id, "lacks temperature_unit") }
            if let low = members.number("min_temp"), let high = members.number("max_temp"), low >= high {
                add(topic, id, "min_temp \(low) is not below max_temp \(high)")
            }
        case .cover:
            if members.keys.contains("set_position_topic"), !members.keys.contains("position_topic") {
                add(topic, id, "has a set_position_topic without a position_topic")
            }
        case .fan:
            if members.keys.contains("preset_modes") != members.keys.contains("preset_mode_command_topic") {
                add(topic, id, "preset_modes and preset_mode_command_topic go together")
            }
        case .vacuum:
            for word in members.texts("supported_features") ?? [] where !Self.vacuumFeatures.contains(word) {
                add(topic, id, "there is no feature \(word)")
            }
        case .valve:
            if members["reports_position"] == .bool(true) {
                for key in ["payload_open", "payload_close", "state_open", "state_closed"]
                where members.keys.contains(key) {
                    add(topic, id, "\(key) and reports_position exclude each other")
                }
            }
        case .light:
            let modes = members.texts("supported_color_modes") ?? []
            if modes.count > 1, modes.contains("onoff") || modes.contains("brightness") {
                add(topic, id, "the colour modes onoff and brightness stand alone")
            }
        case .alarmControlPanel, .lock, .switch, .button, .binarySensor, .deviceAutomation, .humidifier, .lawnMower,
            .update, .waterHeater:
            break
        }
    }

    private mutating func checkSensor(_ topic: String, _ id: String, _ members: Members) {
        guard let deviceClass = members.text("device_class") else {
            if members.keys.contains("options") { add(topic, id, "has options without the device class enum") }
            return
        }
        checkUnit(topic, id, deviceClass, members)
        if let stateClass = members.text("state_class"),
            SensorClass.all[deviceClass]?.stateClasses.contains(stateClass) != true
        {
            add(topic, id, "the device class \(deviceClass) has no state class \(stateClass)")
        }
        if (deviceClass == "enum") != members.keys.contains("options") {
            add(topic, id, "options and the device class enum go together")
        }
    }

    private mutating func checkUnit(_ topic: String, _ id: String, _ deviceClass: String, _ members: Members) {
        let units = SensorClass.all[deviceClass]?.units ?? []
        switch members.text("unit_of_measurement") {
        case let unit?:
            if !units.contains(unit) { add(topic, id, "the device class \(deviceClass) has no unit \(unit)") }
        case nil:
            if !units.isEmpty { add(topic, id, "the device class \(deviceClass) wants a unit") }
        }
    }

    private mutating func add(_ topic: String, _ component: String?, _ problem: String) {
        faults.append(Fault(topic: topic, component: component, problem: problem))
    }
}

/// A JSON object, by key.
private struct Members {
    /// In their order.
    let members: [(name: String, value: JSONValue)]
    let keys: Set<String>
    /// As it stands in the document.
    let json: [JSONMember]

    init?(_ json: JSONValue) {
        guard case .object(let members) = json else { return nil }
        self.json = members
        self.members = members.map { ($0.name, $0.value) }
        keys = Set(members.map(\.name))
    }

    subscript(key: String) -> JSONValue? { members.first { $0.name == key }?.value }

    func text(_ key: String) -> String? {
        guard case .string(let text)? = self[key] else { return nil }
        return text
    }

    func number(_ key: String) -> Double? { self[key].flatMap(Codec.number) }

    func texts(_ key: String) -> [String]? {
        guard case .array(let entries)? = self[key] else { return nil }
        return entries.compactMap { entry in
            guard case .string(let text) = entry else { return nil }
            return text
        }
    }
}
