import ClusterTypes
import DataModel
import HomeGraph

/// What may be watched, and how long (Matter Application Cluster Specification, section 6.13).
///
/// Screen time passes while the screen is on, and is there again at midnight, in universal time. The PIN stays in the
/// device's memory; it is 000000 until it is changed.
struct ContentControlBehavior: Behavior {
    typealias Control = ContentControlCluster

    enum Timer {
        /// Screen time passed.
        static let screen: UInt32 = 0
        /// Another day begins, with its screen time.
        static let day: UInt32 = 1
        /// A time begins at which nothing is to be watched.
        static let window: UInt32 = 2
    }

    enum Memory {
        static let pin: UInt32 = 0
        /// Since when screen time passes that is not yet taken off, in milliseconds.
        static let since: UInt32 = 1
        /// Set while nothing is left of it.
        static let isExpired: UInt32 = 2
    }

    private static let firstPin = "000000"
    private static let day: UInt32 = 86_400
    private static let mostWindows = 7, mostChannels = 64, mostApplications = 64

    private static let channels = NumberedList(
        key: Control.blockChannelList, number: { $0.blockChannelIndex }, noun: "blocked channel",
        field: "channelIndexes")
    private static let windows = NumberedList(
        key: Control.blockContentTimeWindow, number: { $0.timeWindowIndex }, noun: "time window",
        field: "timeWindowIndexes")

    var cluster: UInt32 { Control.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Control.Command(rawValue: command) {
        case .enable: context[Control.enabled] = true
        case .disable: context[Control.enabled] = false
        case .updatePin:
            let request = try context.read(fields, as: Control.UpdatePinRequest.self)
            try check(request.oldPin, "oldPin", context)
            context[memory: Memory.pin, of: cluster] = request.newPin
        case .resetPin:
            let digits = (0..<6).map { _ in String(Int.random(in: 0...9, using: &context.device.random)) }
            context[memory: Memory.pin, of: cluster] = digits.joined()
            return Control.ResetPinResponse(pinCode: digits.joined()).fields
        case .addBonusTime:
            let request = try context.read(fields, as: Control.AddBonusTimeRequest.self)
            if let pin = request.pinCode { try check(pin, "pinCode", context) }
            followTime(&context)
            let left = UInt64(context[Control.remainingScreenTime] ?? 0) + UInt64(request.bonusTime)
            context[Control.remainingScreenTime] = UInt32(clamping: min(left, UInt64(Self.day)))
        case .setScreenDailyTime:
            let time = try context.read(fields, as: Control.SetScreenDailyTimeRequest.self).screenTime
            context[Control.screenDailyTime] = time
            context[Control.remainingScreenTime] = time
        case .blockUnratedContent: context[Control.blockUnrated] = true
        case .unblockUnratedContent: context[Control.blockUnrated] = false
        case .setOnDemandRatingThreshold:
            let rating = try context.read(fields, as: Control.SetOnDemandRatingThresholdRequest.self).rating
            try check(rating, among: Control.onDemandRatings, context)
            context[Control.onDemandRatingThreshold] = rating
        case .setScheduledContentRatingThreshold:
            let rating = try context.read(fields, as: Control.SetScheduledContentRatingThresholdRequest.self).rating
            try check(rating, among: Control.scheduledContentRatings, context)
            context[Control.scheduledContentRatingThreshold] = rating
        case let other: try block(other, command, fields, &context)
        }
        return [:]
    }

    private func check(_ pin: String, _ field: String, _ context: EndpointContext) throws(HomeError) {
        guard pin != context[memory: Memory.pin, of: cluster] ?? Self.firstPin else { return }
        throw HomeError(.permissionDenied, "\(field): \(context.device.name) does not know this PIN")
    }

    private func check(
        _ rating: String, among key: AttributeKey<[Control.RatingNameStruct]>, _ context: EndpointContext
    ) throws(HomeError) {
        let known = (context[key] ?? []).map(\.ratingName)
        guard known.contains(rating) else { throw .unknownName(rating, field: "rating", known: known) }
    }

    // MARK: - Channels, applications and times

