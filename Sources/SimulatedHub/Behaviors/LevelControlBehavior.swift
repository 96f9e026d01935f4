import ClusterTypes
import DataModel
import HomeGraph

/// Levels, with and without switching on and off (Matter Application Cluster Specification, section 1.6).
struct LevelControlBehavior: Behavior {
    private typealias Level = LevelControlCluster
    private typealias OnOff = OnOffCluster

    var cluster: UInt32 { Level.clusterID }

    /// What the behaviour remembers that is no attribute.
    private enum Memory {
        /// Whether arriving at the lowest level switches off.
        static let switchesOff: UInt32 = 1
        /// The level to go back to once the fading to off has arrived.
        static let restores: UInt32 = 2
    }

    func start(_ context: inout EndpointContext) {
        guard context.device.boots > 1, context.has(Level.startUpCurrentLevel),
            let startUp = context[Level.startUpCurrentLevel]
        else { return }
        context[Level.currentLevel] = clamp(Int(startUp), context)
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard let command = Level.Command(rawValue: command), command != .moveToClosestFrequency else {
            throw context.unimplemented(command, of: cluster)
        }
        let withOnOff = [.moveToLevelWithOnOff, .moveWithOnOff, .stepWithOnOff, .stopWithOnOff].contains(command)
        // The requests with and without OnOff have the same fields.
        switch command {
        case .moveToLevel, .moveToLevelWithOnOff:
            let request = try context.read(fields, as: Level.MoveToLevelRequest.self)
            guard executes(withOnOff, request.optionsMask, request.optionsOverride, context) else { break }
            let duration = request.transitionTime ?? context[Level.onOffTransitionTime] ?? 0
            move(to: clamp(Int(request.level), context), over: .tenths(duration), withOnOff, &context)
        case .move, .moveWithOnOff:
            let request = try context.read(fields, as: Level.MoveRequest.self)
            let rate = request.rate ?? context[Level.defaultMoveRate] ?? .max
            guard rate > 0 else {
                throw HomeError(.invalidArgument, "rate: 0 does not move anything; allowed are 1 to 254, or null")
            }
            guard executes(withOnOff, request.optionsMask, request.optionsOverride, context) else { break }
            let end = clamp(request.moveMode == .up ? 254 : 0, context)
            let distance = abs(Int(end) - Int(context.current(Level.currentLevel) ?? end))
            let duration = rate == .max ? Duration.zero : .milliseconds(distance * 1000 / Int(rate))
            move(to: end, over: duration, withOnOff, &context)
        case .step, .stepWithOnOff:
            let request = try context.read(fields, as: Level.StepRequest.self)
            guard request.stepSize > 0 else {
                throw HomeError(.invalidArgument, "stepSize: 0 does not move anything; allowed are 1 to 254")
            }
            guard executes(withOnOff, request.optionsMask, request.optionsOverride, context) else { break }
            let current = Int(context.current(Level.currentLevel) ?? 0)
            let size = Int(request.stepSize)
            let end = clamp(request.stepMode == .up ? current + size : current - size, context)
            let share = Double(abs(Int(end) - current)) / Double(size)
            move(to: end, over: .tenths(request.transitionTime ?? 0) * share, withOnOff, &context)
        case .stop, .stopWithOnOff:
            let request = try context.read(fields, as: Level.StopRequest.self)
            guard executes(withOnOff, request.optionsMask, request.optionsOverride, context) else { break }
            context.halt(Level.currentLevel)
            context[Level.remainingTime] = 0
        case .moveToClosestFrequency: break
        }
        return [:]
    }

    /// Whether a command has an effect now: one without OnOff has none while the device is off, unless the options
    /// say so.
    private func executes(
        _ withOnOff: Bool, _ mask: Level.OptionsBitmap, _ override: Level.OptionsBitmap, _ context: EndpointContext
    ) -> Bool {
        if withOnOff || context[OnOff.onOff] != false { return true }
        let options = (context[Level.options] ?? []).subtracting(mask).union(override.intersection(mask))
        return options.contains(.executeIfOff)
    }

