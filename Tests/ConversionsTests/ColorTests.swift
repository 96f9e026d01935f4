import ClusterTypes
import DataModel
import Testing

@testable import Conversions

/// Colours in several forms, and which of them counts.
@Suite struct ColorTests {
    /// Source: the primaries and the white of IEC 61966-2-1 (sRGB).
    @Test(
        arguments: [
            (0, 100, 0.64, 0.33), (120, 100, 0.3, 0.6), (240, 100, 0.15, 0.06), (0, 0, 0.3127, 0.329),
        ] as [(Double, Double, Double, Double)])
    func `hue and saturation have their place in the diagram`(
        _ hue: Double, _ saturation: Double, _ x: Double, _ y: Double
    ) {
        let place = Chromaticity(hue: hue, saturation: saturation)
        #expect(abs(place.x - x) < 0.0005 && abs(place.y - y) < 0.0005, "\(place)")
    }

    @Test func `there and back is the same colour`() {
        for hue in stride(from: 0.0, to: 360, by: 7) {
            for saturation in stride(from: 10.0, through: 100, by: 9) {
                let back = Chromaticity(hue: hue, saturation: saturation).hueSaturation
                let turn = abs(back.hue - hue)
                #expect(min(turn, 360 - turn) <= 2, "hue \(hue) came back as \(back.hue) at \(saturation) %")
                #expect(abs(back.saturation - saturation) <= 1)
            }
        }
    }

    @Test func `a place that no screen shows has a colour near to it, and none traps`() {
        for (x, y) in [(0.7, 0.3), (0, 0), (1, 1), (0.1, 0.8), (0, 1)] as [(Double, Double)] {
            let (hue, saturation) = Chromaticity(x: x, y: y).hueSaturation
            #expect((0...360).contains(hue) && (0...100).contains(saturation))
        }
    }

    private static func read(_ mode: UInt64) -> (AttributeID) -> DataValue {
        // Hue 120°, saturation 100 %; the place of red; 2700 K.
        let values: [AttributeID: DataValue] = [
            AttributeID(ColorControlCluster.currentHue): .uint(85),
            AttributeID(ColorControlCluster.currentSaturation): .uint(254),
            AttributeID(ColorControlCluster.currentX): .uint(41_943),
            AttributeID(ColorControlCluster.currentY): .uint(21_627),
            AttributeID(ColorControlCluster.colorTemperatureMireds): .uint(370),
            AttributeID(ColorControlCluster.colorMode): .uint(mode),
        ]
        return { values[$0] ?? .null }
    }

    @Test(
        arguments: [
            (0, .pair(0.3, 0.6), .pair(120, 100)), (1, .pair(0.64, 0.33), .pair(0, 100)),
            (2, .pair(0.4599, 0.4106), .pair(30, 65)),
        ] as [(UInt64, PeoplesValue, PeoplesValue)])
    func `a light shows the colour of the mode that counts, in each form`(
        _ mode: UInt64, _ place: PeoplesValue, _ color: PeoplesValue
    ) throws {
        let endpoint = try EndpointMembers.whole(["ColorControl"])
            .without(AttributeID(ColorControlCluster.enhancedCurrentHue))
        let read = Self.read(mode)
        let shown = [Quantity.colorXY, .hueSaturation].map { BoundConversion($0, on: endpoint)?.value(read) }
        for (shown, wanted) in zip(shown, [place, color]) {
            guard case .pair(let first, let second)? = shown, case .pair(let one, let other) = wanted else {
                Issue.record("there is no colour")
                continue
            }
            #expect(abs(first - one) <= max(0.001, one / 100) && abs(second - other) <= max(0.001, other / 100))
        }
    }

    @Test func `a light without the diagram has no place in it, whatever its mode`() throws {
        let endpoint = try EndpointMembers.whole(["ColorControl"])
            .without(AttributeID(ColorControlCluster.currentX), AttributeID(ColorControlCluster.currentY))
        #expect(BoundConversion(.colorXY, on: endpoint)?.isReadable != true)
        #expect(BoundConversion(.hueSaturation, on: endpoint)?.isReadable == true)
    }
}
