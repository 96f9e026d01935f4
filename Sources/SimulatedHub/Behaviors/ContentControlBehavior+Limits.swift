import ClusterTypes
import DataModel
import HomeGraph

/// What may be watched now (Matter Application Cluster Specification, section 6.13).
extension ContentControlBehavior {
    /// Something that is to be watched.
    enum Content {
        /// Whatever it is that the player goes on with.
        case anything
        /// Something that says no rating.
        case unrated
        case channel(ChannelCluster.ChannelInfoStruct)
        case application(catalog: UInt16, id: String)
    }

    /// Why something may not be watched now; `nil` where it may.
    ///
    /// What an application on an endpoint of its own shows, its player's control holds for.
    static func refusal(of content: Content, _ context: EndpointContext) -> String? {
        guard context.trait(Control.clusterID) == nil else { return ContentControlBehavior().refusal(content, context) }
        guard let owner = context.owner(with: Control.clusterID) else { return nil }
        var context = context
        return context.on(owner) { ContentControlBehavior().refusal(content, $0) }
    }

    private func refusal(_ content: Content, _ context: EndpointContext) -> String? {
        guard context[Control.enabled] == true else { return nil }
        if isInWindow(context) { return "nothing is to be watched at this time" }
        if context.has(feature: "ST", of: cluster), left(context) == 0 { return "the screen time of today is over" }
        switch content {
        case .anything: return nil
        case .unrated: return context[Control.blockUnrated] == true ? "content without a rating is blocked" : nil
        case .application(let catalog, let id):
            let isBlocked = context[Control.blockApplicationList]?.contains {
                $0.catalogVendorId == catalog && $0.applicationId == id
            }
            return isBlocked == true ? "the application is blocked" : nil
        case .channel(let channel):
            let isBlocked = context[Control.blockChannelList]?.contains {
                $0.majorNumber == channel.majorNumber && $0.minorNumber == channel.minorNumber
            }
            if isBlocked == true { return "the channel \(channel.majorNumber).\(channel.minorNumber) is blocked" }
            return isRatedTooHigh(channel, context)
                ? "what is on \(channel.majorNumber).\(channel.minorNumber) is rated above the threshold" : nil
        }
    }

    // MARK: - Ratings

    /// The rating of what is on a channel: of the ratings that there are each channel has one, in turn.
    static func rating(of channel: ChannelCluster.ChannelInfoStruct, _ context: EndpointContext) -> String? {
        guard let ratings = context[Control.scheduledContentRatings]?.map(\.ratingName), !ratings.isEmpty else {
            return nil
        }
        return ratings[Int(max(1, channel.majorNumber) - 1) % ratings.count]
    }

    /// The ratings stand in order, the mildest first (ScheduledContentRatings).
    private func isRatedTooHigh(_ channel: ChannelCluster.ChannelInfoStruct, _ context: EndpointContext) -> Bool {
        let ratings = (context[Control.scheduledContentRatings] ?? []).map(\.ratingName)
        guard let rating = Self.rating(of: channel, context), let own = ratings.firstIndex(of: rating),
            let threshold = ratings.firstIndex(where: { $0 == context[Control.scheduledContentRatingThreshold] })
        else { return false }
        return own > threshold
    }

    // MARK: - Screen time

    /// How often passing screen time is reported, in seconds.
    private static let interval: Int64 = 10

    private func left(_ context: EndpointContext) -> Int64 { Int64(context[Control.remainingScreenTime] ?? 0) }

    /// Takes off the time that passed, and goes on counting while somebody watches.
    func followTime(_ context: inout EndpointContext) {
        guard context.has(feature: "ST", of: cluster) else { return }
        let now = context.milliseconds
        var since: Int64? = context[memory: Memory.since, of: cluster]
        if let began = since {
            let passed = max(0, min(now &- began, Self.interval * 1000)) / 1000
            since = began &+ passed * 1000
            let rest = max(0, left(context) - passed)
            if passed > 0 { context.act(as: cluster) { $0[Control.remainingScreenTime] = UInt32(clamping: rest) } }
        }
        followExpiry(&context)
        guard context[Control.enabled] == true, context[OnOffCluster.onOff] != false, left(context) > 0 else {
            context[memory: Memory.since, of: cluster] = Int64?.none
            context.cancel(Timer.screen, of: cluster)
            return
        }
        let began = since ?? now
        context[memory: Memory.since, of: cluster] = began
        let due = began &+ min(Self.interval, left(context)) * 1000
        context.schedule(Timer.screen, of: cluster, after: .milliseconds(max(0, due &- now)))
    }

    /// Once nothing is left nothing is played any more, however it came to that.
    private func followExpiry(_ context: inout EndpointContext) {
        guard context[Control.enabled] == true, left(context) == 0 else {
            context[memory: Memory.isExpired, of: cluster] = Bool?.none
            return
        }
        if context[memory: Memory.isExpired, of: cluster] != true {
            context[memory: Memory.isExpired, of: cluster] = true
            context.emit(Control.RemainingScreenTimeExpiredEvent())
        }
        endWatching(&context)
    }

    /// Waits for the next midnight.
    func scheduleDay(_ context: inout EndpointContext) {
        let left = Timestamp.day - (context.now.seconds - context.now.midnight)
        context.schedule(Timer.day, of: cluster, after: .seconds(left))
    }

    /// What is not to be watched any more is not played either.
    private func endWatching(_ context: inout EndpointContext) {
        MediaPlaybackBehavior.stop(&context)
        for part in context.parts(with: MediaPlaybackCluster.clusterID, of: cluster) {
            context.on(part) { MediaPlaybackBehavior.stop(&$0) }
        }
    }

    // MARK: - Time windows

    /// Every period of the windows on a day so much later, in seconds since 1970.
    private func periods(daysLater: Int64, _ context: EndpointContext) -> [(start: Int64, end: Int64)] {
        let bit = context.now.weekdayBit(daysLater: daysLater)
        let midnight = context.now.midnight + daysLater * Timestamp.day
        return (context[Control.blockContentTimeWindow] ?? []).filter { $0.dayOfWeek.rawValue & bit != 0 }
            .flatMap(\.timePeriod)
            .map { period in
                (
                    midnight + Int64(period.startHour) * 3600 + Int64(period.startMinute) * 60,
                    midnight + Int64(period.endHour) * 3600 + Int64(period.endMinute) * 60
                )
            }
    }

    private func isInWindow(_ context: EndpointContext) -> Bool {
        let now = context.now.seconds
        return periods(daysLater: 0, context).contains { $0.start <= now && now < $0.end }
    }

    /// Waits for the next time at which nothing is to be watched; if that is now, nothing is.
    func followWindows(_ context: inout EndpointContext) {
        guard context[Control.enabled] == true else {
            context.cancel(Timer.window, of: cluster)
            return
        }
        if isInWindow(context) { endWatching(&context) }
        let now = context.now.seconds
        let next = (0...7).flatMap { periods(daysLater: $0, context) }.map(\.start).filter { $0 > now }.min()
        if let next {
            context.schedule(Timer.window, of: cluster, after: .seconds(next - now))
        } else {
            context.cancel(Timer.window, of: cluster)
        }
    }

    func enterWindow(_ context: inout EndpointContext) {
        context.emit(Control.EnteringBlockContentTimeWindowEvent())
        followWindows(&context)
    }
}
