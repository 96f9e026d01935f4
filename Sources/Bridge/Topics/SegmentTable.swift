import DataModel
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

    private typealias Names = NumberedNames<Key>

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
        scopes = [beside: Names(taken: ["bridge"]) { naming.numbered($0, $1) }]
        self.records = records.filter {
            $0.key.hasPrefix(SegmentNaming.friendlyName.prefix) == (naming == .friendlyName)
        }
    }

    /// The segment of an object; `nil` for one that ``update(_:to:)`` did not see.
    func segment(of id: String, _ kind: ObjectKind, in structureID: String = "") -> String? {
        scopes[scope(kind, in: structureID)]?.entries[Key(kind: kind, id: id)]?.name
    }

    /// Every object that has a segment, by its segment.
    var objects: [String: (kind: ObjectKind, id: String)] {
        var objects: [String: (kind: ObjectKind, id: String)] = [:]
        for names in scopes.values {
            for (key, entry) in names.entries { objects[entry.name] = (key.kind, key.id) }
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
        for claim in claims {
            let object = objects[claim.position]
            change(object) { $0.claim($1, base: claim.base) }
        }
    }

    private func scope(_ kind: ObjectKind, in parent: String) -> Scope {
        naming == .friendlyName ? Scope(parent: "", kind: nil) : Scope(parent: parent, kind: kind)
    }

    private func scope<Record: HomeRecord>(of record: Record) -> Scope { scope(Record.kind, in: record.parent) }

    private func key<Record: HomeRecord>(of record: Record) -> Key { Key(kind: Record.kind, id: record.id) }

    private func entry(of record: some HomeRecord) -> Names.Entry? {
        scopes[scope(of: record)]?.entries[key(of: record)]
    }

    /// Changes the names of an object's scope, and notes what is to be kept of the object's own.
    private mutating func change<Result>(_ record: some HomeRecord, _ body: (inout Names, Key) -> Result) -> Result {
        let (scope, key, naming) = (scope(of: record), key(of: record), naming)
        let result = body(&scopes[scope, default: Names { naming.numbered($0, $1) }], key)
        records[recordKey(key)] = scopes[scope]?.entries[key]?.record
        return result
    }

    private mutating func release(_ record: some HomeRecord) { change(record) { $0.release($1) } }

    /// Gives an object the segment that it had when the program ended.
    ///
    /// - Returns: Whether it had one that still fits its name.
    private mutating func restore(_ record: some HomeRecord, base: String) -> Bool {
        guard let kept = records[recordKey(key(of: record))] else { return false }
        return change(record) { $0.restore($1, base: base, record: kept) }
    }

    /// Forgets what was kept of objects that are no more.
    private mutating func removeStrayRecords() {
        let known = Set(scopes.values.flatMap { $0.entries.keys.map(recordKey) })
        records = records.filter { known.contains($0.key) }
    }

    private func recordKey(_ key: Key) -> String { "\(naming.prefix)\(key.kind.rawValue)/\(key.id)" }
}
