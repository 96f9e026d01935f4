import DataModel
import HomeGraph

/// The home, read back.
extension Database {
    /// Whether there is no structure, and so nothing at all of a home.
    var hasNoHome: Bool {
        get throws(SQLiteFailure) { try integer("SELECT NOT EXISTS (SELECT 1 FROM structure)") != 0 }
    }

    /// The home.
    /// - Throws: Damage where something cannot be what was written.
    func home() throws(SQLiteFailure) -> SavedHome {
        var home = SavedHome()
        try run("SELECT id, name FROM structure ORDER BY number") { row throws(SQLiteFailure) in
            home.structures.append(StructureRecord(id: try row.text(0), name: try row.text(1)))
        }
        try run("SELECT id, name, structure FROM room ORDER BY number") { row throws(SQLiteFailure) in
            home.rooms.append(RoomRecord(id: try row.text(0), name: try row.text(1), structureID: try row.text(2)))
        }
        home.devices = try devices()
        home.groups = try groups()
        home.serviceGroups = try serviceGroups()
        try run("SELECT device, service, name FROM service_name") { row throws(SQLiteFailure) in
            home.serviceNames[ServiceID(deviceID: try row.text(0), name: try row.text(1))] = try row.text(2)
        }
        try run("SELECT device, service, type FROM associated_service") { row throws(SQLiteFailure) in
            home.associatedServices[ServiceID(deviceID: try row.text(0), name: try row.text(1))] = try row.text(2)
        }
        return home
    }

    /// What a part of the program keeps for itself.
    func records(in section: String) throws(SQLiteFailure) -> [String: String] {
        var records: [String: String] = [:]
        try run("SELECT key, value FROM record WHERE section = ?", [.text(section)]) { row throws(SQLiteFailure) in
            records[try row.text(0)] = try row.text(1)
        }
        return records
    }

    private func devices() throws(SQLiteFailure) -> [SavedDevice] {
        var layouts: [Int64: String] = [:]
        try run("SELECT number, description FROM layout") { row throws(SQLiteFailure) in
            layouts[try row.integer(0)] = try row.text(1)
        }
        var devices: [SavedDevice] = []
        var positions: [Int64: Int] = [:]
        try run(
            "SELECT number, id, name, structure, room, bridge, layout, hub_state FROM device ORDER BY number"
        ) { row throws(SQLiteFailure) in
            guard let layout = layouts[try row.integer(6)] else {
                throw .damage("the device '\(try row.text(1))' has no layout")
            }
            positions[try row.integer(0)] = devices.count
            devices.append(
                SavedDevice(
                    id: try row.text(1), name: try row.text(2), structureID: try row.text(3),
                    roomID: try row.optionalText(4), bridgeID: try row.optionalText(5), layout: layout,
                    hubState: try row.optionalText(7)))
        }
        try run("SELECT device, endpoint, cluster, attribute, value FROM value") { row throws(SQLiteFailure) in
            guard let position = positions[try row.integer(0)] else { throw .damage("a value has no device") }
            let key = ValueKey(
                endpoint: try row.integer(1), cluster: try row.integer(2), attribute: try row.integer(3))
            guard let json = try? JSONValue(parsing: Array(try row.text(4).utf8)),
                let value = DataValue(selfDescribing: json)
            else {
                throw .damage(
                    "the value of attribute \(key.attribute) of cluster \(key.cluster) at endpoint \(key.endpoint) of the device '\(devices[position].id)' is none"
                )
            }
            devices[position].values[key] = value
        }
        return devices
    }

    private func groups() throws(SQLiteFailure) -> [GroupRecord] {
        var groups: [GroupRecord] = []
        var positions: [String: Int] = [:]
        try run("SELECT id, name, structure FROM device_group ORDER BY number") { row throws(SQLiteFailure) in
            positions[try row.text(0)] = groups.count
            groups.append(
                GroupRecord(
                    id: try row.text(0), name: try row.text(1), structureID: try row.text(2), deviceIDs: []))
        }
        try run("SELECT device_group, device FROM group_member ORDER BY device_group, position") {
            row throws(SQLiteFailure) in
            guard let position = positions[try row.text(0)] else { throw .damage("a member has no group") }
            groups[position].deviceIDs.append(try row.text(1))
        }
        return groups
    }

    private func serviceGroups() throws(SQLiteFailure) -> [ServiceGroupRecord] {
        var groups: [ServiceGroupRecord] = []
        var positions: [String: Int] = [:]
        try run("SELECT id, name, structure FROM service_group ORDER BY number") { row throws(SQLiteFailure) in
            positions[try row.text(0)] = groups.count
            groups.append(
                ServiceGroupRecord(
                    id: try row.text(0), name: try row.text(1), structureID: try row.text(2), services: []))
        }
        try run(
            "SELECT service_group, device, service FROM service_group_member ORDER BY service_group, position"
        ) { row throws(SQLiteFailure) in
            guard let position = positions[try row.text(0)] else { throw .damage("a service has no group") }
            groups[position].services.append(ServiceID(deviceID: try row.text(1), name: try row.text(2)))
        }
        return groups
    }
}
