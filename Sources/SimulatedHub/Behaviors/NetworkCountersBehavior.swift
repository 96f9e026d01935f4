import ClusterTypes
import DataModel
import HomeGraph

/// The counters of a network interface (Matter Core Specification, sections 11.14 to 11.16).
///
/// A packet comes and one goes each second; nothing is ever lost. A device says so when it is asked, as counters are not
/// reported by themselves.
struct NetworkCountersBehavior: Behavior {
    let cluster: UInt32
    /// Of the cluster: the one command there is.
    private let reset: UInt32
    /// What goes back to zero.
    private let counters: [UInt32]
    /// What counts packets.
    private let traffic: [UInt32]

    /// What the behaviour remembers: when it began to count, in milliseconds.
    private enum Memory { static let began: UInt32 = 0 }

    private typealias Ethernet = EthernetNetworkDiagnosticsCluster
    private typealias WiFi = WiFiNetworkDiagnosticsCluster
    private typealias Thread = ThreadNetworkDiagnosticsCluster

    static let all = [
        NetworkCountersBehavior(
            cluster: Ethernet.clusterID, reset: Ethernet.Command.resetCounts.rawValue,
            counters: [
                Ethernet.packetRxCount.id, Ethernet.packetTxCount.id, Ethernet.txErrCount.id,
                Ethernet.collisionCount.id, Ethernet.overrunCount.id, Ethernet.timeSinceReset.id,
            ],
            // The time since the last reset counts as packets do: by seconds.
            traffic: [Ethernet.packetRxCount.id, Ethernet.packetTxCount.id, Ethernet.timeSinceReset.id]),
        NetworkCountersBehavior(
            cluster: WiFi.clusterID, reset: WiFi.Command.resetCounts.rawValue,
            counters: [
                WiFi.beaconLostCount.id, WiFi.beaconRxCount.id, WiFi.packetMulticastRxCount.id,
                WiFi.packetMulticastTxCount.id, WiFi.packetUnicastRxCount.id, WiFi.packetUnicastTxCount.id,
                WiFi.overrunCount.id,
            ],
            traffic: [WiFi.beaconRxCount.id, WiFi.packetUnicastRxCount.id, WiFi.packetUnicastTxCount.id]),
        // The counters of Thread stand together, from the count of detached roles to that of other errors.
        NetworkCountersBehavior(
            cluster: Thread.clusterID, reset: Thread.Command.resetCounts.rawValue,
            counters: [Thread.overrunCount.id] + Array(Thread.detachedRoleCount.id...Thread.rxErrOtherCount.id),
            traffic: [
                Thread.txTotalCount.id, Thread.txUnicastCount.id, Thread.rxTotalCount.id, Thread.rxUnicastCount.id,
            ]),
    ]

    func start(_ context: inout EndpointContext) { context[memory: Memory.began, of: cluster] = context.milliseconds }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard command == reset else { throw context.unimplemented(command, of: cluster) }
        start(&context)
        for counter in counters { context[key(counter)] = 0 }
        return [:]
    }

    func refresh(_ context: inout EndpointContext) {
        guard let began: Int64 = context[memory: Memory.began, of: cluster] else { return }
        let seconds = UInt64(clamping: (context.milliseconds &- began) / 1000)
        for counter in traffic { context[key(counter)] = min(seconds, UInt64(UInt32.max)) }
    }

    /// Counters have 32 or 64 bits; as values both are the same.
    private func key(_ counter: UInt32) -> AttributeKey<UInt64> { AttributeKey(cluster: cluster, id: counter) }
}
