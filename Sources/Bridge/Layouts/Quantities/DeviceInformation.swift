import Conversions
import DataModel
import HomeGraph

/// What devices that are made alike say about themselves; behind a bridge it is the device, not the bridge, that is meant.
struct DeviceInformation: Sendable {
    private let found: [(quantity: Quantity, bound: PartQuantity)]

    /// Finds where a device says such things.
    init(_ layout: DeviceLayout, _ quantities: [Quantity]) {
        // What a bridge shows says so on its own part, and the bridge on the root.
        let parts = (layout.parts.filter { $0.endpoint != 0 } + layout.parts.filter { $0.endpoint == 0 }).map(
            QuantityPart.init)
        found = quantities.compactMap { quantity in
            parts.lazy.compactMap { $0.bind(quantity) }.first.map { (quantity, $0) }
        }
    }

    /// The slots that it follows from.
    var offsets: [Int] { found.flatMap(\.bound.offsets) }

    /// What is said, as far as it is, in the order in which it was asked for.
    func texts(_ read: SlotReader) -> [(quantity: Quantity, text: String)] {
        found.compactMap { quantity, bound in
            guard case .text(let text)? = bound.value(read), !text.isEmpty else { return nil }
            return (quantity, text)
        }
    }
}
