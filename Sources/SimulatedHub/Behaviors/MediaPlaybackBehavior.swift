import ClusterTypes
import DataModel
import HomeGraph

/// Playing, with a position that moves (Matter Application Cluster Specification, section 6.10).
///
/// A player without advanced seek has states only.
struct MediaPlaybackBehavior: Behavior {
    typealias Playback = MediaPlaybackCluster
    private typealias Status = MediaPlaybackCluster.StatusEnum

    private enum Timer { static let end: UInt32 = 0 }
    /// What the behaviour remembers: where the player was, and when that was; both in milliseconds.
    private enum Memory { static let position: UInt32 = 0, moment: UInt32 = 1 }

    /// How long a piece is where the player does not say, in milliseconds.
    private static let usualDuration: UInt64 = 240_000
    private static let fastest: Float = 8

    var cluster: UInt32 { Playback.clusterID }

    func start(_ context: inout EndpointContext) {
        guard context[Playback.currentState] != .playing else {
            run(at: context[Playback.playbackSpeed] ?? 1, &context)
            return
        }
        context.cancel(Timer.end, of: cluster)
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard let command = Playback.Command(rawValue: command) else {
            throw context.unimplemented(command, of: cluster)
        }
        switch command {
        case .activateAudioTrack:
            let id = try context.read(fields, as: Playback.ActivateAudioTrackRequest.self).trackId
            context[Playback.activeAudioTrack] = try track(id, of: context[Playback.availableAudioTracks] ?? [])
            return [:]
        case .activateTextTrack:
            let id = try context.read(fields, as: Playback.ActivateTextTrackRequest.self).trackId
            context[Playback.activeTextTrack] = try track(id, of: context[Playback.availableTextTracks] ?? [])
            return [:]
        case .deactivateTextTrack:
            context[Playback.activeTextTrack] = Playback.TrackStruct?.none
            return [:]
        default: break
        }
        let status = try play(command, fields, &context)
        return Playback.PlaybackResponse(status: status).fields
    }

