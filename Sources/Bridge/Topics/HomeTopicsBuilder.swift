import HomeGraph

/// Composes the topics of a home whose segments are given, from those before where nothing changed.
struct HomeTopicsBuilder {
    let shape: HomeShape
    let base: String
    private(set) var structures: [HomeTopics.Structure] = []
    private(set) var structureBySegment: [ArraySlice<UInt8>: Int] = [:]
    private(set) var rooms: [HomeTopics.Room] = []
    private(set) var devices: [HomeTopics.Device] = []
    private(set) var groups: [HomeTopics.Group] = []
    private(set) var serviceGroups: [HomeTopics.ServiceGroup] = []
    private(set) var indexes = HomeTopics.DeviceIndexes([])

    private let difference: ShapeDifference
    private let segments: SegmentTable
    let names: [String: LayoutNames]
    private let before: HomeTopics?
    /// The positions of structures by id.
    private var structureByID: [String: Int] = [:]
    /// The ids of structures whose topic is another one than before.
    private var movedStructures: Set<String> = []

    /// Composes everything.
    ///
    /// - Parameters:
    ///   - shape: The home.
    ///   - difference: What is different since `before`.
    ///   - segments: The segments of all objects.
    ///   - base: The base topic.
    ///   - before: The topics of the shape before.
    ///   - layouts: Gives the ends of the topics of devices that are made so.
    init(
        _ shape: HomeShape, _ difference: ShapeDifference, segments: SegmentTables, base: String,
        before: HomeTopics?, layouts: (DeviceLayout) -> LayoutTopics
    ) {
        self.shape = shape
        self.difference = difference
        self.segments = segments.native
        names = segments.layouts.mapValues(LayoutNames.init)
        self.base = base
        self.before = before
        composeStructures()
        composeDevices(layouts)
        composeRooms()
        composeGroups()
        composeServiceGroups()
    }

    private mutating func composeStructures() {
        for record in shape.structures {
            guard let segment = segments.segment(of: record.id, .structure) else { continue }
            let topic = "\(base)/\(segment)"
            let old = before?.structures.first { $0.id == record.id }
            if old?.topic != topic { movedStructures.insert(record.id) }
            structureByID[record.id] = structures.count
            structureBySegment[Array(segment.utf8)[...]] = structures.count
            // Rooms and groups are few; the segments of many devices are taken over.
            structures.append(HomeTopics.Structure(record: record, topic: topic, devices: old?.devices ?? [:]))
        }
    }

    private mutating func composeDevices(_ layouts: (DeviceLayout) -> LayoutTopics) {
        let hasSamePositions =
            before?.devices.count == shape.devices.count && difference.devices.hasSamePositions
        let memberships = hasSamePositions && difference.groups.isEmpty ? nil : memberships()
        if hasSamePositions, memberships == nil, movedStructures.isEmpty, difference.devices.changed.isEmpty, let before
        {
            devices = before.devices
            indexes = before.indexes
            return
        }
        if !hasSamePositions { for position in structures.indices { structures[position].devices = [:] } }
        devices.reserveCapacity(shape.devices.count)
        var renamed: [(device: HomeTopics.Device, former: HomeTopics.Device)] = []
        for (position, record) in shape.devices.enumerated() {
            let old = hasSamePositions ? before?.devices[position] : before?.device(id: record.id)
            let groups = memberships.map { $0[record.id] ?? [] } ?? old?.groups ?? []
            if let old, old.record.isSameObject(as: record), old.record.isSame(as: record), old.groups == groups,
                !movedStructures.contains(record.structureID)
            {
                devices.append(old)
            } else if let device = device(record, groups, layouts) {
                devices.append(device)
                if let old, hasSamePositions { renamed.append((device, old)) }
            }
        }
        guard hasSamePositions, let before else {
            indexes = HomeTopics.DeviceIndexes(devices)
            for (position, device) in devices.enumerated() { note(device, at: position) }
            return
        }
        indexes = before.indexes
        // All old segments go before the new ones come: two devices may have changed theirs.
        for (_, former) in renamed {
            guard let structure = structureByID[former.record.structureID] else { continue }
            structures[structure].devices[former.segment] = nil
        }
        for (device, _) in renamed {
            if let position = indexes.byID[device.id] { note(device, at: position) }
        }
    }

    private mutating func note(_ device: HomeTopics.Device, at position: Int) {
        guard let structure = structureByID[device.record.structureID] else { return }
        structures[structure].devices[device.segment] = position
    }

    private func device(
        _ record: DeviceRecord, _ groups: [String], _ layouts: (DeviceLayout) -> LayoutTopics
    ) -> HomeTopics.Device? {
        guard let position = structureByID[record.structureID],
            let segment = segments.segment(of: record.id, .device, in: record.structureID)
        else { return nil }
        return HomeTopics.Device(
            record: record, topic: "\(structures[position].topic)/device/\(segment)", layout: layouts(record.layout),
            groups: groups)
    }

    /// The groups of each device, by the device's id.
    private func memberships() -> [String: [String]] {
        var memberships: [String: [String]] = [:]
        for group in shape.groups {
            for device in group.deviceIDs { memberships[device, default: []].append(group.id) }
        }
        return memberships
    }

    private mutating func composeRooms() {
        var devicesByRoom: [String: [Int]] = [:]
        for (position, device) in devices.enumerated() {
            if let room = device.record.roomID { devicesByRoom[room, default: []].append(position) }
        }
        for record in shape.rooms {
            guard let position = structureByID[record.structureID],
                let segment = segments.segment(of: record.id, .room, in: record.structureID)
            else { continue }
            structures[position].rooms[Array(segment.utf8)[...]] = rooms.count
            rooms.append(
                HomeTopics.Room(
                    record: record, topic: "\(structures[position].topic)/room/\(segment)",
                    devices: devicesByRoom[record.id] ?? []))
        }
    }

    private mutating func composeGroups() {
        for record in shape.groups {
            guard let position = structureByID[record.structureID],
                let segment = segments.segment(of: record.id, .group, in: record.structureID)
            else { continue }
            structures[position].groups[Array(segment.utf8)[...]] = groups.count
            groups.append(
                HomeTopics.Group(
                    record: record, topic: "\(structures[position].topic)/group/\(segment)",
                    devices: record.deviceIDs.compactMap { indexes.byID[$0] }))
        }
    }

    private mutating func composeServiceGroups() {
        for record in shape.serviceGroups {
            guard let position = structureByID[record.structureID],
                let segment = segments.segment(of: record.id, .serviceGroup, in: record.structureID)
            else { continue }
            structures[position].serviceGroups[Array(segment.utf8)[...]] = serviceGroups.count
            serviceGroups.append(
                HomeTopics.ServiceGroup(
                    record: record, topic: "\(structures[position].topic)/service-group/\(segment)"))
        }
    }
}
