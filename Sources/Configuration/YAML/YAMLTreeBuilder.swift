import DataModel

/// Makes a tree of libyaml's events: resolves aliases, refuses repeated keys, and keeps to the limits.
struct YAMLTreeBuilder {
    /// A sequence or mapping that is not complete yet.
    private struct Open {
        var place: ConfigurationPlace
        var anchor: String?
        var isMapping: Bool
        var items: [YAMLNode] = []
        var entries: [YAMLNode.Entry] = []
        var keys: [String: ConfigurationPlace] = [:]
        /// A key whose value is still to come; its text is `nil` where the key cannot be used.
        var key: (text: String?, place: ConfigurationPlace)?
        /// The nodes in it, itself included.
        var size = 1
    }

    /// The document's root, once it is complete.
    private(set) var root: YAMLNode?
    /// Whether no further event is of interest.
    private(set) var isFinished = false
    private let file: String
    private let limits: YAMLLimits
    private let faults: FaultList
    private var open: [Open] = []
    private var anchors: [String: (node: YAMLNode, size: Int)] = [:]
    private var repeated = 0
    private var documents = 0

    init(file: String, limits: YAMLLimits, faults: FaultList) {
        self.file = file
        self.limits = limits
        self.faults = faults
    }

    /// Takes in the next event.
    mutating func take(_ event: YAMLParser.Event, at place: ConfigurationPlace) {
        switch event {
        case .documentStart:
            documents += 1
            guard documents > 1 else { return }
            stop(place, "a second document begins", "keep one document in a file; remove the line \"---\"")
        case .documentEnd: break
        case .streamEnd: isFinished = true
        case .scalar(let text, let style, let tag, let anchor):
            let node = YAMLNode(.scalar(text, tag == nil ? style : textStyle(tag, style, place)), at: place)
            add(node, size: 1, anchor: anchor)
        case .sequenceStart(let tag, let anchor): begin(place, tag, anchor, isMapping: false)
        case .mappingStart(let tag, let anchor): begin(place, tag, anchor, isMapping: true)
        case .end: end()
        case .alias(let name): repeatNode(name, at: place)
        }
    }

    // MARK: - Nodes

    private mutating func begin(_ place: ConfigurationPlace, _ tag: String?, _ anchor: String?, isMapping: Bool) {
        guard open.count < limits.depth else {
            stop(place, "it is nested more than \(limits.depth) levels deep", "use fewer levels")
            return
        }
        if let tag, !["tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"].contains(tag) { refuse(tag, place) }
        open.append(Open(place: place, anchor: anchor, isMapping: isMapping))
    }

    private mutating func end() {
        guard let done = open.popLast() else { return }
        let content: YAMLNode.Content = done.isMapping ? .mapping(done.entries) : .sequence(done.items)
        add(YAMLNode(content, at: done.place), size: done.size, anchor: done.anchor)
    }

    private mutating func add(_ node: YAMLNode, size: Int, anchor: String?) {
        if let anchor { anchors[anchor] = (node, size) }
        guard var parent = open.popLast() else {
            root = node
            return
        }
        defer { open.append(parent) }
        parent.size += size
        guard parent.isMapping else {
            parent.items.append(node)
            return
        }
        guard let key = parent.key else {
            parent.key = (keyText(of: node, in: &parent), node.place)
            return
        }
        parent.key = nil
        if let text = key.text { parent.entries.append(YAMLNode.Entry(key: text, place: key.place, value: node)) }
    }

    private func keyText(of node: YAMLNode, in parent: inout Open) -> String? {
        guard case .scalar(let text, _) = node.content else {
            faults.add(node.place, "a key is \(node.summary)", "write a name before the colon")
            return nil
        }
        if case .line(_, let line, _) = parent.keys[text] {
            faults.add(
                node.place, "the key \"\(YAMLNode.shortened(text))\" is here a second time, after line \(line)",
                "keep one of the two")
            return nil
        }
        parent.keys[text] = node.place
        return text
    }

    private mutating func repeatNode(_ name: String, at place: ConfigurationPlace) {
        guard let (node, size) = anchors[name] else {
            let advice = NearestName.nearest(to: name, among: anchors.keys.sorted()).map { "write \"*\($0)\"" }
            faults.add(
                place, "the alias \"*\(name)\" has no anchor before it",
                advice ?? "mark what it repeats with \"&\(name)\", and close that before")
            add(YAMLNode(.scalar("", .plain), at: place), size: 1, anchor: nil)
            return
        }
        repeated += size
        guard repeated <= limits.repeatedNodes else {
            stop(
                place, "aliases repeat more than \(limits.repeatedNodes) values",
                "write out what is meant, or repeat less")
            return
        }
        guard open.count + node.depth <= limits.depth else {
            stop(place, "it is nested more than \(limits.depth) levels deep", "use fewer levels")
            return
        }
        add(node, size: size, anchor: nil)
    }

    // MARK: - Tags

    private func textStyle(_ tag: String?, _ style: YAMLNode.Style, _ place: ConfigurationPlace) -> YAMLNode.Style {
        guard let tag else { return style }
        switch tag {
        case "!", "tag:yaml.org,2002:str": return .quoted
        case "tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:null":
            return .plain
        default:
            refuse(tag, place)
            return style
        }
    }

    private func refuse(_ tag: String, _ place: ConfigurationPlace) {
        faults.add(place, "the tag \"\(YAMLNode.shortened(tag))\" means nothing here", "leave it out")
    }

    private mutating func stop(_ place: ConfigurationPlace, _ problem: String, _ remedy: String) {
        faults.add(place, problem, remedy)
        isFinished = true
    }
}

extension YAMLNode {
    /// How many lists and mappings stand in each other; bounded by the limits that the node was read under.
    fileprivate var depth: Int {
        switch content {
        case .scalar: 0
        case .sequence(let items): 1 + (items.map(\.depth).max() ?? 0)
        case .mapping(let entries): 1 + (entries.map(\.value.depth).max() ?? 0)
        }
    }
}
