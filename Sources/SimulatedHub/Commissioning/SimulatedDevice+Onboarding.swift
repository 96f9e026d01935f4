import DataModel
import HomeGraph

extension SimulatedDevice {
    /// How a device came into the home.
    struct Onboarding: Sendable, Hashable {
        /// The code on it.
        let code: String
        /// The structure that it joined.
        let structureID: String
        /// 0 for the device that the code is of, a number for one that stands behind it.
        var position = 0
    }

    /// Where a device remembers that; behaviours have numbers of clusters there.
    private static let codeKey = TimerKey(endpoint: 0, cluster: .max, timer: 1)
    private static let structureKey = TimerKey(endpoint: 0, cluster: .max, timer: 2)
    private static let positionKey = TimerKey(endpoint: 0, cluster: .max, timer: 3)

    /// How it came into the home; `nil` for a device of the home file.
    var onboarding: Onboarding? {
        guard case .string(let code) = memory[Self.codeKey], case .string(let id) = memory[Self.structureKey] else {
            return nil
        }
        guard case .uint(let position) = memory[Self.positionKey] else { return nil }
        return Onboarding(code: code, structureID: id, position: Int(clamping: position))
    }

    /// The device as it joins a home under a number.
    func joining(as index: DeviceIndex, _ onboarding: Onboarding) -> SimulatedDevice {
        var device = copy(as: index)
        device.memory[Self.codeKey] = .string(onboarding.code)
        device.memory[Self.structureKey] = .string(onboarding.structureID)
        device.memory[Self.positionKey] = .uint(UInt64(clamping: onboarding.position))
        return device
    }

    /// The device as it was when it came.
    func resetToFactory() -> SimulatedDevice {
        var values = initialValues
        values[DeviceLayout.connectivityOffset] = .uint(UInt64(ConnectivityState.online.rawValue))
        return SimulatedDevice(
            index: index, name: name, layout: layout, values: values, initialValues: initialValues, isOnline: true,
            isAutonomous: isAutonomous, fault: fault, random: random)
    }
}
