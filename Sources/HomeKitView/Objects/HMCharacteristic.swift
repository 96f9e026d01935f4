import Conversions
import DataModel
public import Foundation
import HomeGraph
import ModelReader
import Synchronization

/// A value of a service, such as the brightness of a light.
///
/// Source: the fourth seed and the HomeKit framework.
@MainActor
public final class HMCharacteristic {
    /// Its kind, one of the constants `HMCharacteristicType…`.
    public let characteristicType: String
    /// Stays the same over restarts.
    public let uniqueIdentifier: UUID
    /// The service that it belongs to.
    public private(set) weak var service: HMService?
    /// Whether changes by others are told to the accessory's delegate.
    public private(set) var isNotificationEnabled = false
    let description: DeviceCharacteristic
    private(set) var cached: CharacteristicValue?
    /// What whoever listens takes for the value: the last that was told, or written here.
    private var known: CharacteristicValue?
    private var authorization: DataValue?
    /// The own writes that are on their way.
    private var writes = OwnWrites()
    /// What they came to, until the device is there.
    private var target: OwnTarget?
    /// Ends the time that a device is given that stands still on its way.
    private var patience: Task<Void, Never>?

    init(_ description: DeviceCharacteristic, id: String, in service: HMService) {
        self.description = description
        characteristicType = description.type.identifier
        uniqueIdentifier = StableIdentifier.uuid(.characteristic, "\(id)/\(description.type.name)")
        self.service = service
    }

    /// What people call it.
    public var localizedDescription: String { description.type.name }

    /// The value as it was last read, told or written: a `Bool`, `Int`, `Double` or `String`; `nil` where there is none.
    public var value: Any? {
        switch cached {
        case nil: nil
        case .bool(let bool): bool
        case .int(let int): int
        case .float(let double): double
        case .string(let text): text
        }
    }

    /// What can be done with it: constants `HMCharacteristicProperty…`.
    public var properties: [String] {
        let names: [(CharacteristicType.Access, String)] = [
            (.read, HMCharacteristicPropertyReadable), (.write, HMCharacteristicPropertyWritable),
            (.notify, HMCharacteristicPropertySupportsEventNotification),
            (.authorization, HMCharacteristicPropertyRequiresAuthorizationData),
        ]
        return names.filter { description.access.contains($0.0) }.map(\.1)
    }

    /// What values it can have on this accessory, by the limits that the accessory has now.
    public var metadata: HMCharacteristicMetadata? {
        HMCharacteristicMetadata(description, range: description.range { self.raw($0) })
    }
}

// MARK: - Reading, writing, notifications

extension HMCharacteristic {
    /// Asks the accessory for the value; it is in ``value`` afterwards.
    ///
    /// - Throws: `writeOnlyCharacteristic`, `accessoryNotReachable`, `operationTimedOut`.
    public func readValue() async throws(HMError) {
        guard description.access.contains(.read) else {
            throw HMError(.writeOnlyCharacteristic, "\(localizedDescription) cannot be read")
        }
        let accessory = try reachableAccessory()
        do throws(HomeError) {
            try await accessory.graph.refresh(accessory.record)
        } catch {
            throw HMError(error)
        }
        cached = current
    }

    /// Asks the accessory for the value; it is in ``value`` when the handler is called without an error.
    public func readValue(completionHandler: @escaping @MainActor ((any Error)?) -> Void) {
        complete(completionHandler) { () async throws(HMError) in try await self.readValue() }
    }

    /// Writes the value; it changes only once the accessory confirmed it.
    ///
    /// - Parameter value: A `Bool`, a number, or a text, as the format has it; rounded to the nearest step.
    /// - Throws: The first of: `readOnlyCharacteristic`, `invalidValueType`, `valueLowerThanMinimum`,
    ///   `valueHigherThanMaximum`, `invalidParameter`, `stringLongerThanMaximum`, `accessoryNotReachable`; then what the
    ///   accessory answered.
    public func writeValue(_ value: Any?) async throws(HMError) {
        try await write(CharacteristicValue(any: value))
    }

