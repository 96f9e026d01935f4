import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#endif

/// Colours between the diagram and a screen.
///
/// Source: IEC 61966-2-1 (sRGB), its primaries, white and curve.
extension Chromaticity {
    /// Takes a place.
    public init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }

    /// The place of a hue, in degrees, and a saturation, in percent.
    public init(hue: Double, saturation: Double) {
        func channel(_ number: Double) -> Double {
            let place = (number + hue / 60).truncatingRemainder(dividingBy: 6)
            let value = 1 - saturation / 100 * max(0, min(place, 4 - place, 1))
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        let (red, green, blue) = (channel(5), channel(3), channel(1))
        let first = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
        let second = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
        let third = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
        let sum = first + second + third
        self.init(x: (first / sum * 10_000).rounded() / 10_000, y: (second / sum * 10_000).rounded() / 10_000)
    }

    /// The hue, in whole degrees, and the saturation, in whole percents, of what a screen shows that comes nearest.
    public var hueSaturation: (hue: Double, saturation: Double) {
        guard y > 0 else { return (0, 0) }
        let (first, third) = (x / y, (1 - x - y) / y)
        let light = [
            3.2404542 * first - 1.5371385 - 0.4985314 * third, -0.9692660 * first + 1.8760108 + 0.0415560 * third,
            0.0556434 * first - 0.2040259 + 1.0572252 * third,
        ].map { max(0, $0) }
        guard let most = light.max(), most > 0 else { return (0, 0) }
        let shown = light.map { value -> Double in
            let part = value / most
            return 255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * pow(part, 1 / 2.4) - 0.055)
        }
        .map { min(255, $0) }
        return RedGreenBlue(shown[0], shown[1], shown[2])?.hueSaturation ?? (0, 0)
    }
}
