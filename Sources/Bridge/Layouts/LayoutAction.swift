import DataModel
import HomeGraph

/// What a message to a layout asks for.
enum LayoutAction: Sendable {
    /// Nothing.
    case none
    /// An order to an object of the home.
    case order(LayoutOrder)
    /// Several, each for itself, in this order.
    case sequence([LayoutAction])
    /// What `B/bridge/request/NAME` does, answered in the layout's own way.
    case request(LayoutRequest)
    /// Somebody came who has to be told everything again, after a while drawn between these: first what announces
    /// topics (``DocumentContent/Stage/announcement``), then what stands on those.
    case announce(after: ClosedRange<Duration>)
    /// The documents of the branch with this root are sent again, also unchanged ones.
    case refresh(root: String)
}

/// A request to the bridge as a layout read it: it goes the way of all requests, with the same checks and filters.
struct LayoutRequest: Sendable {
    /// The request's name and its fields, or why there is none.
    let request: Result<(name: String, fields: [JSONMember]), HomeError>
    /// Makes the answer of the request's result, null for none.
    let answer: @Sendable (Result<JSONValue, HomeError>) -> OutboxMessage
}

/// An order as a layout read it: it goes the way of all orders, with the same checks, filters and queues.
struct LayoutOrder: Sendable {
    /// Who is answered.
    enum Answers: Sendable {
        /// As all orders are: on the Response Topic, else on the order's topic and `/response`.
        case always
        /// Only who named a Response Topic.
        case whereAsked
    }

    /// Whom an order is for.
    enum Recipient: Sendable {
        /// A device, group or room.
        case object(OrderAddress.Target)
        /// Single parts of devices, side by side, each by its name; said to be of an object that has this name.
        case parts([(device: HomeTopics.Device, part: String)], of: String)
        /// What follows from the values of devices, side by side; said to be of an object that has this name.
        case values([ValueOrder], of: String)
    }

    /// Whom it is for; `nil` where the topic names nobody.
    let recipient: Recipient?
    /// What is to be done, in order, or why nothing can be; of what follows from values, nothing beside that.
    let steps: Result<[OrderStep], HomeError>
    let answers: Answers
    /// What came with the order to be given back with its answer.
    var id: JSONValue?
    /// What is said when it was carried out, whether anything changed or not.
    var echo: Echo?

    /// How who sent an order sees that it was carried out.
    enum Echo: Sendable {
        /// The document on this topic is sent again.
        case document(String)
        /// A message that is not retained.
        case message(OutboxMessage)
    }

    /// The device, group or room, where it is one.
    var target: OrderAddress.Target? {
        switch recipient {
        case .object(let target)?: target
        case .values(let values, _)? where values.count == 1: values.first.map { .device($0.device) }
        case .values?, .parts?, nil: nil
        }
    }

    /// Where the answer goes if the order names no place.
    func answerTopic(_ topic: [UInt8]) -> [UInt8]? {
        switch answers {
        case .always: topic + Array("/response".utf8)
        case .whereAsked: nil
        }
    }

    /// An order that can be carried out.
    init(_ steps: [OrderStep], for recipient: Recipient, answers: Answers) {
        self.recipient = recipient
        self.steps = .success(steps)
        self.answers = answers
    }

    /// An order to set values.
    init(_ values: [ValueOrder], of name: String, id: JSONValue? = nil, answers: Answers, echo: Echo? = nil) {
        recipient = .values(values, of: name)
        steps = .success([])
        self.answers = answers
        self.id = id
        self.echo = echo
    }

    /// An order that fails before anything is sent; of an object that is known, it is said on `bridge/event`, too.
    init(failing error: HomeError, for recipient: Recipient? = nil, id: JSONValue? = nil, answers: Answers) {
        self.recipient = recipient
        steps = .failure(error)
        self.answers = answers
        self.id = id
    }
}

extension OrderStep {
    /// A command of a part's trait, with its fields by name.
    static func invoke(_ command: String, of trait: String, part: String, _ fields: [JSONMember] = []) -> OrderStep {
        OrderStep(
            part: part, trait: trait, member: command, verb: .invoke,
            argument: .json(.object(fields), isBareValue: false))
    }

    /// A value for an attribute of a part's trait.
    static func set(_ attribute: String, of trait: String, part: String, _ value: JSONValue) -> OrderStep {
        OrderStep(part: part, trait: trait, member: attribute, verb: .set, argument: .json(value, isBareValue: true))
    }
}
