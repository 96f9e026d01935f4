import Conversions
public import Foundation
import DataModel
import HomeGraph
import ModelReader

/// A device, as HomeKit has it: what it is called, where it stands, and its services.
///
/// Source: the fourth seed and the HomeKit framework.
@MainActor
public final class HMAccessory {
    /// Stays the same over restarts.
    public let uniqueIdentifier: UUID
    /// Unique among the accessories of the home.
    public internal(set) var name: String
    /// The room; one that stands for the whole home where it is in none.
    public internal(set) weak var room: HMRoom?
    /// Information about it first, then what it does.
    public private(set) var services: [HMService] = []
    /// Hears of what others change.
    public weak var delegate: (any HMAccessoryDelegate)?
    /// The home that it belongs to.
    private(set) weak var home: HMHome?
    /// What the home graph knows of it.
    var record: DeviceRecord
    /// Whether the home still has it.
    var isThere = true
    let graph: Home
    private var wasReachable = false

    init(_ record: DeviceRecord, _ names: HomeNames, in home: HMHome) {
        self.record = record
        graph = home.graph
        uniqueIdentifier = StableIdentifier.uuid(.accessory, record.id)
        name = names.name(of: record)
        self.home = home
        services = zip(record.layout.services, names.namesOfServices(of: record)).map {
            HMService($0, name: $1, in: self)
        }
        for service in services { for characteristic in service.characteristics { characteristic.settle() } }
        wasReachable = isReachable
    }

    /// Whether it can be reached now; while it cannot, reading and writing fail.
    public var isReachable: Bool { isThere && graph.store.connectivity(of: record).isReachable }
    /// Whether it may not be used; nothing here blocks accessories.
    public var isBlocked: Bool { false }
    /// Whether it stands behind a bridge.
    public var isBridged: Bool { record.bridgeID != nil }
    /// The accessories behind it, where it is a bridge.
    public var uniqueIdentifiersForBridgedAccessories: [UUID]? {
        home?.bridged[record.id]?.map(\.uniqueIdentifier)
    }
    /// What it is to people at first sight.
    public var category: HMAccessoryCategory {
        HMAccessoryCategory(
            primary: services.first(where: \.isPrimaryService),
            isBridge: uniqueIdentifiersForBridgedAccessories != nil)
    }
    /// Who made it.
    public var manufacturer: String? { information(.manufacturer) }
    /// Which product it is.
    public var model: String? { information(.model) }
    /// The version of its software.
    public var firmwareVersion: String? { information(.firmwareVersion) }

    private func information(_ type: CharacteristicType) -> String? {
        let all = services.lazy.flatMap(\.characteristics)
        return all.first { $0.description.type == type }?.current.flatMap { value in
            if case .string(let text) = value { text } else { nil }
        }
    }

    /// Names the accessory otherwise.
    ///
    /// - Throws: `renameWithSimilarName` where another accessory of the home is called so, what is wrong with the name,
    ///   `notFound`.
    public func updateName(_ name: String) async throws(HMError) {
        try NameRules.check(name)
        guard isThere, let home else { throw HMError(.notFound, "the accessory is gone") }
        let id = record.id
        do throws(HMError) {
            try await home.openClient().edit { shape throws(HomeError) in
                // What others are called may have changed until it is this edit's turn.
                let structure = shape.device(id)?.structureID ?? ""
                if let other = shape.names.device(named: name, in: structure), other != id {
                    throw HomeError(.alreadyExists, "another accessory of the home is called '\(name)'")
                }
                return .renameDevice(id, to: name)
            }
        } catch {
            guard error.code == .objectWithSimilarNameExistsInHome else { throw error }
            throw HMError(.renameWithSimilarName, error.message)
        }
    }

    /// Names the accessory otherwise.
    public func updateName(_ name: String, completionHandler: @escaping @MainActor ((any Error)?) -> Void) {
        complete(completionHandler) { () async throws(HMError) in try await self.updateName(name) }
    }

    /// Has the accessory show which one it is.
    ///
    /// - Throws: `operationNotSupported` where it cannot, `accessoryNotReachable`.
    public func identify() async throws(HMError) {
        let all = services.lazy.flatMap(\.characteristics)
        guard let identify = all.first(where: { $0.description.type == .identify }) else {
            throw HMError(.operationNotSupported, "\(name) cannot identify itself")
        }
        try await identify.writeValue(true)
    }

    /// Has the accessory show which one it is.
    public func identify(completionHandler: @escaping @MainActor ((any Error)?) -> Void) {
        complete(completionHandler) { () async throws(HMError) in try await self.identify() }
    }

    /// Has the characteristics that say its name, or that of a service, say the one that it has now.
    func settleNames() {
        for characteristic in services.flatMap(\.characteristics) where characteristic.description.type == .name {
            characteristic.settle()
        }
    }

    /// The device says that it has another version of its software.
    func tellFirmwareVersion() {
        guard let firmwareVersion else { return }
        delegate?.accessory(self, didUpdateFirmwareVersion: firmwareVersion)
    }

    /// The hub said something of whether it can be reached.
    func stirReachability() {
        // One that is gone is about to be told as such.
        guard graph.store.shape.device(at: record.index) != nil, isReachable != wasReachable else { return }
        wasReachable = isReachable
        delegate?.accessoryDidUpdateReachability(self)
    }
}
