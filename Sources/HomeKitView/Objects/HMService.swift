import Conversions
public import Foundation
import HomeGraph

/// A part of an accessory that people use, or the system: a light, an outlet, a battery.
///
/// Source: the fourth seed and the HomeKit framework.
@MainActor
public final class HMService {
    /// Its kind, one of the constants `HMServiceType…`.
    public let serviceType: String
    /// Stays the same over restarts.
    public let uniqueIdentifier: UUID
    /// The accessory that it belongs to.
    public private(set) weak var accessory: HMAccessory?
    /// Unique in the home; Siri knows the service by it.
    public internal(set) var name: String
    /// What can be read and written.
    public private(set) var characteristics: [HMCharacteristic] = []
    /// Whether it is what the accessory is there for.
    public let isPrimaryService: Bool
    /// Whether people use it, rather than the system.
    public let isUserInteractive: Bool
    /// What it stands for, where people said so: one of the constants `HMServiceType…`.
    public internal(set) var associatedServiceType: String?
    /// The services that it belongs together with; `nil` for none, as devices here say nothing of that.
    public var linkedServices: [HMService]? { nil }
    /// What people call this kind of service.
    public let localizedDescription: String
    let id: ServiceID
    /// Whether it informs about the accessory.
    let isInformation: Bool

    init(_ description: DeviceService, name: String, in accessory: HMAccessory) {
        id = ServiceID(deviceID: accessory.record.id, name: description.name)
        serviceType = description.type.identifier
        uniqueIdentifier = StableIdentifier.uuid(.service, id.description)
        self.accessory = accessory
        self.name = name
        isPrimaryService = description.isPrimary
        isInformation = description.isInformation
        isUserInteractive = description.type.isUserInteractive
        localizedDescription = description.type.title
        characteristics = description.characteristics.map { HMCharacteristic($0, id: id.description, in: self) }
    }

    /// Names the service otherwise; the name must be unique in the home.
    ///
    /// - Throws: `objectWithSimilarNameExistsInHome`, what is wrong with the name, `notFound`.
    public func updateName(_ name: String) async throws(HMError) {
        try NameRules.check(name)
        guard let accessory, accessory.isThere, let home = accessory.home else {
            throw HMError(.notFound, "the accessory is gone")
        }
        let id = id
        try await home.openClient().edit { _ throws(HomeError) in .services(.rename(id, to: name)) }
    }

    /// Says what an outlet or a switch stands for, such as a fan that is plugged in; `nil` takes it back.
    ///
    /// - Parameter serviceType: One of the constants `HMServiceType…`.
    /// - Throws: `invalidAssociatedServiceType` where the service is neither, or that is no service that people use;
    ///   `notFound`.
    public func updateAssociatedServiceType(_ serviceType: String?) async throws(HMError) {
        let type = ServiceType.all.first { $0.identifier == serviceType && $0.isUserInteractive }
        guard [HMServiceTypeOutlet, HMServiceTypeSwitch].contains(self.serviceType), serviceType == nil || type != nil
        else {
            throw HMError(
                .invalidAssociatedServiceType,
                "an outlet or a switch can stand for another service that people use; \(name) cannot stand for this")
        }
        guard let accessory, accessory.isThere, let home = accessory.home else {
            throw HMError(.notFound, "the accessory is gone")
        }
        let id = id
        try await home.openClient().edit { _ throws(HomeError) in .services(.associate(id, with: type?.name)) }
    }

    /// Says what an outlet or a switch stands for; `nil` takes it back.
    public func updateAssociatedServiceType(
        _ serviceType: String?, completionHandler: @escaping @MainActor ((any Error)?) -> Void
    ) {
        complete(completionHandler) { () async throws(HMError) in
            try await self.updateAssociatedServiceType(serviceType)
        }
    }

    /// Names the service otherwise; the name must be unique in the home.
    public func updateName(_ name: String, completionHandler: @escaping @MainActor ((any Error)?) -> Void) {
        complete(completionHandler) { () async throws(HMError) in try await self.updateName(name) }
    }
}
