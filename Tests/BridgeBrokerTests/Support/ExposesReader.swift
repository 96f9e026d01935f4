import DataModel

/// A tool that is written for zigbee2mqtt: it reads what devices expose, and takes nothing that zigbee2mqtt has not.
///
/// Source: zigbee2mqtt 2, “Exposes”.
struct ExposesReader {
    /// What is wrong, a sentence each.
    private(set) var faults: [String] = []
    /// The features of all devices, by `NAME/PROPERTY`; of several with one property the first.
    private(set) var features: [String: JSONValue] = [:]
    /// The types of what belongs together, by name of the device.
    private(set) var types: [String: [String]] = [:]

    private static let specific: [String: Set<String>] = [
        "light": ["state", "brightness", "color_temp", "color_xy", "color_hs"], "switch": ["state"],
        "cover": ["state", "position", "tilt", "moving"], "lock": ["state", "lock_state"],
        "climate": [
            "occupied_heating_setpoint", "occupied_cooling_setpoint", "local_temperature", "system_mode",
            "running_state",
        ], "fan": ["state", "mode", "speed"],
    ]

    /// Takes `bridge/devices`, and the states by name.
    init(devices: JSONValue, states: [String: String]) {
        guard case .array(let entries) = devices, entries.first?["type"] == .string("Coordinator") else {
            faults = ["the list of devices does not begin with the coordinator"]
            return
        }
        var addresses: Set<String> = []
        for entry in entries {
            let name = entry["friendly_name"]?.string ?? ""
            let address = entry["ieee_address"]?.string ?? ""
            if !addresses.insert(address).inserted || address.wholeMatch(of: /0x[0-9a-f]{16}/) == nil {
                faults.append("\(name) has the address '\(address)'")
            }
            guard entry["type"] != .string("Coordinator") else { continue }
            if name.isEmpty || name.hasPrefix("/") || name.hasSuffix("/") || name.contains("+") || name.contains("#") {
                faults.append("'\(name)' is no name")
            }
            guard let definition = entry["definition"], case .array(let exposes)? = definition["exposes"],
                definition["model"]?.string != nil, definition["vendor"]?.string != nil,
                definition["description"]?.string != nil
            else {
                faults.append("\(name) has no definition")
                continue
            }
            for expose in exposes { read(expose, of: name) }
            check(states[name], name)
        }
    }

    private mutating func read(_ expose: JSONValue, of name: String) {
        let type = expose["type"]?.string ?? ""
        guard let known = Self.specific[type] else { return read(feature: expose, of: name) }
        types[name, default: []].append(type)
        guard case .array(let features)? = expose["features"], !features.isEmpty else {
            faults.append("\(name) has a \(type) without features")
            return
        }
        for feature in features {
            if !known.contains(feature["name"]?.string ?? "") {
                faults.append("\(name) has a \(type) with \(feature["name"]?.string ?? "no name")")
            }
            read(feature: feature, of: name)
        }
    }

    private mutating func read(feature: JSONValue, of device: String) {
        let name = feature["name"]?.string ?? ""
        let property = feature["property"]?.string ?? ""
        guard !name.isEmpty, !property.isEmpty, feature["label"]?.string != nil,
            case .int(let access)? = feature["access"],
            (1...7).contains(access)
        else {
            faults.append("\(device) has a feature '\(name)' that is not whole")
            return
        }
        let isRight: Bool
        switch feature["type"] {
        case .string("binary"): isRight = feature["value_on"] != nil && feature["value_on"] != feature["value_off"]
        case .string("numeric"):
            isRight = (feature["value_min"]?.double ?? 0) <= (feature["value_max"]?.double ?? .infinity)
        case .string("enum"):
            guard case .array(let values)? = feature["values"] else { return faults.append("\(device)/\(name)") }
            isRight = !values.isEmpty && Set(values).count == values.count
        case .string("composite"):
            guard case .array(let parts)? = feature["features"] else { return faults.append("\(device)/\(name)") }
            isRight = parts.count == 2
        case .string("text"): isRight = true
        default: isRight = false
        }
        if !isRight { faults.append("\(device) has a feature '\(name)' that is wrong") }
        let key = "\(device)/\(property)"
        if features[key] != nil, property != "color" { faults.append("\(device) has \(property) twice") }
        if features[key] == nil { features[key] = feature }
    }

    /// What is wrong with a message that is not retained; `nil` where all of it is exposed.
    func fault(in message: String, of name: String) -> String? {
        guard case .object(let members)? = try? JSONValue(parsing: Array(message.utf8)) else { return "is no object" }
        for member in members {
            guard let feature = features["\(name)/\(member.name)"] else { return "has \(member.name)" }
            if !Self.fits(member.value, feature) { return "has the \(member.name) of nothing" }
        }
        return nil
    }

    /// Every value of the state is one that the feature has.
    private mutating func check(_ state: String?, _ name: String) {
        guard let state, case .object(let members)? = try? JSONValue(parsing: Array(state.utf8)) else {
            return faults.append("\(name) has no state")
        }
        let values = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) })
        if members.dropLast().map(\.name) != members.dropLast().map(\.name).sorted() {
            faults.append("\(name)'s state is not sorted")
        }
        for (key, feature) in features where key.hasPrefix("\(name)/") && !key.dropFirst(name.count + 1).contains("/") {
            let property = String(key.dropFirst(name.count + 1))
            guard case .int(let access)? = feature["access"], access & 4 != 0 else { continue }
            guard let value = values[property] else {
                faults.append("\(name)'s state has no \(property)")
                continue
            }
            if value != .null, !Self.fits(value, feature) {
                faults.append("\(name)'s \(property) is \(String(decoding: value.text, as: UTF8.self))")
            }
        }
    }

    private static func fits(_ value: JSONValue, _ feature: JSONValue) -> Bool {
        switch feature["type"] {
        case .string("binary"): return value == feature["value_on"] || value == feature["value_off"]
        case .string("enum"):
            guard case .array(let values)? = feature["values"] else { return false }
            return values.contains(value)
        case .string("numeric"):
            guard let number = value.double else { return false }
            return number >= feature["value_min"]?.double ?? -.infinity
                && number <= feature["value_max"]?.double ?? .infinity
        case .string("composite"):
            guard case .object = value else { return false }
            return true
        default: return true
        }
    }
}

extension JSONValue {
    fileprivate var double: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
