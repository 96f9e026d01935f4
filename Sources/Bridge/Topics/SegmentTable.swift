import HomeGraph

/// How names become segments.
enum SegmentNaming: String, Sendable {
    /// As in native topics: letters, digits and marks in lower case, within structure and kind.
    case name
    /// The ids.
    case id
    /// Devices and groups by their names as they are, as far as a topic's level may be so, within the whole home.
    case friendlyName

    /// Under what a segment is kept, after this.
    fileprivate var prefix: String { self == .friendlyName ? "\(rawValue)/" : "" }

    /// Whether objects of a kind have segments.
    fileprivate func names(_ kind: ObjectKind) -> Bool {
        self != .friendlyName || kind == .device || kind == .group
    }

    fileprivate func base(of record: some HomeRecord) -> String {
        switch self {
        case .name: Segments.base(of: record.name)
        case .id: record.id
        case .friendlyName: FriendlyNames.base(of: record.name)
        }
    }

    fileprivate func numbered(_ base: String, _ number: Int) -> String {
        self == .friendlyName ? FriendlyNames.numbered(base, number) : Segments.numbered(base, number)
    }
}

/// Which segment each object of the home has, kept while the home changes.
///
/// A segment that is taken within its parent and kind gets the first free number from 2 upward, in order of creation,
/// and keeps it until the object's own name gives another base.
struct SegmentTable: Sendable {
    /// Within what a segment is unique.
    private struct Scope: Hashable {
        /// The structure's id; empty for structures, and where the whole home is one.
        let parent: String
        /// `nil` where all kinds are one.
        let kind: ObjectKind?
    }

    /// An object, whatever its kind.
    private struct Key: Hashable {
        let kind: ObjectKind
        let id: String
    }

    private struct Entry {
        let base: String
        /// 1 where the segment is the base itself.
        let number: Int
        let segment: String

        init(base: String, number: Int, _ naming: SegmentNaming) {
            self.base = base
            self.number = number
            segment = number == 1 ? base : naming.numbered(base, number)
        }
    }

    /// The segments of one scope.
    private struct Names {
        var entries: [Key: Entry] = [:]
        var taken: Set<String> = []

        mutating func put(_ entry: Entry, for key: Key) {
            entries[key] = entry
            taken.insert(entry.segment)
        }

        /// Takes an object's segment away.
        mutating func remove(_ key: Key) {
            if let entry = entries.removeValue(forKey: key) { taken.remove(entry.segment) }
        }
    }

    private let naming: SegmentNaming
    private var scopes: [Scope: Names]
    /// What is to be kept over restarts, by naming, kind and id: `NUMBER BASE` of each segment that is not the base itself.
    ///
    /// All others follow from the names: nobody else has their bases.
    private(set) var records: [String: String]

    /// Makes a table in which nothing has a segment; `records` is what it was when the program ended.
    init(_ naming: SegmentNaming, records: [String: String] = [:]) {
        self.naming = naming
        // What stands beside the objects' topics is taken from the beginning.
        let beside = Scope(parent: "", kind: naming == .friendlyName ? nil : .structure)
        scopes = [beside: Names(taken: ["bridge"])]
        self.records = records.filter {
            $0.key.hasPrefix(SegmentNaming.friendlyName.prefix) == (naming == .friendlyName)
        }
    }

    /// The segment of an object; `nil` for one that ``update(_:to:)`` did not see.
    func segment(of id: String, _ kind: ObjectKind, in structureID: String = "") -> String? {
        scopes[scope(kind, in: structureID)]?.entries[Key(kind: kind, id: id)]?.segment
    }

    /// Every object that has a segment, by its segment.
    var objects: [String: (kind: ObjectKind, id: String)] {
        var objects: [String: (kind: ObjectKind, id: String)] = [:]
        for names in scopes.values {
            for (key, entry) in names.entries { objects[entry.segment] = (key.kind, key.id) }
        }
        return objects
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
        guard naming.names(Record.kind) else { return }
        for object in difference.removed { release(object) }
        // Segments that are given up are free for everybody, segments that are kept for nobody.
        var claims: [(position: Int, base: String)] = []
        for (position, before) in difference.changed where before.name != objects[position].name {
            let base = naming.base(of: objects[position])
            guard entry(of: objects[position])?.base != base else { continue }
            release(before)
            claims.append((position, base))
        }
        for position in difference.added {
            let base = naming.base(of: objects[position])
            if !restore(objects[position], base: base) { claims.append((position, base)) }
        }
        claims.sort { $0.position < $1.position }
        // Nothing becomes free while segments are given, so that a search may go on where the last one ended.
        var next: [String: Int] = [:]
        for claim in claims {
            let object = objects[claim.position]
            let search = "\(scope(of: object).parent)/\(claim.base)"
            let entry = firstFree(claim.base, from: next[search] ?? 1, for: object)
            next[search] = entry.number
            give(entry, to: object)
        }
    }

    private func firstFree(_ base: String, from number: Int, for object: some HomeRecord) -> Entry {
        var entry = Entry(base: base, number: number, naming)
        guard let taken = scopes[scope(of: object)]?.taken else { return entry }
        while taken.contains(entry.segment) { entry = Entry(base: base, number: entry.number + 1, naming) }
        return entry
    }

    private func scope(_ kind: ObjectKind, in parent: String) -> Scope {
        naming == .friendlyName ? Scope(parent: "", kind: nil) : Scope(parent: parent, kind: kind)
    }

    private func scope<Record: HomeRecord>(of record: Record) -> Scope { scope(Record.kind, in: record.parent) }

    private func key<Record: HomeRecord>(of record: Record) -> Key { Key(kind: Record.kind, id: record.id) }

    private func entry(of record: some HomeRecord) -> Entry? {
        scopes[scope(of: record)]?.entries[key(of: record)]
    }

    private mutating func give<Record: HomeRecord>(_ entry: Entry, to record: Record) {
        let (scope, key) = (scope(of: record), key(of: record))
        scopes[scope, default: Names()].put(entry, for: key)
        records[recordKey(key)] = entry.number == 1 ? nil : "\(entry.number) \(entry.base)"
    }

    private mutating func release<Record: HomeRecord>(_ record: Record) {
        let (scope, key) = (scope(of: record), key(of: record))
        scopes[scope]?.remove(key)
        records[recordKey(key)] = nil
    }

    /// Gives an object the segment that it had when the program ended.
    ///
    /// - Returns: Whether it had one that still fits its name.
    private mutating func restore<Record: HomeRecord>(_ record: Record, base: String) -> Bool {
        let pieces = records[recordKey(key(of: record))]?.split(separator: " ", maxSplits: 1)
        guard let pieces, pieces.count == 2, let number = Int(pieces[0]), number > 1, pieces[1] == base else {
            return false
        }
        let entry = Entry(base: base, number: number, naming)
        guard scopes[scope(of: record)]?.taken.contains(entry.segment) != true else { return false }
        give(entry, to: record)
        return true
    }

    /// Forgets what was kept of objects that are no more.
    private mutating func removeStrayRecords() {
        let known = Set(scopes.values.flatMap { $0.entries.keys.map(recordKey) })
        records = records.filter { known.contains($0.key) }
    }

    private func recordKey(_ key: Key) -> String { "\(naming.prefix)\(key.kind.rawValue)/\(key.id)" }
}
