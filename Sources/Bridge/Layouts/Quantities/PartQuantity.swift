import Conversions
import DataModel
import HomeGraph
import ModelReader

/// A quantity on a part of devices that are made alike, with the slots that it is read from.
struct PartQuantity: Sendable {
    let conversion: BoundConversion
    private let slots: [AttributeID: Int]

    /// Finds the slots of a part, counted from the device's first one.
    init(_ conversion: BoundConversion, in part: PartLayout) {
        self.conversion = conversion
        let attributes = conversion.attributes + conversion.limitAttributes + [conversion.list].compactMap(\.self)
        slots = Dictionary(attributes.compactMap { id in part.offset(of: id).map { (id, $0) } }) { first, _ in first }
    }

    /// The slots that the value follows from.
    var offsets: [Int] { conversion.attributes.compactMap { slots[$0] } }
    /// The slots that the range follows from.
    var limitOffsets: [Int] {
        (conversion.limitAttributes + [conversion.list].compactMap(\.self)).compactMap { slots[$0] }
    }

    /// The value now; `nil` where the device has none.
    func value(_ read: SlotReader) -> PeoplesValue? { conversion.value { slots[$0].map(read) ?? .null } }

    /// The number now; `nil` where the device has none.
    func number(_ read: SlotReader) -> Double? {
        guard case .number(let number)? = value(read) else { return nil }
        return number
    }

    /// The state now; `nil` where the device has none.
    func choice(_ read: SlotReader) -> Choice? { value(read)?.choice }

    /// The range in which the value can be set; `nil` where it is no number.
    func range(_ read: SlotReader) -> ClosedRange<Double>? { conversion.range { slots[$0].map(read) ?? .null } }

    /// The texts that it can be, where the device lists them.
    func labels(_ read: SlotReader) -> [String] { conversion.labels { slots[$0].map(read) ?? .null } }

    /// What is to be asked of the part for a value, by what it is when the order's turn has come.
    ///
    /// - Parameters:
    ///   - value: What people want.
    ///   - name: How they call it.
    ///   - authorization: The secret of who asks.
    ///   - transition: How long it is to take, in seconds.
    /// - Returns: What gives the steps, or throws why the value cannot be set.
    func steps(
        for value: PeoplesValue, of name: String, authorization: DataValue? = nil, transition: Double? = nil
    ) -> ValueOrder.Steps {
        { [conversion] read throws(HomeError) in
            do throws(ConversionFault) {
                return try conversion.steps(
                    for: value, authorization: authorization, transition: transition, read)
            } catch {
                throw HomeError(error, of: name)
            }
        }
    }
}

extension HomeError {
    /// Why something that people call so cannot be set.
    init(_ fault: ConversionFault, of name: String) {
        switch fault {
        case .notSettable: self.init(.unimplemented, "\(name) can only be read")
        case .below(let least): self.init(.outOfRange, "\(name) is at least \(Self.text(least))")
        case .above(let most): self.init(.outOfRange, "\(name) is at most \(Self.text(most))")
        case .notAmong(let choices):
            self.init(.invalidArgument, "\(name) is one of \(choices.map(\.rawValue).joined(separator: ", "))")
        case .notLabelled(let labels):
            self.init(.invalidArgument, "\(name) is one of \(labels.joined(separator: ", "))")
        case .wrongKind: self.init(.invalidArgument, "\(name) cannot have this value")
        case .unknownState:
            self.init(.failedPrecondition, "\(name) depends on a value that the device does not have now")
        }
    }

    private static func text(_ number: Double) -> String {
        String(decoding: JSONValue.double(number).text, as: UTF8.self)
    }
}
