import ModelReader

// The home file as it is written: ids may be missing, references are not followed yet.

/// An object with a name and perhaps an id.
struct ObjectDraft: Sendable {
    var id: Located<String>?
    var name: Located<String>?
}

/// A part of a device.
struct PartDraft: Sendable {
    var type: DeviceTypeDescriptor?
    /// Whether a type was written, be it a wrong one.
    var hasType = false
    var features: [ClusterDescriptor: [FeatureDescriptor]] = [:]
    var without: [HomeFile.MissingMember] = []
    var values: [HomeFile.StartingValue] = []
    var parts: [Located<PartDraft>] = []
}

/// A device.
struct DeviceDraft: Sendable {
    var object = ObjectDraft()
    var room: Located<String>?
    var part = PartDraft()
    var information: [HomeFile.StartingValue] = []
    var connectivity = InitialConnectivity.online
    var behaviour = HomeFile.Behaviour()
}

/// A group of devices, or of services.
struct GroupDraft: Sendable {
    var object = ObjectDraft()
    var members: [Located<String>] = []
}

/// A device in pairing mode.
struct CommissionableDraft: Sendable {
    var payload: Located<String>?
    var window = Duration.seconds(900)
    var device: Located<DeviceDraft>?
    var bridged: [Located<DeviceDraft>] = []
    var failingStep: Located<String>?
    var error: SimulatedErrorCode?
}

/// A structure.
struct StructureDraft: Sendable {
    var object = ObjectDraft()
    var rooms: [Located<ObjectDraft>] = []
    var devices: [Located<DeviceDraft>] = []
    var groups: [Located<GroupDraft>] = []
    var serviceGroups: [Located<GroupDraft>] = []
    var commissionable: [Located<CommissionableDraft>] = []
}

/// The whole file.
struct HomeFileDraft: Sendable {
    var hub = HomeFile.Hub()
    var structures: [Located<StructureDraft>] = []
}
