/// How a colour is said.
public enum ColorForm: Sendable, Hashable {
    /// A place in the CIE 1931 diagram.
    case place
    /// The hue in degrees and the saturation in percent.
    case hueSaturation
    /// The white of a colour temperature.
    case mireds

    /// The place of a colour that is said in this form; `nil` for what is none.
    func place(_ value: PeoplesValue) -> Chromaticity? {
        switch (self, value) {
        case (.place, .pair(let x, let y)): Chromaticity(x: x, y: y)
        case (.hueSaturation, .pair(let hue, let saturation)): Chromaticity(hue: hue, saturation: saturation)
        // What is whiter than any white, or redder, is as white, or red, as the formula goes.
        case (.mireds, .number(let mireds)): Chromaticity(mireds: min(max(mireds, 40), 599))
        default: nil
        }
    }

    /// A place in this form; `nil` where it has none there.
    func value(of place: Chromaticity) -> PeoplesValue? {
        switch self {
        case .place: .pair(place.x, place.y)
        case .hueSaturation: .pair(place.hueSaturation.hue, place.hueSaturation.saturation)
        case .mireds: nil
        }
    }
}
