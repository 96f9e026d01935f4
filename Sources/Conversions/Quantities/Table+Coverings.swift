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
                Cover.currentPositionLiftPercent100ths, .stops([Scale.Stop(.closed, 10000)], otherwise: .open))),
        // All the way, also of what does not know where it is.
        .coverMove: Conversion(
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
        .coverTilt: tilt(lying, Cover.currentPositionTiltPercent100ths),
        .coverTiltTarget: tilt(lying, Cover.targetPositionTiltPercent100ths, isTarget: true),
        .coverSlatTurn: tilt(hanging, Cover.currentPositionTiltPercent100ths),
        .coverSlatTurnTarget: tilt(hanging, Cover.targetPositionTiltPercent100ths, isTarget: true),
    ]

    /// The products whose slats hang from above and turn, and those whose slats lie one above the other and tilt.
    private static let hanging: Set<UInt64> = [UInt64(Cover.EndProductTypeEnum.verticalBlindStripCurtain.rawValue)]
    private static let lying = Set<UInt64>(0...255).subtracting(hanging)

    /// The angle of the slats, where they are of these products.
    private static func tilt<Value: DataRepresentable>(
        _ products: Set<UInt64>, _ position: AttributeKey<Value>, isTarget: Bool = false
    ) -> Conversion {
        let product = AttributeID(Cover.endProductType)
        return Conversion(
            unit: .degree, range: isTarget ? 0...90 : nil,
            reading: .selected(by: product, [Selection(products, .attribute(position, angle))], otherwise: nil),
            setting: isTarget
                ? .selected(
                    by: product,
                    [Selection(products, .invoke(CommandID(.goToTiltPercentage), [0: .value(angle)]))],
                    otherwise: nil) : nil)
    }
}
