import HomeGraph

/// What is to be published on a connection, in order: an output keeps the first place it got, and stands there once.
///
/// Four octets a place, and two bits an output: a large home waits here as a whole.
struct OutputQueue: Sendable {
    /// What stands in a place.
    enum Item: Sendable, Hashable {
        /// The attribute in a slot.
        case slot(Int)
        /// The document of a number.
        case document(Int)
        /// One of what waits elsewhere.
        case next(Kind)
    }

    /// What waits elsewhere, each in an order of its own.
    enum Kind: Int32, Sendable {
        case event = -1
        case answer = -2
        case line = -3
        case clear = -4
        case state = -5
        case notice = -6
        case opening = -7
    }

    /// Slots stand as they are, kinds as their numbers, documents from this number downward.
    private static let firstDocument: Int32 = -16

    private var places = RingBuffer<Int32>()
    private var waitingSlots = BitSet()
    private var waitingDocuments = BitSet()
    /// How many places of documents count no more, since they were to go later.
    private var skippedPlaces: [Int: Int] = [:]

    /// How many places there are.
    var count: Int { places.count }

    /// Whether a document waits.
    func contains(document number: Int) -> Bool { waitingDocuments.contains(number) }

    /// Forgets everything.
    mutating func removeAll() {
        places = RingBuffer()
        waitingSlots.removeAll()
        waitingDocuments.removeAll()
        skippedPlaces = [:]
    }

    /// The attribute in a slot goes, if it does not wait yet.
    mutating func append(slot: Int) {
        if waitingSlots.insert(slot) { places.append(Int32(truncatingIfNeeded: slot)) }
    }

    /// A document goes, if it does not wait yet.
    mutating func append(document number: Int) {
        if waitingDocuments.insert(number) {
            places.append(Self.firstDocument - Int32(truncatingIfNeeded: number))
        }
    }

    /// A document goes behind everything that waits, wherever its place was.
    mutating func moveToEnd(document number: Int) {
        if waitingDocuments.contains(number) { skippedPlaces[number, default: 0] += 1 }
        waitingDocuments.remove(number)
        append(document: number)
    }

    /// The next of a kind goes.
    mutating func append(_ kind: Kind) { places.append(kind.rawValue) }

    /// Takes out what goes next.
    mutating func popFirst() -> Item? {
        while let place = places.popFirst() {
            if place >= 0 {
                waitingSlots.remove(Int(place))
                return .slot(Int(place))
            }
            if let kind = Kind(rawValue: place) { return .next(kind) }
            let number = Int(Self.firstDocument - place)
            if let places = skippedPlaces[number] {
                skippedPlaces[number] = places == 1 ? nil : places - 1
                continue
            }
            waitingDocuments.remove(number)
            return .document(number)
        }
        return nil
    }
}
