import ClusterTypes
import DataModel
import HomeGraph

extension ColorControlBehavior {
    /// Where a hue goes on its circle: so far in all, in so much time.
    private struct Turn {
        var delta: Double
        var duration: Duration
    }

    func moveHue(
        _ command: Color.Command, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) {
        let turn: Turn?
        let isEnhanced: Bool
        switch command {
        case .moveToHue:
            let request = try context.read(fields, as: Color.MoveToHueRequest.self)
            isEnhanced = false
            turn = try self.turn(
                from: Double(context.current(Color.currentHue) ?? 0), to: Double(request.hue), request.direction,
                modulus: Self.hues, .tenths(request.transitionTime))
        case .enhancedMoveToHue:
            let request = try context.read(fields, as: Color.EnhancedMoveToHueRequest.self)
            isEnhanced = true
            turn = try self.turn(
                from: Double(context.current(Color.enhancedCurrentHue) ?? 0), to: Double(request.enhancedHue),
                request.direction, modulus: Self.enhancedHues, .tenths(request.transitionTime))
        case .moveHue:
            let request = try context.read(fields, as: Color.MoveHueRequest.self)
            isEnhanced = false
            turn = try self.turn(request.moveMode, rate: Double(request.rate))
        case .enhancedMoveHue:
            let request = try context.read(fields, as: Color.EnhancedMoveHueRequest.self)
            isEnhanced = true
            turn = try self.turn(request.moveMode, rate: Double(request.rate))
        case .stepHue:
            let request = try context.read(fields, as: Color.StepHueRequest.self)
            isEnhanced = false
            turn = try self.turn(request.stepMode, size: Double(request.stepSize), .tenths(request.transitionTime))
        default:
            let request = try context.read(fields, as: Color.EnhancedStepHueRequest.self)
            isEnhanced = true
            turn = try self.turn(request.stepMode, size: Double(request.stepSize), .tenths(request.transitionTime))
        }
        guard let turn else {
            context.halt(Color.currentHue)
            context.halt(Color.enhancedCurrentHue)
            return
        }
        turnHue(turn, isEnhanced, &context)
    }

    /// With enhanced hue the plain one follows it, also where the command was a plain one.
    private func turnHue(_ turn: Turn, _ isEnhanced: Bool, _ context: inout EndpointContext) {
        setMode(isEnhanced ? .enhancedCurrentHueAndCurrentSaturation : .currentHueAndCurrentSaturation, &context)
        if context.has(Color.enhancedCurrentHue) {
            context.turn(
                Color.enhancedCurrentHue, by: isEnhanced ? turn.delta : turn.delta * 256,
                modulus: Self.enhancedHues, over: turn.duration)
        } else {
            context.turn(Color.currentHue, by: turn.delta, modulus: Self.hues, over: turn.duration)
        }
    }

    private func turn(
        from start: Double, to end: Double, _ direction: Color.DirectionEnum, modulus: Double, _ duration: Duration
    ) throws(HomeError) -> Turn {
        let up = (end - start + modulus).truncatingRemainder(dividingBy: modulus)
        let down = up - modulus
        let isUpShorter = up <= -down
        let delta: Double
        switch direction {
        case .shortest: delta = isUpShorter ? up : down
        case .longest: delta = isUpShorter ? down : up
        case .up: delta = up
        case .down: delta = up == 0 ? 0 : down
        case .unrecognized_(let number):
            throw HomeError(
                .invalidArgument, "direction: \(number) is none; there are shortest, longest, up and down")
        }
        return Turn(delta: up == 0 ? 0 : delta, duration: duration)
    }

    private func turn(_ mode: Color.MoveModeEnum, rate: Double) throws(HomeError) -> Turn? {
        guard try isMoving(mode, rate) else { return nil }
        return Turn(
            delta: (mode == .up ? rate : -rate) * Self.endless, duration: .seconds(Int64(Self.endless)))
    }

    private func turn(_ mode: Color.StepModeEnum, size: Double, _ duration: Duration) throws(HomeError) -> Turn {
        try checkStep(size)
        return Turn(delta: mode == .up ? size : -size, duration: duration)
    }

