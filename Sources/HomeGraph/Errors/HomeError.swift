/// What went wrong with an operation on the home.
///
/// Source: the third seed; the codes mean what the gRPC statuses of these names mean.
public struct HomeError: Error, Hashable, Sendable {
    /// The sixteen kinds of errors.
    public enum Code: Int, Sendable, Hashable, CaseIterable {
        /// The caller ended the operation.
        case cancelled = 1
        /// Nothing more is known.
        case unknown = 2
        /// An argument is wrong whatever state the home is in.
        case invalidArgument = 3
        /// Time ran out; the change may have happened all the same.
        case deadlineExceeded = 4
        /// There is no such object.
        case notFound = 5
        /// What was to be created is there already.
        case alreadyExists = 6
        /// The caller may not do this.
        case permissionDenied = 7
        /// Something is used up: places in a table, orders waiting.
        case resourceExhausted = 8
        /// The home is not in the state that the operation needs.
        case failedPrecondition = 9
        /// Somebody else was in the way; trying again may help.
        case aborted = 10
        /// The value is of the right type and makes no sense here.
        case outOfRange = 11
        /// The object does not do this.
        case unimplemented = 12
        /// A fault of the program.
        case `internal` = 13
        /// The device or hub cannot be reached now.
        case unavailable = 14
        /// Data was lost for good.
        case dataLoss = 15
        /// The caller is not known.
        case unauthenticated = 16

        /// The code's name as it stands in answers, such as `invalidArgument`.
        public var name: String { String(describing: self) }

        /// The code of this name.
        public init?(name: String) {
            guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = code
        }
    }

    /// What kind of error it is.
    public let code: Code
    /// One or two sentences for people: the object, the field, the value, what is allowed; never a secret.
    public let message: String
    /// What is known beyond that; `nil` mostly.
    public let subtype: Subtype?
    private let placement = InMemory()

    /// Describes an error.
    public init(_ code: Code, _ message: String, subtype: Subtype? = nil) {
        self.code = code
        self.message = message
        self.subtype = subtype
    }

    /// What is known of certain errors beyond their code.
    public enum Subtype: Sendable, Hashable {
        /// Several operations were asked for, and these failed.
        case bulk(errors: [HomeError])
        /// A device was not taken out of the home.
        case decommission(DecommissionError)
    }

    /// The codes of the errors that this one stands for; empty where it stands for itself.
    public var subcodes: [Int] {
        guard case .bulk(let errors) = subtype else { return [] }
        return errors.map(\.code.rawValue)
    }
}

/// Keeps what holds it in memory, instead of in registers; it says nothing.
///
/// The compiler, in version 6.3.1, fails on `catch let error as E` in a function that throws, where the `do` has a call
/// of a generic function such as `first(where:)`, and `E` fits into registers; the third seed has just that. A value
/// whose type is not known before the program runs has to be in memory.
private struct InMemory: Sendable, Hashable {
    private let nothing: (any Sendable)? = nil

    static func == (left: InMemory, right: InMemory) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

extension HomeError: CustomStringConvertible {
    /// `code: message`.
    public var description: String { "\(code.name): \(message)" }
}
