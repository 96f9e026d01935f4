import DataModel
import HomeGraph

/// What behaviours remember that is no attribute; it is kept over a reboot.
extension EndpointContext {
    /// Something that a cluster's behaviour remembers on this endpoint, under a number of its own; `nil` forgets it.
    subscript<Value: DataRepresentable>(memory item: UInt32, of cluster: UInt32) -> Value? {
        get { device.memory[memoryKey(item, cluster)].flatMap { Value($0) } }
        set { remember(newValue, as: item, of: cluster, isNews: true) }
    }

    /// Remembers something; what is no news is kept as soon as there is any.
    mutating func remember<Value: DataRepresentable>(
        _ newValue: Value?, as item: UInt32, of cluster: UInt32, isNews: Bool
    ) {
        let key = memoryKey(item, cluster)
        let value = newValue?.dataValue
        guard device.memory[key] != value else { return }
        device.memory[key] = value
        if isNews { device.hasNewState = true }
    }

    /// What a cluster's behaviour remembers under these numbers, by number.
    func memories<Value: DataRepresentable>(in items: Range<UInt32>, of cluster: UInt32) -> [(UInt32, Value)] {
        device.memory.compactMap { key, value in
            guard key.endpoint == part.endpoint, key.cluster == cluster, items.contains(key.timer) else { return nil }
            return Value(value).map { (key.timer, $0) }
        }
        .sorted { $0.0 < $1.0 }
    }

    private func memoryKey(_ item: UInt32, _ cluster: UInt32) -> TimerKey {
        TimerKey(endpoint: part.endpoint, cluster: cluster, timer: item)
    }
}
