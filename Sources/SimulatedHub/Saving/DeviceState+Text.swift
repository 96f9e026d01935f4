import DataModel
import HomeGraph

/// A device's state as text: JSON, with times in microseconds and what belongs to an attribute or behaviour by
/// `ENDPOINT/CLUSTER/NUMBER`.
///
/// It holds what the device knows, PINs and keys of a lock among it, and is for the state store alone.
extension DeviceState {
    /// The version of the text; a later program reads all versions before its own.
    private static let version = 1
    /// The longest time, and the latest moment, that is read: 36,000 years, which no arithmetic trips over.
    fileprivate static let longest: Int64 = 1 << 60

    /// The state as text.
    var text: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("version")
        writer.value(Self.version)
        writer.member("moment", moment)
        writer.member("began", began)
        writer.member("started", started)
        writer.key("boots")
        writer.value(boots)
        writer.key("events")
        writer.value(eventNumber)
        writer.key("random")
        writer.value(random)
        writer.key("online")
        writer.value(isOnline)
        writer.key("autonomous")
        writer.value(isAutonomous)
        writer.key("fault")
        Self.write(fault, to: &writer)
        writer.member("initial", initialValues.byPath)
        writer.member("unreported", unreported.byPath)
        writer.member("memory", memory.byPath)
        writer.key("timers")
        writer.beginObject()
        for timer in timers { writer.member(timer.key.path, timer.due) }
        writer.endObject()
        writer.key("transitions")
        writer.beginObject()
        for (key, transition) in transitions.sorted(by: { $0.key.path < $1.key.path }) {
            writer.key(key.path)
            Self.write(transition, to: &writer)
        }
        writer.endObject()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(_ fault: SimulatedFault, to writer: inout JSONWriter) {
        writer.beginObject()
        if let rate = fault.errorRate {
            writer.key("errorRate")
            writer.value(rate)
        }
        if let error = fault.error {
            writer.key("error")
            writer.value(error.name)
        }
        if let latency = fault.latency { writer.member("latency", latency) }
        if let delay = fault.reportDelay { writer.member("reportDelay", delay) }
        if let interval = fault.rebootInterval { writer.member("rebootInterval", interval) }
        writer.endObject()
    }

    private static func write(_ transition: Transition, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("start")
        writer.value(transition.start)
        writer.key("end")
        writer.value(transition.end)
        writer.member("began", transition.began)
        writer.member("duration", transition.duration)
        if let modulus = transition.modulus {
            writer.key("modulus")
            writer.value(modulus)
        }
        writer.endObject()
    }

    /// Reads what ``text`` wrote.
    /// - Throws: Where it cannot be read.
    init(text: String) throws(JSONFault) {
        let fields = try JSONFields(parsing: text)
        let version: Int = try fields.number("version")
        guard (1...Self.version).contains(version) else {
            throw JSONFault(problem: "it is of version \(version), and \(Self.version) is the latest that is known")
        }
        moment = try Self.time(try fields.value("moment"), "moment")
        began = min(moment, try Self.time(try fields.value("began"), "began"))
        started = min(moment, try Self.time(try fields.value("started"), "started"))
        boots = Int(try fields.number("boots", as: UInt32.self))
        eventNumber = try fields.number("events")
        random = try fields.number("random")
        isOnline = try fields.bool("online") ?? true
        isAutonomous = try fields.bool("autonomous") ?? false
        fault = try Self.fault(try JSONFields(try fields.value("fault")))
        initialValues = try Self.values("initial", of: fields) { ValueKey(endpoint: $0, cluster: $1, attribute: $2) }
        unreported = try Self.values("unreported", of: fields) { ValueKey(endpoint: $0, cluster: $1, attribute: $2) }
        memory = try Self.values("memory", of: fields) { TimerKey(endpoint: $0, cluster: $1, timer: $2) }
        for member in try fields.object("timers") {
            let (endpoint, cluster, timer) = try Self.numbers(of: member.name)
            timers.append(
                Timer(
                    key: TimerKey(endpoint: endpoint, cluster: cluster, timer: timer),
                    due: min(try Self.time(member.value, member.name), moment + .seconds(Int64(UInt32.max)))))
        }
        for member in try fields.object("transitions") {
            let (endpoint, cluster, attribute) = try Self.numbers(of: member.name)
            transitions[ValueKey(endpoint: endpoint, cluster: cluster, attribute: attribute)] =
                try Self.transition(try JSONFields(member.value))
        }
    }

