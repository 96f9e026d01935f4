import DataModel
import HomeGraph

/// Whom an order is for and what it does, read from its topic.
struct OrderAddress: Sendable {
    /// What the last level asks for.
    enum Verb: String, Sendable {
        case set, invoke
    }

    /// An object that takes orders.
    enum Target: Sendable {
        case device(HomeTopics.Device)
        case group(HomeTopics.Group)
        case room(HomeTopics.Room)

        /// The object, as all objects are.
        var object: any TopicObject {
            switch self {
            case .device(let device): device
            case .group(let group): group
            case .room(let room): room
            }
        }

        /// The devices that a group or room has; a device has none.
        func members(in topics: HomeTopics) -> [HomeTopics.Device] {
            switch self {
            case .device: []
            case .group(let group): topics.members(of: group)
            case .room(let room): room.devices.map { topics.devices[$0] }
            }
        }

        /// The object's topic.
        var topic: String { object.topic }

        /// The object's name, for people.
        var name: String { object.name }
    }

    let target: Target
    let verb: Verb
    /// `P`, `T` and the member's name; `nil` for a batch.
    let member: (part: String, trait: String, member: String)?

    /// Reads the levels below `B`.
    ///
    /// - Throws: `notFound` for an object that does not exist, or for a topic of another shape.
    init(_ levels: ArraySlice<ArraySlice<UInt8>>, in topics: HomeTopics) throws(HomeError) {
        let levels = Array(levels)
        guard levels.count >= 4, let verb = Verb(rawValue: Topic.text(levels[levels.count - 1])) else {
            throw HomeError(.notFound, "this is no topic for orders; those end in /set or /invoke")
        }
        self.verb = verb
        target = try Self.target(levels, in: topics)
        let rest = levels[3..<(levels.count - 1)]
        switch rest.count {
        case 0 where verb == .invoke: member = nil
        case 3: member = (Topic.text(rest[3]), Topic.text(rest[4]), Topic.text(rest[5]))
        default:
            throw HomeError(
                .notFound,
                "orders go to \(target.topic)/PART/TRAIT/COMMAND/invoke, …/PART/TRAIT/ATTRIBUTE/set or …/invoke")
        }
    }

    private static func target(
        _ levels: [ArraySlice<UInt8>], in topics: HomeTopics
    ) throws(HomeError) -> Target {
        let structure = try structure(levels[0], in: topics)
        switch Topic.text(levels[1]) {
        case "device":
            guard let position = structure.devices[levels[2]] else {
                throw unknown("device", levels[2], structure.devices.keys.map(Topic.text), in: structure)
            }
            return .device(topics.devices[position])
        case "group":
            guard let position = structure.groups[levels[2]] else {
                throw unknown("group", levels[2], structure.groups.keys.map(Topic.text), in: structure)
            }
            return .group(topics.groups[position])
        case "room":
            guard let position = structure.rooms[levels[2]] else {
                throw unknown("room", levels[2], structure.rooms.keys.map(Topic.text), in: structure)
            }
            return .room(topics.rooms[position])
        case let kind:
            throw HomeError(.notFound, "nothing listens below '\(kind)' here; devices, groups and rooms do")
        }
    }

    /// The structure that a level names.
    static func structure(
        _ segment: ArraySlice<UInt8>, in topics: HomeTopics
    ) throws(HomeError) -> HomeTopics.Structure {
        if let structure = topics.structure(segment) { return structure }
        throw unknown("structure", segment, topics.structures.map { lastLevel($0.topic) })
    }

    private static func lastLevel(_ topic: String) -> String {
        topic.split(separator: "/").last.map(String.init) ?? topic
    }

    /// The error for a level that names nothing.
    static func unknown(
        _ kind: String, _ segment: ArraySlice<UInt8>, _ candidates: [String],
        in structure: HomeTopics.Structure? = nil
    ) -> HomeError {
        let name = Topic.text(segment)
        let place = structure.map { " in \($0.record.name)" } ?? ""
        let candidates = candidates.count <= NearestName.compared ? candidates.sorted() : candidates
        return HomeError(
            .notFound,
            "there is no \(kind) '\(name)'\(place); \(NearestName.hint(for: name, among: candidates))")
    }
}
