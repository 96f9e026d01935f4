import ClusterTypes
import DataModel
import HomeGraph

/// Fans: mode, percent and speed are three views of one setting (Matter Application Cluster Specification,
/// section 4.4).
///
/// Whichever changes, by order or at the fan, the others follow; one that fits already stays.
struct FanControlBehavior: Behavior {
    private typealias Fan = FanControlCluster
    private typealias OnOff = OnOffCluster

    var cluster: UInt32 { Fan.clusterID }

    /// A home file may begin with any one of the views; the others follow.
    func start(_ context: inout EndpointContext) {
        let percent = context[Fan.percentSetting] ?? 0
        if percent == 0, let speed = context[Fan.speedSetting], speed > 0 {
            followSpeed(&context)
        } else if percent == 0 {
            followMode(&context)
        } else {
            followPercent(&context)
        }
        followSetting(&context)
    }

    // MARK: - Writes

    func checkLimits(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError) {
        switch attribute {
        case Fan.fanMode.id:
            guard let mode = Fan.FanModeEnum(value) else { return }
            let modes = modes(context)
            if modes.contains(where: { $0.mode == mode }) || [.on, .smart].contains(mode) { return }
            if mode == .auto, hasAuto(context) { return }
            let names = modes.map { "\($0.mode)" } + (hasAuto(context) ? ["auto"] : [])
            throw HomeError(
                .outOfRange,
                "fanMode: \(context.device.name) has no such mode as \(mode); there are "
                    + names.joined(separator: ", "))
        case Fan.rockSetting.id:
            try check(Fan.RockBitmap(value), within: context[Fan.rockSupport], "rockSetting", "rockSupport")
        case Fan.windSetting.id:
            try check(Fan.WindBitmap(value), within: context[Fan.windSupport], "windSetting", "windSupport")
        default: break
        }
    }

    /// A fan that reports null turns by itself now; whoever wants that sets its mode.
    func willWrite(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError) {
        let names = [Fan.percentSetting.id: "percentSetting", Fan.speedSetting.id: "speedSetting"]
        guard let name = names[attribute], value == .null, context[Fan.fanMode] != .auto else { return }
        throw HomeError(.failedPrecondition, "\(name): null is what it is in mode auto; set fanMode to auto instead")
    }

    private func check<Bits: OptionSet>(
        _ bits: Bits?, within support: Bits?, _ name: String, _ supportName: String
    ) throws(HomeError) where Bits.RawValue == UInt8 {
        guard let bits, let support else { return }
        let others = bits.rawValue & ~support.rawValue
        guard others == 0 else {
            throw HomeError(
                .outOfRange,
                "\(name): the fan does not have the bits \(others); \(supportName) is \(support.rawValue)")
        }
    }

