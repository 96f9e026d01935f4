/// A parser, and what holds for whatever it is given.
struct FuzzTarget: Sendable {
    /// Takes an input; what does not hold ends the process.
    typealias Take = @Sendable ([UInt8]) -> Void

    /// What it is called.
    let name: String
    /// Inputs to begin with.
    let seeds: @Sendable () async throws -> [[UInt8]]
    /// Makes what takes inputs.
    let make: @Sendable () async throws -> Take

    /// All that there are.
    static let all = [topics, json, values, arguments, settings, home, discovery, onboarding, messages]

    /// A target whose seeds are texts.
    init(_ name: String, seeds: [String], _ take: @escaping Take) {
        self.name = name
        self.seeds = { seeds.map { Array($0.utf8) } }
        make = { take }
    }

    /// A target that has to be made first.
    init(
        _ name: String, seeds: @escaping @Sendable () async throws -> [[UInt8]],
        _ make: @escaping @Sendable () async throws -> Take
    ) {
        self.name = name
        self.seeds = seeds
        self.make = make
    }
}

/// Ends the process where something does not hold, with the input kept: that is how libFuzzer hears of it.
func hold(_ condition: Bool, _ what: @autoclosure () -> String) {
    if !condition { fatalError(what()) }
}

/// What is to be there; ends the process as ``hold(_:_:)`` does where it is not.
func held<Value>(_ value: Value?, _ what: @autoclosure () -> String) -> Value {
    guard let value else { fatalError(what()) }
    return value
}
