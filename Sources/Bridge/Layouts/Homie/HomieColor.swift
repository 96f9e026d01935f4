import Conversions
import DataModel
import HomeGraph

/// The colour of a light: hue, saturation and how bright it is, or a place in the CIE diagram; in the form that the light
/// has it in now.
///
/// Source: the Homie convention 5, “Color”.
struct HomieColor: Sendable {
    /// What it follows from, as far as the part has it.
    let quantities: [Quantity: PartQuantity]

    private static let all: [Quantity] = [.colorMode, .hueSaturation, .colorXY, .colorTemperature, .brightness]

    private var hueSaturation: PartQuantity? { quantities[.hueSaturation] }
    private var xy: PartQuantity? { quantities[.colorXY] }
    private var brightness: PartQuantity? { quantities[.brightness] }

    /// Finds the colour of a part; `nil` where it has none.
    init?(_ part: QuantityPart) {
        quantities = Dictionary(
            Self.all.compactMap { quantity in part.bind(quantity).map { (quantity, $0) } },
            uniquingKeysWith: { first, _ in first })
        guard hueSaturation != nil || xy != nil else { return nil }
    }

    /// Whether it can be set.
    var isSettable: Bool { (hueSaturation ?? xy)?.conversion.isSettable == true }

    /// The forms that it has.
    var format: String {
        [hueSaturation.map { _ in "hsv" }, xy.map { _ in "xyz" }].compactMap(\.self).joined(separator: ",")
    }

    /// The slots that it follows from.
    var offsets: [Int] { Self.all.flatMap { quantities[$0]?.offsets ?? [] }.uniqued() }

    /// The payload of the values that there are, of a part or of several; `nil` where there is no colour.
    func text(_ value: (Quantity) -> PeoplesValue?) -> String? {
        let mode = value(.colorMode)?.choice ?? (hueSaturation == nil ? .xy : .hueSaturation)
        switch mode {
        case .colorTemperature: return white(value)
        case .xy where xy != nil: return text(xy: value(.colorXY))
        default: return hueSaturation == nil ? text(xy: value(.colorXY)) : text(hsv: value(.hueSaturation), value)
        }
    }

    private func text(xy pair: PeoplesValue?) -> String? {
        guard case .pair(let x, let y)? = pair else { return nil }
        return "xyz," + [x, y].map(HomieText.number).joined(separator: ",")
    }

    private func text(hsv pair: PeoplesValue?, _ value: (Quantity) -> PeoplesValue?) -> String? {
        guard case .pair(let hue, let saturation)? = pair else { return nil }
        var level = 100.0
        if case .number(let percent)? = value(.brightness) { level = percent }
        return "hsv," + [hue, saturation, level].map(HomieText.number).joined(separator: ",")
    }

    /// White of a colour temperature is a place in the diagram, or no saturation.
    private func white(_ value: (Quantity) -> PeoplesValue?) -> String? {
        if xy != nil, case .number(let mireds)? = value(.colorTemperature), let place = Chromaticity(mireds: mireds) {
            return text(xy: .pair(place.x, place.y))
        }
        guard hueSaturation != nil else { return text(xy: value(.colorXY)) }
        return text(hsv: .pair(0, 0), value)
    }

    /// What a payload asks of the part.
    ///
    /// - Throws: `invalidArgument` for what is no colour, `outOfRange` for one that there is not.
    func steps(_ payload: [UInt8], of name: String) throws(HomeError) -> ValueOrder.Steps {
        let pieces = payload.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(Array.init)
        let form = pieces.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let numbers = pieces.dropFirst().compactMap(HomieText.float)
        if numbers.count == pieces.count - 1 {
            if form == "hsv", numbers.count == 3, let hueSaturation {
                try check(numbers, within: [360, 100, 100], name)
                let color = hueSaturation.steps(for: .pair(numbers[0], numbers[1]), of: name)
                guard let brightness else { return color }
                let level = brightness.steps(for: .number(numbers[2].rounded()), of: name)
                return { read throws(HomeError) in try color(read) + level(read) }
            }
            if form == "xyz", numbers.count == 2, let xy {
                try check(numbers, within: [1, 1], name)
                return xy.steps(for: .pair(numbers[0], numbers[1]), of: name)
            }
        }
        let forms = format.split(separator: ",").map { $0 == "hsv" ? "hsv,HUE,SATURATION,VALUE" : "xyz,X,Y" }
        throw HomeError(
            .invalidArgument,
            "\(name) takes \(forms.joined(separator: " or ")), not '\(HomieProperty.quoted(payload))'")
    }

    private func check(_ numbers: [Double], within most: [Double], _ name: String) throws(HomeError) {
        for (number, most) in zip(numbers, most) where !(0...most).contains(number) {
            throw HomeError(
                .outOfRange, "\(name): \(HomieText.number(number)) is not from 0 to \(HomieText.number(most))")
        }
    }
}
