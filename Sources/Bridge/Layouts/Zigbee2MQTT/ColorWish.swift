import Conversions
import DataModel

/// A colour as a message to zigbee2mqtt says it.
///
/// `{"x","y"}`, `{"hue","saturation"}`, `{"h","s"}`, `{"r","g","b"}`, `{"rgb":"R,G,B"}`, `{"hex":"#RRGGBB"}`, or `"#RRGGBB"`.
struct ColorWish: Sendable {
    private let xy: (Double, Double)?
    private let hueSaturation: (Double, Double)?

    /// Reads a colour; `nil` for what is none.
    init?(_ value: JSONValue) {
        switch value {
        case .string(let hex):
            guard let color = Self.color(hex: hex) else { return nil }
            (xy, hueSaturation) = (nil, color)
        case .object(let members):
            let number = { (name: String) in members.first { $0.name == name }.flatMap { Codec.number($0.value) } }
            let text = { (name: String) -> String? in
                guard case .string(let text)? = members.first(where: { $0.name == name })?.value else { return nil }
                return text
            }
            if let x = number("x"), let y = number("y"), (0...1).contains(x), (0...1).contains(y) {
                (xy, hueSaturation) = ((x, y), nil)
            } else if let hue = number("hue") ?? number("h"), let saturation = number("saturation") ?? number("s"),
                (0...360).contains(hue), (0...100).contains(saturation)
            {
                (xy, hueSaturation) = (nil, (hue, saturation))
            } else if let red = number("r"), let green = number("g"), let blue = number("b"),
                let color = RedGreenBlue(red, green, blue)
            {
                (xy, hueSaturation) = (nil, color.hueSaturation)
            } else if let hex = text("hex"), let color = Self.color(hex: hex) {
                (xy, hueSaturation) = (nil, color)
            } else if let numbers = text("rgb")?.split(separator: ",").compactMap({ Double($0) }), numbers.count == 3,
                let color = RedGreenBlue(numbers[0], numbers[1], numbers[2])
            {
                (xy, hueSaturation) = (nil, color.hueSaturation)
            } else {
                return nil
            }
        default: return nil
        }
    }

    private static func color(hex: String) -> (Double, Double)? {
        let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
        guard digits.utf8.count == 6, digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let number = Int(digits, radix: 16)
        else { return nil }
        return RedGreenBlue(Double(number >> 16), Double(number >> 8 & 255), Double(number & 255))?.hueSaturation
    }

    /// The two numbers, if the colour is said in the way of a feature.
    func pair(for form: FeatureRule.Form) -> (Double, Double)? {
        switch form {
        case .xy: xy
        case .hueSaturation: hueSaturation
        default: nil
        }
    }
}