    /// Writes the value; it has succeeded when the handler is called without an error, and not before.
    public func writeValue(_ value: Any?, completionHandler: @escaping @MainActor ((any Error)?) -> Void) {
        let value = CharacteristicValue(any: value)
        complete(completionHandler) { () async throws(HMError) in try await self.write(value) }
    }

    /// Has changes by others told to the accessory's delegate, or no more.
    ///
    /// - Throws: `notificationNotSupported`, `notificationAlreadyEnabled`.
    public func enableNotification(_ enable: Bool) async throws(HMError) {
        guard description.access.contains(.notify) else {
            throw HMError(.notificationNotSupported, "changes of \(localizedDescription) are not told")
        }
        guard !enable || !isNotificationEnabled else {
            throw HMError(.notificationAlreadyEnabled, "changes of \(localizedDescription) are told already")
        }
        isNotificationEnabled = enable
        // What was before is no news.
        if enable { known = target?.value ?? current }
    }

    /// Has changes by others told to the accessory's delegate, or no more.
    public func enableNotification(
        _ enable: Bool, completionHandler: @escaping @MainActor ((any Error)?) -> Void
    ) {
        complete(completionHandler) { () async throws(HMError) in try await self.enableNotification(enable) }
    }

    /// Sets what authorizes writes, such as the PIN of a lock; `nil` for nothing.
    ///
    /// - Throws: `operationNotSupported` where the characteristic takes none.
    public func updateAuthorizationData(_ data: Data?) async throws(HMError) {
        guard description.access.contains(.authorization) else {
            throw HMError(.operationNotSupported, "\(localizedDescription) takes no authorization data")
        }
        authorization = data.map { .octets(Array($0)) }
    }

    /// Sets what authorizes writes, such as the PIN of a lock; `nil` for nothing.
    public func updateAuthorizationData(
        _ data: Data?, completionHandler: @escaping @MainActor ((any Error)?) -> Void
    ) {
        complete(completionHandler) { () async throws(HMError) in try await self.updateAuthorizationData(data) }
    }

    private func write(_ wanted: CharacteristicValue?) async throws(HMError) {
        guard description.access.contains(.write) else {
            throw HMError(.readOnlyCharacteristic, "\(localizedDescription) cannot be written")
        }
        guard let wanted, let endpoint = description.endpoint else {
            throw HMError(.invalidValueType, "this is no value of \(localizedDescription)")
        }
        let (description, authorization) = (description, authorization)
        let planned: (steps: [ConversionStep], value: CharacteristicValue)
        do throws(CharacteristicFault) {
            planned = try description.steps(for: wanted, authorization: authorization) { self.raw($0) }
        } catch {
            // What the accessory does not know now is its own matter, which comes last.
            if error == .unknownState { _ = try reachableAccessory() }
            throw HMError(error, of: description.type)
        }
        let accessory = try reachableAccessory()
        let (store, record) = (accessory.graph.store, accessory.record)
        let number = writes.begin(at: current)
        let noted = NotedFault()
        do throws(HomeError) {
            // What is to be sent may depend on what was asked for before.
            try await accessory.graph.perform(endpoint: endpoint, of: record) { () throws(HomeError) in
                do throws(CharacteristicFault) {
                    return try description.steps(for: wanted, authorization: authorization) {
                        store.value(of: $0, endpoint: endpoint, of: record)
                    }.steps.map { Home.Member($0) }
                } catch {
                    noted.fault = error
                    throw HomeError(error, of: description.type)
                }
            }
        } catch {
            end(number, nil)
            throw noted.fault.map { HMError($0, of: description.type) } ?? HMError(error)
        }
        let isShown = description.access.contains(.read) && description.isShown(by: planned.steps)
        if description.access.contains(.read) { cached = isShown ? planned.value : current }
        if !isShown { forgetTarget() }
        end(number, isShown ? planned.value : nil)
    }

