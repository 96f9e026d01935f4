import ClusterTypes
import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import Configuration
@testable import SimulatedHub

extension EngineBench {
    /// Puts a device on the bench that has one cluster with all of its features and members, and nothing else.
    init(allOf cluster: ClusterDescriptor) throws {
        let featureMap = cluster.features.reduce(0 as UInt32) { $0 | 1 << UInt32($1.bit) }
        let part = DeviceLayout.Part(
            endpoint: 1, types: [], parent: nil,
            traits: [
                DeviceLayout.Trait(
                    cluster: cluster, featureMap: featureMap, attributes: cluster.attributes,
                    commands: cluster.commands, events: cluster.events)
            ])
        var initial = InitialValues(
            ClusterDemand(cluster: cluster, elements: []), attributes: cluster.attributes, featureMap: featureMap,
            names: [], starting: [:])
        let device = HubDevice(
            id: "bench", name: "Bench", structureID: "home", roomID: nil, layout: DeviceLayout(parts: [part]),
            values: [.null, .null] + initial.values())
        try self.init(device)
    }
}

extension EngineBench {
    /// All that an order may change: the values, what is remembered, what is due and what is on its way.
    struct Condition: Equatable {
        var values: [DataValue]
        var memory: [TimerKey: DataValue]
        var due: [TimerKey: Duration]
        var transitions: [Int: Transition]
    }

    /// How the device is now, but for what a lock counts of wrong codes: to be refused is what they are for.
    var condition: Condition {
        let device = engine.devices[0]
        func isOfCodes(_ key: TimerKey) -> Bool { key.cluster == DoorLockCluster.clusterID && (1...2 ~= key.timer) }
        return Condition(
            values: device.values, memory: device.memory.filter { !isOfCodes($0.key) },
            due: device.timers.filter { !isOfCodes($0.key) }.mapValues(\.due), transitions: device.transitions)
    }

    /// The attributes that hold what the model does not allow.
    var faultyValues: [String] {
        let values = engine.devices[0].values
        var faulty: [String] = []
        for part in engine.devices[0].layout.parts {
            for trait in part.traits {
                for (position, attribute) in trait.attributes.enumerated() {
                    do throws(ValueFault) {
                        try attribute.value.check(values[trait.firstOffset + position]) { path in
                            trait.cluster.limit(path) { id in
                                trait.offset(ofAttribute: id).map { values[$0] }
                            }
                        }
                    } catch {
                        faulty.append("\(trait.cluster.traitName).\(attribute.name): \(error)")
                    }
                }
            }
        }
        return faulty
    }
}
