import HomeGraph

/// Which segment each object of the home has, kept while the home changes.
///
/// A segment that is taken within its parent and kind gets the first free number from 2 upward, in order of creation,
/// and keeps it until the object's own name gives another base.
struct SegmentTable: Sendable {
    /// Within what a segment is unique.
    private struct Scope: Hashable {
        /// The structure's id; empty for structures.
        let parent: String
        let kind: ObjectKind
    }

    private struct Entry {
        let base: String
        /// 1 where the segment is the base itself.
        let number: Int
        let segment: String

        init(base: String, number: Int) {
            self.base = base
            self.number = number
            segment = number == 1 ? base : Segments.numbered(base, number)
        }
    }

    /// The segments of one scope.
    private struct Names {
        var entries: [String: Entry] = [:]
        var taken: Set<String> = []

        mutating func put(_ entry: Entry, for id: String) {
            entries[id] = entry
            taken.insert(entry.segment)
        }

        /// Takes an object's segment away.
        mutating func remove(_ id: String) {
            if let entry = entries.removeValue(forKey: id) { taken.remove(entry.segment) }
        }
    }

    private let mode: BridgeConfiguration.SegmentMode
    private var scopes: [Scope: Names] = [Scope(parent: "", kind: .structure): Names(taken: ["bridge"])]
    /// What is to be kept over restarts, by ``key(_:_:)``: `NUMBER BASE` of each segment that is not the base itself.
    ///
    /// All others follow from the names: nobody else has their bases.
    private(set) var records: [String: String]

    /// Makes a table in which nothing has a segment; `records` is what it was when the program ended.
    init(mode: BridgeConfiguration.SegmentMode, records: [String: String] = [:]) {
        self.mode = mode
        self.records = records
    }

    /// The segment of an object; `nil` for one that ``update(_:to:)`` did not see.
    func segment(of id: String, _ kind: ObjectKind, in structureID: String = "") -> String? {
        scopes[Scope(parent: structureID, kind: kind)]?.entries[id]?.segment
    }

    /// Gives every object of the home its segment; those that are gone lose theirs.
    ///
    /// - Parameters:
    ///   - difference: What is different since the shape of the last call; everything at the first.
    ///   - shape: The home.
    mutating func update(_ difference: ShapeDifference, to shape: HomeShape) {
        let isFirst = difference.structures.added.count == shape.structures.count
        update(difference.structures, shape.structures)
        update(difference.rooms, shape.rooms)
        update(difference.devices, shape.devices)
        update(difference.groups, shape.groups)
        update(difference.serviceGroups, shape.serviceGroups)
        if isFirst { removeStrayRecords() }
    }

    private mutating func update<Record: HomeRecord>(
        _ difference: ShapeDifference.Objects<Record>, _ objects: [Record]
    ) {
        for object in difference.removed { release(object) }
        // Segments that are given up are free for everybody, segments that are kept for nobody.
        var claims: [(position: Int, base: String)] = []
        for (position, before) in difference.changed where before.name != objects[position].name {
            let base = base(of: objects[position])
            guard entry(of: objects[position])?.base != base else { continue }
            release(before)
            claims.append((position, base))
        }
        for position in difference.added {
            let base = base(of: objects[position])
            if !restore(objects[position], base: base) { claims.append((position, base)) }
        }
        claims.sort { $0.position < $1.position }
        // Nothing becomes free while segments are given, so that a search may go on where the last one ended.
        var next: [String: Int] = [:]
        for claim in claims {
            let object = objects[claim.position]
            let search = "\(object.parent)/\(claim.base)"
            let entry = firstFree(claim.base, from: next[search] ?? 1, for: object)
            next[search] = entry.number
            give(entry, to: object)
        }
    }

    private func firstFree(_ base: String, from number: Int, for object: some HomeRecord) -> Entry {
        var entry = Entry(base: base, number: number)
        guard let taken = scopes[scope(of: object)]?.taken else { return entry }
        while taken.contains(entry.segment) { entry = Entry(base: base, number: entry.number + 1) }
        return entry
    }

    private func base(of record: some HomeRecord) -> String {
        mode == .id ? record.id : Segments.base(of: record.name)
    }

    private func scope<Record: HomeRecord>(of record: Record) -> Scope {
        Scope(parent: record.parent, kind: Record.kind)
    }

    private func entry(of record: some HomeRecord) -> Entry? { scopes[scope(of: record)]?.entries[record.id] }

    private mutating func give<Record: HomeRecord>(_ entry: Entry, to record: Record) {
        scopes[scope(of: record), default: Names()].put(entry, for: record.id)
        records[Self.key(Record.kind, record.id)] = entry.number == 1 ? nil : "\(entry.number) \(entry.base)"
    }

    private mutating func release<Record: HomeRecord>(_ record: Record) {
        scopes[scope(of: record)]?.remove(record.id)
        records[Self.key(Record.kind, record.id)] = nil
    }

    /// Gives an object the segment that it had when the program ended.
    ///
    /// - Returns: Whether it had one that still fits its name.
    private mutating func restore<Record: HomeRecord>(_ record: Record, base: String) -> Bool {
        let pieces = records[Self.key(Record.kind, record.id)]?.split(separator: " ", maxSplits: 1)
        guard let pieces, pieces.count == 2, let number = Int(pieces[0]), number > 1, pieces[1] == base else {
            return false
        }
        let entry = Entry(base: base, number: number)
        guard scopes[scope(of: record)]?.taken.contains(entry.segment) != true else { return false }
        give(entry, to: record)
        return true
    }

    /// Forgets what was kept of objects that are no more.
    private mutating func removeStrayRecords() {
        let known = Set(scopes.flatMap { scope, names in names.entries.keys.map { Self.key(scope.kind, $0) } })
        records = records.filter { known.contains($0.key) }
    }

    private static func key(_ kind: ObjectKind, _ id: String) -> String { "\(kind.rawValue)/\(id)" }
}