    /// An own write ended; once none is on its way, what the device said meanwhile is judged.
    ///
    /// - Parameters:
    ///   - number: Which write.
    ///   - value: What the device has or is going to have; `nil` where that did not change.
    private func end(_ number: Int, _ value: CharacteristicValue?) {
        guard let burst = writes.end(number, value) else { return }
        if let last = burst.written {
            cached = last
            known = last
            forgetTarget()
            target = OwnTarget(
                last, past: burst.passed,
                tolerance: description.type.values.isEmpty ? description.type.step ?? 1 : nil)
        }
        if burst.isStirred { stir() }
    }

    private func reachableAccessory() throws(HMError) -> HMAccessory {
        guard let accessory = service?.accessory, accessory.isThere else {
            throw HMError(.notFound, "the accessory is gone")
        }
        guard accessory.isReachable else {
            throw HMError(.accessoryNotReachable, "\(accessory.name) cannot be reached")
        }
        return accessory
    }
}

// MARK: - What the device says

extension HMCharacteristic {
    /// The value that the home graph has.
    var current: CharacteristicValue? {
        guard description.endpoint == nil else { return description.value { self.raw($0) } }
        return service.flatMap { $0.isInformation ? $0.accessory?.name : $0.name }.map { .string($0) }
    }

    /// Takes the value that the home graph has, and tells nobody.
    func settle() {
        cached = current
        known = cached
    }

    /// The device said something of the value.
    func stir() {
        // What happens is told each time, also where it is the same as before.
        guard !description.isEvent else { return }
        guard writes.isEmpty else { return writes.isStirred = true }
        let now = current
        switch target?.judge(now) {
        case .onTheWay: return wait(from: now)
        case .arrived:
            forgetTarget()
            return settle()
        case .elsewhere: forgetTarget()
        case nil: break
        }
        guard now != known else { return }
        known = now
        if description.type == .firmwareVersion {
            cached = now
            service?.accessory?.tellFirmwareVersion()
        }
        if isNotificationEnabled { hear(now) }
    }

    /// Gives a device time that is on its way to what was written here; where it stands still, it goes there no more.
    private func wait(from now: CharacteristicValue?) {
        guard let graph = service?.accessory?.graph else { return }
        patience?.cancel()
        patience = Task { [weak self] in
            guard (try? await graph.wait(Self.longestPause)) != nil, let self, current == now else { return }
            forgetTarget()
            stir()
        }
    }

    private func forgetTarget() {
        target = nil
        patience?.cancel()
        patience = nil
    }

    /// How long a device on its way says nothing at most: they report once a second.
    private static let longestPause = Duration.seconds(3)

    /// Something happened on a part of the device.
    func hear(_ event: EventReport) {
        guard event.endpoint == description.endpoint else { return }
        let id = EventID(cluster: event.cluster.id, id: event.event.id)
        guard let value = description.value(of: id, fields: event.fields) else { return }
        if isNotificationEnabled { hear(value) }
    }

    private func hear(_ value: CharacteristicValue?) {
        cached = value
        guard isNotificationEnabled, let service, let accessory = service.accessory else { return }
        accessory.delegate?.accessory(accessory, service: service, didUpdateValueFor: self)
    }

    private func raw(_ attribute: AttributeID) -> DataValue {
        guard let accessory = service?.accessory, let endpoint = description.endpoint else { return .null }
        return accessory.graph.store.value(of: attribute, endpoint: endpoint, of: accessory.record)
    }
}

extension CharacteristicValue {
    /// A value of any Swift type that stands for one; `nil` for others.
    init?(any value: Any?) {
        switch value {
        case let bool as Bool: self = .bool(bool)
        case let text as String: self = .string(text)
        case let integer as any BinaryInteger: self = Int(exactly: integer).map { .int($0) } ?? .float(Double(integer))
        case let number as any BinaryFloatingPoint: self = .float(Double(number))
        default: return nil
        }
    }
}

/// What was found wrong with a value once its turn had come.
private final class NotedFault: Sendable {
    private let state = Mutex<CharacteristicFault?>(nil)

    var fault: CharacteristicFault? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
