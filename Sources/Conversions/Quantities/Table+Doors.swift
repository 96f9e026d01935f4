import ClusterTypes
import DataModel

/// Locks, doors, gates and garages.
extension ConversionTable {
    private typealias Closure = ClosureControlCluster
    /// What the position of a closure is to whoever asks for open or closed.
    private static let way = Scale.field(0, .choices([Scale.Coded(.closed, 0)], otherwise: .open))
    private typealias OpenClose = GoogleOpenCloseCluster

    private static let pin: [UInt32: Setting.Source] = [0: .authorization]
    /// A token that nobody follows.
    private static let noToken: [UInt32: Setting.Source] = [0: .constant(.string(""))]
    private static let percent = Scale.linear(Linear(kind: .float))

    private static let lockState = Reading.attribute(
        DoorLockCluster.lockState,
        // What is not fully locked has stopped on its way: no other state of people's says that.
        .choices([
            Scale.Coded(.locked, 1), Scale.Coded(.unlocked, 2), Scale.Coded(.unlocked, 3), Scale.Coded(.jammed, 0),
        ]), whenNull: .choice(.unknown))

    private static let secured = Scale.choices([Scale.Coded(.locked, 1), Scale.Coded(.unlocked, 2)])
    /// Where it was sent or known to be last: a lock that jams is still to be where it was sent.
    private static let lockTarget = Reading.first([
        .attribute(.last(DoorLockCluster.lockState), secured), .attribute(DoorLockCluster.lockState, secured),
    ])

    private static let latch = Scale.choices(
        [Scale.Coded(.locked, 1), Scale.Coded(.unlocked, 2), Scale.Coded(.jammed, 3)], otherwise: .unknown)

    /// Where something stands that opens by a percentage, and does not move.
    private static let standing = Reading.attribute(
        OpenClose.openPercent, .stops([Scale.Stop(.closed, 0), Scale.Stop(.open, 100)], otherwise: .stopped))

    private static let silent: UInt64 = 0, low: UInt64 = 1
    private static let obstacle = UInt64(WindowCoveringCluster.SafetyStatusBitmap.obstacleDetected.rawValue)
    /// By what is in the way, or by a sensor that sees it.
    private static let blocked: [UInt64] = [0, 1]

    static let lockOperation = EventID(cluster: DoorLockCluster.clusterID, id: DoorLockCluster.LockOperationEvent.id)

    /// Who or what moved the bolt: `lockOperationType` and `operationSource` of the event.
    static let lockActions: [EventCase] = {
        let (locking, unlocking): (UInt64, UInt64) = (0, 1)
        let sources: [(codes: [UInt64], locked: Choice, unlocked: Choice)] = [
            ([3], .lockedByKeypad, .unlockedByKeypad), ([2, 7], .lockedRemotely, .unlockedRemotely),
            ([1, 5], .lockedByHand, .unlockedByHand),
        ]
        return sources.flatMap { source in
            source.codes.flatMap { code in
                [
                    EventCase(lockOperation, fields: [0: locking, 1: code], source.locked),
                    EventCase(lockOperation, fields: [0: unlocking, 1: code], source.unlocked),
                ]
            }
        } + [EventCase(lockOperation, fields: [0: locking, 1: 4], .lockedByItself)]
    }()

