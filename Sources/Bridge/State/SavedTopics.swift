import HomeGraph

/// What a state store keeps for the bridge, as it was read at the start.
struct SavedTopics: Sendable {
    /// Under which names the records stand.
    enum Section {
        /// ``SegmentTable/records``.
        static let segments = "bridge.segments"
        /// For each root the ids of the lists of its topics' ends.
        static let roots = "bridge.roots"
        /// The lists, by id, an end a line.
        static let ends = "bridge.ends"
    }

    var segments: [String: String] = [:]
    var roots: [String: String] = [:]
    var ends: [String: String] = [:]

    /// Nothing was kept.
    init() {}

    /// Reads what is kept.
    /// - Throws: As ``HomeGraph/StateStore/records(in:)``.
    init(from store: any StateStore) async throws(HomeError) {
        segments = try await store.records(in: Section.segments)
        roots = try await store.records(in: Section.roots)
        ends = try await store.records(in: Section.ends)
    }
}
