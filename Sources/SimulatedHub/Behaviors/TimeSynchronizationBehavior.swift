import ClusterTypes
import DataModel
import HomeGraph

/// A device's clock, its time zone and its summer time (Matter Core Specification, section 11.17).
///
/// A clock that was set goes on with simulated time; like a real one it does not report each second, but says the time
/// when it is asked.
struct TimeSynchronizationBehavior: Behavior {
    private typealias Time = TimeSynchronizationCluster

    private enum Timer {
        /// Another time zone, or summer time, begins or ends.
        static let zone: UInt32 = 0
    }
    private enum Memory {
        /// How far the clock is ahead of simulated time, in microseconds since 2000.
        static let offset: UInt32 = 0
        /// The summer time that counts now, in seconds.
        static let summer: UInt32 = 1
        /// The time zone that counts now, in seconds.
        static let zone: UInt32 = 2
    }

    var cluster: UInt32 { Time.clusterID }

    func start(_ context: inout EndpointContext) { follow(&context) }
    func refresh(_ context: inout EndpointContext) { tell(&context) }
    func timer(_ timer: UInt32, _ context: inout EndpointContext) { follow(&context) }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Time.Command(rawValue: command) {
        case .setUtcTime: try set(try context.read(fields, as: Time.SetUtcTimeRequest.self), &context)
        case .setTrustedTimeSource:
            let source = try context.read(fields, as: Time.SetTrustedTimeSourceRequest.self).trustedTimeSource
            context[Time.trustedTimeSource] = source.map {
                Time.TrustedTimeSourceStruct(
                    fabricIndex: Fabric.hub, nodeId: $0.nodeId, endpoint: $0.endpoint)
            }
            if source == nil { context.emit(Time.MissingTrustedTimeSourceEvent()) }
        case .setTimeZone: return try set(try context.read(fields, as: Time.SetTimeZoneRequest.self), &context).fields
        case .setDstOffset: try set(try context.read(fields, as: Time.SetDstOffsetRequest.self), &context)
        case .setDefaultNtp:
            context[Time.defaultNtp] = try context.read(fields, as: Time.SetDefaultNtpRequest.self).defaultNtp
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    // MARK: - The clock

    /// A clock that is finer than what is offered keeps its time.
    private func set(_ request: Time.SetUtcTimeRequest, _ context: inout EndpointContext) throws(HomeError) {
        let granularity = context[Time.granularity] ?? .noTimeGranularity
        guard utc(context) == nil || request.granularity.rawValue >= granularity.rawValue else {
            throw HomeError(
                .failedPrecondition,
                "\(context.device.name) does not accept a time with \(request.granularity): it has \(granularity)")
        }
        context[memory: Memory.offset, of: cluster] = Int64(clamping: request.utcTime) &- microseconds(context)
        context[Time.granularity] = request.granularity
        context[Time.timeSource] = .admin
        follow(&context)
    }

    private func microseconds(_ context: EndpointContext) -> Int64 { context.milliseconds &* 1000 }

    /// The time now, in microseconds since 2000; `nil` where nobody set it.
    private func utc(_ context: EndpointContext) -> UInt64? {
        (context[memory: Memory.offset, of: cluster] as Int64?).flatMap {
            UInt64(exactly: microseconds(context) &+ $0)
        }
    }

    private func tell(_ context: inout EndpointContext) {
        guard let utc = utc(context) else { return }
        context[Time.utcTime] = utc
        let zone: Int32 = context[memory: Memory.zone, of: cluster] ?? 0
        let summer: Int32 = context[memory: Memory.summer, of: cluster] ?? 0
        let local = Int64(clamping: utc) &+ (Int64(zone) + Int64(summer)) * 1_000_000
        context[Time.localTime] = UInt64(clamping: local)
    }

    // MARK: - Zones

    private func set(
        _ request: Time.SetTimeZoneRequest, _ context: inout EndpointContext
    ) throws(HomeError) -> Time.SetTimeZoneResponse {
        try check(request.timeZone.count, atMost: context[Time.timeZoneListMaxSize], "timeZone", context)
        guard request.timeZone.first?.validAt == 0, request.timeZone.dropFirst().allSatisfy({ $0.validAt > 0 }) else {
            throw HomeError(
                .outOfRange, "timeZone.validAt: the first is 0, and what comes after it begins later")
        }
        context[Time.timeZone] = request.timeZone
        // Summer time is that of the zone before.
        context[Time.dstOffset] = []
        follow(&context)
        return Time.SetTimeZoneResponse(dstOffsetRequired: true)
    }

    private func set(_ request: Time.SetDstOffsetRequest, _ context: inout EndpointContext) throws(HomeError) {
        try check(request.dstOffset.count, atMost: context[Time.dstOffsetListMaxSize], "dstOffset", context)
        var end: UInt64? = 0
        for offset in request.dstOffset.sorted(by: { $0.validStarting < $1.validStarting }) {
            guard let last = end, offset.validStarting >= last, offset.validUntil ?? .max > offset.validStarting else {
                throw HomeError(.outOfRange, "dstOffset: two overlap, or one ends before it begins")
            }
            end = offset.validUntil
        }
        context[Time.dstOffset] = request.dstOffset
        follow(&context)
    }

    private func check(
        _ count: Int, atMost most: UInt8?, _ field: String, _ context: EndpointContext
    ) throws(HomeError) {
        guard let most, count > Int(most) else { return }
        throw HomeError(
            .resourceExhausted, "\(field): \(context.device.name) keeps \(most), and these are \(count)")
    }

    /// Says what counts now, drops the summer times that are over, and comes back when that changes.
    private func follow(_ context: inout EndpointContext) {
        defer { tell(&context) }
        guard let utc = utc(context), context.has(feature: "TZ", of: cluster) else { return }
        let zones = context[Time.timeZone] ?? []
        let zone = zones.last { $0.validAt <= utc } ?? zones.first
        if let zone, context[memory: Memory.zone, of: cluster] != zone.offset {
            context[memory: Memory.zone, of: cluster] = zone.offset
            context.emit(Time.TimeZoneStatusEvent(offset: zone.offset, name: zone.name))
        }
        let all = context[Time.dstOffset] ?? []
        let left = all.filter { $0.validUntil ?? .max > utc }
        context[Time.dstOffset] = left
        if left.isEmpty, !all.isEmpty { context.emit(Time.DstTableEmptyEvent()) }
        let summer = left.first { $0.validStarting <= utc }?.offset ?? 0
        if context[memory: Memory.summer, of: cluster] ?? 0 != summer {
            context[memory: Memory.summer, of: cluster] = summer
            context.emit(Time.DstStatusEvent(dstOffsetActive: summer != 0))
        }
        let moments = zones.map(\.validAt) + left.flatMap { [$0.validStarting, $0.validUntil ?? 0] }
        guard let next = moments.filter({ $0 > utc }).min() else {
            context.cancel(Timer.zone, of: cluster)
            return
        }
        // A hundred years are enough, and no overflow.
        context.schedule(
            Timer.zone, of: cluster, after: .microseconds(Int64(clamping: min(next - utc, 3_155_760_000_000_000))))
    }
}
