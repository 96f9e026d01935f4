/// Why a value is not taken: where in it, what is wrong, and what is allowed.
public struct ValueFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which answer it leads to.
    public enum Kind: Sendable, Hashable {
        /// Of a wrong kind, unknown, missing, or no text.
        case invalidArgument
        /// Of the right kind, beyond what the type, a constraint or the device allows.
        case outOfRange
    }

    /// A step on the way to the value.
    public enum Step: Sendable, Hashable {
        case field(String)
        /// From 0.
        case entry(Int)
    }

    /// Which answer it leads to.
    public let kind: Kind
    /// Where in the value it is, from the outside; empty where the value itself is meant.
    public let path: [Step]
    /// What is wrong and what is allowed; never the value of a secret.
    public let problem: String

    /// Describes a fault.
    public init(_ kind: Kind, _ problem: String, path: [Step] = []) {
        self.kind = kind
        self.path = path
        self.problem = problem
    }

    /// The same fault, seen from what holds the value.
    public func within(_ step: Step) -> ValueFault {
        ValueFault(kind, problem, path: [step] + path)
    }

    /// The same fault of the value of this name.
    public func within(_ name: String) -> ValueFault { within(.field(name)) }

    /// `transitions[2].dayOfWeek: what is wrong; what is allowed`.
    public var description: String {
        var place = ""
        for step in path {
            switch step {
            case .field(let name): place += place.isEmpty ? name : ".\(name)"
            case .entry(let index): place += "[\(index)]"
            }
        }
        return place.isEmpty ? problem : "\(place): \(problem)"
    }
}
