import DataModel
import ModelReader

/// Knows which orders may hold secrets, such as PIN codes, so that a trace leaves their payloads out.
struct SecretTraits: Sendable {
    private let names: [String]

    /// Looks for the traits with a secret attribute or field.
    init(_ catalog: ModelCatalog) {
        names = catalog.clusters.filter(Self.hasSecret).map(\.traitName)
    }

    /// Whether an order may hold a secret: it, or a step of it, goes to a trait with one, or it holds an onboarding code.
    func mayHoldSecret(topic: String, payload: String) -> Bool {
        let levels = topic.split(separator: "/")
        if levels.contains("commissioning") || levels.last == "commissionable" { return true }
        return names.contains { name in levels.contains { $0 == name } || payload.contains("\(name).") }
    }

    private static func hasSecret(_ cluster: ClusterDescriptor) -> Bool {
        (cluster.commands + cluster.responses).contains { $0.fields.contains { isSecret($0.value) } }
            || cluster.attributes.contains { isSecret($0.value) }
    }

    private static func isSecret(_ value: ValueDescriptor) -> Bool {
        if value.isSecret { return true }
        return switch value.type {
        case .structure(let type): type.fields.contains { isSecret($0.value) }
        case .list(let entry): isSecret(entry)
        default: false
        }
    }
}
