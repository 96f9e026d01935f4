import HomeGraph

/// Which retained topics may be at the broker: for each root the lists of its topics' ends.
///
/// A value: it says what is to be kept, and follows once that is kept. Thousands of devices that are made alike have one
/// list together.
struct RegistryTable: Sendable {
    /// A record that is to be written, and what it is to say; `nil` takes it out.
    private struct Record {
        let section: String
        let key: String
        let value: String?

        var change: StateChange { .record(section: section, key: key, value) }
    }

    /// By root: the ids of lists; the first is that of who has the root now, if anybody has it.
    private var roots: [[UInt8]: [String]] = [:]
    private var lists: [String: TopicEnds] = [:]
    /// How many roots have a list.
    private var uses: [String: Int] = [:]
    /// What stands in the store otherwise than here.
    private var dirtyRoots: Set<[UInt8]> = []
    private var dirtyLists: Set<String> = []
    /// What was written since the last proposal, which may undo it.
    private var writtenRoots: Set<[UInt8]> = []
    private var writtenLists: Set<String> = []

    /// Takes over what is kept; a root whose list cannot be found is forgotten.
    init(_ saved: SavedTopics) {
        for (id, text) in saved.ends {
            let ends = TopicEnds(text: text)
            if ends.id == id { lists[id] = ends }
        }
        for (root, value) in saved.roots {
            let octets = Array(root.utf8)
            let ids = value.split(separator: " ").map(String.init)
            let known = ids.filter { lists[$0] != nil }
            if known != ids { dirtyRoots.insert(octets) }
            if !known.isEmpty { roots[octets] = known }
            for id in known { uses[id, default: 0] += 1 }
        }
        dirtyLists = Set(saved.ends.keys.filter { uses[$0] == nil })
        for id in dirtyLists { lists[id] = nil }
    }

    /// All roots with their lists.
    var items: [ClearTable.Item] {
        roots.flatMap { root, ids in
            ids.compactMap { id in lists[id].map { ClearTable.Item(root: root, ends: $0) } }
        }
    }

    /// What is to be kept before these branches are published.
    mutating func propose(_ branches: [Branch]) -> [StateChange] {
        writtenRoots = []
        writtenLists = []
        var changes: [StateChange] = []
        var listed: Set<String> = []
        for branch in branches where branch.ends.count > 0 {
            let ids = ids(with: branch)
            guard ids != roots[branch.root] else { continue }
            if uses[branch.ends.id] == nil, listed.insert(branch.ends.id).inserted {
                changes.append(
                    .record(section: SavedTopics.Section.ends, key: branch.ends.id, branch.ends.text))
            }
            changes.append(rootRecord(branch.root, ids).change)
        }
        return changes
    }

    /// These branches are about to be published; what was proposed for them is kept, or is to be.
    mutating func adopt(_ branches: [Branch], areKept: Bool) {
        for branch in branches where branch.ends.count > 0 {
            let ids = ids(with: branch)
            if !areKept || writtenRoots.contains(branch.root) { dirtyRoots.insert(branch.root) }
            if !areKept && lists[branch.ends.id] == nil || writtenLists.contains(branch.ends.id) {
                dirtyLists.insert(branch.ends.id)
            }
            if ids != roots[branch.root] { set(ids, for: branch.root) }
            lists[branch.ends.id] = branch.ends
        }
    }

    /// Topics are at the broker no more.
    mutating func release(_ item: ClearTable.Item) {
        guard let ids = roots[item.root], ids.contains(item.ends.id) else { return }
        set(ids.filter { $0 != item.ends.id }, for: item.root)
        dirtyRoots.insert(item.root)
    }

    /// Whether something stands in the store otherwise than here.
    var isDirty: Bool { !dirtyRoots.isEmpty || !dirtyLists.isEmpty }

    /// What brings the store up to date.
    mutating func takeChanges() -> [StateChange] {
        let records =
            dirtyLists.map { listRecord($0) } + dirtyRoots.map { rootRecord($0, roots[$0] ?? []) }
        writtenRoots.formUnion(dirtyRoots)
        writtenLists.formUnion(dirtyLists)
        dirtyRoots = []
        dirtyLists = []
        return records.map(\.change)
    }

    /// Changes could not be written, or were written while what is right changed: they are compared again.
    mutating func check(_ changes: [StateChange], areWritten: Bool) {
        for case .record(let section, let key, let value) in changes {
            if section == SavedTopics.Section.roots {
                let root = Array(key.utf8)
                if !areWritten || rootRecord(root, roots[root] ?? []).value != value { dirtyRoots.insert(root) }
            } else if !areWritten || listRecord(key).value != value {
                dirtyLists.insert(key)
            }
        }
    }

    private func ids(with branch: Branch) -> [String] {
        [branch.ends.id] + (roots[branch.root] ?? []).filter { $0 != branch.ends.id }
    }

    private mutating func set(_ ids: [String], for root: [UInt8]) {
        for id in ids { uses[id, default: 0] += 1 }
        for id in roots[root] ?? [] {
            uses[id, default: 1] -= 1
            guard uses[id] == 0 else { continue }
            uses[id] = nil
            lists[id] = nil
            dirtyLists.insert(id)
        }
        roots[root] = ids.isEmpty ? nil : ids
    }

    private func rootRecord(_ root: [UInt8], _ ids: [String]) -> Record {
        Record(
            section: SavedTopics.Section.roots, key: Topic.text(root),
            value: ids.isEmpty ? nil : ids.joined(separator: " "))
    }

    private func listRecord(_ id: String) -> Record {
        Record(section: SavedTopics.Section.ends, key: id, value: lists[id]?.text)
    }
}
