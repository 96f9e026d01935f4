import ClusterTypes
import DataModel

/// Light, power, sound.
extension ConversionTable {
    private static let level = Scale.linear(Linear(100, over: 254, leastOfNonzero: 1))
    private static let hueOf254 = Scale.linear(Linear(360, over: 254))
    private static let hueOf65535 = Scale.linear(Linear(360, over: 65535))
    private static let whole = Scale.linear(Linear())
    /// A coordinate of the CIE 1931 colour space, of 65536ths.
    private static let chromaticity = Scale.linear(Linear(1, over: 65536, stepsPerUnit: 10_000))
    private static let percentOf254 = Scale.linear(Linear(100, over: 254))

    private static let hue = Reading.first([
        .attribute(ColorControlCluster.enhancedCurrentHue, hueOf65535),
        .attribute(ColorControlCluster.currentHue, hueOf254),
    ])
    private static let saturation = Reading.attribute(ColorControlCluster.currentSaturation, percentOf254)
    private static let place = Reading.pair(
        .attribute(ColorControlCluster.currentX, chromaticity), .attribute(ColorControlCluster.currentY, chromaticity))
    private static let mireds = Reading.attribute(ColorControlCluster.colorTemperatureMireds, .linear(Linear()))

    /// A colour in a form, by the mode that counts: the attributes of the others stand where they were.
    ///
    /// Source: Matter application clusters, ColorControl, ColorMode.
    private static func color(_ own: Reading, _ attribute: AttributeID, as form: ColorForm) -> Reading {
        let isPlace = form == .place
        let byHue = isPlace ? .color(.pair(hue, saturation), from: .hueSaturation, to: form) : own
        return .requiring(
            .attribute(attribute),
            .selected(
                by: AttributeID(ColorControlCluster.colorMode),
                [
                    Selection([0], byHue), Selection([1], isPlace ? own : .color(place, from: .place, to: form)),
                    Selection([2], .color(mireds, from: .mireds, to: form)),
                ], otherwise: own))
    }

    /// The options that a command is to override, and what with: it counts for what is off, too.
    ///
    /// Without that the device confirms the command and leaves the value.
    private static let executeIfOff = Setting.Source.constant(.uint(1))

    /// At once, unless who asks says how long it is to take.
    private static let transition = Setting.Source.transition(otherwise: .uint(0))

    /// Whether it is on or off.
    private static func options(from field: UInt32) -> [UInt32: Setting.Source] {
        [field: transition, field + 1: executeIfOff, field + 2: executeIfOff]
    }

    private static func onOff(isInverted: Bool = false) -> Setting {
        .byValue([
            (.flag(!isInverted), .invoke(CommandID(.on))), (.flag(isInverted), .invoke(CommandID(.off))),
        ])
    }

