public import Foundation
import HomeGraph

/// Services of any accessories of a home that are told things together.
///
/// Source: the fourth seed and the HomeKit framework.
@MainActor
public final class HMServiceGroup {
    /// Stays the same over restarts.
    public let uniqueIdentifier: UUID
    /// Unique among the service groups of the home; Siri knows the group by it.
    public internal(set) var name: String
    /// The members, in the order they were added.
    public internal(set) var services: [HMService] = []
    private weak var home: HMHome?
    let id: String

    init(id: String, name: String, in home: HMHome) {
        self.id = id
        uniqueIdentifier = StableIdentifier.uuid(.serviceGroup, id)
        self.name = name
        self.home = home
    }

    /// Adds a service; it may be in other groups, too.
    ///
    /// - Throws: `alreadyExists` where it is in the group, `objectAssociatedToAnotherHome`, `notFound`.
    public func addService(_ service: HMService) async throws(HMError) {
        let home = try openHome()
        guard let accessory = service.accessory, accessory.isThere else {
            throw HMError(.notFound, "the accessory of the service is gone")
        }
        guard accessory.home === home else {
            throw HMError(.objectAssociatedToAnotherHome, "\(service.name) belongs to another home")
        }
        guard !services.contains(where: { $0 === service }) else {
            throw HMError(.alreadyExists, "\(service.name) is in the group \(name) already")
        }
        let (id, member) = (id, service.id)
        try await home.openClient().edit { _ throws(HomeError) in .services(.addMembers(id, services: [member])) }
    }

    /// Adds a service; it may be in other groups, too.
    public func addService(_ service: HMService, completionHandler: @escaping @MainActor ((any Error)?) -> Void) {
        complete(completionHandler) { () async throws(HMError) in try await self.addService(service) }
    }

    /// Takes a service out of the group.
    ///
    /// - Throws: `notFound` where it is not in the group.
    public func removeService(_ service: HMService) async throws(HMError) {
        let home = try openHome()
        guard services.contains(where: { $0 === service }) else {
            throw HMError(.notFound, "\(service.name) is not in the group \(name)")
        }
        let (id, member) = (id, service.id)
        try await home.openClient().edit { _ throws(HomeError) in .services(.removeMembers(id, services: [member])) }
    }

    /// Takes a service out of the group.
    public func removeService(_ service: HMService, completionHandler: @escaping @MainActor ((any Error)?) -> Void) {
        complete(completionHandler) { () async throws(HMError) in try await self.removeService(service) }
    }

    /// Names the group otherwise.
    ///
    /// - Throws: `objectWithSimilarNameExistsInHome`, what is wrong with the name, `notFound`.
    public func updateName(_ name: String) async throws(HMError) {
        try NameRules.check(name)
        let home = try openHome()
        let id = id
        try await home.openClient().edit { _ throws(HomeError) in .services(.renameGroup(id, to: name)) }
    }

    /// Names the group otherwise.
    public func updateName(_ name: String, completionHandler: @escaping @MainActor ((any Error)?) -> Void) {
        complete(completionHandler) { () async throws(HMError) in try await self.updateName(name) }
    }

    private func openHome() throws(HMError) -> HMHome {
        guard let home, home.serviceGroups.contains(where: { $0 === self }) else {
            throw HMError(.notFound, "the service group \(name) is gone")
        }
        return home
    }
}
