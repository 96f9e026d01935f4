import Conversions

/// What an own write is to come to, while the device may still be on its way there.
struct OwnTarget {
    /// The value that was written, as the device rounds it.
    let value: CharacteristicValue
    /// How far a number may be from it and count as the same: a step.
    let tolerance: Double
    /// Between which numbers the device may be meanwhile.
    private var way: ClosedRange<Double>?

    /// Begins the way.
    ///
    /// - Parameters:
    ///   - value: What was written; of several writes, the last.
    ///   - passed: Where the device was before, and what was written before.
    ///   - tolerance: A step; `nil` where only the value itself will do.
    init(_ value: CharacteristicValue, past passed: [CharacteristicValue], tolerance: Double?) {
        self.value = value
        self.tolerance = tolerance ?? 0
        way = tolerance == nil ? nil : Self.way(passed + [value])
    }

    private static func way(_ values: [CharacteristicValue]) -> ClosedRange<Double>? {
        let numbers = values.compactMap(\.number)
        guard let least = numbers.min(), let most = numbers.max() else { return nil }
        return least...most
    }

    /// What a value says that the device has now.
    enum Judgement {
        case arrived, onTheWay, elsewhere
    }

    /// Judges a value that the device has now; from then on it goes nowhere but from there to the target.
    mutating func judge(_ now: CharacteristicValue?) -> Judgement {
        if now == value { return .arrived }
        guard let number = now?.number, let goal = value.number, let way else { return .elsewhere }
        if abs(number - goal) <= tolerance { return .arrived }
        guard way.contains(number) else { return .elsewhere }
        self.way = min(number, goal)...max(number, goal)
        return .onTheWay
    }
}

/// Own writes that are on their way, and what happens meanwhile.
struct OwnWrites {
    /// Several writes of which one began before the other ended.
    struct Burst {
        /// What was written last and confirmed; `nil` where nothing was.
        var written: CharacteristicValue?
        /// Where the device was before, and what else was written.
        var passed: [CharacteristicValue] = []
        /// Whether the device said anything of the value meanwhile.
        var isStirred = false
    }

    private var burst = Burst()
    private var open = 0
    private var last = 0
    private var lastWritten = 0

    /// Whether none is on its way.
    var isEmpty: Bool { open == 0 }
    /// Whether the device said anything of the value since the first began.
    var isStirred: Bool {
        get { burst.isStirred }
        set { burst.isStirred = newValue }
    }

    /// A write begins.
    ///
    /// - Parameter value: What the device has now.
    /// - Returns: The number of the write.
    mutating func begin(at value: CharacteristicValue?) -> Int {
        if open == 0 { burst.passed = value.map { [$0] } ?? [] }
        open += 1
        last += 1
        return last
    }

    /// A write ends.
    ///
    /// - Returns: All that happened, where it is the last; `nil` while another is on its way.
    mutating func end(_ number: Int, _ value: CharacteristicValue?) -> Burst? {
        open -= 1
        if let value {
            if number > lastWritten {
                burst.written.map { burst.passed.append($0) }
                burst.written = value
                lastWritten = number
            } else {
                burst.passed.append(value)
            }
        }
        guard open == 0 else { return nil }
        defer { burst = Burst() }
        return burst
    }
}
