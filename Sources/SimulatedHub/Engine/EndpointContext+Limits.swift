import DataModel
import HomeGraph
import ModelReader

/// Attributes that bound others, as the model's constraints say: `maxLevel` bounds `currentLevel`.
///
/// No value goes beyond a limit, whoever sets it; where the limit moves the values within it move along.
extension EndpointContext {
    /// The value of an attribute that is nearest to one and within the device's limits.
    func limited(_ value: DataValue, at offset: Int, of trait: TraitLayout) -> DataValue {
        let position = offset - trait.firstOffset
        guard trait.attributes.indices.contains(position) else { return value }
        let descriptor = trait.attributes[position].value
        guard descriptor.constraint?.memberNames.isEmpty == false else { return value }
        return descriptor.nearest(to: value) { device.limit($0, of: trait) }
    }

    /// Sets attributes that bound each other, each to where it is to be: all of them count together as limits, and none of
    /// those that have not moved yet.
    mutating func together(_ body: (inout EndpointContext) -> Void) {
        guard setTogether == nil else { return body(&self) }
        setTogether = []
        body(&self)
        let attributes = setTogether ?? []
        setTogether = nil
        for attribute in attributes {
            on(attribute.part) { context in
                guard let trait = context.trait(attribute.cluster) else { return }
                context.keepWithinLimits(at: attribute.offset, attribute.id, of: trait)
                context.keepWithin(attribute.id, of: trait)
            }
        }
    }

    /// An attribute has another value: what it bounds stays within, also where it is on its way to.
    mutating func keepWithin(_ limit: UInt32, of trait: TraitLayout) {
        for attribute in trait.cluster.limitedAttributes[limit] ?? [] {
            guard let offset = trait.offset(ofAttribute: attribute) else { continue }
            keepWithinLimits(at: offset, attribute, of: trait)
        }
    }

    /// Changes an attribute, where all that it bounds, and all that this bounds in turn, can come within.
    ///
    /// - Throws: `outOfRange` where the limit leaves a number nothing, or a list less than it has; nothing happened then.
    mutating func keepingLimits(
        _ limit: AttributeDescriptor, of trait: TraitLayout, _ change: (inout EndpointContext) -> Void
    ) throws(HomeError) {
        let limited = trait.cluster.allLimitedAttributes(by: limit.id)
        guard !limited.isEmpty else { return change(&self) }
        var after = self
        change(&after)
        for attribute in trait.attributes where limited.contains(attribute.id) {
            guard let offset = trait.offset(ofAttribute: attribute.id) else { continue }
            do throws(ValueFault) {
                try attribute.value.check(after.device.values[offset]) { after.device.limit($0, of: trait) }
            } catch {
                let reason =
                    attribute.value.farthest(limit.name) { after.device.limit($0, of: trait) }
                    ?? "does not go with \(attribute.name), which \(error.problem)"
                throw HomeError(
                    ValueFault(.outOfRange, reason),
                    of: "\(device.name), \(trait.cluster.traitName).\(limit.name)")
            }
        }
        self = after
    }

    /// All values of the endpoint stand within their limits.
    mutating func keepWithinLimits() {
        for trait in part.traits where !trait.cluster.limitedAttributes.isEmpty {
            for (position, attribute) in trait.attributes.enumerated() {
                keepWithinLimits(at: trait.firstOffset + position, attribute.id, of: trait)
            }
        }
    }

    private mutating func keepWithinLimits(at offset: Int, _ attribute: UInt32, of trait: TraitLayout) {
        if let transition = device.transitions[offset] {
            redirect(transition, at: offset, attribute, of: trait)
        } else {
            let value = limited(device.values[offset], at: offset, of: trait)
            set(value, at: offset, attribute: attribute, of: trait.cluster.id)
        }
    }

    /// Sends what is on its way beyond a limit to the limit instead, at the same pace.
    private mutating func redirect(
        _ transition: Transition, at offset: Int, _ attribute: UInt32, of trait: TraitLayout
    ) {
        guard transition.modulus == nil, let end = device.values[offset].moved(to: transition.end),
            let start = device.values[offset].moved(to: transition.value(at: moment))
        else { return }
        let (nearest, first) = (limited(end, at: offset, of: trait), limited(start, at: offset, of: trait))
        guard nearest != end || first != start, let from = first.number, let to = nearest.number else { return }
        let share = transition.end == transition.start ? 0 : (to - from) / (transition.end - transition.start)
        begin(
            Transition(
                start: from, end: to, began: moment, duration: transition.duration * max(0, share)),
            to: nearest, from: first, at: offset, attribute, of: trait.cluster.id)
    }
}

extension ClusterDescriptor {
    /// The ids of the attributes that an attribute bounds, and of those that these bound in turn.
    fileprivate func allLimitedAttributes(by limit: UInt32) -> Set<UInt32> {
        var found: Set<UInt32> = []
        var open = limitedAttributes[limit] ?? []
        while let next = open.popLast() {
            if found.insert(next).inserted { open += limitedAttributes[next] ?? [] }
        }
        return found
    }
}
