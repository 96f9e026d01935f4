import ClusterTypes

/// What devices do not say themselves, and people mean.
extension ConversionTable {
    private typealias Lock = DoorLockCluster
    private typealias Latch = GoogleLockUnlockCluster

    static let memories: [MemoryRule] = [
        // The last target of a lock: where it is known to be, or was sent.
        MemoryRule(
            source: .value(
                AttributeID(Lock.lockState), values: [1: 1, 2: 2, 3: 2],
                commands: [
                    CommandID(Lock.Command.lockDoor): 1, CommandID(Lock.Command.unlockDoor): 2,
                    CommandID(Lock.Command.unlockWithTimeout): 2, CommandID(Lock.Command.unboltDoor): 2,
                ])),
        MemoryRule(
            source: .value(
                AttributeID(Latch.lockState), values: [1: 1, 2: 2],
                commands: [CommandID(Latch.Command.lock): 1, CommandID(Latch.Command.unlock): 2])),
        // Who moved the bolt.
        MemoryRule(source: .event(lockOperation, lockActions.map(\.fields))),
        // The last mode that somebody chose by hand.
        MemoryRule(
            source: .value(AttributeID(FanControlCluster.fanMode), values: [1: 1, 2: 2, 3: 3], commands: [:])),
        // The last mode in which it heated or cooled.
        MemoryRule(
            source: .value(
                AttributeID(ThermostatCluster.systemMode), values: [1: 1, 3: 3, 4: 4, 5: 4, 6: 3], commands: [:])),
    ]
}
