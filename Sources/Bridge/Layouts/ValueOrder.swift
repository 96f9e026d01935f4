import Conversions
import DataModel
import HomeGraph

/// Something that is asked of a device, and comes to other steps as the device's values are, such as the mode of a
/// thermostat.
///
/// It is found out when the order's turn has come, so that orders before it count, and beforehand only to refuse what
/// makes no sense at all.
struct ValueOrder: Sendable {
    /// Gives the steps that carry a value in people's terms, by what the attributes of a part are now.
    typealias Steps = @Sendable (_ read: (AttributeID) -> DataValue) throws(HomeError) -> [ConversionStep]
    /// Gives commands and writes by name, by what is in the device's slots now, counted from its first one.
    typealias NamedSteps = @Sendable (_ read: SlotReader) throws(HomeError) -> [OrderStep]

    /// What it comes to.
    enum Content: Sendable {
        case values(endpoint: UInt16, Steps)
        case named(NamedSteps)
    }

    let device: HomeTopics.Device
    /// What it is of, for people, such as `Lightbulb/Brightness`.
    let name: String
    let content: Content

    init(device: HomeTopics.Device, name: String, content: Content) {
        self.device = device
        self.name = name
        self.content = content
    }

    /// A value of a part.
    init(device: HomeTopics.Device, endpoint: UInt16, name: String, steps: @escaping Steps) {
        self.init(device: device, name: name, content: .values(endpoint: endpoint, steps))
    }
}

extension ValueOrder {
    /// Steps one after the other.
    static func sequence(_ all: [Steps]) -> Steps {
        { read throws(HomeError) in
            var steps: [ConversionStep] = []
            for one in all { steps += try one(read) }
            return steps
        }
    }

    /// The orders to members of a group: to those that take it.
    ///
    /// - Throws: The first failure, where none takes it.
    static func each<Member>(
        of members: [Member], _ order: (Member) throws(HomeError) -> ValueOrder
    ) throws(HomeError) -> [ValueOrder] {
        var orders: [ValueOrder] = []
        var failure: HomeError?
        for member in members {
            do throws(HomeError) { orders.append(try order(member)) } catch { failure = failure ?? error }
        }
        if orders.isEmpty, let failure { throw failure }
        return orders
    }
}

extension LayoutOrder {
    /// An order to set values, or one that fails before anything is sent.
    ///
    /// - Parameters:
    ///   - recipient: Whom it is for; that object is said to be meant where it fails.
    ///   - name: What it is of, for people.
    ///   - answers: Who is answered.
    ///   - echo: What is said when it was carried out.
    ///   - values: Gives the values, or throws why there are none.
    init(
        for recipient: Recipient, _ name: String, answers: Answers, echo: Echo? = nil,
        _ values: () throws(HomeError) -> [ValueOrder]
    ) {
        let made: Result<[ValueOrder], HomeError>
        do throws(HomeError) { made = .success(try values()) } catch { made = .failure(error) }
        switch made {
        case .success(let values): self.init(values, of: name, answers: answers, echo: echo)
        case .failure(let error): self.init(failing: error, for: recipient, answers: answers)
        }
    }
}
