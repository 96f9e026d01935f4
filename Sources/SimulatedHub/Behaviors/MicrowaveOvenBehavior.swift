import ClusterTypes
import DataModel
import HomeGraph

/// Time and power of a microwave oven (Matter Application Cluster Specification, section 8.13).
struct MicrowaveOvenBehavior: Behavior {
    private typealias Oven = MicrowaveOvenControlCluster
    private typealias State = OperationalStateCluster

    /// What a microwave cooks with where nothing else is said: 30 seconds at full power.
    private static let usualTime: UInt32 = 30
    /// The power of an oven that does not say its limits: tenths, from 10 to 100.
    private static let usualPower = (least: UInt8(10), greatest: UInt8(100), step: UInt8(10))

    var cluster: UInt32 { Oven.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Oven.Command(rawValue: command) {
        case .setCookingParameters: try set(try context.read(fields), &context)
        case .addMoreTime:
            try add(try context.read(fields, as: Oven.AddMoreTimeRequest.self).timeToAdd, &context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    private func set(
        _ request: Oven.SetCookingParametersRequest, _ context: inout EndpointContext
    ) throws(HomeError) {
        guard context[State.operationalState] ?? .stopped == .stopped else {
            throw HomeError(.failedPrecondition, "\(context.device.name) is not stopped; stop it first")
        }
        guard
            request.cookMode != nil || request.cookTime != nil || request.powerSetting != nil
                || request.wattSettingIndex != nil
        else {
            throw HomeError(.invalidArgument, "one of cookMode, cookTime, powerSetting, wattSettingIndex is needed")
        }
        let modes = context[MicrowaveOvenModeCluster.supportedModes] ?? []
        if let mode = request.cookMode, !modes.contains(where: { $0.mode == mode }) {
            throw .unknownName("\(mode)", field: "cookMode", known: modes.map { "\($0.mode) (\($0.label))" })
        }
        let time = request.cookTime ?? Self.usualTime
        try checkTime(time, "cookTime", context)
        let power = try power(request.powerSetting, context)
        if let index = request.wattSettingIndex {
            let watts = context[Oven.supportedWatts] ?? []
            guard watts.indices.contains(Int(index)) else {
                throw HomeError(.outOfRange, "wattSettingIndex: \(index) is not below \(watts.count)")
            }
            context[Oven.selectedWattIndex] = index
        }
        context[Oven.cookTime] = time
        if let power { context[Oven.powerSetting] = power }
        let normal = modes.first { $0.modeTags.contains { $0.value == .normal } }?.mode
        if let mode = request.cookMode ?? normal { context[MicrowaveOvenModeCluster.currentMode] = mode }
        if request.startAfterSetting == true { OperationalStateBehavior.run(&context) }
    }

    private func checkTime(_ time: UInt32, _ field: String, _ context: EndpointContext) throws(HomeError) {
        let most = context[Oven.maxCookTime] ?? 86_400
        guard (1...max(1, most)).contains(time) else {
            throw HomeError(.outOfRange, "\(field): \(time) s of cooking are not between 1 and \(most)")
        }
    }

    /// The power to cook with; `nil` for an oven whose power is no number.
    private func power(_ wanted: UInt8?, _ context: EndpointContext) throws(HomeError) -> UInt8? {
        guard context.has(Oven.powerSetting) else { return nil }
        let least = context[Oven.minPower] ?? Self.usualPower.least
        let greatest = max(least, context[Oven.maxPower] ?? Self.usualPower.greatest)
        let step = max(1, context[Oven.powerStep] ?? Self.usualPower.step)
        let power = wanted ?? greatest
        guard (least...greatest).contains(power), power == greatest || (power - least).isMultiple(of: step) else {
            throw HomeError(
                .outOfRange, "powerSetting: \(power) is none of \(least) to \(greatest) in steps of \(step)")
        }
        return power
    }

    private func add(_ time: UInt32, _ context: inout EndpointContext) throws(HomeError) {
        guard context[State.operationalState] != .error else {
            throw HomeError(.failedPrecondition, "\(context.device.name) has an error")
        }
        let (sum, overflows) = (context[Oven.cookTime] ?? 0).addingReportingOverflow(time)
        try checkTime(overflows ? .max : sum, "timeToAdd", context)
        context[Oven.cookTime] = sum
        OperationalStateBehavior.extend(by: time, &context)
    }
}
