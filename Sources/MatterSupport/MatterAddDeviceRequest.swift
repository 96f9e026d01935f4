public import FoundationEssentials

/// Asks the system to add a Matter device to an ecosystem.
///
/// A stand-in for Apple's type of this name; the system that it speaks to is a ``MatterAddDeviceSystem``.
public struct MatterAddDeviceRequest: Sendable, Hashable {
    /// A home of the ecosystem.
    public struct Home: Codable, Hashable, Sendable {
        /// What people call it.
        public let displayName: String

        /// Names a home.
        public init(displayName: String) { self.displayName = displayName }
    }

    /// A room of a home.
    public struct Room: Codable, Hashable, Sendable {
        /// What people call it.
        public let displayName: String

        /// Names a room.
        public init(displayName: String) { self.displayName = displayName }
    }

    /// An ecosystem and its homes.
    public struct Topology: Codable, Hashable, Sendable {
        /// What people call the ecosystem.
        public let ecosystemName: String
        /// The homes that a device can be added to.
        public let homes: [Home]

        /// Describes an ecosystem.
        public init(ecosystemName: String, homes: [Home]) {
            self.ecosystemName = ecosystemName
            self.homes = homes
        }
    }

    /// Where the device is to be added.
    public var topology: Topology
    /// The device's QR text or manual code; `nil` lets the system ask the user.
    public var setupPayload: String?
    /// Whether networks are looked for near the device.
    public var shouldScanNetworks: Bool

    /// Describes a request.
    public init(topology: Topology, setupPayload: String? = nil, shouldScanNetworks: Bool = true) {
        self.topology = topology
        self.setupPayload = setupPayload
        self.shouldScanNetworks = shouldScanNetworks
    }

    /// Adds a device: the system asks the user what it has to know, and has the ecosystem's extension do the work.
    ///
    /// - Throws: What the extension threw, or ``MatterAddDeviceError``.
    public func perform() async throws {
        guard let system = MatterAddDeviceSystem.current else { throw MatterAddDeviceError.noExtension }
        try await system.add(self)
    }
}

/// What keeps a device from being added before any ecosystem is asked.
public enum MatterAddDeviceError: Error, Sendable, Hashable {
    /// No extension is registered: set ``MatterAddDeviceSystem/shared``.
    case noExtension
    /// The user gave up.
    case cancelled
    /// The topology has no home.
    case noHome
    /// The extension ended, or said something that it should not.
    case extensionFailed(String)
}

extension MatterAddDeviceError: LocalizedError, CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .noExtension: "no extension is registered to add Matter devices; set MatterAddDeviceSystem.shared"
        case .cancelled: "the user gave up adding a device"
        case .noHome: "the topology names no home to add the device to"
        case .extensionFailed(let why): "the extension that adds devices failed: \(why)"
        }
    }

    /// A sentence for people.
    public var errorDescription: String? { description }
}
