/// What is different between the branches of two plans.
struct BranchChange: Sendable {
    /// The branches of the earlier plan that the later does not have.
    let leaving: [Branch]
    /// The branches of the later plan that the earlier does not have.
    let arriving: [Branch]
    /// The documents of those that leave, and of no later branch.
    let leavingDocuments: [DocumentOutput]
    /// The documents of those that arrive, and of no earlier branch.
    let arrivingDocuments: [DocumentOutput]

    /// Compares the branches of two plans, family by family.
    init(from before: [[Branch]], to after: [[Branch]]) {
        var leaving: [Branch] = []
        var arriving: [Branch] = []
        for family in 0..<max(before.count, after.count) {
            // Mostly the same stands at the same place; what only moved is found among the rest.
            let old = before.indices.contains(family) ? before[family] : []
            let new = after.indices.contains(family) ? after[family] : []
            for (position, branch) in old.enumerated()
            where !new.indices.contains(position) || new[position] !== branch {
                leaving.append(branch)
            }
            for (position, branch) in new.enumerated()
            where !old.indices.contains(position) || old[position] !== branch {
                arriving.append(branch)
            }
        }
        self.leaving = Self.objects(leaving, without: arriving)
        self.arriving = Self.objects(arriving, without: leaving)
        let old = self.leaving.flatMap(\.documents)
        let new = self.arriving.flatMap(\.documents)
        leavingDocuments = Self.objects(old, without: new)
        arrivingDocuments = Self.objects(new, without: old)
    }

    private static func objects<Object: AnyObject>(_ objects: [Object], without others: [Object]) -> [Object] {
        let others = Set(others.map(ObjectIdentifier.init))
        return objects.filter { !others.contains(ObjectIdentifier($0)) }
    }
}

/// What finds the outputs of a plan; a value that follows from plan to plan by what is different.
struct OutputIndex: Sendable {
    /// By number.
    private(set) var documents: [DocumentOutput?] = []
    /// By root.
    private(set) var branches: [ArraySlice<UInt8>: Branch] = [:]
    /// The numbers of the documents that read a slot, by slot.
    private(set) var readers: [Int: [Int]] = [:]
    /// The numbers of the documents that the hub's coming and going concerns.
    private(set) var hubReaders: Set<Int> = []

    /// Follows a change.
    mutating func apply(_ change: BranchChange) {
        // A root or number that one gives up may be another's now: first all go, then all come.
        for branch in change.leaving { branches[branch.root[...]] = nil }
        for branch in change.arriving { branches[branch.root[...]] = branch }
        for document in change.leavingDocuments {
            documents[document.number] = nil
            hubReaders.remove(document.number)
            for slot in document.content.slots {
                readers[slot]?.removeAll { $0 == document.number }
                if readers[slot]?.isEmpty == true { readers[slot] = nil }
            }
        }
        for document in change.arrivingDocuments {
            while documents.count <= document.number { documents.append(nil) }
            documents[document.number] = document
            if document.content.readsHub { hubReaders.insert(document.number) }
            for slot in Set(document.content.slots) { readers[slot, default: []].append(document.number) }
        }
    }
}