    private func block(
        _ order: Control.Command?, _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) {
        switch order {
        case .addBlockChannels:
            let added = try context.read(fields, as: Control.AddBlockChannelsRequest.self).channels
            let known = Self.channels.entries(context).map { [$0.majorNumber, $0.minorNumber] }
            var all = known
            for channel in added {
                let number = [channel.majorNumber, channel.minorNumber]
                guard all.contains(number) else {
                    all.append(number)
                    continue
                }
                throw HomeError(
                    .alreadyExists, "channels: \(channel.majorNumber).\(channel.minorNumber) is blocked already")
            }
            guard known.count + added.count <= Self.mostChannels else {
                throw HomeError(.resourceExhausted, "channels: at most \(Self.mostChannels) can be blocked")
            }
            for channel in added {
                try Self.channels.add(atMost: Self.mostChannels, &context) { index in
                    var channel = channel
                    channel.blockChannelIndex = index
                    return channel
                }
            }
        case .removeBlockChannels:
            let indexes = try context.read(fields, as: Control.RemoveBlockChannelsRequest.self).channelIndexes
            try Self.remove(indexes, from: Self.channels, &context)
        case .addBlockApplications:
            let added = try context.read(fields, as: Control.AddBlockApplicationsRequest.self).applications
            let known = context[Control.blockApplicationList] ?? []
            var all = known
            for application in added {
                guard !all.contains(application) else {
                    throw HomeError(
                        .alreadyExists, "applications: \(application.applicationId) is blocked already")
                }
                all.append(application)
            }
            guard all.count <= Self.mostApplications else {
                throw HomeError(.resourceExhausted, "applications: at most \(Self.mostApplications) can be blocked")
            }
            context[Control.blockApplicationList] = all
        case .removeBlockApplications:
            let removed = try context.read(fields, as: Control.RemoveBlockApplicationsRequest.self).applications
            let known = context[Control.blockApplicationList] ?? []
            if let unknown = removed.first(where: { !known.contains($0) }) {
                throw HomeError(.notFound, "applications: \(unknown.applicationId) is not blocked")
            }
            context[Control.blockApplicationList] = known.filter { !removed.contains($0) }
        case .setBlockContentTimeWindow:
            try set(
                try context.read(fields, as: Control.SetBlockContentTimeWindowRequest.self).timeWindow, &context)
        case .removeBlockContentTimeWindow:
            let indexes = try context.read(fields, as: Control.RemoveBlockContentTimeWindowRequest.self)
                .timeWindowIndexes
            try Self.remove(indexes, from: Self.windows, &context)
        default: throw context.unimplemented(command, of: cluster)
        }
    }

    /// Takes all of them out, or none.
    private static func remove<Entry>(
        _ numbers: [UInt16], from list: NumberedList<Entry, UInt16>, _ context: inout EndpointContext
    ) throws(HomeError) {
        for number in numbers { _ = try list.find(number, context) }
        for number in Set(numbers) { try list.remove(number, &context) }
    }

    /// A window without a number is a new one.
    private func set(_ window: Control.TimeWindowStruct, _ context: inout EndpointContext) throws(HomeError) {
        guard let index = window.timeWindowIndex else {
            try Self.windows.add(atMost: Self.mostWindows, &context) { index in
                var window = window
                window.timeWindowIndex = index
                return window
            }
            return
        }
        try Self.windows.change(index, &context) { $0 = window }
    }

    // MARK: - What happens

    func start(_ context: inout EndpointContext) {
        context[memory: Memory.since, of: cluster] = Int64?.none
        if context.has(feature: "ST", of: cluster) { scheduleDay(&context) }
        followTime(&context)
        followWindows(&context)
    }

    func refresh(_ context: inout EndpointContext) { followTime(&context) }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        switch timer {
        case Timer.screen: followTime(&context)
        case Timer.day:
            followTime(&context)
            context[Control.remainingScreenTime] = context[Control.screenDailyTime]
            scheduleDay(&context)
        case Timer.window: enterWindow(&context)
        default: break
        }
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard !context.isActing(as: cluster) else { return }
        switch (changed, attribute) {
        case (OnOffCluster.clusterID, _): followTime(&context)
        case (cluster, Control.enabled.id):
            followTime(&context)
            followWindows(&context)
        case (cluster, Control.remainingScreenTime.id):
            context[memory: Memory.since, of: cluster] = Int64?.none
            followTime(&context)
        case (cluster, Control.blockContentTimeWindow.id): followWindows(&context)
        default: break
        }
    }
}
