import DataModel
import HomeGraph
import ModelReader

/// One step of an order as it was asked for: which part and member, and what with.
struct OrderStep: Sendable {
    /// What the member is given.
    enum Argument: Sendable {
        case empty
        case text(String)
        /// A JSON value; `isBareValue` where it is the first field's value, whatever it looks like.
        case json(JSONValue, isBareValue: Bool)
    }

    /// The part's name; `nil` for the part, or parts, that have the trait.
    let part: String?
    /// The trait's name.
    let trait: String
    /// The name of a command or attribute.
    let member: String
    /// Whether the topic said set or invoke; `nil` in a batch, where a name that is both is the command.
    let verb: OrderAddress.Verb?
    let argument: Argument

    /// How the step is named in answers.
    var name: String { part.map { "\($0)/\(trait).\(member)" } ?? "\(trait).\(member)" }
}

extension OrderStep {
    /// How many steps a batch has at most.
    static let batchLimit = 100

    /// The one step of a topic with part, trait and member.
    init(_ member: (part: String, trait: String, member: String), _ verb: OrderAddress.Verb, _ body: OrderPayload.Body)
    {
        self.init(
            part: member.part, trait: member.trait, member: member.member, verb: verb, argument: Argument(body))
    }

    /// The steps of a batch.
    /// - Throws: `invalidArgument` for what is no batch.
    static func batch(_ body: OrderPayload.Body) throws(HomeError) -> [OrderStep] {
        var steps: [OrderStep] = []
        switch body {
        case .empty:
            throw HomeError(.invalidArgument, "a batch has steps: [{\"OnOff.on\":{}}], or the name of a command")
        case .text(let text): steps = [try step(text.withoutSpace, .empty)]
        case .json(.object(let members), _):
            for member in members { steps.append(try step(member.name, .json(member.value, isBareValue: false))) }
        case .json(.array(let entries), _):
            for (position, entry) in entries.enumerated() {
                guard case .object(let members) = entry, members.count == 1, let member = members.first else {
                    throw HomeError(
                        .invalidArgument,
                        "step \(position + 1) is no object with one key, such as {\"OnOff.on\":{}}")
                }
                steps.append(try step(member.name, .json(member.value, isBareValue: false)))
            }
        case .json(.string(let text), _): steps = [try step(text, .empty)]
        case .json:
            throw HomeError(.invalidArgument, "a batch is an array of steps, an object, or the name of a command")
        }
        guard !steps.isEmpty else { throw HomeError(.invalidArgument, "the batch has no steps") }
        guard steps.count <= batchLimit else {
            throw HomeError(.invalidArgument, "the batch has \(steps.count) steps; \(batchLimit) are the most")
        }
        return steps
    }

    private static func step(_ key: String, _ argument: Argument) throws(HomeError) -> OrderStep {
        let pieces = key.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let name = pieces.last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name.index(after: dot) != name.endIndex else {
            throw HomeError(
                .invalidArgument,
                "\(NearestName.shown(key, otherwise: "what is given")) is no step; a step is TRAIT.MEMBER or PART/TRAIT.MEMBER"
            )
        }
        return OrderStep(
            part: pieces.count == 2 ? String(pieces[0]) : nil, trait: String(name[..<dot]),
            member: String(name[name.index(after: dot)...]), verb: nil, argument: argument)
    }
}

extension OrderStep.Argument {
    /// What a single order's payload gives its member.
    init(_ body: OrderPayload.Body) {
        switch body {
        case .empty: self = .empty
        case .text(let text): self = .text(text)
        case .json(let value, let isBareValue): self = .json(value, isBareValue: isBareValue)
        }
    }
}
