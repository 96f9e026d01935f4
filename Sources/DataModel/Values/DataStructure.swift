/// A structure of the model, or the fields of a command, response or event.
public protocol DataStructure: DataRepresentable {
    /// Reads the fields by id; `nil` where a required one is absent or does not fit.
    init?(fields: [UInt32: DataValue])
    /// The fields by id; an absent optional field has no entry.
    var fields: [UInt32: DataValue] { get }
}

extension DataStructure {
    /// Reads a structure.
    public init?(_ value: DataValue) {
        guard case .fields(let fields) = value else { return nil }
        self.init(fields: fields)
    }

    /// The value of the data model.
    public var dataValue: DataValue { .fields(fields) }
}

/// The fields of a command.
public protocol ClusterCommand: DataStructure {
    /// The cluster's number.
    static var cluster: UInt32 { get }
    /// The command's number within the cluster.
    static var id: UInt32 { get }
}

/// The fields of the response to a command.
public protocol ClusterResponse: DataStructure {
    /// The cluster's number.
    static var cluster: UInt32 { get }
    /// The response's number within the cluster.
    static var id: UInt32 { get }
}

/// The fields of an event.
public protocol ClusterEvent: DataStructure {
    /// The cluster's number.
    static var cluster: UInt32 { get }
    /// The event's number within the cluster.
    static var id: UInt32 { get }
}