    func moveSaturation(
        _ command: Color.Command, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) {
        let current = Int(context.current(Color.currentSaturation) ?? 0)
        var end = current
        var duration = Duration.zero
        switch command {
        case .moveToSaturation:
            let request = try context.read(fields, as: Color.MoveToSaturationRequest.self)
            end = Int(request.saturation)
            duration = .tenths(request.transitionTime)
        case .moveSaturation:
            let request = try context.read(fields, as: Color.MoveSaturationRequest.self)
            guard try isMoving(request.moveMode, Double(request.rate)) else {
                context.halt(Color.currentSaturation)
                return
            }
            end = request.moveMode == .up ? 254 : 0
            duration = .milliseconds(abs(end - current) * 1000 / Int(request.rate))
        default:
            let request = try context.read(fields, as: Color.StepSaturationRequest.self)
            try checkStep(Double(request.stepSize))
            let size = Int(request.stepSize)
            end = max(0, min(254, request.stepMode == .up ? current + size : current - size))
            duration = .tenths(request.transitionTime)
        }
        setMode(.currentHueAndCurrentSaturation, &context)
        context.move(Color.currentSaturation, to: UInt8(clamping: end), over: duration)
    }

    func moveHueAndSaturation(
        _ command: Color.Command, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) {
        if command == .moveToHueAndSaturation {
            let request = try context.read(fields, as: Color.MoveToHueAndSaturationRequest.self)
            let turn = try self.turn(
                from: Double(context.current(Color.currentHue) ?? 0), to: Double(request.hue), .shortest,
                modulus: Self.hues, .tenths(request.transitionTime))
            turnHue(turn, false, &context)
            context.move(Color.currentSaturation, to: request.saturation, over: turn.duration)
        } else {
            let request = try context.read(fields, as: Color.EnhancedMoveToHueAndSaturationRequest.self)
            let turn = try self.turn(
                from: Double(context.current(Color.enhancedCurrentHue) ?? 0), to: Double(request.enhancedHue),
                .shortest, modulus: Self.enhancedHues, .tenths(request.transitionTime))
            turnHue(turn, true, &context)
            context.move(Color.currentSaturation, to: request.saturation, over: turn.duration)
        }
    }

    /// Sets the colour loop going, or ends it and goes back to the hue there was (ColorLoopSet).
    func setLoop(_ request: Color.ColorLoopSetRequest, _ context: inout EndpointContext) {
        if request.updateFlags.contains(.updateDirection) { context[Color.colorLoopDirection] = request.direction }
        if request.updateFlags.contains(.updateTime) { context[Color.colorLoopTime] = max(1, request.time) }
        if request.updateFlags.contains(.updateStartHue) {
            context[Color.colorLoopStartEnhancedHue] = request.startHue
        }
        let wasActive = context[Color.colorLoopActive] == 1
        if request.updateFlags.contains(.updateAction) {
            if request.action == .deactivate {
                guard wasActive else { return }
                context[Color.colorLoopActive] = 0
                context[Color.enhancedCurrentHue] = context[Color.colorLoopStoredEnhancedHue]
                return
            }
            if !wasActive {
                context[Color.colorLoopStoredEnhancedHue] = context.current(Color.enhancedCurrentHue)
            }
            if request.action == .activateFromColorLoopStartEnhancedHue {
                context[Color.enhancedCurrentHue] = context[Color.colorLoopStartEnhancedHue]
            }
            context[Color.colorLoopActive] = 1
            setMode(.enhancedCurrentHueAndCurrentSaturation, &context)
        }
        guard context[Color.colorLoopActive] == 1 else { return }
        let period = Double(max(1, context[Color.colorLoopTime] ?? 25))
        let turns = (Self.endless / period).rounded(.up)
        let sign = context[Color.colorLoopDirection] == .decrement ? -1.0 : 1.0
        context.turn(
            Color.enhancedCurrentHue, by: sign * turns * Self.enhancedHues, modulus: Self.enhancedHues,
            over: .seconds(Int64(turns * period)))
    }

    /// Whether a movement goes anywhere; a mode of stop ends it.
    func isMoving(_ mode: Color.MoveModeEnum, _ rate: Double) throws(HomeError) -> Bool {
        switch mode {
        case .stop: return false
        case .up, .down:
            guard rate > 0 else {
                throw HomeError(.invalidArgument, "rate: 0 does not move anything; allowed is 1 or more")
            }
            return true
        case .unrecognized_(let number):
            throw HomeError(.invalidArgument, "moveMode: \(number) is none; there are stop, up and down")
        }
    }

    func checkStep(_ size: Double) throws(HomeError) {
        guard size > 0 else {
            throw HomeError(.invalidArgument, "stepSize: 0 does not move anything; allowed is 1 or more")
        }
    }
}
