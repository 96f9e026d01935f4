import ClusterTypes
import DataModel
import HomeGraph
import ModelReader

/// Hue and saturation, x and y, colour temperature, colour loop (Matter Application Cluster Specification,
/// section 3.2).
struct ColorControlBehavior: Behavior {
    typealias Color = ColorControlCluster

    /// How many values a hue has, and an enhanced hue: after the last comes the first.
    static let hues = 255.0, enhancedHues = 65_536.0
    /// The greatest x, y and mireds.
    static let greatest: UInt16 = 65_279
    /// How long a movement without an end goes on.
    static let endless = 86_400.0

    var cluster: UInt32 { Color.clusterID }

    func start(_ context: inout EndpointContext) {
        guard context.device.boots > 1, let mireds = context[Color.startUpColorTemperatureMireds] else { return }
        context[Color.colorTemperatureMireds] = clampTemperature(Int(mireds), context)
        setMode(.colorTemperatureMireds, &context)
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard let known = Color.Command(rawValue: command) else { throw context.unimplemented(command, of: cluster) }
        guard executes(known, fields, context) else { return [:] }
        switch known {
        case .moveToHue, .moveHue, .stepHue, .enhancedMoveToHue, .enhancedMoveHue, .enhancedStepHue:
            try moveHue(known, fields, &context)
        case .moveToSaturation, .moveSaturation, .stepSaturation:
            try moveSaturation(known, fields, &context)
        case .moveToHueAndSaturation, .enhancedMoveToHueAndSaturation:
            try moveHueAndSaturation(known, fields, &context)
        case .moveToColor, .moveColor, .stepColor: try moveColor(known, fields, &context)
        case .moveToColorTemperature, .moveColorTemperature, .stepColorTemperature:
            try moveTemperature(known, fields, &context)
        case .colorLoopSet: setLoop(try context.read(fields), &context)
        case .stopMoveStep: if context[Color.colorLoopActive] != 1 { halt(&context) }
        }
        noteRemainingTime(&context)
        return [:]
    }

    /// A command has no effect while the device is off, unless the options say so; the two fields of the options are
    /// the last of every command.
    private func executes(
        _ command: Color.Command, _ fields: [UInt32: DataValue], _ context: EndpointContext
    ) -> Bool {
        guard context[OnOffCluster.onOff] == false else { return true }
        let descriptor = context.trait(cluster)?.commands.first { $0.id == command.rawValue }
        func read(_ name: String) -> Color.OptionsBitmap {
            let id = descriptor?.fields.first { $0.name == name }?.id
            return id.flatMap { fields[$0] }.flatMap { Color.OptionsBitmap($0) } ?? []
        }
        let mask = read("optionsMask")
        let options = (context[Color.options] ?? []).subtracting(mask)
            .union(read("optionsOverride").intersection(mask))
        return options.contains(.executeIfOff)
    }

    func setMode(_ mode: Color.EnhancedColorModeEnum, _ context: inout EndpointContext) {
        context[Color.enhancedColorMode] = mode
        context[Color.colorMode] = Color.ColorModeEnum(
            rawValue: mode == .enhancedCurrentHueAndCurrentSaturation ? 0 : mode.rawValue)
    }

    /// Ends every movement where it is.
    func halt(_ context: inout EndpointContext) {
        context.halt(Color.enhancedCurrentHue)
        context.halt(Color.currentHue)
        context.halt(Color.currentSaturation)
        context.halt(Color.currentX)
        context.halt(Color.currentY)
        context.halt(Color.colorTemperatureMireds)
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == LevelControlCluster.clusterID, attribute == LevelControlCluster.currentLevel.id {
            followLevel(&context)
        }
        guard changed == cluster else { return }
        if attribute == Color.enhancedCurrentHue.id, let hue = context[Color.enhancedCurrentHue] {
            context[Color.currentHue] = UInt8(min(254, hue >> 8))
        }
        if attribute != Color.remainingTime.id { noteRemainingTime(&context) }
    }

    func didArrive(_ attribute: UInt32, _ context: inout EndpointContext) { noteRemainingTime(&context) }

    func didWrite(_ attribute: UInt32, _ context: inout EndpointContext) {}

    /// The longest time that is left of a movement with an end.
    private func noteRemainingTime(_ context: inout EndpointContext) {
        let transitions = [
            context.transition(of: Color.currentHue), context.transition(of: Color.enhancedCurrentHue),
            context.transition(of: Color.currentSaturation), context.transition(of: Color.currentX),
            context.transition(of: Color.currentY), context.transition(of: Color.colorTemperatureMireds),
        ]
        let remaining = transitions.compactMap { $0?.remaining(at: context.moment) }.max() ?? .zero
        context[Color.remainingTime] = remaining.tenths
    }
}
