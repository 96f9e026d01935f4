import DataModel
import HomeGraph

/// What a description is made of: nodes with properties, as they are when it is said.
///
/// A retained property is named while the device has a value of it: the convention wants one of each that is named.
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
    func description(_ context: DocumentOutput.Context) -> JSONValue {
        .object(
            nodes.compactMap { node -> JSONMember? in
                let properties = node.properties.filter { !$0.isRetained || $0.hasValue(context) }
                guard !properties.isEmpty else { return nil }
                return JSONMember(
                    name: node.id,
                    value: HomieNode.description(
                        name: node.name, type: node.type, properties.map { ($0.id, $0.description(context)) }))
            })
    }

    /// Another number where another description is due: a property has its first value, or none any more, or a limit is
    /// another one.
    func key(_ context: DocumentOutput.Context) -> UInt64 {
        var hash = FNV1a()
        for offset in offsets.limits { hash.combine(context.value(offset).selfDescribingJSON.text) }
        for property in nodes.flatMap(\.properties) where property.isRetained {
            hash.combine([property.hasValue(context) ? 1 : 0])
        }
        return hash.hash
    }

    /// What counts of a description that is retained from before; `nil` for what is none.
    static func recall(_ payload: [UInt8]) -> DocumentMemory? {
        guard case .object(let members)? = try? JSONValue(parsing: payload),
            case .int(let version)? = members.first(where: { $0.name == "version" })?.value
        else { return nil }
        return DocumentMemory(version: version, hash: FNV1a.hash(payload))
    }
}
