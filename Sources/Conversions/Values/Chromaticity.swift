/// A place in the CIE 1931 diagram of colours.
public struct Chromaticity: Sendable, Hashable {
    /// The coordinates, to four digits, from 0 to 1.
    public let x, y: Double

    /// The white of a colour temperature; `nil` beyond 1,667 to 25,000 K, for which the formula is made.
    ///
    /// Source: Kim et al., “Design of Advanced Color Temperature Control System for HDTV Applications”, the cubic splines
    /// for the Planckian locus.
    public init?(mireds: Double) {
        let kelvin = 1_000_000 / mireds
        guard (1667...25000).contains(kelvin) else { return nil }
        let inverse = 1000 / kelvin
        func cubic(_ variable: Double, _ third: Double, _ second: Double, _ first: Double, _ constant: Double) -> Double
        {
            ((third * variable + second) * variable + first) * variable + constant
        }
        let x =
            kelvin < 4000
            ? cubic(inverse, -0.2661239, -0.2343589, 0.8776956, 0.179910)
            : cubic(inverse, -3.0258469, 2.1070379, 0.2226347, 0.240390)
        let y =
            switch kelvin {
            case ..<2222: cubic(x, -1.1063814, -1.34811020, 2.18555832, -0.20219683)
            case ..<4000: cubic(x, -0.9549476, -1.37418593, 2.09137015, -0.16748867)
            default: cubic(x, 3.0817580, -5.87338670, 3.75112997, -0.37001483)
            }
        self.x = (x * 10_000).rounded() / 10_000
        self.y = (y * 10_000).rounded() / 10_000
    }
}
