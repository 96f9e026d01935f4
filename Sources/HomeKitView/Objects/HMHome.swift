import DataModel
public import Foundation
import HomeGraph

/// A home: a structure of the home graph, as HomeKit has it.
///
/// Source: the fourth seed and the HomeKit framework.
@MainActor
public final class HMHome {
    /// Stays the same over restarts.
    public let uniqueIdentifier: UUID
    /// What people call it.
    public internal(set) var name: String
    /// In order of creation.
    public internal(set) var rooms: [HMRoom] = []
    /// In order of creation.
    public internal(set) var accessories: [HMAccessory] = []
    /// The accessories behind each bridge, by the bridge's id.
    var bridged: [String: [HMAccessory]] = [:]
    /// In order of creation.
    public internal(set) var serviceGroups: [HMServiceGroup] = []
    /// Hears of what others change.
    public weak var delegate: (any HMHomeDelegate)?
    let id: String
    let graph: Home
    private var lastHubState: HMHomeHubState
    private weak var client: HMHomeManager?
    private lazy var wholeHome = HMRoom(id: "\(id)/", name: name, in: self)

    init(_ structure: StructureRecord, client: HMHomeManager) {
        id = structure.id
        uniqueIdentifier = StableIdentifier.uuid(.home, structure.id)
        name = structure.name
        graph = client.home
        lastHubState = Self.hubState(of: client.home)
        self.client = client
    }

    /// The room of accessories that are in no other; not among ``rooms``.
    public func roomForEntireHome() -> HMRoom {
        wholeHome.name = name
        return wholeHome
    }

    /// Whether the hub can be reached; while it cannot, no accessory can.
    public var homeHubState: HMHomeHubState { Self.hubState(of: graph) }

    private static func hubState(of graph: Home) -> HMHomeHubState {
        graph.store.isHubOnline ? .connected : .disconnected
    }

    /// The store said something of whether the hub can be reached.
    func stirHubState() {
        let state = homeHubState
        guard state != lastHubState else { return }
        lastHubState = state
        delegate?.home(self, didUpdate: state)
    }

    /// The services of certain kinds, of all accessories; nothing is asked of them.
    ///
    /// - Parameter serviceTypes: Constants `HMServiceType…`.
    /// - Returns: The services; empty where there is none.
    public func servicesWithTypes(_ serviceTypes: [String]) -> [HMService]? {
        accessories.flatMap(\.services).filter { serviceTypes.contains($0.serviceType) }
    }

    /// The services of certain kinds; another spelling of ``servicesWithTypes(_:)``.
    public func services(withTypes serviceTypes: [String]) -> [HMService]? { servicesWithTypes(serviceTypes) }

    /// Makes a service group.
    ///
    /// - Parameter name: Unique among the service groups of the home.
    /// - Returns: The group, without services.
    /// - Throws: `objectWithSimilarNameExistsInHome`, what is wrong with the name.
    @discardableResult
    public func addServiceGroup(withName name: String) async throws(HMError) -> HMServiceGroup {
        try NameRules.check(name)
        let structure = id
        let id = try await openClient().edit { _ throws(HomeError) in
            .services(.createGroup(name: name, structure: structure, services: []))
        }
        guard let group = serviceGroups.first(where: { $0.id == id }) else {
            throw HMError(.notFound, "the service group '\(name)' was taken out at the same time")
        }
        return group
    }

    /// Makes a service group; the handler is given it, or why there is none.
    public func addServiceGroup(
        withName name: String, completionHandler: @escaping @MainActor (HMServiceGroup?, (any Error)?) -> Void
    ) {
        Task {
            do throws(HMError) {
                completionHandler(try await addServiceGroup(withName: name), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Takes a service group out; its services stay.
    ///
    /// - Throws: `notFound` where the home does not have it.
    public func removeServiceGroup(_ group: HMServiceGroup) async throws(HMError) {
        guard serviceGroups.contains(where: { $0 === group }) else {
            throw HMError(.notFound, "the home \(name) has no service group \(group.name)")
        }
        let id = group.id
        try await openClient().edit { _ throws(HomeError) in .services(.deleteGroup(id)) }
    }

    /// Takes a service group out; its services stay.
    public func removeServiceGroup(
        _ group: HMServiceGroup, completionHandler: @escaping @MainActor ((any Error)?) -> Void
    ) {
        complete(completionHandler) { () async throws(HMError) in try await self.removeServiceGroup(group) }
    }

    /// The client that the home belongs to.
    ///
    /// - Throws: `homeAccessNotAuthorized` where it is gone.
    func openClient() throws(HMError) -> HMHomeManager {
        guard let client else {
            throw HMError(.homeAccessNotAuthorized, "the HMHomeManager of the home \(name) is gone; keep it")
        }
        return client
    }

    /// Whether two names are the same to HomeKit.
    func isSimilar(_ left: String, _ right: String) -> Bool { ObjectName.isSimilar(left, right) }
}

/// Whether the hub of a home can be reached.
///
/// Source: the HomeKit framework.
public enum HMHomeHubState: UInt, Sendable, Hashable {
    /// There is no hub; every home here has one.
    case notAvailable = 0
    /// The hub can be reached.
    case connected = 1
    /// The hub cannot be reached.
    case disconnected = 2
}

/// Runs an operation and hands its error, or none, to a handler.
@MainActor
func complete(
    _ handler: @escaping @MainActor ((any Error)?) -> Void,
    _ operation: @escaping @MainActor () async throws(HMError) -> Void
) {
    Task {
        do throws(HMError) {
            try await operation()
            handler(nil)
        } catch {
            handler(error)
        }
    }
}
