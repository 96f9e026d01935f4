/// What the simulated hub starts with: the home file, read and checked.
///
/// Every id is set and unique among its kind, every name has 1 to 60 code points, every reference leads somewhere.
public struct HomeFile: Sendable, Hashable {
    /// The hub itself.
    public struct Hub: Sendable, Hashable {
        /// The id.
        public var id = "hub-1"
        /// 1 to 60 code points.
        public var name = "Simulated hub"
        /// Whether it can be reached at first.
        public var isOnline = true

        /// A hub that is online.
        public init() {}
    }

    /// A home with its rooms and devices.
    public struct Structure: Sendable, Hashable {
        /// Unique among its kind.
        public var id: String
        /// 1 to 60 code points.
        public var name: String
        /// The rooms, in order.
        public var rooms: [Room]
        /// The devices, in order.
        public var devices: [Device]
        /// The device groups, in order.
        public var groups: [Group]
        /// The service groups, in order.
        public var serviceGroups: [ServiceGroup]
        /// Devices in pairing mode near the hub.
        public var commissionable: [Commissionable]
    }

    /// A room of a structure.
    public struct Room: Sendable, Hashable {
        /// Unique among its kind.
        public var id: String
        /// 1 to 60 code points.
        public var name: String
    }

    /// Devices that are told things together.
    public struct Group: Sendable, Hashable {
        /// Unique among its kind.
        public var id: String
        /// 1 to 60 code points.
        public var name: String
        /// The members' ids, in order; at most 100, all of the group's structure.
        public var deviceIDs: [String]
    }

    /// HomeKit services that are told things together.
    public struct ServiceGroup: Sendable, Hashable {
        /// A service of a device, written `kitchen-lamp/Lightbulb`.
        public struct Service: Sendable, Hashable {
            /// The id of a device of the same structure.
            public var deviceID: String
            /// The service's name within the device; whether the device has it is not checked here.
            public var name: String
            /// Where it stands, for the one who knows what services there are.
            public var place: ConfigurationPlace
        }

        /// Unique among its kind.
        public var id: String
        /// 1 to 60 code points.
        public var name: String
        /// The members, in order.
        public var services: [Service]
    }

    /// A device in pairing mode.
    public struct Commissionable: Sendable, Hashable {
        /// The QR text or manual code that commissions it; not checked here.
        public var payload: Located
        /// How long it stays in pairing mode.
        public var window: Duration
        /// What comes in when it was commissioned; in no room.
        public var device: Device
        /// The devices that come in with it, each for itself, where it is a bridge.
        public var bridged: [Device]
        /// The step of commissioning that fails, as it was written.
        public var failingStep: Located?
        /// What that step fails with.
        public var error: SimulatedErrorCode?

        /// Describes a device in pairing mode.
        public init(
            payload: Located, window: Duration = .seconds(900), device: Device, bridged: [Device] = [],
            failingStep: Located? = nil, error: SimulatedErrorCode? = nil
        ) {
            self.payload = payload
            self.window = window
            self.device = device
            self.bridged = bridged
            self.failingStep = failingStep
            self.error = error
        }

        /// A text and where it stands, for the one who knows what it may be.
        public struct Located: Sendable, Hashable {
            /// The text.
            public var text: String
            /// Where it stands.
            public var place: ConfigurationPlace

            /// A text and where it stands.
            public init(text: String, place: ConfigurationPlace) {
                self.text = text
                self.place = place
            }

            init(_ text: Configuration.Located<String>) {
                self.text = text.value
                place = text.place
            }
        }
    }

    /// The hub itself.
    public var hub: Hub
    /// The structures, in order.
    public var structures: [Structure]

    /// Describes a home.
    public init(hub: Hub = Hub(), structures: [Structure] = []) {
        self.hub = hub
        self.structures = structures
    }
}

/// Whether a device can be reached at first.
public enum InitialConnectivity: String, Sendable, CaseIterable {
    case online, offline, partiallyOnline, unknown
}

/// What a simulated device fails with; the codes of answers.
public enum SimulatedErrorCode: String, Sendable, CaseIterable {
    case notFound, unimplemented, invalidArgument, outOfRange, resourceExhausted, permissionDenied, unavailable
    case deadlineExceeded, aborted, failedPrecondition, alreadyExists
}
