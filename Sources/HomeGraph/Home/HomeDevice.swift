import ModelReader

/// A device; a snapshot of its place in the home, and the way to its types and traits.
///
/// Where a query shows each application endpoint as a device of its own, those of one device share its name and place:
/// naming, moving and grouping one of them concerns all.
/// Source: the first and third seed.
public struct HomeDevice: HomeObject {
    /// Unique in the home.
    public let id: String
    /// At most 60 code points.
    public let name: String
    /// The structure that the device belongs to.
    public let structureID: String?
    /// The room that the device is in; `nil` for none.
    public let roomID: String?
    /// The device's types.
    public let types: DeviceTypeController
    /// Whether the query shows devices whole, or their application endpoints.
    private let isWhole: Bool
    let context: HomeContext

    private init(
        _ record: DeviceRecord, _ context: HomeContext, isWhole: Bool, id: String, parts: [PartLayout]
    ) {
        self.id = id
        name = record.name
        structureID = record.structureID
        roomID = record.roomID
        types = DeviceTypeController(context: context, device: record, parts: parts)
        self.isWhole = isWhole
        self.context = context
    }

    /// A whole device.
    static func whole(_ record: DeviceRecord, _ context: HomeContext) -> HomeDevice {
        HomeDevice(record, context, isWhole: true, id: record.id, parts: record.layout.parts)
    }

    /// The devices that one looks like where each application endpoint is one of its own.
    static func flat(_ record: DeviceRecord, _ context: HomeContext) -> [HomeDevice] {
        let parts = record.flatParts
        guard !parts.isEmpty else {
            return [HomeDevice(record, context, isWhole: false, id: record.id, parts: record.layout.parts)]
        }
        let shared = record.layout.parts.filter { !$0.isApplication }
        return parts.map { part in
            HomeDevice(record, context, isWhole: false, id: record.flatID(of: part), parts: [part] + shared)
        }
    }

    /// The ids that a device has in the query that this one comes from.
    func ids(of record: DeviceRecord) -> [String] { isWhole ? [record.id] : record.flatIDs }

    /// The device's parts; another word for its types.
    public var parts: DeviceTypeController { types }

    /// Whether the device can be reached now, and over which way.
    public var sourceConnectivity: SourceConnectivity {
        SourceConnectivity(context.store.connectivity(of: types.device))
    }

    /// Names the device otherwise; this snapshot stays as it is.
    ///
    /// - Parameter name: What is longer than 60 code points is cut.
    /// - Returns: The device with its new name.
    /// - Throws: `invalidArgument` for a blank name, `notFound` where the device is gone.
    @discardableResult
    public func setName(_ name: String) async throws(HomeError) -> HomeDevice {
        let record = try await context.perform(.renameDevice(types.device.id, to: name)) { $0.device($1) }
        return HomeDevice(record, context, isWhole: isWhole, id: id, parts: types.parts)
    }
}
