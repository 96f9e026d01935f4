import DataModel
import HomeGraph
import ModelReader

/// Devices of several endpoints: what stands on one has to do with what stands on those below it.
extension EndpointContext {
    /// Goes to another endpoint of the device for a while; what happens there is part of this.
    mutating func on<Result, Failure: Error>(
        _ other: PartLayout, _ body: (inout EndpointContext) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let own = part
        part = other
        defer { part = own }
        return try body(&self)
    }

    /// The endpoints that are parts of this one, to be looked at.
    var parts: [EndpointContext] {
        device.layout.parts.filter { $0.parent == part.endpoint }.map { other in
            var context = self
            context.part = other
            return context
        }
    }

    /// The nearest endpoint above this one that has a cluster.
    func owner(with cluster: UInt32) -> PartLayout? { owner(of: part, with: cluster) }

    /// The endpoints below this one that have a cluster, and nothing between them and this one that has the owner's.
    func parts(with cluster: UInt32, of owner: UInt32) -> [PartLayout] {
        device.layout.parts.filter { other in
            other.parent != nil && other.traits.contains { $0.cluster.id == cluster }
                && self.owner(of: other, with: owner)?.endpoint == part.endpoint
        }
    }

    private func owner(of part: PartLayout, with cluster: UInt32) -> PartLayout? {
        var above = part.parent
        while let endpoint = above, let next = device.layout.part(endpoint: endpoint) {
            if next.traits.contains(where: { $0.cluster.id == cluster }) { return next }
            above = next.parent
        }
        return nil
    }
}
