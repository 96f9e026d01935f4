import DataModel
import HomeGraph

/// Finds objects of the home as requests name them: by id, by topic, by name, in this order, compared exactly.
struct ObjectFinder: Sendable {
    let topics: HomeTopics

    /// The structure that is meant.
    func structure(_ reference: String) throws(HomeError) -> HomeTopics.Structure {
        try object(reference, among: topics.structures)
    }

    /// The room that is meant.
    func room(_ reference: String) throws(HomeError) -> HomeTopics.Room { try object(reference, among: topics.rooms) }

    /// The device that is meant.
    func device(_ reference: String) throws(HomeError) -> HomeTopics.Device {
        try object(reference, among: topics.devices)
    }

    /// The service group that is meant.
    func serviceGroup(_ reference: String) throws(HomeError) -> HomeTopics.ServiceGroup {
        try object(reference, among: topics.serviceGroups)
    }

    /// The group that is meant.
    func group(_ reference: String) throws(HomeError) -> HomeTopics.Group {
        try object(reference, among: topics.groups)
    }

    /// The topics of an object, or a topic itself: what stands on it or below it.
    func root(_ reference: String) throws(HomeError) -> String {
        for kind in [ObjectKind.device, .group, .room, .structure] {
            if let object = topics.object(kind, id: reference), Self.isSame(object.id, reference) {
                return object.topic
            }
        }
        if reference == topics.base || reference.hasPrefix("\(topics.base)/") { return reference }
        let levels = Topic.levels(of: Array(reference.utf8))
        if let first = levels.first, topics.structure(first) != nil { return "\(topics.base)/\(reference)" }
        var named: [any TopicObject] = Self.named(reference, among: topics.devices)
        named += Self.named(reference, among: topics.groups)
        named += Self.named(reference, among: topics.rooms)
        named += Self.named(reference, among: topics.structures)
        if named.count > 1 { throw Self.ambiguous(reference, ids: named.map(\.id)) }
        if let object = named.first { return object.topic }
        let all: [any TopicObject] = topics.devices + topics.groups + topics.rooms + topics.structures
        throw Self.unknown("object", reference, among: all)
    }

    private func object<Object: TopicObject>(
        _ reference: String, among objects: [Object]
    ) throws(HomeError) -> Object {
        if let position = topics.position(Object.kind, id: reference), Self.isSame(objects[position].id, reference) {
            return objects[position]
        }
        if let position = topics.position(Object.kind, topic: Array(reference.utf8)) { return objects[position] }
        let named = Self.named(reference, among: objects)
        if named.count > 1 { throw Self.ambiguous(reference, ids: named.map(\.id)) }
        if let object = named.first { return object }
        throw Self.unknown(Object.kind.title, reference, among: objects)
    }

    private static func named<Object: TopicObject>(_ name: String, among objects: [Object]) -> [Object] {
        objects.filter { isSame($0.name, name) }
    }

    static func ambiguous(_ name: String, ids: [String]) -> HomeError {
        HomeError(
            .invalidArgument,
            "several have the name '\(name)'; name one by its id: \(ids.joined(separator: ", "))")
    }

    static func unknown(_ kind: String, _ reference: String, among objects: [any TopicObject]) -> HomeError {
        let hint = NearestName.hint(for: reference, among: objects.map(\.id), synonyms: objects.map(\.name))
        return HomeError(.notFound, "there is no \(kind) '\(reference)'; \(hint)")
    }

    /// Octet by octet; Swift's own comparison takes different spellings of a letter for the same.
    static func isSame(_ left: String, _ right: String) -> Bool {
        left == right && left.utf8.elementsEqual(right.utf8)
    }
}
