import HomeGraph

/// What may be at the broker under roots that the bridge has, and what is to go there.
///
/// A value. A root is exposed once anything under it was sent, was seen at the broker, or is kept as published from
/// before; only what was exposed is cleared when nobody has it any more.
struct BrokerTopics: Sendable {
    /// The numbers of the roots under which something may be at the broker.
    private var exposedRoots = BitSet()
    private var clears: ClearTable

    /// Nothing is at the broker.
    ///
    /// - Parameter ends: As ``ClearTable/init(clearedFirst:)``.
    init(clearedFirst ends: Set<String>) { clears = ClearTable(clearedFirst: ends) }

    /// How many roots are to be cleared.
    var clearing: Int { clears.count }

    /// Something is sent under a root.
    mutating func expose(root number: Int) { exposedRoots.insert(number) }

    /// These topics may be at the broker from before; what the plan does not have is to be cleared.
    mutating func expose(_ items: [ClearTable.Item], in plan: OutputPlan) {
        for item in items {
            let branch = plan.branch(root: item.root)
            if let branch { exposedRoots.insert(branch.rootNumber) }
            if branch?.ends.id != item.ends.id { clears.add(item) }
        }
    }

    /// A retained topic is at the broker.
    ///
    /// - Returns: Whether the plan has it.
    mutating func expose(_ topic: [UInt8], in plan: OutputPlan) -> Bool {
        guard let branch = plan.branch(with: topic) else { return false }
        exposedRoots.insert(branch.rootNumber)
        return true
    }

    /// Retained topics are nobody's.
    ///
    /// - Returns: Whether they are to be cleared, and are not anyway.
    mutating func clear(_ topics: [[UInt8]]) -> Bool {
        let topics = topics.filter { !clears.contains($0) }
        if !topics.isEmpty { clears.add(ClearTable.Item(root: [], ends: TopicEnds(topics))) }
        return !topics.isEmpty
    }

    /// Branches are no more; what of them may be at the broker and has no heir in the plan is to be cleared.
    ///
    /// - Returns: How many roots are to be cleared for that.
    mutating func abandon(_ branches: [Branch], in plan: OutputPlan) -> Int {
        let isExposed = branches.map { exposedRoots.contains($0.rootNumber) }
        // A number that is given up may be another's already: first all go, then the heirs' come.
        for branch in branches { exposedRoots.remove(branch.rootNumber) }
        var count = 0
        for (branch, isExposed) in zip(branches, isExposed) {
            let heir = plan.branch(root: branch.root)
            if isExposed, let heir { exposedRoots.insert(heir.rootNumber) }
            guard heir?.ends.id != branch.ends.id else { continue }
            let item = ClearTable.Item(root: branch.root, ends: branch.ends)
            if isExposed, branch.isClearedLate {
                clears.postpone(item)
            } else if isExposed {
                clears.add(item)
                count += 1
            } else {
                clears.addGone(item)
            }
        }
        return count
    }

    /// Whether something is to be cleared later.
    var hasPostponed: Bool { clears.hasPostponed }

    /// What was to be cleared later is to be cleared now.
    ///
    /// - Returns: How many roots that are.
    mutating func resume() -> Int { clears.resume() }

    /// Another connection: everything that is not acknowledged is cleared again.
    ///
    /// - Returns: How often ``begin(in:)`` is to be called.
    mutating func restart() -> Int { clears.restart() }

    /// The turn of the next root to be cleared has come.
    mutating func begin(in plan: OutputPlan) { skippingTaken(plan) { $0.begin(isTaken: $1) } }

    /// The next topic to clear; `nil` where it is another's turn.
    mutating func next(in plan: OutputPlan) -> ClearTable.Clear? {
        skippingTaken(plan) { $0.next(isTaken: $1) }
    }

    /// What somebody took meanwhile stays at the broker from before until it is published.
    private mutating func skippingTaken<Result>(
        _ plan: OutputPlan, _ body: (inout ClearTable, _ isTaken: ([UInt8]) -> Bool) -> Result
    ) -> Result {
        var heirs: [Int] = []
        let result = body(&clears) { topic in
            guard let heir = plan.branch(with: topic) else { return false }
            heirs.append(heir.rootNumber)
            return true
        }
        for heir in heirs { exposedRoots.insert(heir) }
        return result
    }

    /// The broker acknowledged the last clear of a root, or refused it.
    mutating func acknowledge(_ number: UInt64, isRefused: Bool) {
        clears.acknowledge(number, isRefused: isRefused)
    }

    /// What is cleared under a number.
    func item(_ number: UInt64) -> ClearTable.Item? { clears.item(number) }

    /// What is at the broker no more since the last call, and is not the plan's.
    mutating func takeGone(in plan: OutputPlan) -> [ClearTable.Item] {
        guard clears.hasGone else { return [] }
        return clears.takeGone().filter { !$0.root.isEmpty && plan.branch(root: $0.root)?.ends.id != $0.ends.id }
    }
}
