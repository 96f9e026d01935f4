import DataModel
import HomeGraph
import Synchronization

/// What was said in descriptions: their versions, and which properties they named.
///
/// A version is higher than the one before, and stays as long as the description says the same. What is retained at the
/// broker says which one was the last before the bridge started; a description that nobody remembers begins with the
/// second in which the bridge started, which is later than all before. A property that was named since the start stays
/// so, also while the device has no value of it.
final class HomieMemory: Sendable {
    private struct Entry {
        var hash: UInt64?
        var version: Int64 = 0
        /// By `node/property`.
        var named: Set<String> = []
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// The version of what is said of a device.
    ///
    /// - Parameters:
    ///   - id: The device's id.
    ///   - text: What is said, without the version.
    ///   - started: When the bridge started.
    /// - Returns: The version.
    func version(of id: String, saying text: [UInt8], started: Timestamp) -> Int64 {
        let hash = FNV1a.hash(text)
        return entries.withLock { entries in
            var entry = entries[id] ?? Entry()
            if entry.hash == hash { return entry.version }
            let (next, isTooHigh) = entry.version.addingReportingOverflow(1)
            entry.version = max(isTooHigh ? 0 : next, started.rawValue / 1000)
            entry.hash = hash
            entries[id] = entry
            return entry.version
        }
    }

    /// The properties that were named in a device's description.
    func named(of id: String) -> Set<String> { entries.withLock { $0[id]?.named ?? [] } }

    /// A description names properties.
    func note(_ id: String, naming properties: Set<String>) {
        entries.withLock { $0[id, default: Entry()].named.formUnion(properties) }
    }

    /// Takes in a description that is retained from before; whatever is none is left alone.
    func recall(_ id: String, _ payload: [UInt8]) {
        guard case .object(let members)? = try? JSONValue(parsing: payload),
            case .int(let version)? = members.first(where: { $0.name == "version" })?.value
        else { return }
        let text = JSONValue.object(members.filter { $0.name != "version" }).text
        entries.withLock { entries in
            // What was said since counts more.
            guard entries[id]?.hash == nil else { return }
            entries[id, default: Entry()].hash = FNV1a.hash(text)
            entries[id]?.version = version
        }
    }
}

/// What a description is made of: nodes with properties, as they are when it is said.
///
/// A retained property is named once the device has a value of it: the convention wants one of each that is named.
struct HomieContent: Sendable {
    /// A property, for whatever the description is of.
    struct Property: Sendable {
        let id: String
        let isRetained: Bool
        /// Whether there is a value now.
        let hasValue: @Sendable (DocumentOutput.Context) -> Bool
        let description: @Sendable (DocumentOutput.Context) -> JSONValue
    }

    /// A node.
    struct Node: Sendable {
        let id: String
        let name: String
        let type: String
        let properties: [Property]
    }

    let nodes: [Node]
    /// The slots of values, and of limits.
    let offsets: (values: [Int], limits: [Int])

    /// What is said of the nodes now.
    func nodes(of id: String, _ memory: HomieMemory, _ context: DocumentOutput.Context) -> JSONValue {
        let known = memory.named(of: id)
        var named: Set<String> = []
        let members = nodes.compactMap { node -> JSONMember? in
            let properties = node.properties.filter { property in
                let path = "\(node.id)/\(property.id)"
                let isNamed = !property.isRetained || known.contains(path) || property.hasValue(context)
                if isNamed { named.insert(path) }
                return isNamed
            }
            guard !properties.isEmpty else { return nil }
            return JSONMember(
                name: node.id,
                value: HomieNode.description(
                    name: node.name, type: node.type, properties.map { ($0.id, $0.description(context)) }))
        }
        memory.note(id, naming: named)
        return .object(members)
    }

    /// Another number where another description is due: a property has its first value, or a limit is another one.
    func key(of id: String, _ memory: HomieMemory, _ context: DocumentOutput.Context) -> UInt64 {
        let known = memory.named(of: id)
        var hash = FNV1a()
        for offset in offsets.limits { hash.combine(context.value(offset).selfDescribingJSON.text) }
        for node in nodes {
            for property in node.properties where property.isRetained {
                let isNamed = known.contains("\(node.id)/\(property.id)") || property.hasValue(context)
                hash.combine([isNamed ? 1 : 0])
            }
        }
        return hash.hash
    }
}
