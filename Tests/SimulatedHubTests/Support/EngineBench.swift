import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import Configuration
@testable import SimulatedHub

/// One simulated device on a bench: orders at explicit times, values and events by name.
struct EngineBench {
    var engine: Engine
    private(set) var moment = Duration.zero
    /// What was reported so far: `OnOff.onOff`, in order.
    private(set) var changes: [String] = []
    /// What happened so far.
    private(set) var events: [EventReport] = []
    let part: PartLayout

    private static let start = Timestamp(rawValue: 1_767_323_045_678)
    private var now: Timestamp { Timestamp(rawValue: Self.start.rawValue + Int64(moment / .milliseconds(1))) }

    /// Puts a device of a type on the bench.
    ///
    /// Features are by trait, starting values by `Trait.attribute`, and what it is without is `Trait.member`; parts are
    /// device types below it, each with the features that go with it.
    init(
        _ type: String, features: [String: [String]] = [:], values: [String: Literal] = [:],
        without: [String] = [], parts: [(type: String, features: [String: [String]])] = [],
        isAutonomous: Bool = false, seed: UInt64 = 1
    ) throws {
        let device = try HomeFile.Device.onBench(
            type, features: features, values: values, without: without, parts: parts)
        var composer = DeviceComposer(.standard)
        try self.init(
            try composer.compose(device, structureID: "home"), isAutonomous: isAutonomous, seed: seed)
    }

    /// Puts a device on the bench that was composed already.
    init(_ composed: HubDevice, isAutonomous: Bool = false, seed: UInt64 = 1) throws {
        var behaviour = HomeFile.Behaviour()
        behaviour.isAutonomous = isAutonomous
        engine = Engine(devices: [SimulatedDevice(composed, index: 0, behaviour: behaviour, seed: seed)])
        part = try #require(composed.layout.part(endpoint: 1) ?? composed.layout.part(endpoint: 0))
        take(engine.start(at: moment, now: now))
    }

    private mutating func take(_ reports: Engine.Reports) {
        changes += reports.changes.compactMap { name(ofOffset: $0.offset) }
        events += reports.events
    }

    private func name(ofOffset offset: Int) -> String? {
        for part in engine.devices[0].layout.parts {
            for trait in part.traits where offset >= trait.firstOffset {
                let position = offset - trait.firstOffset
                guard trait.attributes.indices.contains(position) else { continue }
                return "\(trait.cluster.traitName).\(trait.attributes[position].name)"
            }
        }
        return nil
    }

    private func find(_ path: String, on endpoint: UInt16? = nil) throws -> (
        trait: TraitLayout, member: String, part: PartLayout
    ) {
        let dot = try #require(path.lastIndex(of: "."))
        let traitName = String(path[..<dot])
        let holder = ([part] + engine.devices[0].layout.parts).filter { endpoint == nil || $0.endpoint == endpoint }
        let found = try #require(holder.first { $0.trait(named: traitName) != nil }, "there is no \(traitName)")
        return (try #require(found.trait(named: traitName)), String(path[path.index(after: dot)...]), found)
    }

    /// The value of `Trait.attribute`, on the first endpoint that has it, or on this one.
    func value(_ path: String, on endpoint: UInt16? = nil) throws -> DataValue {
        let (trait, name, _) = try find(path, on: endpoint)
        let attribute = try #require(trait.attribute(named: name), "there is no \(path)")
        let offset = try #require(trait.offset(ofAttribute: attribute.id))
        return engine.devices[0].values[offset]
    }

    /// Whether the device has `Trait.attribute`.
    func has(_ path: String) -> Bool {
        guard let dot = path.lastIndex(of: ".") else { return false }
        let name = String(path[path.index(after: dot)...])
        return engine.devices[0].layout.parts.contains {
            $0.trait(named: String(path[..<dot]))?.attribute(named: name) != nil
        }
    }

    /// The value of `Trait.attribute` as a whole number.
    func number(_ path: String) throws -> Int64? {
        switch try value(path) {
        case .int(let int): int
        case .uint(let uint): Int64(exactly: uint)
        case .bool(let bool): bool ? 1 : 0
        default: nil
        }
    }

    /// Sends `Trait.command` with fields by name.
    @discardableResult
    mutating func invoke(
        _ path: String, _ fields: [String: Literal] = [:], on endpoint: UInt16? = nil
    ) throws -> [UInt32: DataValue] {
        let (trait, name, part) = try find(path, on: endpoint)
        let command = try #require(trait.cluster.commands.first { $0.name == name }, "there is no \(path)")
        var values: [UInt32: DataValue] = [:]
        for field in command.fields {
            if let literal = fields[field.name] {
                values[field.id] = try #require(
                    literal.value(as: field.value) { LeastValue { _ in nil }.value($0.value) }, "\(field.name)")
            } else if !field.isOptional {
                values[field.id] = field.value.isNullable ? .null : .uint(0)
            }
        }
        return try invoke(command, values, of: trait, part.endpoint)
    }

