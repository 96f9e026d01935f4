public import ClusterTypes
public import DataModel

/// Names an attribute, whatever the type of its value.
public struct AttributeID: Sendable, Hashable {
    /// The cluster's number.
    public let cluster: UInt32
    /// The attribute's number within the cluster.
    public let id: UInt32

    /// Names an attribute.
    public init(cluster: UInt32, id: UInt32) {
        self.cluster = cluster
        self.id = id
    }

    /// Names the attribute of a typed key.
    public init<Value: DataRepresentable>(_ key: AttributeKey<Value>) {
        self.init(cluster: key.cluster, id: key.id)
    }
}

extension AttributeID {
    /// What the home remembers of an attribute: the last of its values that counted.
    static func last<Value: DataRepresentable>(_ key: AttributeKey<Value>) -> AttributeID {
        AttributeID(cluster: key.cluster, id: MemoryRule.lastValue)
    }
}

/// Names a command.
public struct CommandID: Sendable, Hashable {
    /// The cluster's number.
    public let cluster: UInt32
    /// The command's number within the cluster.
    public let id: UInt32

    /// Names a command.
    public init(cluster: UInt32, id: UInt32) {
        self.cluster = cluster
        self.id = id
    }
}

/// Names an event.
public struct EventID: Sendable, Hashable {
    /// The cluster's number.
    public let cluster: UInt32
    /// The event's number within the cluster.
    public let id: UInt32

    /// Names an event.
    public init(cluster: UInt32, id: UInt32) {
        self.cluster = cluster
        self.id = id
    }
}
