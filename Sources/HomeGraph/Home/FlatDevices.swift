import ModelReader

/// How a device looks where each of its application endpoints is a device of its own.
///
/// A device with one of them keeps its id. With several, each has the device's id, a colon, which is in no id, and the
/// endpoint's number: `power-strip:2`. Utility endpoints, such as a battery, belong to all of them.
/// Source: the Home APIs, multipart devices.
extension DeviceRecord {
    private static let separator: Character = ":"

    /// The endpoints that do something for people.
    var applicationParts: [PartLayout] { layout.parts.filter(\.isApplication) }

    /// The endpoints that are devices of their own; none where the device has only one such.
    var flatParts: [PartLayout] {
        let parts = applicationParts
        return parts.count > 1 ? parts : []
    }

    /// The id of a part that is a device of its own.
    func flatID(of part: PartLayout) -> String { "\(id)\(Self.separator)\(part.endpoint)" }

    /// The ids of the devices that this one looks like.
    var flatIDs: [String] {
        let parts = flatParts
        return parts.isEmpty ? [id] : parts.map(flatID)
    }

    /// The device's id in one of either form, if it is well formed.
    static func deviceID(in id: String) -> String? {
        id.lastIndex(of: separator).map { String(id[..<$0]) }
    }
}

extension HomeShape {
    /// The id of the device that an id in either form leads to; an unknown one as it is.
    func deviceID(_ id: String) -> String {
        guard let whole = DeviceRecord.deviceID(in: id), let device = device(whole), device.flatIDs.contains(id) else {
            return id
        }
        return whole
    }
}