    private static func fault(_ fields: JSONFields) throws(JSONFault) -> SimulatedFault {
        var fault = SimulatedFault()
        if fields["errorRate"] != nil { fault.errorRate = min(max(0, try fields.real("errorRate")), 1) }
        if case .string(let name)? = fields["error"] { fault.error = HomeError.Code(name: name) }
        if let json = fields["latency"] { fault.latency = try time(json, "latency") }
        if let json = fields["reportDelay"] { fault.reportDelay = try time(json, "reportDelay") }
        if let json = fields["rebootInterval"] { fault.rebootInterval = try time(json, "rebootInterval") }
        return fault
    }

    private static func transition(_ fields: JSONFields) throws(JSONFault) -> Transition {
        Transition(
            start: try fields.real("start"), end: try fields.real("end"),
            began: try time(try fields.value("began"), "began"),
            duration: try time(try fields.value("duration"), "duration"),
            modulus: fields["modulus"] == nil ? nil : try fields.real("modulus"))
    }

    private static func time(_ json: JSONValue, _ name: String) throws(JSONFault) -> Duration {
        let microseconds: Int64 = try JSONFields.number(json, name)
        guard (0...longest).contains(microseconds) else {
            throw JSONFault(problem: "'\(name)' is no time from 0 to \(longest) microseconds")
        }
        return .microseconds(microseconds)
    }

    private static func values<Key: Hashable>(
        _ name: String, of fields: JSONFields, key: (UInt16, UInt32, UInt32) -> Key
    ) throws(JSONFault) -> [Key: DataValue] {
        var values: [Key: DataValue] = [:]
        for member in try fields.object(name) {
            let (endpoint, cluster, item) = try numbers(of: member.name)
            guard let value = DataValue(selfDescribing: member.value) else {
                throw JSONFault(problem: "'\(name)' has no value under '\(member.name)'")
            }
            values[key(endpoint, cluster, item)] = value
        }
        return values
    }

    private static func numbers(of path: String) throws(JSONFault) -> (UInt16, UInt32, UInt32) {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        guard steps.count == 3, let endpoint = UInt16(steps[0]), let cluster = UInt32(steps[1]),
            let item = UInt32(steps[2])
        else { throw JSONFault(problem: "'\(path)' is no ENDPOINT/CLUSTER/NUMBER") }
        return (endpoint, cluster, item)
    }
}

/// What has a place of its own in the text.
private protocol Pathed: Hashable {
    var path: String { get }
}

extension ValueKey: Pathed {
    fileprivate var path: String { "\(endpoint)/\(cluster)/\(attribute)" }
}

extension TimerKey: Pathed {
    fileprivate var path: String { "\(endpoint)/\(cluster)/\(timer)" }
}

extension Dictionary where Key: Pathed, Value == DataValue {
    /// The values as JSON, by path.
    fileprivate var byPath: [JSONMember] {
        map { JSONMember(name: $0.key.path, value: $0.value.selfDescribingJSON) }.sorted { $0.name < $1.name }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ time: Duration) {
        key(name)
        let (seconds, attoseconds) = time.components
        let microseconds = Int128(seconds) * 1_000_000 + Int128(attoseconds / 1_000_000_000_000)
        value(min(max(0, Int64(clamping: microseconds)), DeviceState.longest))
    }

    fileprivate mutating func member(_ name: String, _ members: [JSONMember]) {
        key(name)
        value(.object(members))
    }
}
