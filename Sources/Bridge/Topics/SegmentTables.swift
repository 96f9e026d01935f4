import HomeGraph

/// The segments of native topics, and the names that layouts have of their own.
struct SegmentTables: Sendable {
    private(set) var native: SegmentTable
    /// By the layouts' names, those that are switched on.
    private(set) var layouts: [String: SegmentTable] = [:]
    /// What was kept, for layouts that are switched on first.
    private let kept: [String: String]
    private var isFirst = true

    /// Makes tables in which nothing has a segment; `records` is what was kept.
    init(_ mode: BridgeConfiguration.SegmentMode, records: [String: String]) {
        native = SegmentTable(mode == .id ? .id : .name, records: records)
        kept = records
    }

    /// What is to be kept over restarts.
    var records: [String: String] {
        layouts.values.reduce(into: native.records) { $0.merge($1.records) { first, _ in first } }
    }

    /// Gives every object of the home its segments; layouts that are switched off have none.
    mutating func update(_ difference: ShapeDifference, to shape: HomeShape, _ switchedOn: TopicLayouts) {
        native.update(difference, to: shape)
        let namings = switchedOn.namings
        layouts = layouts.filter { name, _ in namings.contains { $0.layout == name } }
        for (name, naming) in namings {
            if layouts[name] == nil {
                // What was kept counts at the start; a layout that is switched on later begins anew.
                var table = SegmentTable(naming, records: isFirst ? kept : [:])
                table.update(ShapeDifference(from: nil, to: shape), to: shape)
                layouts[name] = table
            } else {
                layouts[name]?.update(difference, to: shape)
            }
        }
        isFirst = false
    }
}

/// The names of devices and groups in one layout.
struct LayoutNames: Sendable {
    private let table: SegmentTable
    private let objects: [String: (kind: ObjectKind, id: String)]

    /// Takes the names of a table.
    init(_ table: SegmentTable) {
        self.table = table
        objects = table.objects
    }

    /// The name of an object.
    func name(of object: some TopicObject) -> String { name(type(of: object).kind, object.id) }

    /// The name of the object of a kind with this id.
    func name(_ kind: ObjectKind, _ id: String) -> String { table.segment(of: id, kind) ?? id }

    /// The object that has a name.
    func object(named name: String) -> (kind: ObjectKind, id: String)? { objects[name] }
}
