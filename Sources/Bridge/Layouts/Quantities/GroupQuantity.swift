import Conversions
import DataModel
import HomeGraph

/// A quantity of several parts of devices as one: what a group says.
///
/// Members that cannot be reached say nothing, unless none can. What is off says nothing beside that, as long as another
/// is on: a group of lamps is as bright as those are that shine.
struct GroupQuantity: Sendable {
    /// The quantity on one part of one device.
    struct Member: Sendable {
        let device: DeviceRecord
        let quantity: PartQuantity
        /// Whether the part is on, where that is another quantity.
        fileprivate let power: PartQuantity?

        init(_ device: DeviceRecord, _ quantity: PartQuantity, on part: QuantityPart) {
            self.device = device
            self.quantity = quantity
            power = quantity.conversion.quantity == .onOff ? nil : part.bind(.onOff)
        }

        fileprivate func reader(_ store: HomeStore) -> SlotReader { { store.value(at: device.firstSlot + $0) } }
    }

    /// In member order.
    let members: [Member]

    init(_ members: [Member]) { self.members = members }

    /// The slots that the value follows from, of the whole home.
    var slots: [Int] {
        members.flatMap { member in
            ([DeviceLayout.connectivityOffset] + member.quantity.offsets + (member.power?.offsets ?? []))
                .map { member.device.firstSlot + $0 }
        }
    }

    /// Of flags whether one is set, of numbers the mean in the quantity's own steps, else what the first says.
    func value(_ store: HomeStore) -> PeoplesValue? {
        let reachable = members.filter { store.connectivity(of: $0.device).isReachable }
        let said = (reachable.isEmpty ? members : reachable).compactMap { member in
            member.quantity.value(member.reader(store)).map { value in
                (value: value, isOff: member.power?.value(member.reader(store)) == .flag(false))
            }
        }
        let shown = said.filter { !$0.isOff }
        return together((shown.isEmpty ? said : shown).map(\.value))
    }

    private func together(_ values: [PeoplesValue]) -> PeoplesValue? {
        switch values.first {
        case .flag?: return .flag(values.contains(.flag(true)))
        case .number(let only)? where values.count == 1: return .number(only)
        case .number?:
            let numbers = values.compactMap { value -> Double? in
                guard case .number(let number) = value else { return nil }
                return number
            }
            let steps = members.compactMap(\.quantity.conversion.stepsPerUnit).max() ?? 100
            return .number((numbers.reduce(0, +) / Double(numbers.count) * steps).rounded() / steps)
        case let first: return first
        }
    }
}

/// What several parts have in common, quantity by quantity.
struct GroupQuantities: Sendable {
    private let shared: [Quantity: GroupQuantity]

    /// Looks at parts of devices.
    init(_ quantities: [Quantity], of members: [(device: DeviceRecord, part: QuantityPart)]) {
        shared = Dictionary(
            quantities.map { quantity in
                (
                    quantity,
                    GroupQuantity(
                        members.compactMap { device, part in
                            part.bind(quantity).map { GroupQuantity.Member(device, $0, on: part) }
                        })
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The slots that the values follow from.
    var slots: [Int] { shared.values.flatMap(\.slots).sorted().uniqued() }

    /// The value of one; `nil` where no part has it, or none knows it.
    func value(_ quantity: Quantity, _ store: HomeStore) -> PeoplesValue? { shared[quantity]?.value(store) }
}