    func lowest(_ context: EndpointContext) -> UInt8 {
        context[Level.minLevel] ?? (context.has(feature: "LT", of: cluster) ? 1 : 0)
    }

    private func clamp(_ level: Int, _ context: EndpointContext) -> UInt8 {
        let lowest = lowest(context)
        return UInt8(clamping: max(Int(lowest), min(level, Int(max(lowest, context[Level.maxLevel] ?? 254)))))
    }

    private func move(to end: UInt8, over duration: Duration, _ withOnOff: Bool, _ context: inout EndpointContext) {
        context[memory: Memory.restores, of: cluster] = UInt8?.none
        context[memory: Memory.switchesOff, of: cluster] = withOnOff ? true : nil
        if withOnOff, end > lowest(context) { Self.setOnOff(true, &context) }
        context.move(Level.currentLevel, to: end, over: duration)
        noteRemainingTime(&context)
    }

    func didArrive(_ attribute: UInt32, _ context: inout EndpointContext) {
        guard attribute == Level.currentLevel.id else { return }
        context[Level.remainingTime] = 0
        if context[memory: Memory.switchesOff, of: cluster] == true, context[Level.currentLevel] == lowest(context) {
            Self.setOnOff(false, &context)
        }
        if let level: UInt8 = context[memory: Memory.restores, of: cluster] {
            context[memory: Memory.restores, of: cluster] = UInt8?.none
            context[Level.currentLevel] = level
        }
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == OnOff.clusterID, attribute == OnOff.onOff.id {
            followOnOff(&context)
        } else if changed == cluster, attribute == Level.currentLevel.id {
            noteRemainingTime(&context)
        }
    }

    /// Switching on raises the level to where it was or shall be; switching off lowers it, and it comes back for the
    /// next time (LevelControl, effect of on/off commands).
    private func followOnOff(_ context: inout EndpointContext) {
        guard context.has(feature: "OO", of: cluster), !context.isActing(as: cluster),
            let isOn = context[OnOff.onOff], let current = context.current(Level.currentLevel)
        else { return }
        let time =
            (isOn ? context[Level.onTransitionTime] : context[Level.offTransitionTime])
            ?? context[Level.onOffTransitionTime] ?? 0
        context[memory: Memory.switchesOff, of: cluster] = Bool?.none
        let stored: UInt8 = context[memory: Memory.restores, of: cluster] ?? current
        context[memory: Memory.restores, of: cluster] = UInt8?.none
        let onLevel = context[Level.onLevel]
        if isOn {
            if time > 0 { context[Level.currentLevel] = lowest(context) }
            context.move(Level.currentLevel, to: clamp(Int(onLevel ?? stored), context), over: .tenths(time))
        } else {
            if onLevel == nil { context[memory: Memory.restores, of: cluster] = stored }
            // Without a time to fade nothing shows of the way down and back.
            if time == 0, onLevel == nil {
                context[memory: Memory.restores, of: cluster] = UInt8?.none
                context.move(Level.currentLevel, to: stored, over: .zero)
            } else {
                context.move(Level.currentLevel, to: lowest(context), over: .tenths(time))
            }
        }
        noteRemainingTime(&context)
    }

    /// Switches on or off, and leaves the level alone.
    static func setOnOff(_ isOn: Bool, _ context: inout EndpointContext) {
        context.act(as: Level.clusterID) { $0[OnOff.onOff] = isOn }
    }

    /// Forgets what was to happen once the level arrives somewhere: it goes elsewhere now.
    static func stay(_ context: inout EndpointContext) {
        context[memory: Memory.restores, of: Level.clusterID] = UInt8?.none
        context[memory: Memory.switchesOff, of: Level.clusterID] = Bool?.none
    }

    private func noteRemainingTime(_ context: inout EndpointContext) {
        let remaining = context.transition(of: Level.currentLevel)?.remaining(at: context.moment) ?? .zero
        context[Level.remainingTime] = remaining.tenths
    }
}
