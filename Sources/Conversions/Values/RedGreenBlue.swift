/// A colour of a screen: three numbers from 0 to 255.
public struct RedGreenBlue: Sendable, Hashable {
    private let red: Double
    private let green: Double
    private let blue: Double

    /// Takes the three numbers; `nil` where one is not from 0 to 255.
    public init?(_ red: Double, _ green: Double, _ blue: Double) {
        guard [red, green, blue].allSatisfy({ (0...255).contains($0) }) else { return nil }
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// The hue in degrees and the saturation in percent; how bright it is is left out.
    public var hueSaturation: (Double, Double) {
        let most = max(red, green, blue)
        let chroma = most - min(red, green, blue)
        guard chroma > 0 else { return (0, 0) }
        let sixth =
            if most == red { ((green - blue) / chroma).truncatingRemainder(dividingBy: 6) } else if most == green {
                (blue - red) / chroma + 2
            } else { (red - green) / chroma + 4 }
        let hue = (sixth * 60).rounded()
        return (hue < 0 ? hue + 360 : hue, (chroma / most * 100).rounded())
    }
}
