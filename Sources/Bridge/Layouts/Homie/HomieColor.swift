import Conversions
import DataModel
import HomeGraph

/// The colour of a light: hue, saturation and how bright it is, or a place in the CIE diagram.
///
/// Source: the Homie convention 5, “Color”.
struct HomieColor: Sendable {
    private let hueSaturation: PartQuantity?
    private let xy: PartQuantity?
    private let brightness: PartQuantity?

    /// Finds the colour of a part; `nil` where it has none.
    init?(_ part: QuantityPart) {
        hueSaturation = part.bind(.hueSaturation)
        xy = part.bind(.colorXY)
        brightness = part.bind(.brightness)
        guard hueSaturation != nil || xy != nil else { return nil }
    }

    /// Whether it can be set.
    var isSettable: Bool { (hueSaturation ?? xy)?.conversion.isSettable == true }

    /// The forms that it has; values are in the first.
    var format: String {
        [hueSaturation.map { _ in "hsv" }, xy.map { _ in "xyz" }].compactMap(\.self).joined(separator: ",")
    }

    /// The slots that it follows from.
    var offsets: [Int] {
        guard let hueSaturation else { return xy?.offsets ?? [] }
        return hueSaturation.offsets + (brightness?.offsets ?? [])
    }

    /// The payload now; `nil` where the device has no colour.
    func text(_ read: @escaping SlotReader) -> String? {
        if let hueSaturation {
            guard case .pair(let hue, let saturation) = hueSaturation.value(read) else { return nil }
            var value = 100.0
            if case .number(let percent)? = brightness?.value(read) { value = percent }
            return "hsv," + [hue, saturation, value].map(HomieText.number).joined(separator: ",")
        }
        guard case .pair(let x, let y)? = xy?.value(read) else { return nil }
        return "xyz," + [x, y].map(HomieText.number).joined(separator: ",")
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
