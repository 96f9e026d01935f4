import DataModel

/// Finds the objects of one kind that a home file refers to, by id, else by name.
struct Directory {
    private let kind: String
    private let ids: Set<String>
    private let names: [String: [String]]

    init(kind: String, _ objects: some Sequence<(id: String, name: String)>) {
        self.kind = kind
        ids = Set(objects.map(\.id))
        names = Dictionary(grouping: objects) { $0.name }.mapValues { $0.map(\.id) }
    }

    /// The id of the object that is meant; `nil` after noting that there is none, or several.
    func find(_ reference: Located<String>, faults: FaultList) -> String? {
        let text = reference.value
        if ids.contains(text) { return text }
        let named = names[text] ?? []
        if named.count == 1 { return named.first }
        guard named.isEmpty else {
            faults.add(
                reference.place, "\(named.count) \(kind)s of this structure are named \"\(text)\"",
                "write an id: \(named.sorted().joined(separator: ", "))")
            return nil
        }
        let candidates = (Array(names.keys) + ids).sorted()
        faults.add(
            reference.place, "unknown \(kind) \"\(YAMLNode.shortened(text))\"",
            candidates.isEmpty
                ? "this structure has no \(kind); add it first" : NearestName.advice(for: text, among: candidates))
        return nil
    }
}
