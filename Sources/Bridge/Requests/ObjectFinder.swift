import DataModel
import HomeGraph

/// Finds objects of the home as requests name them: by id, by topic, by name, in this order, compared exactly.
struct ObjectFinder: Sendable {
    let topics: HomeTopics

    /// The structure that is meant.
    func structure(_ reference: String) throws(HomeError) -> HomeTopics.Structure {
        try topics.structures[position(of: reference, among: topics.structures, kind: .structure)]
    }

    /// The room that is meant.
    func room(_ reference: String) throws(HomeError) -> HomeTopics.Room {
        try topics.rooms[position(of: reference, among: topics.rooms, kind: .room)]
    }

    /// The device that is meant.
    func device(_ reference: String) throws(HomeError) -> HomeTopics.Device {
        try topics.devices[position(of: reference, among: topics.devices, kind: .device)]
    }

    /// The group that is meant.
    func group(_ reference: String) throws(HomeError) -> HomeTopics.Group {
        try topics.groups[position(of: reference, among: topics.groups, kind: .group)]
    }

    /// The topics of an object, or a topic itself: what stands on it or below it.
    func root(_ reference: String) throws(HomeError) -> String {
        var objects: [any TopicObject] = topics.devices
        objects += topics.groups as [any TopicObject]
        objects += topics.rooms as [any TopicObject]
        objects += topics.structures as [any TopicObject]
        if let object = objects.first(where: { Self.isSame($0.id, reference) }) { return object.topic }
        if reference == topics.base || reference.hasPrefix("\(topics.base)/") { return reference }
        let below = "\(topics.base)/\(reference)"
        if objects.contains(where: { below == $0.topic || below.hasPrefix("\($0.topic)/") }) { return below }
        return try objects[position(of: reference, among: objects, kind: nil)].topic
    }

    private func position(
        of reference: String, among objects: [any TopicObject], kind: ObjectKind?
    ) throws(HomeError) -> Int {
        if let position = objects.firstIndex(where: { Self.isSame($0.id, reference) }) { return position }
        let whole = "\(topics.base)/\(reference)"
        if let position = objects.firstIndex(where: {
            Self.isSame($0.topic, reference) || Self.isSame($0.topic, whole)
        }) {
            return position
        }
        let named = objects.indices.filter { Self.isSame(objects[$0].name, reference) }
        if named.count == 1, let position = named.first { return position }
        guard named.isEmpty else {
            let ids = named.map { objects[$0].id }.joined(separator: ", ")
            throw HomeError(.invalidArgument, "several have the name '\(reference)'; name one by its id: \(ids)")
        }
        let name = kind?.rawValue ?? "object"
        throw HomeError(
            .notFound,
            "there is no \(name) '\(reference)'; \(NearestName.hint(for: reference, among: objects.map(\.id)))")
    }

    /// Octet by octet; Swift's own comparison takes different spellings of a letter for the same.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left == right && left.utf8.elementsEqual(right.utf8)
    }
}
