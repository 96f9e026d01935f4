import DataModel
public import ModelReader

/// What the home remembers of a trait beside what the device says now: which of some values an attribute had last or was
/// asked to have last, or what happened last.
///
/// It stands in a slot of its own after those of the attributes, so that all who look at the home see the same, and is
/// kept over restarts as values are.
/// Source: the fourth seed, whose targets and last actions devices themselves do not say.
public struct TraitMemory: Sendable {
    /// The number of the last value of an attribute among the numbers of the trait's attributes; the model has none such.
    public static let lastValue: UInt32 = 0xFFFF_FF00
    /// The number of the last event.
    public static let lastEvent: UInt32 = 0xFFFF_FF01

    /// What is remembered.
    enum Kind: Sendable {
        /// Values of an attribute, as what each is remembered, and what commands count as once they are confirmed.
        case value(attribute: String, values: [UInt64: UInt64], commands: [String: UInt64])
        /// An event one of whose combinations of fields it has; those fields are remembered.
        case event(String, [[UInt32: Set<UInt64>]])
    }

    /// What is remembered of traits, by their names.
    private static let rules: [String: [Kind]] = [
        // The last target of a lock: where it is known to be, or was sent.
        "DoorLock": [
            .value(
                attribute: "lockState", values: [1: 1, 2: 2, 3: 2],
                commands: ["lockDoor": 1, "unlockDoor": 2, "unlockWithTimeout": 2, "unboltDoor": 2]),
            // Who moved the bolt: locking and unlocking by hand, keypad, from afar, and locking by itself.
            .event("lockOperation", [[0: [0, 1], 1: [1, 2, 3, 5, 7]], [0: [0], 1: [4]]]),
        ],
        "Google.LockUnlock": [
            .value(attribute: "lockState", values: [1: 1, 2: 2], commands: ["lock": 1, "unlock": 2])
        ],
        // The last mode that somebody chose by hand.
        "FanControl": [.value(attribute: "fanMode", values: [1: 1, 2: 2, 3: 3], commands: [:])],
        // The last mode in which it heated or cooled.
        "Thermostat": [
            .value(attribute: "systemMode", values: [1: 1, 3: 3, 4: 4, 5: 4, 6: 3], commands: [:])
        ],
    ]

    /// The number under which it is read.
    public let id: UInt32
    /// The offset of its slot among the device's.
    public let offset: Int
    /// The attribute that it follows; `nil` for an event.
    public let attribute: AttributeDescriptor?
    /// The offset of that attribute's slot.
    let source: Int?
    private let values: [UInt64: UInt64]
    private let commands: [UInt32: UInt64]
    private let event: UInt32?
    private let fields: [[UInt32: Set<UInt64>]]

    /// What is remembered of a trait.
    ///
    /// - Parameters:
    ///   - trait: The trait.
    ///   - firstOffset: Where its attributes stand.
    ///   - offset: Where the first memory is to stand.
    /// - Returns: The memories, one after another; empty where the trait lacks what they follow.
    static func memories(
        of trait: DeviceLayout.Trait, firstOffset: Int, from offset: Int
    ) -> [TraitMemory] {
        var found: [TraitMemory] = []
        for kind in rules[trait.cluster.traitName] ?? [] {
            if let memory = TraitMemory(kind, trait, firstOffset, at: offset + found.count) { found.append(memory) }
        }
        return found
    }

    private init?(_ kind: Kind, _ trait: DeviceLayout.Trait, _ firstOffset: Int, at offset: Int) {
        self.offset = offset
        switch kind {
        case .value(let name, let values, let commands):
            guard let position = trait.attributes.firstIndex(where: { $0.name == name }) else { return nil }
            id = Self.lastValue
            attribute = trait.attributes[position]
            source = firstOffset + position
            self.values = values
            self.commands = Dictionary(
                trait.commands.compactMap { command in commands[command.name].map { (command.id, $0) } }
            ) { first, _ in first }
            event = nil
            fields = []
        case .event(let name, let fields):
            guard let event = trait.events.first(where: { $0.name == name }) else { return nil }
            id = Self.lastEvent
            attribute = nil
            source = nil
            values = [:]
            commands = [:]
            self.event = event.id
            self.fields = fields
        }
    }

    /// What is remembered of a value of the attribute; `nil` for what leaves the memory as it is.
    func remembered(of value: DataValue) -> DataValue? {
        guard case .uint(let code) = value else { return nil }
        return values[code].map { .uint($0) }
    }

    /// What is remembered of a command that was confirmed.
    func remembered(ofCommand id: UInt32) -> DataValue? { commands[id].map { .uint($0) } }

    /// What is remembered of something that happened.
    func remembered(of event: EventReport) -> DataValue? {
        guard event.event.id == self.event else { return nil }
        let wanted = fields.first { combination in
            combination.allSatisfy { id, codes in
                guard case .uint(let code)? = event.fields[id] else { return false }
                return codes.contains(code)
            }
        }
        return wanted.map { wanted in .fields(event.fields.filter { wanted.keys.contains($0.key) }) }
    }
}
