import HomeGraph
import Testing

@testable import SimulatedHub

/// A command in a state of the device that does not allow it, what answers it then, and the rule that says so.
struct ForbiddenOrder: Sendable, CustomTestStringConvertible {
    /// What leads to the state.
    enum Step: Sendable {
        case invoke(String, [String: Literal] = [:])
        case report(String, Literal)
        case write(String, Literal)
        case pass(Duration)
    }

    /// What the device answers; nothing of it changes, whichever it is.
    enum Answer: Sendable {
        /// The command is refused: INVALID_IN_STATE and the like.
        case refused(HomeError.Code)
        /// The response has a status of the cluster's own in its first field.
        case status(UInt64)
        /// The response has an operational state's error in its first field.
        case operational(UInt64)
        /// It is taken, and has no effect: so the rule says.
        case noEffect
    }

    /// `Trait.command`.
    let command: String
    /// A device of this type; `nil` for one that has all of the cluster and nothing else.
    let type: String?
    let features: [String: [String]]
    let values: [String: Literal]
    let without: [String]
    let steps: [Step]
    let fields: [String: Literal]
    let answer: Answer
    /// Whether the device is in such a state before the steps, too: they only show that the state lasts, or came back.
    let isForbiddenAtFirst: Bool
    /// What the rule is, and where it stands.
    let rule: String

    var testDescription: String { "\(command): \(rule)" }

    init(
        _ command: String, on type: String? = nil, features: [String: [String]] = [:],
        values: [String: Literal] = [:], without: [String] = [], after steps: [Step] = [],
        _ fields: [String: Literal] = [:], answers answer: Answer, atFirst isForbiddenAtFirst: Bool = false,
        _ rule: String
    ) {
        self.command = command
        self.type = type
        self.features = features
        self.values = values
        self.without = without
        self.steps = steps
        self.fields = fields
        self.answer = answer
        self.isForbiddenAtFirst = isForbiddenAtFirst
        self.rule = rule
    }
}
