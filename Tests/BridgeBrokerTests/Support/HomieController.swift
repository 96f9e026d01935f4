import DataModel

/// A controller of the Homie convention 5 that takes nothing that is not lawful.
///
/// Source: the Homie convention 5; “ignore the whole object if a known field is illegal”.
struct HomieController {
    /// A property, as its description has it.
    struct Property: Equatable {
        let datatype: String
        let format: String?
        let isSettable: Bool
        let isRetained: Bool
    }

    /// What is not lawful, a sentence each.
    private(set) var faults: [String] = []
    /// By `device/node/property`.
    private(set) var properties: [String: Property] = [:]
    /// By device.
    private(set) var descriptions: [String: JSONValue] = [:]
    private let retained: [String: String]

    private static let states: Set<String> = ["init", "ready", "disconnected", "sleeping", "lost"]
    /// Properties that say what they are on the way to.
    private static let aimed: Set<String> = ["position", "tilt", "fan-speed", "valve-level"]
    private static let units: Set<String> = [
        "\u{B0}C", "\u{B0}", "V", "W", "kWh", "A", "Hz", "%", "Pa", "ppm", "s", "lx", "K", "MK\u{207B}\u{B9}",
        // Not in the convention's list, which is not closed.
        "\u{3BC}g/m\u{B3}", "Bq/m\u{B3}", "VA", "var", "m\u{B3}/h",
    ]

    /// Takes what is retained under `PREFIX/5/`, without that.
    init(_ retained: [String: String]) {
        self.retained = retained
        for (topic, payload) in retained where topic.hasSuffix("/$description") && levels(topic).count == 2 {
            guard let json = try? JSONValue(parsing: Array(payload.utf8)) else {
                faults.append("\(topic) is no JSON")
                continue
            }
            descriptions[levels(topic)[0]] = json
        }
        for (device, description) in descriptions.sorted(by: { $0.key < $1.key }) { check(device, description) }
        for topic in retained.keys.sorted() { check(topic: topic) }
        // Only what can be set is on the way to something; a group has no target of its own.
        for (path, property) in properties
        where property.isSettable && Self.aimed.contains(levels(path)[2]) && levels(path)[1] != "group" {
            if retained["\(path)/$target"]?.isEmpty != false { faults.append("\(path) has no target") }
        }
        for (path, property) in properties where property.isRetained && retained[path]?.isEmpty != false {
            faults.append("\(path) has no value")
        }
    }

    private func levels(_ topic: String) -> [String] { topic.split(separator: "/").map(String.init) }

    private mutating func check(_ device: String, _ description: JSONValue) {
        if !Self.isID(device) { faults.append("\(device) is no id") }
        if let state = retained["\(device)/$state"], !Self.states.contains(state) {
            faults.append("\(device) has the state \(state)")
        }
        if retained["\(device)/$state"] == nil { faults.append("\(device) has no state") }
        if case .string("5.0")? = description["homie"] {} else { faults.append("\(device) is of no version") }
        if case .int? = description["version"] {} else { faults.append("\(device) has no version") }
        if case .array(let children)? = description["children"] {
            for case .string(let child) in children where descriptions[child]?["root"] == nil {
                faults.append("\(device) has the child \(child), which is none")
            }
        }
        if case .string(let root)? = description["root"] {
            guard case .array(let children)? = descriptions[root]?["children"], children.contains(.string(device))
            else {
                faults.append("\(device) has the root \(root), which does not know it")
                return
            }
        }
        guard case .object(let nodes)? = description["nodes"] else { return }
        for node in nodes {
            if !Self.isID(node.name) { faults.append("\(device)/\(node.name) is no id") }
            guard case .object(let properties)? = node.value["properties"] else { continue }
            if Set(properties.map(\.name)).count != properties.count { faults.append("\(device)/\(node.name) repeats") }
            for property in properties { check(property: "\(device)/\(node.name)/\(property.name)", property.value) }
        }
    }

    private mutating func check(property path: String, _ property: JSONValue) {
        let datatype = property["datatype"]?.string ?? ""
        let format = property["format"]?.string
        if !Self.isID(levels(path)[2]) { faults.append("\(path) is no id") }
        if let unit = property["unit"]?.string, !Self.units.contains(unit) { faults.append("\(path) is in \(unit)") }
        switch datatype {
        case "integer", "float":
            if let format, Self.range(format) == nil { faults.append("\(path) has the format \(format)") }
        case "boolean", "string": break
        case "enum", "color":
            let names = (format ?? "").split(separator: ",", omittingEmptySubsequences: false)
            if names.contains("") || Set(names).count != names.count {
                faults.append("\(path) has the format \(format ?? "none")")
            }
        default: faults.append("\(path) is of the datatype '\(datatype)'")
        }
        properties[path] = Property(
            datatype: datatype, format: format, isSettable: property["settable"] == .bool(true),
            isRetained: property["retained"] != .bool(false))
    }

    private mutating func check(topic: String) {
        let path = levels(topic)
        guard path.count >= 3 else {
            if path.count != 2 || !["$state", "$description"].contains(path[1]) {
                faults.append("\(topic) is unknown")
            }
            return
        }
        guard let property = properties[path.prefix(3).joined(separator: "/")],
            path.count == 3 || path.count == 4 && path[3] == "$target"
        else {
            faults.append("\(topic) is not in the description")
            return
        }
        if !property.isRetained { faults.append("\(topic) is retained") }
        if let payload = retained[topic], !Self.isValue(payload, property) {
            faults.append("\(topic) is '\(payload)', which is no \(property.datatype) of \(property.format ?? "any")")
        }
    }

    private static func isID(_ text: String) -> Bool { text.wholeMatch(of: /[a-z0-9-]+/) != nil }

    private static func range(_ format: String) -> ClosedRange<Double>? {
        let pieces = format.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard pieces.count == 2 || pieces.count == 3, let low = pieces[0], let high = pieces[1], low <= high,
            pieces.count == 2 || (pieces[2] ?? 0) > 0
        else { return nil }
        return low...high
    }

    private static func isValue(_ payload: String, _ property: Property) -> Bool {
        let isNumber: Bool
        switch property.datatype {
        case "integer": isNumber = payload.wholeMatch(of: /-?[0-9]+/) != nil
        case "float": isNumber = payload.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?([eE]-?[0-9]+)?/) != nil
        case "boolean": return payload == "true" || payload == "false"
        case "enum": return (property.format ?? "").split(separator: ",").contains(payload[...])
        case "color":
            let pieces = payload.split(separator: ",")
            let count = pieces.first == "xyz" ? 3 : 4
            return (property.format ?? "").split(separator: ",").contains(pieces.first ?? "") && pieces.count == count
                && pieces.dropFirst().allSatisfy { Double($0) != nil }
        default: return true
        }
        guard isNumber, let number = Double(payload) else { return false }
        return property.format.flatMap(range)?.contains(number) ?? true
    }
}
