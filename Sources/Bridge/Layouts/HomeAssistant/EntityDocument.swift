import Conversions
import DataModel
import HomeGraph

/// One entity of Home Assistant's that needs everything in one document: what it says, and what is sent to it.
struct EntityDocument: Sendable {
    /// What is to be done for a payload, with the values that there are now.
    typealias Steps = @Sendable (EntityPayload, SlotReader) throws(HomeError) -> [OrderStep]

    /// What a payload asks for.
    enum Order: Sendable {
        /// Commands and writes by name.
        case steps(Steps)
        /// Values of the part, in people's terms.
        case values(@Sendable (EntityPayload) throws(HomeError) -> ValueOrder.Steps)
    }

    /// The slots that it says something about, from the device's first one.
    let offsets: [Int]
    /// What it says; a text goes as it is, everything else as JSON.
    let state: @Sendable (SlotReader) -> JSONValue
    /// What a payload asks for.
    let order: Order

    init(offsets: [Int], order: Order, state: @escaping @Sendable (SlotReader) -> JSONValue) {
        self.offsets = offsets
        self.order = order
        self.state = state
    }

    /// A document whose orders are commands and writes by name.
    init(offsets: [Int], state: @escaping @Sendable (SlotReader) -> JSONValue, steps: @escaping Steps) {
        self.init(offsets: offsets, order: .steps(steps), state: state)
    }

    /// The payload that stands for what it says.
    static func payload(_ state: JSONValue) -> [UInt8] {
        if case .string(let text) = state { return Array(text.utf8) }
        return state.text
    }
}

/// A kind of such entities.
struct EntityKind: Sendable {
    /// What a group says.
    struct Together: Sendable {
        /// What it follows from.
        let quantities: [Quantity]
        /// What it says of their values; a text goes as it is, everything else as JSON.
        let state: @Sendable (_ value: (Quantity) -> PeoplesValue?) -> JSONValue
    }

    /// The document of a part; `nil` where the part lacks what is needed, or only groups have one.
    var bind: @Sendable (ComponentTarget) -> EntityDocument? = { _ in nil }
    /// `nil` for what groups do not have.
    var together: Together?
}

/// What Home Assistant sends to an entity.
struct EntityPayload: Sendable {
    let text: String

    /// Reads a payload.
    /// - Throws: `invalidArgument` for what is no text.
    init(_ payload: [UInt8]) throws(HomeError) {
        guard let text = String(validating: payload, as: UTF8.self) else {
            throw HomeError(.invalidArgument, "the payload is not UTF-8")
        }
        self.text = text
    }

    /// The members of the object that it is.
    /// - Throws: `invalidArgument` for what is none.
    func object() throws(HomeError) -> EntityMembers {
        guard case .object(let members) = try Codec.parse(Array(text.utf8)) else {
            throw HomeError(.invalidArgument, "the payload is no JSON object")
        }
        return EntityMembers(members: members)
    }
}

/// The members of an object that Home Assistant sends.
struct EntityMembers: Sendable {
    let members: [JSONMember]

    private func value(_ name: String) -> JSONValue? {
        members.first { $0.name == name }.flatMap { $0.value == .null ? nil : $0.value }
    }

    /// A number within a range; `nil` where there is none of this name.
    /// - Throws: `invalidArgument` for what is no number, `outOfRange` beyond the range.
    func number(_ name: String, in range: ClosedRange<Double>) throws(HomeError) -> Double? {
        guard let value = value(name) else { return nil }
        guard let number = Codec.number(value), number.isFinite else {
            throw HomeError(.invalidArgument, "\(name) is no number")
        }
        guard range.contains(number) else {
            throw HomeError(
                .outOfRange, "\(name) is \(number); \(range.lowerBound) to \(range.upperBound) are possible")
        }
        return number
    }

    /// A text; `nil` where there is none of this name.
    /// - Throws: `invalidArgument` for what is none.
    func text(_ name: String) throws(HomeError) -> String? {
        guard let value = value(name) else { return nil }
        guard case .string(let text) = value else { throw HomeError(.invalidArgument, "\(name) is no text") }
        return text
    }

    /// An object; `nil` where there is none of this name.
    /// - Throws: `invalidArgument` for what is none.
    func object(_ name: String) throws(HomeError) -> EntityMembers? {
        guard let value = value(name) else { return nil }
        guard case .object(let members) = value else { throw HomeError(.invalidArgument, "\(name) is no object") }
        return EntityMembers(members: members)
    }
}
