import ModelReader

/// The slots of certain attributes, and of all that is remembered beside attributes, of whatever devices there are.
struct PickedSlots: Sendable {
    private let isPicked: @Sendable (AttributeDescriptor) -> Bool
    private var slots = BitSet()
    /// The offsets that are picked of devices that are made alike.
    private var offsets: [ObjectIdentifier: (layout: DeviceLayout, offsets: [Int])] = [:]

    /// Begins without devices.
    init(_ isPicked: @escaping @Sendable (AttributeDescriptor) -> Bool) { self.isPicked = isPicked }

    /// Whether a slot is one of them.
    func contains(_ slot: Int) -> Bool { slots.contains(slot) }

    /// Picks of a device.
    mutating func take(_ device: DeviceRecord) {
        let key = ObjectIdentifier(device.layout)
        // The layout is held, so that its identifier is not given to another.
        let own = offsets[key]?.offsets ?? device.layout.offsets(where: isPicked) + device.layout.memories.map(\.offset)
        offsets[key] = (device.layout, own)
        for offset in own { slots.insert(device.firstSlot + offset) }
    }
}
