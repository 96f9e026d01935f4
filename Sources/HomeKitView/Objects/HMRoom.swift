public import Foundation

/// A room of a home.
///
/// Source: the HomeKit framework.
@MainActor
public final class HMRoom {
    /// Stays the same over restarts.
    public let uniqueIdentifier: UUID
    /// Unique among the rooms of the home.
    public internal(set) var name: String
    private weak var home: HMHome?

    init(id: String, name: String, in home: HMHome) {
        uniqueIdentifier = StableIdentifier.uuid(.room, id)
        self.name = name
        self.home = home
    }

    /// The accessories in it.
    public var accessories: [HMAccessory] { home?.accessories.filter { $0.room === self } ?? [] }
}