    /// Sends a command.
    @discardableResult
    mutating func invoke(
        _ command: CommandDescriptor, _ fields: [UInt32: DataValue], of trait: TraitLayout, _ endpoint: UInt16
    ) throws(HomeError) -> [UInt32: DataValue] {
        var reports = Engine.Reports()
        defer { take(reports) }
        return try engine.invoke(
            CommandInvocation(
                device: DeviceIndex(rawValue: 0), endpoint: endpoint, cluster: trait.cluster, command: command,
                fields: fields), at: moment, now: now, reports: &reports)
    }

    /// Writes `Trait.attribute`.
    mutating func write(_ path: String, _ literal: Literal) throws {
        let (trait, name, part) = try find(path)
        let attribute = try #require(trait.cluster.attributes.first { $0.name == name }, "there is no \(path)")
        let value = try #require(literal.value(as: attribute.value) { LeastValue { _ in nil }.value($0.value) })
        try self.write(attribute, value, of: trait, part.endpoint)
    }

    /// Writes an attribute.
    mutating func write(
        _ attribute: AttributeDescriptor, _ value: DataValue, of trait: TraitLayout, _ endpoint: UInt16
    ) throws(HomeError) {
        var reports = Engine.Reports()
        defer { take(reports) }
        try engine.write(
            AttributeWrite(
                device: DeviceIndex(rawValue: 0), endpoint: endpoint, cluster: trait.cluster,
                attribute: attribute, value: value), at: moment, now: now, reports: &reports)
    }

    /// Goes on with what was kept.
    mutating func takeOver(_ saved: SavedDevices) {
        engine = Engine(saved)
        moment = saved.moment
        take(engine.start(at: moment, now: now))
    }

    /// Lets the device report a value, as `simulation/report` does.
    mutating func report(_ path: String, _ literal: Literal) throws {
        let (trait, name, part) = try find(path)
        let attribute = try #require(trait.cluster.attributes.first { $0.name == name }, "there is no \(path)")
        let value = try #require(literal.value(as: attribute.value) { LeastValue { _ in nil }.value($0.value) })
        try report(attribute, value, of: trait, part.endpoint)
    }

    /// Lets the device report a value.
    mutating func report(
        _ attribute: AttributeDescriptor, _ value: DataValue, of trait: TraitLayout, _ endpoint: UInt16
    ) throws(HomeError) {
        take(
            try engine.report(
                value, attribute: attribute, of: trait.cluster, endpoint: endpoint,
                device: DeviceIndex(rawValue: 0), at: moment, now: now))
    }

