import ClusterTypes
import DataModel

/// What a light does by itself: it pulses, goes to sleep, wakes, or goes through the colours.
///
/// Source: Google's trait LightEffects; the Matter Application Cluster Specification, ColorLoopSet.
extension ConversionTable {
    private typealias Effects = GoogleLightEffectsCluster
    private typealias Color = ColorControlCluster

    /// How long an effect lasts, in seconds, where nobody says it.
    private static let pulseDuration: UInt64 = 60, duration: UInt64 = 1800

    /// An effect that goes on while a flag is set, and else what else there is.
    private static func running<Value: DataRepresentable>(
        _ flag: AttributeKey<Value>, _ choice: Choice, else rest: Reading
    ) -> Reading {
        .first([
            .selected(by: AttributeID(flag), [Selection([1], .constant(.choice(choice)))], otherwise: rest), rest,
        ])
    }

    private static let hasAny = Requirement.not(
        .all([
            .not(.attribute(AttributeID(Effects.pulseEffectSet))),
            .not(.attribute(AttributeID(Effects.sleepEffectSet))),
            .not(.attribute(AttributeID(Effects.wakeEffectSet))), .not(.attribute(AttributeID(Color.colorLoopActive))),
        ]))

    private static func loop(_ action: Color.ColorLoopActionEnum) -> Setting {
        let updates: Color.UpdateFlagsBitmap = [.updateAction, .updateDirection, .updateTime]
        let values: [UInt32: UInt64] = [
            0: UInt64(updates.rawValue), 1: UInt64(action.rawValue),
            2: UInt64(Color.ColorLoopDirectionEnum.increment.rawValue), 3: 60, 4: 0, 5: 0, 6: 0,
        ]
        return .invoke(CommandID(.colorLoopSet), values.mapValues { .constant(.uint($0)) })
    }

    private static func effect(_ command: Effects.Command, _ duration: UInt64) -> Setting {
        var arguments: [UInt32: Setting.Source] = [0: .constant(.uint(duration))]
        // In the colour that it has.
        if command == .pulseEffectSet { arguments[1] = .constant(.fields([:])) }
        return .invoke(CommandID(command), arguments)
    }

    private static let stop = Setting.invoke(CommandID(Effects.Command.stopEffect))

    static let lightEffect = Conversion(
        reading: .requiring(
            hasAny,
            running(
                Effects.pulseEffectSet, .pulse,
                else: running(
                    Effects.sleepEffectSet, .sleep,
                    else: running(
                        Effects.wakeEffectSet, .wake,
                        else: running(Color.colorLoopActive, .colorLoop, else: .constant(.choice(.off))))))),
        setting: .byValue([
            (.choice(.pulse), effect(.pulseEffectSet, pulseDuration)),
            (.choice(.sleep), effect(.sleepEffectSet, duration)),
            (.choice(.wake), effect(.wakeEffectSet, duration)),
            (.choice(.colorLoop), loop(.activateFromEnhancedCurrentHue)),
            (
                .choice(.off),
                .first([
                    .selected(
                        by: AttributeID(Color.colorLoopActive), [Selection([1], loop(.deactivate))],
                        otherwise: .first([stop, loop(.deactivate)])), stop,
                ])
            ),
        ]))
}

extension CommandID {
    init(_ command: GoogleLightEffectsCluster.Command) {
        self.init(cluster: GoogleLightEffectsCluster.clusterID, id: command.rawValue)
    }
}
