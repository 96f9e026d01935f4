public import DataModel

/// Between what is kept and what the store takes in.
extension HomeContents {
    /// Takes over a home that was kept.
    ///
    /// - Parameters:
    ///   - saved: What was kept.
    ///   - catalog: The clusters and device types there are.
    /// - Throws: `dataLoss` where it cannot be read.
    public init(_ saved: SavedHome, catalog: ModelCatalog) throws(HomeError) {
        var layouts: [String: DeviceLayout] = [:]
        var devices: [HubDevice] = []
        for device in saved.devices {
            let layout: DeviceLayout
            if let known = layouts[device.layout] {
                layout = known
            } else {
                layout = try DeviceLayout(savedText: device.layout, catalog: catalog)
                layouts[device.layout] = layout
            }
            devices.append(
                HubDevice(
                    id: device.id, name: device.name, structureID: device.structureID, roomID: device.roomID,
                    bridgeID: device.bridgeID, layout: layout,
                    values: layout.valueKeys.map { device.values[$0] ?? .null }))
        }
        self = saved.with(devices: devices)
    }

    /// All of it as changes, for a store in which nothing is kept yet.
    ///
    /// - Parameter hubStates: What the hub keeps of its devices.
    /// - Returns: The changes, what others refer to first.
    func changes(hubStates: [DeviceIndex: String]) -> [StateChange] {
        var texts: [ObjectIdentifier: String] = [:]
        var changes = structures.map { StateChange.structure($0) } + rooms.map { .room($0) }
        for (index, device) in devices.enumerated() {
            let text = texts[ObjectIdentifier(device.layout)] ?? device.layout.savedText
            texts[ObjectIdentifier(device.layout)] = text
            changes.append(
                .newDevice(
                    SavedDevice(
                        id: device.id, name: device.name, structureID: device.structureID, roomID: device.roomID,
                        bridgeID: device.bridgeID, layout: text, hubState: hubStates[DeviceIndex(rawValue: index)],
                        values: device.layout.keyed(device.values))))
        }
        changes += groups.map { .group($0) }
        changes += serviceGroups.map { .serviceGroup($0) }
        changes += serviceNames.map { .serviceName($0, $1) }
        return changes + associatedServices.map { .associatedService($0, $1) }
    }
}
