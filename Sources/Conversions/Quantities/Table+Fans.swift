import ClusterTypes
import DataModel

/// Fans, and whatever else moves air.
extension ConversionTable {
    private typealias Fan = FanControlCluster

    private static let off: UInt64 = 0, high: UInt64 = 3, auto: UInt64 = 5
    private static let percent = Scale.linear(Linear())
    private static let hasAuto = Requirement.feature(cluster: Fan.clusterID, bits: Fan.Feature.auto.rawValue)
    private static let direction = Scale.choices([
        Scale.Coded(.clockwise, 0), Scale.Coded(.counterClockwise, 1),
    ])

    /// By hand it goes on as it was set by hand last; where nobody knows, as fast as it can.
    private static let lastManual = Setting.first([
        .selected(
            by: .last(Fan.fanMode),
            [Selection([1, 2, 3], .write(AttributeID(Fan.fanMode), .attribute(.last(Fan.fanMode))))],
            otherwise: .write(Fan.fanMode, constant: high)),
        .write(Fan.fanMode, constant: high),
    ])

    /// A device may take fewer modes than there are; it then refuses the others.
    private static let mode = Scale.choices([
        Scale.Coded(.off, off), Scale.Coded(.low, 1), Scale.Coded(.medium, 2), Scale.Coded(.high, high),
        Scale.Coded(.on, 4), Scale.Coded(.auto, auto, requires: hasAuto), Scale.Coded(.smart, 6, requires: hasAuto),
    ])

    static let fans: [Quantity: Conversion] = [
        // A fan that is on already stays in its mode.
        .fanOn: Conversion(
            reading: .attribute(Fan.fanMode, .isNot(off)),
            setting: .byValue([
                (.flag(false), .write(Fan.fanMode, constant: off)),
                (
                    .flag(true),
                    .selected(
                        by: AttributeID(Fan.fanMode), [Selection([off], .write(Fan.fanMode, constant: high))],
                        otherwise: .rewrite(Fan.fanMode))
                ),
            ])),
        .fanSpeed: Conversion(
            unit: .percent, range: 0...100, reading: .attribute(Fan.percentCurrent, percent),
            setting: .write(Fan.percentSetting, percent)),
        .fanSpeedTarget: Conversion(unit: .percent, reading: .attribute(Fan.percentSetting, percent)),
        .fanMode: Conversion(reading: .attribute(Fan.fanMode, mode), setting: .write(Fan.fanMode, mode)),
        .fanState: Conversion(
            reading: .selected(
                by: AttributeID(Fan.fanMode), [Selection([off], .constant(.choice(.inactive)))],
                otherwise: .attribute(
                    Fan.percentCurrent, .choices([Scale.Coded(.idle, 0)], otherwise: .active)))),
        .fanAuto: Conversion(
            reading: .requiring(
                hasAuto, .attribute(Fan.fanMode, .choices([Scale.Coded(.auto, auto)], otherwise: .manual))),
            setting: .requiring(
                hasAuto,
                .byValue([
                    (.choice(.auto), .write(Fan.fanMode, constant: auto)),
                    (
                        .choice(.manual),
                        .selected(
                            by: AttributeID(Fan.fanMode), [Selection([auto], lastManual)],
                            otherwise: .rewrite(Fan.fanMode))
                    ),
                ]))),
        .fanDirection: Conversion(
            reading: .attribute(Fan.airflowDirection, direction), setting: .write(Fan.airflowDirection, direction)),
        .fanSwing: Conversion(
            reading: .attribute(Fan.rockSetting, .isNot(0)),
            setting: .byValue([
                (.flag(true), .write(AttributeID(Fan.rockSetting), .attribute(AttributeID(Fan.rockSupport)))),
                (.flag(false), .write(Fan.rockSetting, constant: 0)),
            ])),
    ]
}