    /// Makes `Trait.event` happen, as `simulation/event` does.
    mutating func happen(_ path: String, _ fields: [String: Literal] = [:]) throws {
        let (trait, name, part) = try find(path)
        let event = try #require(trait.cluster.events.first { $0.name == name }, "there is no \(path)")
        var values: [UInt32: DataValue] = [:]
        for field in event.fields {
            values[field.id] = try #require(
                fields[field.name]?.value(as: field.value) { LeastValue { _ in nil }.value($0.value) })
        }
        try happen(event, values, of: trait, part.endpoint)
    }

    /// Makes an event happen.
    mutating func happen(
        _ event: EventDescriptor, _ fields: [UInt32: DataValue], of trait: TraitLayout, _ endpoint: UInt16
    ) throws(HomeError) {
        take(
            try engine.emit(
                event, fields: fields, of: trait.cluster, endpoint: endpoint, device: DeviceIndex(rawValue: 0),
                at: moment, now: now))
    }

    /// Lets time pass.
    mutating func pass(_ duration: Duration) {
        moment += duration
        take(engine.advance(to: moment, now: now))
    }

    /// Switches the device off and on.
    mutating func reboot() throws {
        take(try engine.reboot(DeviceIndex(rawValue: 0), at: moment, now: now))
        pass(Engine.bootTime)
    }

    /// Asks for all values.
    mutating func refresh() throws -> [Change] {
        try engine.refresh(DeviceIndex(rawValue: 0), at: moment, now: now)
    }

    /// The names of the events so far.
    var eventNames: [String] { events.map(\.event.name) }
}

extension CompositionVocabulary {
    static let standard = CompositionVocabulary(
        clusters: ModelCatalog.standard.clusters, deviceTypes: ModelCatalog.standard.deviceTypes)
}

extension HomeFile.Device {
    /// A device of a home file, without a file.
    static func onBench(
        _ type: String, features: [String: [String]] = [:], values: [String: Literal] = [:], without: [String] = [],
        parts: [(type: String, features: [String: [String]])] = []
    ) throws -> HomeFile.Device {
        let catalog = ModelCatalog.standard
        let place = ConfigurationPlace.file("bench")
        func map(_ features: [String: [String]]) throws -> [ClusterDescriptor: [FeatureDescriptor]] {
            var map: [ClusterDescriptor: [FeatureDescriptor]] = [:]
            for (trait, names) in features {
                let cluster = try #require(catalog.cluster(named: trait))
                map[cluster] = cluster.features.filter { names.contains($0.name) }
            }
            return map
        }
        let starting = try values.sorted { $0.key < $1.key }.map { path, literal in
            let (cluster, name) = try split(path)
            let attribute = try #require(cluster.attributes.first { $0.name == name })
            let value = try #require(literal.value(as: attribute.value) { LeastValue { _ in nil }.value($0.value) })
            return HomeFile.StartingValue(cluster: cluster, attribute: attribute, value: value, place: place)
        }
        let missing = try without.map { path in
            let (cluster, name) = try split(path)
            return HomeFile.MissingMember(
                cluster: cluster, attribute: cluster.attributes.first { $0.name == name },
                command: cluster.commands.first { $0.name == name }, place: place)
        }
        let descriptor = try #require(catalog.deviceType(named: type))
        let part = HomeFile.Part(
            type: descriptor, features: try map(features), without: missing, values: starting,
            parts: try parts.map { part in
                let type: DeviceTypeDescriptor = try #require(catalog.deviceType(named: part.type))
                return HomeFile.Part(
                    type: type, features: try map(part.features), without: [], values: [], parts: [], place: place)
            }, place: place)
        return HomeFile.Device(
            id: "bench", name: "Bench", roomID: nil, root: part, information: [], connectivity: .online,
            behaviour: HomeFile.Behaviour(), place: place)
    }

    private static func split(_ path: String) throws -> (ClusterDescriptor, String) {
        let dot = try #require(path.lastIndex(of: "."))
        let cluster = try #require(ModelCatalog.standard.cluster(named: String(path[..<dot])))
        return (cluster, String(path[path.index(after: dot)...]))
    }
}
