import Conversions
import DataModel
import HomeGraph

/// A quantity of one part of a device, with the slots that it is read from.
struct BoundQuantity: Sendable {
    let conversion: BoundConversion
    private let slots: [AttributeID: Int]

    /// Finds the slots of a part, counted from the device's first one.
    init(_ conversion: BoundConversion, in part: PartLayout) {
        self.conversion = conversion
        slots = Dictionary(
            conversion.attributes.compactMap { attribute in part.offset(of: attribute).map { (attribute, $0) } }
        ) { first, _ in first }
    }

    /// The slots that it is read from.
    var offsets: [Int] { conversion.attributes.compactMap { slots[$0] } }

    /// The value now; `nil` where the device has none.
    func value(_ read: (Int) -> DataValue) -> PeoplesValue? {
        conversion.value { attribute in slots[attribute].map(read) ?? .null }
    }

    /// The number now; `nil` where the device has none.
    func number(_ read: (Int) -> DataValue) -> Double? {
        guard case .number(let number)? = value(read) else { return nil }
        return number
    }

    /// The state now; `nil` where the device has none.
    func choice(_ read: (Int) -> DataValue) -> Choice? {
        guard case .choice(let choice)? = value(read) else { return nil }
        return choice
    }
}

extension Reading {
    /// The scale of the first attribute that is read, or of the one named.
    func scale(of attribute: AttributeID? = nil) -> Scale? {
        switch self {
        case .attribute(let own, let scale, _): attribute == nil || attribute == own ? scale : nil
        case .constant, .named, .label: nil
        case .selected(_, let entries, let otherwise):
            (entries.map(\.value) + [otherwise].compactMap(\.self)).lazy.compactMap { $0.scale(of: attribute) }.first
        case .mean(let first, let second), .pair(let first, let second):
            first.scale(of: attribute) ?? second.scale(of: attribute)
        case .compared(_, _, _, _, let equal): equal.scale(of: attribute)
        case .first(let readings): readings.lazy.compactMap { $0.scale(of: attribute) }.first
        case .requiring(_, let reading): reading.scale(of: attribute)
        }
    }
}
