import Conversions
import DataModel
import HomeGraph
import ModelReader

/// A quantity on a part of devices that are made alike.
struct PartQuantity: Sendable {
    let conversion: BoundConversion
    let part: QuantityPart

    /// The slots that the value follows from.
    var offsets: [Int] { conversion.attributes.compactMap(part.offset) }
    /// The slots that the range follows from.
    var limitOffsets: [Int] {
        (conversion.limitAttributes + (conversion.list.map { [$0] } ?? [])).compactMap(part.offset)
    }

    /// The value now; `nil` where the device has none.
    func value(_ read: @escaping SlotReader) -> PeoplesValue? { conversion.value(reader(read)) }

    /// The range in which the value can be set; `nil` where it is no number.
    func range(_ read: @escaping SlotReader) -> ClosedRange<Double>? { conversion.range(reader(read)) }

    /// The texts that it can be, where the device lists them.
    func labels(_ read: @escaping SlotReader) -> [String] { conversion.labels(reader(read)) }

    private func reader(_ read: @escaping SlotReader) -> (AttributeID) -> DataValue {
        { part.offset(of: $0).map(read) ?? .null }
    }

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
