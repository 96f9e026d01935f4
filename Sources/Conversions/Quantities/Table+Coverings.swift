import ClusterTypes
import DataModel

/// Blinds, shades, awnings: people count how far they are open, the device how far they are closed.
extension ConversionTable {
    private typealias Cover = WindowCoveringCluster

    private static let openness = Scale.linear(Linear(-1, over: 100, offset: 100))
    /// Open slats lie flat; closed ones stand upright.
    private static let angle = Scale.linear(Linear(9, over: 1000))

    static let coverings: [Quantity: Conversion] = [
        .coverPosition: Conversion(
            unit: .percent, reading: .attribute(Cover.currentPositionLiftPercent100ths, openness)),
        .coverPositionTarget: Conversion(
            unit: .percent, range: 0...100,
            reading: .attribute(Cover.targetPositionLiftPercent100ths, openness),
            setting: .invoke(CommandID(.goToLiftPercentage), [0: .value(openness)])),
        // A covering that does not know where it is goes all the way.
        .coverWayTarget: Conversion(
            unit: .percent, range: 0...100,
            setting: .split(
                at: 50, below: .invoke(CommandID(.downOrClose)), from: .invoke(CommandID(.upOrOpen)))),
        .coverState: Conversion(
            reading: .attribute(
                Cover.currentPositionLiftPercent100ths, .stops([Scale.Stop(.closed, 10000)], otherwise: .open)),
            setting: .byValue([
                (.choice(.open), .invoke(CommandID(.upOrOpen))), (.choice(.closed), .invoke(CommandID(.downOrClose))),
                (.choice(.stopped), .invoke(CommandID(.stopMotion))),
            ])),
        .coverTiltPercent: Conversion(
            unit: .percent, reading: .attribute(Cover.currentPositionTiltPercent100ths, openness)),
        .coverTiltPercentTarget: Conversion(
            unit: .percent, range: 0...100, reading: .attribute(Cover.targetPositionTiltPercent100ths, openness),
            setting: .invoke(CommandID(.goToTiltPercentage), [0: .value(openness)])),
        .coverMovement: Conversion(
            reading: .attribute(
                Cover.operationalStatus,
                .flags([Scale.Coded(.opening, 1), Scale.Coded(.closing, 2)], otherwise: .stopped))),
        .coverStop: Conversion(setting: .byValue([(.flag(true), .invoke(CommandID(.stopMotion)))])),
        .coverTilt: Conversion(unit: .degree, reading: .attribute(Cover.currentPositionTiltPercent100ths, angle)),
        .coverTiltTarget: Conversion(
            unit: .degree, range: 0...90, reading: .attribute(Cover.targetPositionTiltPercent100ths, angle),
            setting: .invoke(CommandID(.goToTiltPercentage), [0: .value(angle)])),
    ]
}
