public import Conversions
import ModelReader

extension EndpointMembers {
    /// What a part of a device has.
    public init(_ part: PartLayout) {
        let clusters = part.traits.map { trait in
            (
                trait.cluster.id,
                Cluster(
                    featureMap: trait.featureMap,
                    attributes: Set(trait.attributes.map(\.id) + trait.memories.map(\.id)),
                    commands: Set(trait.commands.map(\.id)), events: Set(trait.events.map(\.id)))
            )
        }
        self.init(
            number: part.endpoint, types: part.types,
            clusters: Dictionary(clusters, uniquingKeysWith: { first, _ in first }))
    }
}
