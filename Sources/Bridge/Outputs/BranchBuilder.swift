import HomeGraph

/// Gives roots and documents their numbers while plans are made.
struct OutputNumbers: Sendable {
    var roots = NumberPool()
    var documents = NumberPool()

    /// Takes back the numbers of what a change leaves nobody with.
    mutating func release(_ change: BranchChange, in plan: OutputPlan) {
        for branch in change.leaving where plan.branch(root: branch.root) == nil { roots.release(branch.rootNumber) }
        for document in change.leavingDocuments where plan.document(document.number) == nil {
            documents.release(document.number)
        }
    }
}

/// Composes one object's branch from that of the plan before: what says the same is taken over.
struct BranchBuilder {
    private enum Part {
        case same(DocumentOutput)
        case new(DocumentOutput.Content)
    }

    private let root: [UInt8]
    private let former: Branch?
    private let before: OutputPlan?
    private var parts: [Part] = []

    /// Begins a branch.
    ///
    /// - Parameters:
    ///   - topic: The object's topic.
    ///   - former: The object's branch in the plan before.
    ///   - before: The plan before.
    init(_ topic: String, former: Branch?, before: OutputPlan?) {
        root = Array(topic.utf8)
        self.former = former
        self.before = before
    }

    /// Adds a document; it is composed only where it does not say the same as before.
    mutating func add(_ end: String, isSame: Bool, _ content: () -> DocumentOutput.Content) {
        if isSame, let former, former.root == root, let document = former.document(end) {
            parts.append(.same(document))
        } else {
            parts.append(.new(content()))
        }
    }

    /// Makes the branch.
    ///
    /// - Parameters:
    ///   - numbers: Gives numbers to what is new.
    ///   - others: Further ends of topics that no document is published on.
    ///   - device: The device whose attributes are published under the root, too; its ends are all there are.
    /// - Returns: The branch.
    func branch(
        _ numbers: inout OutputNumbers, others: [String] = [], device: HomeTopics.Device? = nil
    ) -> Branch {
        let rootNumber = before?.branch(root: root)?.rootNumber ?? numbers.roots.take()
        var documents: [DocumentOutput] = []
        for part in parts {
            switch part {
            case .same(let document): documents.append(document)
            case .new(let content):
                documents.append(
                    DocumentOutput(
                        content, number: former?.document(content.end)?.number ?? numbers.documents.take(),
                        root: (rootNumber, root)))
            }
        }
        let ends =
            device?.layout.ends
            ?? TopicEnds((documents.map(\.content.end) + others).map { Array($0.utf8) })
        return Branch(
            root: root, rootNumber: rootNumber, ends: former?.ends.id == ends.id ? former?.ends ?? ends : ends,
            documents: documents, device: device)
    }
}

/// The branches of the objects of one kind in the plan before.
struct FormerBranches<Object: TopicObject> {
    private let objects: [Object]
    private let branches: [Branch]
    private var positions: [String: Int]?

    /// Takes the objects, and their branches in the same order.
    init(_ objects: [Object], _ branches: [Branch]) {
        self.objects = objects
        self.branches = branches
    }

    /// The object of an id and its branch, as they were; mostly it stood before where it stands now.
    mutating func find(_ id: String, near position: Int) -> (object: Object, branch: Branch)? {
        if objects.indices.contains(position), objects[position].id == id {
            return (objects[position], branches[position])
        }
        let positions = positions ?? Dictionary(objects.enumerated().map { ($1.id, $0) }) { first, _ in first }
        self.positions = positions
        return positions[id].map { (objects[$0], branches[$0]) }
    }
}
