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
                    commands: Set(trait.commands.map(\.id)), events: Set(trait.events.map(\.id)),
                    attributeCodes: Dictionary(
                        trait.attributes.compactMap { attribute in
                            attribute.value.allowedCodes.map { (attribute.id, $0) }
                        }, uniquingKeysWith: { first, _ in first }),
                    fieldCodes: Dictionary(
                        trait.commands.compactMap { command in
                            let fields = command.fields.compactMap { field in
                                field.value.allowedCodes.map { (field.id, $0) }
                            }
                            return fields.isEmpty
                                ? nil : (command.id, Dictionary(fields, uniquingKeysWith: { first, _ in first }))
                        }, uniquingKeysWith: { first, _ in first }))
            )
        }
        self.init(
            number: part.endpoint, types: part.types,
            clusters: Dictionary(clusters, uniquingKeysWith: { first, _ in first }))
    }
}
