import ClusterTypes
import DataModel
import HomeGraph

/// Pulsing, fading out and fading in, for a time (Google trait LightEffects).
///
/// An effect ends after its time, by `stopEffect`, and where somebody switches or dims the light meanwhile.
struct LightEffectsBehavior: Behavior {
    private typealias Effects = GoogleLightEffectsCluster
    private typealias Level = LevelControlCluster
    private typealias OnOff = OnOffCluster

    private enum Timer { static let end: UInt32 = 0, pulse: UInt32 = 1 }
    /// What the behaviour remembers: that it moves the light itself, and the level before the effect.
    private enum Memory { static let level: UInt32 = 1 }
    private enum Effect { case pulse, sleep, wake }

    private static let pulse = Duration.seconds(1)
    /// Where the device does not say how long an effect takes (seconds).
    private static let usualTime: UInt32 = 1800
    private static let full: UInt8 = 254

    var cluster: UInt32 { Effects.clusterID }

    func start(_ context: inout EndpointContext) { clear(&context) }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Effects.Command(rawValue: command) {
        case .pulseEffectSet:
            let request = try context.read(fields, as: Effects.PulseEffectSetRequest.self)
            try begin(.pulse, for: request.durationSeconds, &context)
        case .sleepEffectSet:
            let request = try context.read(fields, as: Effects.SleepEffectSetRequest.self)
            let usual = context[Effects.defaultSleepDurationSeconds] ?? Self.usualTime
            try begin(.sleep, for: request.durationSeconds > 0 ? request.durationSeconds : usual, &context)
        case .wakeEffectSet:
            let request = try context.read(fields, as: Effects.WakeEffectSetRequest.self)
            let usual = context[Effects.defaultWakeDurationSeconds] ?? Self.usualTime
            try begin(.wake, for: request.durationSeconds > 0 ? request.durationSeconds : usual, &context)
        case .stopEffect: stop(&context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    private func begin(
        _ effect: Effect, for seconds: UInt32, _ context: inout EndpointContext
    ) throws(HomeError) {
        guard seconds > 0 else {
            throw HomeError(.outOfRange, "durationSeconds: 0 is no time; allowed is 1 or more")
        }
        stop(&context)
        let lowest = LevelControlBehavior().lowest(context)
        let level = context.current(Level.currentLevel)
        context[memory: Memory.level, of: cluster] = level
        act(&context) { context in
            LevelControlBehavior.stay(&context)
            switch effect {
            case .sleep:
                context.move(Level.currentLevel, to: lowest, over: .seconds(seconds))
            case .wake:
                if context[OnOff.onOff] == false { context[Level.currentLevel] = lowest }
                LevelControlBehavior.setOnOff(true, &context)
                let most = max(lowest, context[Level.maxLevel] ?? Self.full)
                context.move(Level.currentLevel, to: most, over: .seconds(seconds))
            case .pulse:
                LevelControlBehavior.setOnOff(true, &context)
            }
        }
        context[Effects.pulseEffectSet] = effect == .pulse
        context[Effects.sleepEffectSet] = effect == .sleep
        context[Effects.wakeEffectSet] = effect == .wake
        context[Effects.effectEndTimestampSeconds] = context.now.rawValue / 1000 + Int64(seconds)
        context.schedule(Timer.end, of: cluster, after: .seconds(seconds))
        if effect == .pulse { context.schedule(Timer.pulse, of: cluster, after: Self.pulse) }
    }

    /// Changes the light without ending the effect by it.
    private func act(_ context: inout EndpointContext, _ body: (inout EndpointContext) -> Void) {
        context.act(as: cluster) { body(&$0) }
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        if timer == Timer.pulse {
            guard context[Effects.pulseEffectSet] == true else { return }
            beat(&context)
            context.schedule(Timer.pulse, of: cluster, after: Self.pulse)
            return
        }
        let level: UInt8? = context[memory: Memory.level, of: cluster]
        if context[Effects.sleepEffectSet] == true {
            // Asleep: off, and as bright as before for the next time.
            act(&context) { context in
                LevelControlBehavior.setOnOff(false, &context)
                if let level { context[Level.currentLevel] = level }
            }
        } else if context[Effects.pulseEffectSet] == true, let level {
            act(&context) { $0[Level.currentLevel] = level }
        }
        clear(&context)
    }

    /// One beat: half as bright, and as bright as before; what cannot be dimmed goes off and on.
    private func beat(_ context: inout EndpointContext) {
        let before: UInt8? = context[memory: Memory.level, of: cluster]
        let lowest = LevelControlBehavior().lowest(context)
        act(&context) { context in
            if let before {
                let dimmed = max(lowest, before / 2)
                context[Level.currentLevel] = context[Level.currentLevel] == before ? dimmed : before
            } else {
                context[OnOff.onOff] = context[OnOff.onOff] == false
            }
        }
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        let isLight =
            changed == OnOff.clusterID && attribute == OnOff.onOff.id
            || changed == Level.clusterID && attribute == Level.currentLevel.id
        guard isLight, isRunning(context), !context.isActing(as: cluster) else { return }
        // What a fade reports on its way is the effect itself, and so is where it arrives.
        if changed == Level.clusterID, context.transition(of: Level.currentLevel) != nil || hasArrived(context) {
            return
        }
        clear(&context)
    }

    private func hasArrived(_ context: EndpointContext) -> Bool {
        let level = context[Level.currentLevel]
        let lowest = LevelControlBehavior().lowest(context)
        if context[Effects.sleepEffectSet] == true { return level == lowest }
        return context[Effects.wakeEffectSet] == true && level == max(lowest, context[Level.maxLevel] ?? Self.full)
    }

    private func isRunning(_ context: EndpointContext) -> Bool {
        [Effects.pulseEffectSet, Effects.sleepEffectSet, Effects.wakeEffectSet].contains { context[$0] == true }
    }

    /// Ends the effect where the light is now.
    private func stop(_ context: inout EndpointContext) {
        guard isRunning(context) else { return }
        act(&context) { $0.halt(Level.currentLevel) }
        if context[Effects.pulseEffectSet] == true, let level: UInt8 = context[memory: Memory.level, of: cluster] {
            act(&context) { $0[Level.currentLevel] = level }
        }
        clear(&context)
    }

    private func clear(_ context: inout EndpointContext) {
        context.cancel(Timer.end, of: cluster)
        context.cancel(Timer.pulse, of: cluster)
        context[memory: Memory.level, of: cluster] = UInt8?.none
        for key in [Effects.pulseEffectSet, Effects.sleepEffectSet, Effects.wakeEffectSet] { context[key] = false }
        context[Effects.effectEndTimestampSeconds] = 0
    }
}
