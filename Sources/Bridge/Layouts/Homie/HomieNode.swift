import DataModel
import HomeGraph
import MQTT
import ModelReader

/// A part of devices that are made alike, as a node.
struct HomieNode: Sendable {
    let id: String
    let name: String
    let type: String
    /// The part.
    let part: QuantityPart
    let properties: [HomieProperty]

    /// The nodes of a device; parts of which nothing is said are none.
    static func all(of layout: DeviceLayout) -> [HomieNode] {
        layout.parts.compactMap { part in
            let part = QuantityPart(part)
            let properties = HomieProperty.all(of: part)
            return properties.isEmpty ? nil : HomieNode(part, properties)
        }
    }

    private init(_ part: QuantityPart, _ properties: [HomieProperty]) {
        self.part = part
        id = HomieText.id(part.part.name)
        name = Self.name(part.part)
        type = part.part.types.first?.name ?? part.part.name
        self.properties = properties
    }

    /// `Dimmable light 2`.
    private static func name(_ part: PartLayout) -> String {
        let words = HomieText.id(part.name).split(separator: "-").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// What `$description` is made of.
    var content: HomieContent.Node {
        HomieContent.Node(
            id: id, name: name, type: type,
            properties: properties.map { property in
                HomieContent.Property(id: property.id, isRetained: property.isRetained) { context in
                    property.text { context.value($0) } != nil
                } description: { context in
                    property.description { context.value($0) }
                }
            })
    }

    /// What `$description` says of a node with these properties.
    static func description(
        name: String, type: String, _ properties: [(id: String, description: JSONValue)]
    ) -> JSONValue {
        .object([
            JSONMember(name: "name", value: .string(name)), JSONMember(name: "type", value: .string(type)),
            JSONMember(
                name: "properties",
                value: .object(properties.map { JSONMember(name: $0.id, value: $0.description) })),
        ])
    }
}

/// What all devices that are made alike have in common.
final class HomieShape: Sendable {
    let nodes: [HomieNode]
    /// Values, targets, and at last the state.
    let documents: DocumentList
    /// What the description is made of.
    let content: HomieContent

    /// Looks at devices that are made so.
    init(_ layout: DeviceLayout, qualityOfService: QualityOfService) {
        let nodes = HomieNode.all(of: layout)
        self.nodes = nodes
        var documents: [DocumentContent] = []
        for node in nodes {
            for property in node.properties where property.isRetained {
                if property.hasTarget {
                    documents.append(
                        DocumentContent(
                            end: "\(node.id)/\(property.id)/$target", qualityOfService: qualityOfService,
                            offsets: property.targetOffsets
                        ) { context, payload in
                            payload.append(contentsOf: (property.targetText { context.value($0) } ?? "").utf8)
                        })
                }
                documents.append(
                    DocumentContent(
                        end: "\(node.id)/\(property.id)", qualityOfService: qualityOfService,
                        offsets: property.offsets
                    ) { context, payload in
                        payload.append(contentsOf: (property.text { context.value($0) } ?? "").utf8)
                    })
            }
        }
        documents.append(
            HomieState.document(qualityOfService, offsets: [DeviceLayout.connectivityOffset]) {
                $0.connectivity.isReachable ? .ready : .lost
            })
        self.documents = DocumentList(documents)
        let retained = nodes.flatMap(\.properties).filter(\.isRetained)
        content = HomieContent(
            nodes: nodes.map(\.content),
            offsets: (
                retained.flatMap(\.offsets).uniqued(),
                nodes.flatMap { $0.properties.flatMap(\.descriptionOffsets) }.uniqued()
            ))
    }
}

/// The states of a device.
///
/// Source: the Homie convention 5, “Device Lifecycle”.
enum HomieState: String, Sendable {
    case `init`, ready, disconnected, sleeping, lost

    /// The document `$state`: `init` while the others of the device are brought up to date.
    static func document(
        _ qualityOfService: QualityOfService, offsets: [Int], stage: DocumentContent.Stage = .value,
        _ state: @escaping @Sendable (DocumentOutput.Context) -> HomieState
    ) -> DocumentContent {
        DocumentContent(
            end: "$state", qualityOfService: qualityOfService, offsets: offsets, stage: stage,
            opening: { $1.append(contentsOf: HomieState.`init`.rawValue.utf8) }
        ) { context, payload in
            payload.append(contentsOf: state(context).rawValue.utf8)
        }
    }
}