    // MARK: - Steps

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard command == Fan.Command.step.rawValue else { throw context.unimplemented(command, of: cluster) }
        let request = try context.read(fields, as: Fan.StepRequest.self)
        let lowest = request.lowestOff ?? true ? 0 : 1
        let wraps = request.wrap ?? false
        // Without speeds a step is ten percent.
        let hasSpeeds = context.has(Fan.speedSetting)
        let highest = hasSpeeds ? Int(context[Fan.speedMax] ?? 1) : 10
        let now =
            hasSpeeds
            ? Int(context[Fan.speedSetting] ?? context[Fan.speedCurrent] ?? 0)
            : Int(context[Fan.percentSetting] ?? context[Fan.percentCurrent] ?? 0) / 10
        var next = request.direction == .increase ? now + 1 : now - 1
        if next > highest { next = wraps ? lowest : highest }
        if next < lowest { next = wraps ? highest : lowest }
        if hasSpeeds {
            context[Fan.speedSetting] = UInt8(clamping: next)
        } else {
            context[Fan.percentSetting] = UInt8(clamping: next * 10)
        }
        return [:]
    }

    // MARK: - Couplings

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == OnOff.clusterID, attribute == OnOff.onOff.id { followSetting(&context) }
        guard changed == cluster else { return }
        switch attribute {
        case Fan.fanMode.id: followMode(&context)
        case Fan.percentSetting.id: followPercent(&context)
        case Fan.speedSetting.id: followSpeed(&context)
        case Fan.speedMax.id: followPercent(&context)
        default: break
        }
    }

    private func followMode(_ context: inout EndpointContext) {
        switch context[Fan.fanMode] {
        // Both are of the past (FanModeEnum).
        case .on: context[Fan.fanMode] = .high
        case .smart: context[Fan.fanMode] = hasAuto(context) ? .auto : .high
        case .auto:
            context[Fan.percentSetting] = UInt8?.none
            context[Fan.speedSetting] = UInt8?.none
            followSetting(&context)
        case let mode:
            guard let range = modes(context).first(where: { $0.mode == mode })?.range else { return }
            if !range.contains(context[Fan.percentSetting] ?? .max) {
                context[Fan.percentSetting] = range.upperBound
            }
        }
    }

    private func followPercent(_ context: inout EndpointContext) {
        guard let percent = context[Fan.percentSetting] else {
            followNull(&context)
            return
        }
        let speed = speed(of: percent, context)
        if context.has(Fan.speedSetting), context[Fan.speedSetting] != speed { context[Fan.speedSetting] = speed }
        if let mode = modes(context).first(where: { $0.range.contains(percent) })?.mode {
            context[Fan.fanMode] = mode
        }
        followSetting(&context)
    }

    /// A fan that says no percent turns by itself; one that cannot is as its mode says.
    private func followNull(_ context: inout EndpointContext) {
        if context[Fan.fanMode] == .auto {
            followSetting(&context)
        } else if hasAuto(context) {
            context[Fan.fanMode] = .auto
        } else {
            followMode(&context)
        }
    }

    private func followSpeed(_ context: inout EndpointContext) {
        if context.has(Fan.speedSetting), context[Fan.speedSetting] == nil {
            if context[Fan.percentSetting] != nil { context[Fan.percentSetting] = UInt8?.none }
            return
        }
        guard let speed = context[Fan.speedSetting], let highest = context[Fan.speedMax], highest > 0,
            context[Fan.percentSetting].map({ self.speed(of: $0, context) }) != speed
        else { return }
        context[Fan.percentSetting] = UInt8(clamping: Int(speed) * 100 / Int(highest))
    }

    /// The fan turns as it is set; not at all while it is off; by itself in mode auto.
    private func followSetting(_ context: inout EndpointContext) {
        let setting: UInt8
        if context[OnOff.onOff] == false {
            setting = 0
        } else if let percent = context[Fan.percentSetting] {
            setting = percent
        } else {
            let current = context[Fan.percentCurrent] ?? 0
            setting = current > 0 ? current : modes(context).first { $0.mode != .off }?.range.upperBound ?? 100
        }
        context[Fan.percentCurrent] = setting
        context[Fan.speedCurrent] = speed(of: setting, context)
    }

    /// The speed is rounded up, so that a fan that turns has one (FanControl, SpeedSetting).
    private func speed(of percent: UInt8, _ context: EndpointContext) -> UInt8 {
        UInt8(clamping: (Int(context[Fan.speedMax] ?? 0) * Int(percent) + 99) / 100)
    }

    // MARK: - Modes

    private func hasAuto(_ context: EndpointContext) -> Bool { context.has(feature: "AUT", of: cluster) }

    /// The fixed modes that the fan has and the percents of each.
    private func modes(_ context: EndpointContext) -> [(mode: Fan.FanModeEnum, range: ClosedRange<UInt8>)] {
        switch context[Fan.fanModeSequence] {
        case .offHigh, .offHighAuto: [(.off, 0...0), (.high, 1...100)]
        case .offLowHigh, .offLowHighAuto: [(.off, 0...0), (.low, 1...50), (.high, 51...100)]
        default: [(.off, 0...0), (.low, 1...33), (.medium, 34...66), (.high, 67...100)]
        }
    }
}
