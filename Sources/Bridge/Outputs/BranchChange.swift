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

    /// Compares the branches of two plans, layout by layout and family by family.
    init(from before: [OutputSection], to after: [OutputSection]) {
        var leaving: [Branch] = []
        var arriving: [Branch] = []
        for name in (before + after).map(\.name).uniqued() {
            let old = before.first { $0.name == name }?.families ?? []
            let new = after.first { $0.name == name }?.families ?? []
            for family in 0..<max(old.count, new.count) {
                // Mostly the same stands at the same place; what only moved is found among the rest.
                let old = old.indices.contains(family) ? old[family] : []
                let new = new.indices.contains(family) ? new[family] : []
                leaving += Self.elsewhere(old, in: new)
                arriving += Self.elsewhere(new, in: old)
            }
        }
        self.leaving = Self.objects(leaving, without: arriving)
        self.arriving = Self.objects(arriving, without: leaving)
        let old = self.leaving.flatMap(\.documents)
        let new = self.arriving.flatMap(\.documents)
        leavingDocuments = Self.objects(old, without: new)
        arrivingDocuments = Self.objects(new, without: old)
    }

    private static func elsewhere(_ branches: [Branch], in others: [Branch]) -> [Branch] {
        branches.enumerated().filter { !others.indices.contains($0) || others[$0] !== $1 }.map(\.element)
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
    /// Which documents read which slots.
    private(set) var readers = SlotReaders()
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
            for slot in document.slots { readers.remove(document.number, from: slot) }
        }
        for document in change.arrivingDocuments {
            while documents.count <= document.number { documents.append(nil) }
            documents[document.number] = document
            if document.content.readsHub { hubReaders.insert(document.number) }
            for slot in document.slots { readers.insert(document.number, for: slot) }
        }
    }
}

/// Which documents read which slots, by their numbers; mostly none or one does.
struct SlotReaders: Sendable {
    /// By slot; -1 for none.
    private var first: [Int32] = []
    private var further: [Int: [Int32]] = [:]

    /// Notes that a document reads a slot.
    mutating func insert(_ document: Int, for slot: Int) {
        let document = Int32(truncatingIfNeeded: document)
        if slot >= first.count { first.append(contentsOf: repeatElement(-1, count: slot + 1 - first.count)) }
        if first[slot] < 0 {
            first[slot] = document
        } else if first[slot] != document, further[slot]?.contains(document) != true {
            further[slot, default: []].append(document)
        }
    }

    /// Notes that a document reads a slot no more.
    mutating func remove(_ document: Int, from slot: Int) {
        guard first.indices.contains(slot) else { return }
        let document = Int32(truncatingIfNeeded: document)
        further[slot]?.removeAll { $0 == document }
        if first[slot] == document { first[slot] = further[slot]?.popLast() ?? -1 }
        if further[slot]?.isEmpty == true { further[slot] = nil }
    }

    /// Goes through those that read a slot.
    func forEach(of slot: Int, _ body: (Int) -> Void) {
        guard slot < first.count, first[slot] >= 0 else { return }
        body(Int(first[slot]))
        if let others = further[slot] { for other in others { body(Int(other)) } }
    }
}
