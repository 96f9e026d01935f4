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
        case new(DocumentContent, firstSlot: Int)
    }

    private let root: [UInt8]
    private let former: Branch?
    private var parts: [Part] = []
    /// The ends of what was added, where one list is all.
    private var ends: TopicEnds?
    private var others: [String] = []
    private var device: HomeTopics.Device?
    /// Whether the branch is cleared only after ``ClearTable/delay``: for readers that take an empty message for a
    /// fault as long as they were not told to look elsewhere.
    var isClearedLate = false

    /// Begins a branch.
    ///
    /// - Parameters:
    ///   - topic: The object's topic.
    ///   - former: The object's branch in the plan before.
    init(_ topic: String, former: Branch?) {
        root = Array(topic.utf8)
        self.former = former
    }

    /// Adds a document; it is composed only where it does not say the same as before.
    mutating func add(_ end: String, isSame: Bool, firstSlot: Int = 0, _ content: () -> DocumentContent) {
        ends = nil
        if isSame, let former, former.root == root, let document = former.document(end) {
            parts.append(.same(document))
        } else {
            parts.append(.new(content(), firstSlot: firstSlot))
        }
    }

    /// Adds documents that many share; the same one, counted from the same slot, says the same.
    mutating func add(_ list: DocumentList, firstSlot: Int) {
        ends = parts.isEmpty ? list.ends : nil
        let start = parts.count
        for (position, content) in list.contents.enumerated() {
            let former = former.flatMap { former in
                former.root == root && former.documents.indices.contains(start + position)
                    ? former.documents[start + position] : nil
            }
            if let former, former.content === content, former.firstSlot == firstSlot {
                parts.append(.same(former))
            } else {
                parts.append(.new(content, firstSlot: firstSlot))
            }
        }
    }

    /// Adds an end of a topic that no document is published on.
    mutating func add(other end: String) { others.append(end) }

    /// Has the attributes of a device published under the root, too; the device's ends are all there are.
    mutating func add(attributesOf device: HomeTopics.Device) { self.device = device }

    /// Makes the branch.
    ///
    /// - Parameters:
    ///   - numbers: Gives numbers to what is new.
    ///   - before: The plan before.
    /// - Returns: The branch.
    func branch(_ numbers: inout OutputNumbers, before: OutputPlan?) -> Branch {
        let rootNumber = before?.branch(root: root)?.rootNumber ?? numbers.roots.take()
        var documents: [DocumentOutput] = []
        documents.reserveCapacity(parts.count)
        for (position, part) in parts.enumerated() {
            switch part {
            case .same(let document): documents.append(document)
            case .new(let content, let firstSlot):
                documents.append(
                    DocumentOutput(
                        content,
                        number: formerDocument(content.end, near: position)?.number ?? numbers.documents.take(),
                        root: (rootNumber, root), firstSlot: firstSlot))
            }
        }
        let ends = device?.layout.ends ?? (others.isEmpty ? ends : nil) ?? newEnds(documents)
        return Branch(
            root: root, rootNumber: rootNumber, ends: ends, documents: documents, device: device,
            isClearedLate: isClearedLate)
    }

    /// The document with this end in the plan before; mostly it stood there where it stands now.
    private func formerDocument(_ end: String, near position: Int) -> DocumentOutput? {
        guard let former else { return nil }
        if former.documents.indices.contains(position), former.documents[position].content.end == end {
            return former.documents[position]
        }
        return former.document(end)
    }

    private func newEnds(_ documents: [DocumentOutput]) -> TopicEnds {
        let ends = TopicEnds((documents.map(\.content.end) + others).map { Array($0.utf8) })
        guard let former, former.ends.id == ends.id else { return ends }
        return former.ends
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
