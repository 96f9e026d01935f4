import HomeGraph

/// Composes the branches of one layout, family by family; what says the same as in the plan before is taken over.
struct BranchComposer {
    /// The home and its native topics.
    let topics: HomeTopics
    /// The home as it was for the branches before; `nil` where there are none, or they were those of other settings.
    let former: HomeTopics?
    private let formerFamilies: [[Branch]]
    private let before: OutputPlan?
    private(set) var numbers: OutputNumbers
    /// What was composed.
    private(set) var families: [[Branch]] = []

    /// Begins a layout.
    ///
    /// - Parameters:
    ///   - topics: The home.
    ///   - before: The plan of the shape before.
    ///   - section: The layout's section in it, if it was composed with the same settings.
    ///   - numbers: Gives numbers to what is new.
    init(
        _ topics: HomeTopics, before: OutputPlan?, section: OutputSection?, numbers: OutputNumbers
    ) {
        self.topics = topics
        self.before = before
        former = section == nil ? nil : before?.topics
        formerFamilies = section?.families ?? []
        self.numbers = numbers
    }

    /// Adds a family of one branch that belongs to no object.
    ///
    /// - Parameters:
    ///   - topic: The branch's root.
    ///   - isSame: Whether all of it says the same as before.
    ///   - compose: Adds the documents.
    mutating func addBranch(_ topic: String, isSame: Bool = false, compose: (inout BranchBuilder) -> Void) {
        let old = formerFamilies.indices.contains(families.count) ? formerFamilies[families.count].first : nil
        if isSame, let old, old.root.elementsEqual(topic.utf8) { return families.append([old]) }
        var builder = BranchBuilder(topic, former: old)
        compose(&builder)
        families.append([builder.branch(&numbers, before: before)])
    }

    /// Adds a family with a branch for each object of a kind.
    ///
    /// - Parameters:
    ///   - objects: All objects of the kind.
    ///   - root: The topic of an object's branch.
    ///   - isSame: Whether all that an object's branch says is the same for the object as it was, and as it is.
    ///   - compose: Adds an object's documents; it is told what the object was. A branch may stay empty.
    mutating func addFamily<Object: TopicObject>(
        _ objects: (HomeTopics) -> [Object], root: (Object) -> String = { $0.topic },
        isSame: (_ was: Object, _ is: Object) -> Bool,
        compose: (_ object: Object, _ was: Object?, _ builder: inout BranchBuilder) -> Void
    ) {
        let position = families.count
        var old = FormerBranches(
            former.map(objects) ?? [], formerFamilies.indices.contains(position) ? formerFamilies[position] : [])
        var branches: [Branch] = []
        let objects = objects(topics)
        branches.reserveCapacity(objects.count)
        for (position, object) in objects.enumerated() {
            let found = old.find(object.id, near: position)
            if let found, isSame(found.object, object) {
                branches.append(found.branch)
                continue
            }
            var builder = BranchBuilder(root(object), former: found?.branch)
            compose(object, found?.object, &builder)
            branches.append(builder.branch(&numbers, before: before))
        }
        families.append(branches)
    }

    /// What is made once for all devices that are made alike: documents, or whatever else the layout needs.
    func shape<Shape: Sendable>(of device: HomeTopics.Device, _ make: (LayoutTopics) -> Shape) -> Shape {
        device.layout.shapes.shape { make(device.layout) }
    }
}
