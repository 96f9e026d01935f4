/// What a home is to remember of a part beside what the device says now: which of some values an attribute had last or
/// was asked to have last, or what happened last.
///
/// What is remembered is read like an attribute, under a number of its own, and is part of the table of conversions:
/// quantities follow from it.
/// Source: the fourth seed, whose targets and last actions devices themselves do not say.
public struct MemoryRule: Sendable {
    /// The number of the last value of an attribute among the numbers of its cluster's attributes; the model has none
    /// such.
    public static let lastValue: UInt32 = 0xFFFF_FF00
    /// The number of the last event.
    public static let lastEvent: UInt32 = 0xFFFF_FF01

    /// What is remembered.
    public enum Source: Sendable {
        /// Values of an attribute, as what each is remembered, and what commands count as once they are confirmed.
        case value(AttributeID, values: [UInt64: UInt64], commands: [CommandID: UInt64])
        /// An event, where one of these combinations of fields is among its own; those fields are remembered.
        case event(EventID, [[UInt32: UInt64]])
    }

    /// What is remembered.
    public let source: Source

    /// The cluster that it is remembered of.
    public var cluster: UInt32 {
        switch source {
        case .value(let attribute, _, _): attribute.cluster
        case .event(let event, _): event.cluster
        }
    }

    /// All that is remembered, by cluster.
    public static let byCluster: [UInt32: [MemoryRule]] = Dictionary(grouping: ConversionTable.memories, by: \.cluster)
}
