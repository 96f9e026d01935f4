public import DataModel

/// Names an attribute of a cluster and the Swift type of its value, so that code needs neither strings nor casts.
///
/// The value of a nullable attribute is optional.
public struct AttributeKey<Value: DataRepresentable>: Sendable, Hashable {
    /// The cluster's number.
    public let cluster: UInt32
    /// The attribute's number within the cluster.
    public let id: UInt32

    /// Names an attribute.
    public init(cluster: UInt32, id: UInt32) {
        self.cluster = cluster
        self.id = id
    }
}
