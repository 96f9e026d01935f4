import ModelReader

/// Attributes that the Home APIs spell otherwise than the rule would; both spellings are there.
enum AttributeSpelling {
    /// Source: the sample application of the Home APIs writes `requirePinforRemoteOperation`.
    private static let others: [String: [String: String]] = [
        "DoorLock": ["requirePinForRemoteOperation": "requirePinforRemoteOperation"]
    ]

    /// The attribute's names in Swift.
    static func names(of attribute: AttributeDescriptor, in cluster: ClusterDescriptor) -> [String] {
        [attribute.name] + (others[cluster.traitName]?[attribute.name].map { [$0] } ?? [])
    }
}
