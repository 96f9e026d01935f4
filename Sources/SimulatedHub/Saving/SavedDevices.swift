import DataModel
import HomeGraph
import ModelReader

/// A home as it was kept, made into devices again.
///
/// What is damaged or was changed by hand is put right here, and only here: the engine's devices have values that the
/// codec would have taken.
struct SavedDevices {
    /// What the graph takes in.
    private(set) var contents: HomeContents
    /// The devices as the engine has them.
    private(set) var devices: [SimulatedDevice] = []
    /// The timers of each device that are set.
    private(set) var timers: [[DeviceState.Timer]] = []
    /// The moment at which the hub goes on.
    private(set) var moment = Duration.zero
    /// What could not be taken as it was, and what was done about it; a hundred at most are told one by one.
    var repairs: [HomeError] {
        let more = repairCount - told.count
        return told + (more > 0 ? [HomeError(.dataLoss, "\(more) more were put right in the same way")] : [])
    }
    private var told: [HomeError] = []
    private var repairCount = 0

    /// Makes the devices of a home.
    ///
    /// - Parameters:
    ///   - saved: What was kept.
    ///   - catalog: The clusters and device types there are.
    ///   - seed: Where the randomness of devices comes from of which the hub kept nothing.
    /// - Throws: `dataLoss` where it cannot be read at all.
    init(_ saved: SavedHome, catalog: ModelCatalog, seed: UInt64) throws(HomeError) {
        contents = try HomeContents(saved, catalog: catalog)
        for (index, device) in saved.devices.enumerated() {
            add(contents.devices[index], hubState: device.hubState, index: index, seed: seed)
        }
    }

    private mutating func add(_ device: HubDevice, hubState: String?, index: Int, seed: UInt64) {
        let state = state(of: device, hubState)
        var initialValues = Array(repeating: DataValue.null, count: device.layout.slotCount)
        var values = device.values
        var unreported: [Int: DataValue] = [:]
        var transitions: [Int: Transition] = [:]
        device.layout.forEachAttribute { key, offset, attribute in
            let initial = state?.initialValues[key].flatMap { attribute.takes($0) ? $0 : nil }
            initialValues[offset] = initial ?? LeastValue.plainest(attribute.value)
            do throws(ValueFault) {
                try attribute.value.check(values[offset])
                // What never changes is kept once.
                if attribute.quality.contains(.fixed), initial == nil { initialValues[offset] = values[offset] }
            } catch {
                values[offset] = initialValues[offset]
                note(error, of: attribute, key, of: device)
            }
            if let value = state?.unreported[key], attribute.takes(value) { unreported[offset] = value }
            if let transition = state?.transitions[key] {
                if attribute.takes(transition) {
                    transitions[offset] = transition
                } else {
                    tell(
                        """
                        \(Self.name(of: attribute, key, of: device)) was on its way to what it cannot be; \
                        it stays where it was
                        """)
                }
            }
        }
        values[DeviceLayout.lastReportOffset] = Self.lastReport(values[DeviceLayout.lastReportOffset])
        let isOnline = state?.isOnline ?? Self.isReachable(values[DeviceLayout.connectivityOffset])
        let isOff = state?.timers.contains { $0.key == Engine.bootTimer } ?? false
        let connectivity = SimulatedDevice.connectivity(isOnline: isOnline, isOff: isOff)
        if Self.isReachable(values[DeviceLayout.connectivityOffset]) != connectivity.isReachable {
            values[DeviceLayout.connectivityOffset] = .uint(UInt64(connectivity.rawValue))
        }
        contents.devices[index].values = values
        moment = max(moment, state?.moment ?? .zero)
        timers.append(state?.timers ?? [])
        for (offset, value) in unreported { values[offset] = value }
        devices.append(
            SimulatedDevice(
                index: DeviceIndex(rawValue: index), name: device.name, layout: device.layout, values: values,
                initialValues: initialValues, isOnline: isOnline, isAutonomous: state?.isAutonomous ?? false,
                fault: state?.fault ?? SimulatedFault(),
                random: state.map { SplitMix(seed: $0.random) } ?? SplitMix(seed: seed, device: index),
                eventNumber: state?.eventNumber ?? 0, boots: state?.boots ?? 0, began: state?.began ?? .zero,
                started: state?.started ?? .zero,
                transitions: transitions, unreported: Set(unreported.keys), memory: state?.memory ?? [:]))
    }

    private mutating func state(of device: HubDevice, _ text: String?) -> DeviceState? {
        guard let text else { return nil }
        do throws(JSONFault) {
            return try DeviceState(text: text)
        } catch {
            tell("\(device.id): what the hub kept of it cannot be read (\(error)); it is as if switched on anew")
            return nil
        }
    }

    private mutating func note(
        _ fault: ValueFault, of attribute: AttributeDescriptor, _ key: ValueKey, of device: HubDevice
    ) {
        tell("\(Self.name(of: attribute, key, of: device)) as it was kept: \(fault); it is as at first now")
    }

    private static func name(
        of attribute: AttributeDescriptor, _ key: ValueKey, of device: HubDevice
    ) -> String {
        let trait = device.layout.part(endpoint: key.endpoint)?.traits.first { $0.cluster.id == key.cluster }
        return "\(device.id), \(trait?.cluster.traitName ?? "").\(attribute.name)"
    }

    private mutating func tell(_ message: String) {
        repairCount += 1
        if told.count < 100 { told.append(HomeError(.dataLoss, message)) }
    }

    private static func isReachable(_ value: DataValue) -> Bool {
        guard case .uint(let raw) = value, let small = UInt8(exactly: raw) else { return true }
        return ConnectivityState(rawValue: small)?.isReachable ?? true
    }

    /// A time that a calendar has, up to the year 9999; else none.
    private static func lastReport(_ value: DataValue) -> DataValue {
        guard case .int(let time) = value, (0...253_402_300_799_999).contains(time) else { return .null }
        return value
    }
}

extension AttributeDescriptor {
    /// Whether a value is one that the attribute can have, whatever others bound it by.
    fileprivate func takes(_ value: DataValue) -> Bool { (try? self.value.check(value)) != nil }

    /// Whether a transition leads from one value that the attribute can have to another, as all between them are then.
    fileprivate func takes(_ transition: Transition) -> Bool {
        guard takes(number: transition.value(at: transition.ends)) else { return false }
        guard let modulus = transition.modulus else { return takes(number: transition.start) }
        // Around a circle start and end are any numbers that are counted exactly.
        let isCountable = [transition.start, transition.end].allSatisfy { $0.magnitude < 0x1p53 }
        return isCountable && modulus >= 1 && takes(number: 0) && takes(number: modulus.rounded(.up) - 1)
    }

    private func takes(number: Double) -> Bool {
        if takes(.float(number)) { return true }
        guard let whole = Int64(exactly: number.rounded()) else { return false }
        return takes(.int(whole)) || UInt64(exactly: whole).map { takes(.uint($0)) } == true
    }
}
