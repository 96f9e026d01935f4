import DataModel
import HomeGraph

/// Changes of the home, as statements.
extension Database {
    /// Makes changes; to be called in a transaction.
    func take(_ changes: [StateChange]) throws(SQLiteFailure) {
        var mayLeaveLayouts = false
        for change in changes {
            switch change {
            case .structure(let structure):
                try run(
                    """
                    INSERT INTO structure (id, name) VALUES (?, ?)
                    ON CONFLICT (id) DO UPDATE SET name = excluded.name
                    """, [.text(structure.id), .text(structure.name)])
            case .room(let room):
                try run(
                    """
                    INSERT INTO room (id, name, structure) VALUES (?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET name = excluded.name, structure = excluded.structure
                    """, [.text(room.id), .text(room.name), .text(room.structureID)])
            case .newDevice(let device):
                try put(device)
                mayLeaveLayouts = true
            case .device(let id, let name, let roomID):
                try run("UPDATE device SET name = ?, room = ? WHERE id = ?", [.text(name), .text(roomID), .text(id)])
            case .group(let group): try put(group)
            case .removedRoom(let id): try run("DELETE FROM room WHERE id = ?", [.text(id)])
            case .removedDevice(let id):
                try run("DELETE FROM device WHERE id = ?", [.text(id)])
                mayLeaveLayouts = true
            case .removedGroup(let id): try run("DELETE FROM device_group WHERE id = ?", [.text(id)])
            case .serviceGroup(let group): try put(group)
            case .removedServiceGroup(let id): try run("DELETE FROM service_group WHERE id = ?", [.text(id)])
            case .serviceName(let service, let name):
                // A name of a device that is not kept is passed over.
                try run(
                    """
                    INSERT INTO service_name (device, service, name) SELECT id, ?, ? FROM device WHERE id = ?
                    ON CONFLICT (device, service) DO UPDATE SET name = excluded.name
                    """, [.text(service.name), .text(name), .text(service.deviceID)])
            case .associatedService(let service, let type?):
                try run(
                    """
                    INSERT INTO associated_service (device, service, type) SELECT id, ?, ? FROM device WHERE id = ?
                    ON CONFLICT (device, service) DO UPDATE SET type = excluded.type
                    """, [.text(service.name), .text(type), .text(service.deviceID)])
            case .associatedService(let service, nil):
                try run(
                    "DELETE FROM associated_service WHERE device = ? AND service = ?",
                    [.text(service.deviceID), .text(service.name)])
            case .value(let id, let key, let value): try put(value, for: key, of: id)
            case .hubState(let id, let text):
                try run("UPDATE device SET hub_state = ? WHERE id = ?", [.text(text), .text(id)])
            case .record(let section, let key, let value?):
                try run(
                    """
                    INSERT INTO record (section, key, value) VALUES (?, ?, ?)
                    ON CONFLICT (section, key) DO UPDATE SET value = excluded.value
                    """, [.text(section), .text(key), .text(value)])
            case .record(let section, let key, nil):
                try run("DELETE FROM record WHERE section = ? AND key = ?", [.text(section), .text(key)])
            }
        }
        if mayLeaveLayouts {
            try run("DELETE FROM layout WHERE NOT EXISTS (SELECT 1 FROM device WHERE device.layout = layout.number)")
        }
    }

    private func put(_ device: SavedDevice) throws(SQLiteFailure) {
        try run("INSERT INTO layout (description) VALUES (?) ON CONFLICT DO NOTHING", [.text(device.layout)])
        try run(
            """
            INSERT INTO device (id, name, structure, room, bridge, hub_state, layout)
            SELECT ?, ?, ?, ?, ?, ?, number FROM layout WHERE description = ?
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, structure = excluded.structure, room = excluded.room,
                bridge = excluded.bridge, hub_state = excluded.hub_state, layout = excluded.layout
            """,
            [
                .text(device.id), .text(device.name), .text(device.structureID), .text(device.roomID),
                .text(device.bridgeID), .text(device.hubState), .text(device.layout),
            ])
        try run("DELETE FROM value WHERE device = (SELECT number FROM device WHERE id = ?)", [.text(device.id)])
        for (key, value) in device.values { try put(value, for: key, of: device.id) }
    }

    private func put(_ value: DataValue, for key: ValueKey, of device: String) throws(SQLiteFailure) {
        try run(
            """
            INSERT INTO value (device, endpoint, cluster, attribute, value)
            SELECT number, ?, ?, ?, ? FROM device WHERE id = ?
            ON CONFLICT (device, endpoint, cluster, attribute) DO UPDATE SET value = excluded.value
            """,
            [
                .integer(Int64(key.endpoint)), .integer(Int64(key.cluster)), .integer(Int64(key.attribute)),
                .text(String(decoding: value.selfDescribingJSON.text, as: UTF8.self)), .text(device),
            ])
    }

    private func put(_ group: GroupRecord) throws(SQLiteFailure) {
        try run(
            """
            INSERT INTO device_group (id, name, structure) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, structure = excluded.structure
            """, [.text(group.id), .text(group.name), .text(group.structureID)])
        try run("DELETE FROM group_member WHERE device_group = ?", [.text(group.id)])
        for (position, device) in group.deviceIDs.enumerated() {
            try run(
                "INSERT INTO group_member (device_group, position, device) VALUES (?, ?, ?)",
                [.text(group.id), .integer(Int64(position)), .text(device)])
        }
    }

    private func put(_ group: ServiceGroupRecord) throws(SQLiteFailure) {
        try run(
            """
            INSERT INTO service_group (id, name, structure) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, structure = excluded.structure
            """, [.text(group.id), .text(group.name), .text(group.structureID)])
        try run("DELETE FROM service_group_member WHERE service_group = ?", [.text(group.id)])
        for (position, service) in group.services.enumerated() {
            try run(
                "INSERT INTO service_group_member (service_group, position, device, service) VALUES (?, ?, ?, ?)",
                [.text(group.id), .integer(Int64(position)), .text(service.deviceID), .text(service.name)])
        }
    }
}