    static let doors: [Quantity: Conversion] = [
        .lockState: Conversion(reading: lockState),
        .lockTarget: Conversion(
            reading: lockTarget,
            setting: .byValue([
                (.choice(.locked), .invoke(CommandID(.lockDoor), pin)),
                (.choice(.unlocked), .invoke(CommandID(.unlockDoor), pin)),
            ])),
        .lockAction: Conversion(
            reading: .attribute(
                AttributeID(cluster: DoorLockCluster.clusterID, id: MemoryRule.lastEvent), .cases(lockActions)),
            events: lockActions),
        // A lock that makes sounds already goes on making them as loud.
        .lockSound: Conversion(
            reading: .attribute(DoorLockCluster.soundVolume, .isNot(silent)),
            setting: .byValue([
                (.flag(false), .write(DoorLockCluster.soundVolume, constant: silent)),
                (
                    .flag(true),
                    .selected(
                        by: AttributeID(DoorLockCluster.soundVolume),
                        [Selection([silent], .write(DoorLockCluster.soundVolume, constant: low))],
                        otherwise: .rewrite(DoorLockCluster.soundVolume))
                ),
            ])),
        .autoRelockTime: Conversion(
            unit: .second, range: 0...Double(UInt32.max),
            reading: .attribute(DoorLockCluster.autoRelockTime, .linear(Linear())),
            setting: .write(DoorLockCluster.autoRelockTime, .linear(Linear()))),
        .lockedDoorState: Conversion(
            reading: .attribute(
                DoorLockCluster.doorState,
                .choices([Scale.Coded(.closed, 1), Scale.Coded(.stopped, 2)], otherwise: .open))),
        .latchState: Conversion(reading: .attribute(GoogleLockUnlockCluster.lockState, latch)),
        .latchTarget: Conversion(
            reading: .first([
                .attribute(.last(GoogleLockUnlockCluster.lockState), secured),
                .attribute(GoogleLockUnlockCluster.lockState, secured),
            ]),
            setting: .byValue([
                (.choice(.locked), .invoke(CommandID(.lock), noToken)),
                (.choice(.unlocked), .invoke(CommandID(.unlock), noToken)),
            ])),
        .doorState: Conversion(
            reading: .first([
                .compared(
                    AttributeID(OpenClose.openPercent), with: AttributeID(OpenClose.targetOpenPercent),
                    less: .choice(.opening), greater: .choice(.closing), equal: standing),
                standing,
                .selected(
                    by: AttributeID(Closure.mainState),
                    [
                        Selection(
                            [1],
                            .attribute(
                                Closure.overallTargetState,
                                .field(0, .choices([Scale.Coded(.closing, 0)], otherwise: .opening))))
                    ],
                    otherwise: .attribute(
                        Closure.overallCurrentState,
                        .field(0, .choices([Scale.Coded(.closed, 0), Scale.Coded(.open, 1)], otherwise: .stopped)))),
            ])),
        .doorTarget: Conversion(
            reading: .first([
                .attribute(
                    OpenClose.targetOpenPercent, .stops([Scale.Stop(.closed, 0)], otherwise: .open)),
                .attribute(OpenClose.openPercent, .stops([Scale.Stop(.closed, 0)], otherwise: .open)),
                // While it does not move it is to be where it is: a fresh one was never told where to go.
                .selected(
                    by: AttributeID(Closure.mainState),
                    [Selection([1, 2], .attribute(Closure.overallTargetState, way))],
                    otherwise: .attribute(Closure.overallCurrentState, way)),
            ]),
            setting: .first([
                .byValue([
                    (.choice(.open), .invoke(CommandID(OpenClose.Command.open))),
                    (.choice(.closed), .invoke(CommandID(OpenClose.Command.close))),
                ]),
                .invoke(
                    CommandID(.moveTo), [0: .value(.choices([Scale.Coded(.closed, 0), Scale.Coded(.open, 1)]))]),
            ])),
        .openPosition: Conversion(unit: .percent, reading: .attribute(OpenClose.openPercent, percent)),
        .openPositionTarget: Conversion(
            unit: .percent, range: 0...100,
            reading: .first([
                .attribute(OpenClose.targetOpenPercent, percent), .attribute(OpenClose.openPercent, percent),
            ]),
            setting: .invoke(
                CommandID(.goToOpenPercentage), [0: .value(percent), 1: .constant(.uint(0))])),
        .obstructed: Conversion(
            reading: .first([
                .attribute(WindowCoveringCluster.safetyStatus, .bits(obstacle)),
                .attribute(Closure.currentErrorList, .contains(blocked)),
            ])),
        .doorStop: Conversion(
            setting: .byValue([(.flag(true), .invoke(CommandID(ClosureControlCluster.Command.stop)))])),
        .openPositionMovement: Conversion(
            reading: .first([
                .compared(
                    AttributeID(OpenClose.openPercent), with: AttributeID(OpenClose.targetOpenPercent),
                    less: .choice(.opening), greater: .choice(.closing), equal: .constant(.choice(.stopped))),
                .requiring(.attribute(AttributeID(OpenClose.openPercent)), .constant(.choice(.stopped))),
            ])),
    ]
}
