/// A device; a snapshot of its place in the home, and the way to its types and traits.
///
/// Source: the first and third seed.
public struct HomeDevice: Sendable, Hashable, Identifiable {
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
    private let context: HomeContext

    init(_ record: DeviceRecord, _ context: HomeContext) {
        id = record.id
        name = record.name
        structureID = record.structureID
        roomID = record.roomID
        types = DeviceTypeController(context: context, device: record, parts: record.layout.parts)
        self.context = context
    }

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
        HomeDevice(try await context.perform(.renameDevice(id, to: name)) { $0.device($1) }, context)
    }
}
