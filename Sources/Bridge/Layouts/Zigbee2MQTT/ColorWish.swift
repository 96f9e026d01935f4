import Conversions
import DataModel
import HomeGraph

/// A colour as a message to zigbee2mqtt says it.
///
/// `{"x","y"}`, `{"hue","saturation"}`, `{"h","s"}`, `{"r","g","b"}`, `{"rgb":"R,G,B"}`, `{"hex":"#RRGGBB"}`, or `"#RRGGBB"`.
enum ColorWish: Sendable {
    /// A place in the CIE diagram.
    case place(x: Double, y: Double)
    /// In degrees and percent.
    case hueSaturation(Double, Double)

    /// Reads a colour.
    ///
    /// - Throws: `invalidArgument` for what is none, `outOfRange` for a number that is too large or small.
    init(_ value: JSONValue) throws(HomeError) {
        switch value {
        case .string(let hex): self = try Self.color(hex: hex)
        case .object(let members): self = try Self.color(members)
        default: throw Self.unknown
        }
    }

    private static func color(_ members: [JSONMember]) throws(HomeError) -> ColorWish {
        func value(_ names: String...) -> JSONMember? { members.first { names.contains($0.name) } }
        if case .string(let hex)? = value("hex")?.value { return try color(hex: hex) }
        if case .string(let text)? = value("rgb")?.value {
            let numbers = text.split(separator: ",").map { Double($0.trimmingPrefix { $0 == " " }) ?? .nan }
            guard numbers.count == 3 else { throw unknown }
            return try color(numbers[0], numbers[1], numbers[2])
        }
        if let (x, y) = try pair(value("x"), value("y"), ("x", 0...1), ("y", 0...1)) { return .place(x: x, y: y) }
        if let (hue, saturation) = try pair(
            value("hue", "h"), value("saturation", "s"), ("hue", 0...360), ("saturation", 0...100))
        {
            return .hueSaturation(hue, saturation)
        }
        guard let red = value("r"), let green = value("g"), let blue = value("b") else { throw unknown }
        return try color(number(red, 0...255), number(green, 0...255), number(blue, 0...255))
    }

    /// Two numbers that are said together; `nil` where neither is.
    private static func pair(
        _ first: JSONMember?, _ second: JSONMember?, _ one: (name: String, range: ClosedRange<Double>),
        _ other: (name: String, range: ClosedRange<Double>)
    ) throws(HomeError) -> (Double, Double)? {
        switch (first, second) {
        case (nil, nil): return nil
        case (let first?, let second?): return (try number(first, one.range), try number(second, other.range))
        case (_?, nil): throw HomeError(.invalidArgument, "has \(one.name) without \(other.name); send both")
        case (nil, _?): throw HomeError(.invalidArgument, "has \(other.name) without \(one.name); send both")
        }
    }

    private static func number(_ member: JSONMember, _ range: ClosedRange<Double>) throws(HomeError) -> Double {
        let allowed = "\(Int(range.lowerBound)) to \(Int(range.upperBound))"
        let given = String(String(decoding: member.value.text, as: UTF8.self).prefix(80))
        guard let number = Codec.number(member.value) else {
            throw HomeError(.invalidArgument, "has the \(member.name) \(given); allowed are \(allowed)")
        }
        guard range.contains(number) else {
            throw HomeError(.outOfRange, "has the \(member.name) \(given); allowed are \(allowed)")
        }
        return number
    }

    private static func color(_ red: Double, _ green: Double, _ blue: Double) throws(HomeError) -> ColorWish {
        guard let color = RedGreenBlue(red, green, blue) else {
            throw HomeError(.outOfRange, "has red, green and blue from 0 to 255 each")
        }
        return .hueSaturation(color.hueSaturation.0, color.hueSaturation.1)
    }

    private static func color(hex: String) throws(HomeError) -> ColorWish {
        let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
        guard digits.utf8.count == 6, digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let number = Int(digits, radix: 16)
        else { throw unknown }
        return try color(Double(number >> 16), Double(number >> 8 & 255), Double(number & 255))
    }

    private static var unknown: HomeError {
        HomeError(
            .invalidArgument,
            "is an object or text such as {\"x\":0.3,\"y\":0.3}, {\"hue\":120,\"saturation\":100}, "
                + "{\"r\":255,\"g\":136,\"b\":0} or \"#ff8800\"")
    }

    /// Whether the colour is said in the way of a feature.
    func isSaid(in form: FeatureRule.Form) -> Bool {
        switch (self, form) {
        case (.place, .xy), (.hueSaturation, .hueSaturation): true
        default: false
        }
    }

    /// The two numbers of a feature, converted where the colour is said in another way; `nil` for what is no colour.
    func pair(for form: FeatureRule.Form) -> (Double, Double)? {
        switch (self, form) {
        case (.place(let x, let y), .xy): return (x, y)
        case (.hueSaturation(let hue, let saturation), .hueSaturation): return (hue, saturation)
        case (.place(let x, let y), .hueSaturation):
            let color = Chromaticity(x: x, y: y).hueSaturation
            return (color.hue, color.saturation)
        case (.hueSaturation(let hue, let saturation), .xy):
            let place = Chromaticity(hue: hue, saturation: saturation)
            return (place.x, place.y)
        default: return nil
        }
    }
}
