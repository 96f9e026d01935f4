import HomeGraph

/// What is different between two shapes of the home, kind by kind.
struct ShapeDifference: Sendable {
    /// What is different about the objects of one kind; positions are those in the later shape, in order.
    struct Objects<Record: Sendable>: Sendable {
        /// Those that came.
        var added: [Int] = []
        /// Those of which the record is another one.
        var changed: [(position: Int, before: Record)] = []
        /// Those that went, in their order.
        var removed: [Record] = []

        /// Whether the same objects stand at the same positions.
        var hasSamePositions: Bool { added.isEmpty && removed.isEmpty }
        /// Whether nothing is different.
        var isEmpty: Bool { hasSamePositions && changed.isEmpty }
    }

    let structures: Objects<StructureRecord>
    let rooms: Objects<RoomRecord>
    let devices: Objects<DeviceRecord>
    let groups: Objects<GroupRecord>
    let serviceGroups: Objects<ServiceGroupRecord>

    /// Compares; everything came where there was no shape before.
    init(from before: HomeShape?, to after: HomeShape) {
        structures = Self.compare(before?.structures ?? [], after.structures, in: before?.structure, after.structure)
        rooms = Self.compare(before?.rooms ?? [], after.rooms, in: before?.room, after.room)
        devices = Self.compare(before?.devices ?? [], after.devices, in: before?.device(_:), after.device(_:))
        groups = Self.compare(before?.groups ?? [], after.groups, in: before?.group, after.group)
        serviceGroups = Self.compare(
            before?.serviceGroups ?? [], after.serviceGroups, in: before?.serviceGroup, after.serviceGroup)
    }

    private static func compare<Record: HomeRecord>(
        _ before: [Record], _ after: [Record], in old: ((String) -> Record?)?, _ new: (String) -> Record?
    ) -> Objects<Record> {
        var objects = Objects<Record>()
        // Mostly the same objects stand in the same order: then nothing need be looked up.
        if before.count == after.count, zip(before, after).allSatisfy({ $0.isSameObject(as: $1) }) {
            for position in after.indices where !before[position].isSame(as: after[position]) {
                objects.changed.append((position, before[position]))
            }
            return objects
        }
        for (position, record) in after.enumerated() {
            guard let former = old?(record.id), former.isSameObject(as: record) else {
                objects.added.append(position)
                continue
            }
            if !former.isSame(as: record) { objects.changed.append((position, former)) }
        }
        objects.removed = before.filter { record in new(record.id).map { $0.isSameObject(as: record) } != true }
        return objects
    }
}

/// What the store knows of an object.
protocol HomeRecord: Sendable {
    var id: String { get }
    var name: String { get }
    /// Within what the object's segment is unique: the structure's id; empty for structures.
    var parent: String { get }
    static var kind: ObjectKind { get }
    /// Whether both are of one object, before and after.
    func isSameObject(as other: Self) -> Bool
    /// Whether both say the same of one object.
    func isSame(as other: Self) -> Bool
}

extension HomeRecord where Self: Equatable {
    func isSameObject(as other: Self) -> Bool { id == other.id }
    func isSame(as other: Self) -> Bool { self == other }
}

extension StructureRecord: HomeRecord {
    static var kind: ObjectKind { .structure }
    var parent: String { "" }
}

extension RoomRecord: HomeRecord {
    static var kind: ObjectKind { .room }
    var parent: String { structureID }
}

extension GroupRecord: HomeRecord {
    static var kind: ObjectKind { .group }
    var parent: String { structureID }
}

extension ServiceGroupRecord: HomeRecord {
    static var kind: ObjectKind { .serviceGroup }
    var parent: String { structureID }
}

extension DeviceRecord: HomeRecord {
    static var kind: ObjectKind { .device }
    var parent: String { structureID }
    /// A device that went and came again is another one: it has other slots.
    func isSameObject(as other: DeviceRecord) -> Bool { index == other.index && id == other.id }
    func isSame(as other: DeviceRecord) -> Bool {
        name == other.name && roomID == other.roomID && structureID == other.structureID && layout === other.layout
            && firstSlot == other.firstSlot
    }
}
