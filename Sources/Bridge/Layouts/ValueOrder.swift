import Conversions
import DataModel
import HomeGraph

/// A value in people's terms that is asked of a part of a device.
///
/// Which commands and writes carry it may depend on other values of the device, such as the mode of a thermostat. It is
/// found out when the order's turn has come, so that orders before it count, and beforehand only to refuse what cannot
/// be set.
struct ValueOrder: Sendable {
    /// Gives the steps that carry the value, by what the device's attributes are now.
    typealias Steps = @Sendable (_ read: (AttributeID) -> DataValue) throws(HomeError) -> [ConversionStep]

    let device: HomeTopics.Device
    let endpoint: UInt16
    /// What it is a value of, for people, such as `Lightbulb/Brightness`.
    let name: String
    let steps: Steps
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
