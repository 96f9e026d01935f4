import Conversions
import DataModel
public import HomeGraph
import Synchronization

/// One client of the home graph that sees it as homes, accessories and services.
///
/// Delegates hear of what other clients change, over HomeKit, the Home APIs or MQTT; what this client changes is told to
/// the completion handler, or by the return of the asynchronous method, and to nobody else here.
/// Source: the HomeKit framework.
@MainActor
public final class HMHomeManager {
    /// How many events of devices wait at most before further ones are dropped.
    private nonisolated static let eventLimit = 1000

    /// The homes: one for each structure, in order of creation.
    public private(set) var homes: [HMHome] = []
    let home: Home
    private var watcher: Watcher?
    /// Which characteristics follow from which slot; device by device, made when needed.
    private var characteristicsBySlot: [Int: [HMCharacteristic]] = [:]
    private var accessories: [DeviceIndex: HMAccessory] = [:]
    /// The own edit that is on its way; the next one waits for it.
    private var lastEdit: Task<Void, Never>?
    private var edits = 0
    private var isShapeWaiting = false
    /// The shape that was taken last.
    private var lastShape: HomeShape?

    /// Begins to follow a home.
    public init(home: Home) {
        self.home = home
        watcher = Self.watch(home.store, for: self)
        homes = home.store.shape.structures.map { HMHome($0, client: self) }
        take(home.store.shape, isOwn: true)
    }

    /// The first of the homes.
    public var primaryHome: HMHome? { homes.first }

    /// Watches on behalf of a manager; the store wakes it on threads of its own.
    private nonisolated static func watch(_ store: HomeStore, for manager: HMHomeManager) -> Watcher {
        store.watch(events: eventLimit) { [weak manager] in
            Task { @MainActor in manager?.drain() }
        }
    }
}

// MARK: - Own edits

extension HMHomeManager {
    /// Makes an edit of one's own; delegates do not hear of it.
    ///
    /// - Returns: The id of the object that was made or changed.
    @discardableResult
    func edit(_ proposal: @escaping HomeEditor.Proposal) async throws(HMError) -> String {
        let former = lastEdit
        edits += 1
        let task = Task { () -> Result<String, HomeError> in
            await former?.value
            return await self.carryOut(proposal)
        }
        lastEdit = Task { _ = await task.value }
        let result = await task.value
        edits -= 1
        if edits == 0 {
            lastEdit = nil
            if isShapeWaiting { takeCurrentShape() }
        }
        do throws(HomeError) {
            return try result.get()
        } catch {
            throw HMError(error)
        }
    }

    private func carryOut(_ proposal: @escaping HomeEditor.Proposal) async -> Result<String, HomeError> {
        let noted = MadeEdit()
        do throws(HomeError) {
            let id = try await home.editor.perform(proposal) { noted.note($0, $1) }
            if let (before, after) = noted.made {
                // What others changed before is news, what this edit changed is none.
                take(before, isOwn: false)
                take(after, isOwn: true)
            }
            return .success(id)
        } catch {
            return .failure(error)
        }
    }

    /// The home before and after an edit.
    private final class MadeEdit: Sendable {
        private let state = Mutex<(HomeShape, HomeShape)?>(nil)
        func note(_ before: HomeShape, _ after: HomeShape) { state.withLock { $0 = (before, after) } }
        var made: (HomeShape, HomeShape)? { state.withLock { $0 } }
    }
}

// MARK: - What others change

extension HMHomeManager {
    private func drain() {
        var observations: [Observation] = []
        watcher?.drain(into: &observations)
        for observation in observations {
            switch observation {
            case .slot(let slot): takeSlot(slot)
            case .event(let event): accessories[event.device].map { hear(event, on: $0) }
            case .shape:
                for home in homes { home.stirHubState() }
                for accessory in accessories.values { accessory.stirReachability() }
                // While an own edit is on its way, nobody can say yet whose change it is.
                if edits > 0 { isShapeWaiting = true } else { takeCurrentShape() }
            }
        }
    }

    private func takeSlot(_ slot: Int) {
        for characteristic in characteristicsBySlot[slot] ?? [] { characteristic.stir() }
        guard let device = home.store.shape.device(slot: slot), let accessory = accessories[device.index],
            slot == device.firstSlot + DeviceLayout.connectivityOffset
        else { return }
        accessory.stirReachability()
    }

    private func hear(_ event: EventReport, on accessory: HMAccessory) {
        for service in accessory.services {
            for characteristic in service.characteristics { characteristic.hear(event) }
        }
    }

    private func takeCurrentShape() {
        isShapeWaiting = false
        take(home.store.shape, isOwn: false)
    }

    private func take(_ shape: HomeShape, isOwn: Bool) {
        // Each look at all accessories costs; mostly the shape is the one that an own edit just made.
        guard shape !== lastShape else { return }
        lastShape = shape
        var news: [@MainActor () -> Void] = []
        for home in homes {
            var renewal = HomeRenewal(home)
            renewal.take(shape)
            news += renewal.news
        }
        register()
        guard !isOwn else { return }
        for tell in news { tell() }
    }

    /// Notes accessories that came, and forgets those that went.
    private func register() {
        let all = homes.flatMap(\.accessories)
        for accessory in all where accessories[accessory.record.index] == nil {
            accessories[accessory.record.index] = accessory
            for characteristic in accessory.services.flatMap(\.characteristics) {
                for slot in slots(of: characteristic, on: accessory) {
                    characteristicsBySlot[slot, default: []].append(characteristic)
                }
            }
        }
        guard accessories.count != all.count else { return }
        let there = Set(all.map(\.record.index))
        for (index, accessory) in accessories where !there.contains(index) {
            accessories[index] = nil
            for slot in accessory.record.slots { characteristicsBySlot[slot] = nil }
        }
    }

    private func slots(of characteristic: HMCharacteristic, on accessory: HMAccessory) -> [Int] {
        guard let endpoint = characteristic.description.endpoint else { return [] }
        return characteristic.description.attributes.compactMap { accessory.record.slot(of: $0, endpoint: endpoint) }
    }
}
