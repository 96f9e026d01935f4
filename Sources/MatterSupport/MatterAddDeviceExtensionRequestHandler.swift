public import FoundationEssentials

/// What an ecosystem does when a Matter device is added; the system calls it in a context of its own.
///
/// A stand-in for Apple's type of this name. Subclasses override what they need.
@MainActor
open class MatterAddDeviceExtensionRequestHandler {
    /// What is known of a device before it is trusted.
    public struct DeviceCredential: Codable, Hashable, Sendable {
        /// The device's own certificate, DER.
        public let deviceAttestationCertificate: Data
        /// The certificate of its product, DER.
        public let productAttestationIntermediateCertificate: Data
        /// What it is certified for, CMS.
        public let certificationDeclaration: Data

        /// Describes credentials.
        public init(
            deviceAttestationCertificate: Data, productAttestationIntermediateCertificate: Data,
            certificationDeclaration: Data
        ) {
            self.deviceAttestationCertificate = deviceAttestationCertificate
            self.productAttestationIntermediateCertificate = productAttestationIntermediateCertificate
            self.certificationDeclaration = certificationDeclaration
        }
    }

    /// A Wi-Fi network near the device.
    public struct WiFiScanResult: Codable, Hashable, Sendable {
        /// The network's name.
        public let ssid: String

        /// Describes a network.
        public init(ssid: String) { self.ssid = ssid }
    }

    /// A Thread network near the device.
    public struct ThreadScanResult: Codable, Hashable, Sendable {
        /// The network's name.
        public let networkName: String
        /// The network's extended PAN id.
        public let extendedPANID: UInt64

        /// Describes a network.
        public init(networkName: String, extendedPANID: UInt64) {
            self.networkName = networkName
            self.extendedPANID = extendedPANID
        }
    }

    /// Which Wi-Fi network the device is to join.
    public enum WiFiNetworkAssociation: Codable, Hashable, Sendable {
        /// The one that the system is on.
        case defaultSystemNetwork
        /// Another one.
        case network(ssid: String, credentials: Data)
    }

    /// Which Thread network the device is to join.
    public enum ThreadNetworkAssociation: Codable, Hashable, Sendable {
        /// The one that the system knows.
        case defaultSystemNetwork
        /// Another one.
        case network(extendedPANID: UInt64)
    }

    /// Makes a handler; the system does it once for each device.
    public required init() {}

    /// Decides whether a device is trusted; throwing refuses it.
    open func validateDeviceCredential(_ credential: DeviceCredential) async throws {}

    /// Chooses a Wi-Fi network for the device.
    open func selectWiFiNetwork(from networks: [WiFiScanResult]) async throws -> WiFiNetworkAssociation {
        .defaultSystemNetwork
    }

    /// Chooses a Thread network for the device.
    open func selectThreadNetwork(from networks: [ThreadScanResult]) async throws -> ThreadNetworkAssociation {
        .defaultSystemNetwork
    }

    /// Adds the device to the ecosystem.
    ///
    /// - Parameters:
    ///   - home: The home that the user chose.
    ///   - onboardingPayload: The device's QR text or manual code.
    ///   - commissioningID: Tells this device from others.
    /// - Throws: Why the device could not be added.
    open func commissionDevice(
        in home: MatterAddDeviceRequest.Home?, onboardingPayload: String, commissioningID: UUID
    ) async throws {
        throw MatterAddDeviceError.extensionFailed("it does not override commissionDevice")
    }

    /// The rooms that the user may choose from.
    open func rooms(in home: MatterAddDeviceRequest.Home?) async -> [MatterAddDeviceRequest.Room] { [] }

    /// Takes over the name and the room that the user chose.
    open func configureDevice(named name: String, in room: MatterAddDeviceRequest.Room?) async {}
}