    private func play(
        _ command: Playback.Command, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> Status {
        if [.play, .startOver, .next, .previous].contains(command),
            ContentControlBehavior.refusal(of: .anything, context) != nil
        {
            return .notAllowed
        }
        if command == .play {
            run(at: 1, &context)
            return .success
        }
        if command == .stop {
            Self.stop(&context)
            return .success
        }
        guard context[Playback.currentState] == .playing || context[Playback.currentState] == .paused else {
            return .invalidStateForCommand
        }
        switch command {
        case .pause: halt(in: .paused, at: position(context), &context)
        case .startOver, .previous, .next: jump(to: 0, &context)
        case .rewind, .fastForward: return wind(command == .rewind ? -1 : 1, &context)
        case .skipForward:
            let by = try context.read(fields, as: Playback.SkipForwardRequest.self).deltaPositionMilliseconds
            let (sum, overflows) = position(context).addingReportingOverflow(by)
            jump(to: overflows ? .max : sum, &context)
        case .skipBackward:
            let by = try context.read(fields, as: Playback.SkipBackwardRequest.self).deltaPositionMilliseconds
            jump(to: position(context) - min(position(context), by), &context)
        case .seek:
            let target = try context.read(fields, as: Playback.SeekRequest.self).position
            guard target <= duration(context) else { return .seekOutOfRange }
            jump(to: target, &context)
        default: break
        }
        return .success
    }

    private func track(_ id: String, of tracks: [Playback.TrackStruct]) throws(HomeError) -> Playback.TrackStruct {
        if let track = tracks.first(where: { $0.id == id }) { return track }
        throw .unknownName(id, field: "trackId", known: tracks.map(\.id))
    }

    // MARK: - Position

    private func duration(_ context: EndpointContext) -> UInt64 {
        context[Playback.duration] ?? Self.usualDuration
    }

    /// Where the player is now, in milliseconds.
    private func position(_ context: EndpointContext) -> UInt64 {
        let base: UInt64 = context[memory: Memory.position, of: cluster] ?? 0
        guard context[Playback.currentState] == .playing,
            let since: Int64 = context[memory: Memory.moment, of: cluster]
        else { return base }
        let passed = Double(context.milliseconds &- since) * Double(context[Playback.playbackSpeed] ?? 1)
        let position = min(max(0, Double(base) + passed), Double(duration(context)))
        return UInt64(exactly: position.rounded(.down)) ?? 0
    }

    private func jump(to position: UInt64, _ context: inout EndpointContext) {
        let target = min(position, duration(context))
        if context[Playback.currentState] == .playing {
            context[memory: Memory.position, of: cluster] = target
            context[memory: Memory.moment, of: cluster] = context.milliseconds
            run(at: context[Playback.playbackSpeed] ?? 1, &context)
        } else {
            halt(in: .paused, at: target, &context)
        }
    }

    /// Twice as fast each time, until it cannot be faster.
    private func wind(_ direction: Float, _ context: inout EndpointContext) -> Status {
        let speed = context[Playback.playbackSpeed] ?? 1
        // Forward begins at twice the usual speed, backward at the usual one.
        let begins = direction > 0 ? speed < 1 : speed > -1
        let next = begins ? (direction > 0 ? 2 : -1) : speed * 2
        guard abs(next) <= Self.fastest else { return .speedOutOfRange }
        run(at: next, &context)
        return .success
    }

    /// Plays on from where the player is.
    private func run(at speed: Float, _ context: inout EndpointContext) {
        let end = duration(context)
        // What was played to its end begins anew.
        let from = position(context)
        let now = speed > 0 && from >= end ? 0 : from
        context[memory: Memory.position, of: cluster] = now
        context[memory: Memory.moment, of: cluster] = context.milliseconds
        context[Playback.playbackSpeed] = speed
        note(now, &context)
        let left = Double(speed < 0 ? now : end - now) / Double(max(abs(speed), 0.1))
        context.schedule(Timer.end, of: cluster, after: .milliseconds(Int64(min(left, 1e12))))
        set(.playing, &context)
    }

    private func halt(
        in state: Playback.PlaybackStateEnum, at position: UInt64, _ context: inout EndpointContext
    ) {
        context[memory: Memory.position, of: cluster] = position
        context.cancel(Timer.end, of: cluster)
        context[Playback.playbackSpeed] = 0
        note(position, &context)
        set(state, &context)
    }

    /// Ends what is played.
    static func stop(_ context: inout EndpointContext) {
        guard let state = context[Playback.currentState], state != .notPlaying else { return }
        MediaPlaybackBehavior().halt(in: .notPlaying, at: 0, &context)
    }

    private func note(_ position: UInt64, _ context: inout EndpointContext) {
        context[Playback.sampledPosition] = Playback.PlaybackPositionStruct(
            updatedAt: context.now.matterMicroseconds(after: .zero), position: position)
        guard context.has(Playback.duration), context[Playback.duration] == nil else { return }
        context[Playback.duration] = Self.usualDuration
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        guard context[Playback.currentState] == .playing else { return }
        if context[Playback.playbackSpeed] ?? 1 < 0 {
            // Back at the beginning, it plays on.
            run(at: 1, &context)
        } else {
            halt(in: .notPlaying, at: 0, &context)
        }
    }

    /// The position moves without being reported, and is fresh when asked for.
    func refresh(_ context: inout EndpointContext) {
        if context[Playback.currentState] == .playing { note(position(context), &context) }
    }

    private func set(_ state: Playback.PlaybackStateEnum, _ context: inout EndpointContext) {
        guard context[Playback.currentState] != state else { return }
        context[Playback.currentState] = state
        context.emit(
            Playback.StateChangedEvent(
                currentState: state, startTime: context[Playback.startTime], duration: context[Playback.duration],
                sampledPosition: context[Playback.sampledPosition], playbackSpeed: context[Playback.playbackSpeed]))
    }

    /// What is off does not play.
    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == OnOffCluster.clusterID, context[OnOffCluster.onOff] == false,
            context[Playback.currentState] != .notPlaying
        else { return }
        Self.stop(&context)
    }
}

/// What a media device is used for (Google trait MediaActivityState): it follows the player and the switch.
struct MediaActivityStateBehavior: Behavior {
    private typealias Activity = GoogleMediaActivityStateCluster

    var cluster: UInt32 { Activity.clusterID }

    func start(_ context: inout EndpointContext) { follow(&context) }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        if changed == OnOffCluster.clusterID || changed == MediaPlaybackCluster.clusterID { follow(&context) }
    }

    private func follow(_ context: inout EndpointContext) {
        let isPlaying = context[MediaPlaybackCluster.currentState] == .playing
        context[Activity.activityState] =
            context[OnOffCluster.onOff] == false ? .standby : isPlaying ? .active : .inactive
    }
}
