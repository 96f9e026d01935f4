/// Whether something of the home can be reached, and over which way.
///
/// Source: `SourceConnectivity` of the Home APIs.
public struct SourceConnectivity: Sendable, Hashable {
    /// Whether it can be reached.
    public let connectivityState: ConnectivityState
    /// Over which way.
    public let dataSourceLocality: LocalityType

    /// Describes a connectivity; what a hub brings is reached through it.
    public init(_ connectivityState: ConnectivityState, over dataSourceLocality: LocalityType = .localPeer) {
        self.connectivityState = connectivityState
        self.dataSourceLocality = dataSourceLocality
    }

    /// Nothing is known.
    public static let unknown = SourceConnectivity(.unknown, over: .unspecified)
}

/// The way between the home and what it reaches.
///
/// Source: `LocalityType` of the Home APIs.
public enum LocalityType: Sendable, Hashable {
    /// It is not known.
    case unspecified
    /// To the device itself.
    case direct
    /// Through a hub nearby that passes on what is said.
    case localPeer
    /// From outside the local network.
    case remote
    /// Several of these.
    case mixed
}

/// What is known of a trait beside its attributes.
public struct TraitMetadata: Sendable, Hashable {
    /// Whether the trait could be reached when it was taken.
    public let sourceConnectivity: SourceConnectivity
}

/// What is known of a device type beside its traits.
public struct DeviceTypeMetadata: Sendable, Hashable {
    /// Whether it is what the device is in the first place: the light of a light that is also a speaker.
    public let isPrimaryType: Bool
    /// Whether the part could be reached when the type was taken.
    public let sourceConnectivity: SourceConnectivity
}

extension HomeStore {
    /// Whether several devices can be reached, together: online where all are, offline where none can be reached.
    package func connectivity(of devices: some Collection<DeviceRecord>) -> ConnectivityState {
        let states = devices.map { connectivity(of: $0) }
        guard states.contains(where: \.isReachable) else { return .offline }
        return states.allSatisfy { $0 == .online } ? .online : .partiallyOnline
    }
}