    static let lights: [Quantity: Conversion] = [
        .onOff: Conversion(reading: .attribute(OnOffCluster.onOff, .flag()), setting: onOff()),
        .powerDrawn: Conversion(reading: .attribute(ElectricalPowerMeasurementCluster.activePower, .isNot(0))),
        .brightness: Conversion(
            unit: .percent, range: 0...100, reading: .attribute(LevelControlCluster.currentLevel, level),
            // The least level is off to this command.
            // Source: Matter application clusters, LevelControl, MoveToLevelWithOnOff.
            setting: .byValue(
                [(.number(0), .invoke(CommandID(.off)))],
                otherwise: .invoke(
                    CommandID(.moveToLevelWithOnOff),
                    [
                        0: .raised(level, above: AttributeID(LevelControlCluster.minLevel)),
                        1: .transition(otherwise: .null), 2: .constant(.uint(0)), 3: .constant(.uint(0)),
                    ]))),
        .colorTemperature: Conversion(
            unit: .mired, range: 1...1000,
            limits: .bounds(
                lower: [AttributeID(ColorControlCluster.colorTempPhysicalMinMireds)],
                upper: [AttributeID(ColorControlCluster.colorTempPhysicalMaxMireds)], Linear()),
            isClamped: true,
            reading: .attribute(ColorControlCluster.colorTemperatureMireds, .linear(Linear())),
            setting: .invoke(
                CommandID(.moveToColorTemperature),
                [0: .value(.linear(Linear()))].merging(options(from: 1)) { first, _ in first })),
        .colorTemperatureKelvin: Conversion(
            unit: .kelvin, range: 1000...1_000_000,
            reading: .attribute(ColorControlCluster.colorTemperatureMireds, .reciprocal(1_000_000)),
            setting: .invoke(
                CommandID(.moveToColorTemperature),
                [0: .value(.reciprocal(1_000_000))].merging(options(from: 1)) { first, _ in first })),
        .hue: Conversion(
            unit: .degree, range: 0...360,
            reading: hue,
            setting: .first([
                .invoke(
                    CommandID(.enhancedMoveToHue),
                    [0: .value(hueOf65535), 1: .constant(.uint(0))].merging(options(from: 2)) { first, _ in first }),
                .invoke(
                    CommandID(.moveToHue),
                    [0: .value(hueOf254), 1: .constant(.uint(0))].merging(options(from: 2)) { first, _ in first }),
            ])),
        .saturation: Conversion(
            unit: .percent, range: 0...100, reading: saturation,
            setting: .invoke(
                CommandID(.moveToSaturation),
                [0: .value(percentOf254)].merging(options(from: 1)) { first, _ in first })),
        .level: Conversion(
            range: 0...254, reading: .attribute(LevelControlCluster.currentLevel, whole),
            setting: .byValue(
                [(.number(0), .invoke(CommandID(.off)))],
                otherwise: .invoke(
                    CommandID(.moveToLevelWithOnOff),
                    [
                        0: .raised(whole, above: AttributeID(LevelControlCluster.minLevel)),
                        1: .transition(otherwise: .null), 2: .constant(.uint(0)), 3: .constant(.uint(0)),
                    ]))),
        // Where it is while it is off, and from where it goes on.
        .storedLevel: Conversion(
            range: 0...254,
            setting: .invoke(
                CommandID(.moveToLevel),
                [0: .value(whole), 1: .constant(.uint(0)), 2: executeIfOff, 3: executeIfOff])),
        .lightEffect: lightEffect,
        .onLevel: Conversion(reading: .attribute(LevelControlCluster.onLevel, whole)),
        .hueSaturation: Conversion(
            reading: color(
                .pair(hue, saturation), AttributeID(ColorControlCluster.currentHue), as: .hueSaturation),
            setting: .first([
                .invoke(
                    CommandID(.enhancedMoveToHueAndSaturation),
                    [0: .first(hueOf65535), 1: .second(percentOf254)].merging(options(from: 2)) { first, _ in first }),
                .invoke(
                    CommandID(.moveToHueAndSaturation),
                    [0: .first(hueOf254), 1: .second(percentOf254)].merging(options(from: 2)) { first, _ in first }),
            ])),
        .colorXY: Conversion(
            reading: color(place, AttributeID(ColorControlCluster.currentX), as: .place),
            setting: .invoke(
                CommandID(.moveToColor),
                [0: .first(chromaticity), 1: .second(chromaticity)].merging(options(from: 2)) { first, _ in first })),
        .colorMode: Conversion(
            reading: .attribute(
                ColorControlCluster.colorMode,
                .choices([
                    Scale.Coded(.hueSaturation, 0), Scale.Coded(.xy, 1), Scale.Coded(.colorTemperature, 2),
                ]))),
        .onOffToggle: Conversion(
            setting: .byValue([(.flag(true), .invoke(CommandID(OnOffCluster.Command.toggle)))])),
        .colorX: Conversion(reading: .attribute(ColorControlCluster.currentX, chromaticity)),
        .colorY: Conversion(reading: .attribute(ColorControlCluster.currentY, chromaticity)),
        .volume: Conversion(
            unit: .percent, range: 0...100, reading: .attribute(LevelControlCluster.currentLevel, percentOf254),
            setting: .invoke(
                CommandID(.moveToLevel),
                [0: .value(percentOf254), 1: .constant(.null), 2: executeIfOff, 3: executeIfOff])),
        .mute: Conversion(
            reading: .attribute(OnOffCluster.onOff, .flag(isInverted: true)), setting: onOff(isInverted: true)),
    ]

    private typealias Camera = CameraAvStreamManagementCluster

    /// How loud a camera's speaker or microphone is, from the least level that it has to the greatest.
    private static func volume(
        _ level: AttributeKey<UInt8>, from least: AttributeKey<UInt8>, to most: AttributeKey<UInt8>
    ) -> Conversion {
        Conversion(
            unit: .percent, range: 0...100,
            limits: .bounds(lower: [AttributeID(least)], upper: [AttributeID(most)], Linear(100, over: 254)),
            reading: .attribute(level, percentOf254), setting: .write(level, percentOf254))
    }

    private static func mute(_ isMuted: AttributeKey<Bool>) -> Conversion {
        Conversion(reading: .attribute(isMuted, .flag()), setting: .write(isMuted, .flag()))
    }

    static let sound: [Quantity: Conversion] = [
        .speakerVolume: volume(
            Camera.speakerVolumeLevel, from: Camera.speakerMinLevel, to: Camera.speakerMaxLevel),
        .speakerMute: mute(Camera.speakerMuted),
        .microphoneVolume: volume(
            Camera.microphoneVolumeLevel, from: Camera.microphoneMinLevel, to: Camera.microphoneMaxLevel),
        .microphoneMute: mute(Camera.microphoneMuted),
    ]
}
