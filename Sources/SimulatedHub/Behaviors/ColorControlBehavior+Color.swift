import ClusterTypes
import DataModel
import HomeGraph

extension ColorControlBehavior {
    func moveColor(
        _ command: Color.Command, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) {
        let x = Int(context.current(Color.currentX) ?? 0)
        let y = Int(context.current(Color.currentY) ?? 0)
        var end = (x: x, y: y)
        var duration = Duration.zero
        switch command {
        case .moveToColor:
            let request = try context.read(fields, as: Color.MoveToColorRequest.self)
            end = (Int(request.colorX), Int(request.colorY))
            duration = .tenths(request.transitionTime)
        case .moveColor:
            let request = try context.read(fields, as: Color.MoveColorRequest.self)
            let seconds = min(
                Self.secondsToEdge(from: x, rate: Int(request.rateX)),
                Self.secondsToEdge(from: y, rate: Int(request.rateY)))
            guard seconds.isFinite else {
                context.halt(Color.currentX)
                context.halt(Color.currentY)
                return
            }
            end = (x + Int(Double(request.rateX) * seconds), y + Int(Double(request.rateY) * seconds))
            duration = .milliseconds(Int64(seconds * 1000))
        default:
            let request = try context.read(fields, as: Color.StepColorRequest.self)
            guard request.stepX != 0 || request.stepY != 0 else {
                throw HomeError(.invalidArgument, "stepX and stepY: 0 and 0 do not move anything")
            }
            end = (x + Int(request.stepX), y + Int(request.stepY))
            duration = .tenths(request.transitionTime)
        }
        setMode(.currentXAndCurrentY, &context)
        context.move(Color.currentX, to: Self.clamp(end.x), over: duration)
        context.move(Color.currentY, to: Self.clamp(end.y), over: duration)
    }

    private static func clamp(_ coordinate: Int) -> UInt16 { UInt16(clamping: max(0, min(coordinate, Int(greatest)))) }

    private static func secondsToEdge(from coordinate: Int, rate: Int) -> Double {
        if rate == 0 { return .infinity }
        return Double(rate > 0 ? Int(greatest) - coordinate : coordinate) / Double(abs(rate))
    }

    func moveTemperature(
        _ command: Color.Command, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) {
        let current = Int(context.current(Color.colorTemperatureMireds) ?? 0)
        var end = current
        var duration = Duration.zero
        switch command {
        case .moveToColorTemperature:
            let request = try context.read(fields, as: Color.MoveToColorTemperatureRequest.self)
            end = Int(request.colorTemperatureMireds)
            duration = .tenths(request.transitionTime)
        case .moveColorTemperature:
            let request = try context.read(fields, as: Color.MoveColorTemperatureRequest.self)
            guard try isMoving(request.moveMode, Double(request.rate)) else {
                context.halt(Color.colorTemperatureMireds)
                return
            }
            let limits = (request.colorTemperatureMinimumMireds, request.colorTemperatureMaximumMireds)
            end = Self.clamp(request.moveMode == .up ? Int(Self.greatest) : 0, to: limits)
            end = Int(clampTemperature(end, context))
            duration = .milliseconds(abs(end - current) * 1000 / Int(request.rate))
        default:
            let request = try context.read(fields, as: Color.StepColorTemperatureRequest.self)
            try checkStep(Double(request.stepSize))
            let step = Int(request.stepSize)
            let limits = (request.colorTemperatureMinimumMireds, request.colorTemperatureMaximumMireds)
            end = Self.clamp(request.stepMode == .up ? current + step : current - step, to: limits)
            duration = .tenths(request.transitionTime)
        }
        setMode(.colorTemperatureMireds, &context)
        context.move(Color.colorTemperatureMireds, to: clampTemperature(end, context), over: duration)
    }

    /// The limits of a command; 0 is none.
    private static func clamp(_ mireds: Int, to limits: (least: UInt16, greatest: UInt16)) -> Int {
        let least = max(mireds, Int(limits.least))
        return limits.greatest == 0 ? least : min(least, Int(limits.greatest))
    }

    /// Within what the lamp can do.
    func clampTemperature(_ mireds: Int, _ context: EndpointContext) -> UInt16 {
        let least = max(1, Int(context[Color.colorTempPhysicalMinMireds] ?? 1))
        let greatest = max(least, Int(context[Color.colorTempPhysicalMaxMireds] ?? Self.greatest))
        return UInt16(clamping: max(least, min(mireds, greatest)))
    }

    /// With the option for it, a dimmed lamp is warmer (CoupleColorTempToLevelMinMireds).
    func followLevel(_ context: inout EndpointContext) {
        typealias Level = LevelControlCluster
        guard context[Level.options]?.contains(.coupleColorTempToLevel) == true,
            context[Color.colorMode] == .colorTemperatureMireds, let level = context[Level.currentLevel],
            let coolest = context[Color.coupleColorTempToLevelMinMireds],
            let warmest = context[Color.colorTempPhysicalMaxMireds]
        else { return }
        let lowest = Double(context[Level.minLevel] ?? 1)
        let highest = Double(context[Level.maxLevel] ?? 254)
        guard highest > lowest else { return }
        let share = max(0, min(1, (Double(level) - lowest) / (highest - lowest)))
        let mireds = Double(warmest) + share * (Double(coolest) - Double(warmest))
        context[Color.colorTemperatureMireds] = clampTemperature(Int(mireds.rounded()), context)
    }
}
