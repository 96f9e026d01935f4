import DataModel
import HomeGraph

/// Finds objects of the home as requests name them: by id, by topic, by name, in this order.
struct ObjectFinder: Sendable {
    let topics: HomeTopics

    /// What can be named.
    private struct Candidate {
        let id: String
        let name: String
        let topic: String
    }

    /// The device that is meant.
    func device(_ reference: String) throws(HomeError) -> HomeTopics.Device {
        let candidates = topics.devices.map {
            Candidate(id: $0.record.id, name: $0.record.name, topic: $0.topic)
        }
        return topics.devices[try position(of: reference, among: candidates, kind: "device")]
    }

    /// The topics of an object, or a topic itself: what stands on it or below it.
    func root(_ reference: String) throws(HomeError) -> String {
        var candidates = topics.devices.map { Candidate(id: $0.record.id, name: $0.record.name, topic: $0.topic) }
        candidates += topics.groups.map { Candidate(id: $0.record.id, name: $0.record.name, topic: $0.topic) }
        candidates += topics.rooms.map { Candidate(id: $0.record.id, name: $0.record.name, topic: $0.topic) }
        candidates += topics.structures.map { Candidate(id: $0.record.id, name: $0.record.name, topic: $0.topic) }
        if let object = candidates.first(where: { $0.id == reference }) { return object.topic }
        if reference == topics.base || reference.hasPrefix("\(topics.base)/") { return reference }
        let below = "\(topics.base)/\(reference)"
        if candidates.contains(where: { below == $0.topic || below.hasPrefix("\($0.topic)/") }) { return below }
        return candidates[try position(of: reference, among: candidates, kind: "object")].topic
    }

    private func position(
        of reference: String, among candidates: [Candidate], kind: String
    ) throws(HomeError) -> Int {
        if let position = candidates.firstIndex(where: { $0.id == reference }) { return position }
        let whole = "\(topics.base)/\(reference)"
        if let position = candidates.firstIndex(where: { $0.topic == reference || $0.topic == whole }) {
            return position
        }
        let named = candidates.indices.filter { candidates[$0].name == reference }
        if named.count == 1, let position = named.first { return position }
        guard named.isEmpty else {
            let ids = named.map { candidates[$0].id }.joined(separator: ", ")
            throw HomeError(.invalidArgument, "several have the name '\(reference)'; name one by its id: \(ids)")
        }
        throw HomeError(
            .notFound,
            "there is no \(kind) '\(reference)'; \(NearestName.hint(for: reference, among: candidates.map(\.id)))")
    }
}
