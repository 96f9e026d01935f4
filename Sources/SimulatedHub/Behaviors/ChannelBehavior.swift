import ClusterTypes
import DataModel
import HomeGraph

/// Television channels (Matter Application Cluster Specification, section 6.6).
///
/// The programme guide has one programme an hour on each channel.
struct ChannelBehavior: Behavior {
    typealias Channel = ChannelCluster
    private typealias Info = ChannelCluster.ChannelInfoStruct

    /// What the behaviour remembers: the channel before this one, and what is to be recorded, as a list of names.
    private enum Memory { static let previous: UInt32 = 0, recordings: UInt32 = 1 }

    private static let hour: UInt32 = 3600
    /// How many programmes an answer has at most.
    private static let page = 20

    var cluster: UInt32 { Channel.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Channel.Command(rawValue: command) {
        case .changeChannel:
            let match = try context.read(fields, as: Channel.ChangeChannelRequest.self).match
            return change(to: match, &context).fields
        case .changeChannelByNumber:
            let request = try context.read(fields, as: Channel.ChangeChannelByNumberRequest.self)
            try change(to: request.majorNumber, request.minorNumber, &context)
        case .skipChannel: try skip(Int(try context.read(fields, as: Channel.SkipChannelRequest.self).count), &context)
        case .getProgramGuide: return guide(try context.read(fields), context).fields
        case .recordProgram:
            let id = try context.read(fields, as: Channel.RecordProgramRequest.self).programIdentifier
            let recordings = recordings(context)
            if !recordings.contains(id) { context[memory: Memory.recordings, of: cluster] = recordings + [id] }
        case .cancelRecordProgram:
            let id = try context.read(fields, as: Channel.CancelRecordProgramRequest.self).programIdentifier
            guard recordings(context).contains(id) else {
                throw HomeError(
                    .notFound, "programIdentifier: \(context.device.name) does not record \"\(id.prefix(64))\"")
            }
            context[memory: Memory.recordings, of: cluster] = recordings(context).filter { $0 != id }
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    private func recordings(_ context: EndpointContext) -> [String] {
        context[memory: Memory.recordings, of: cluster] ?? []
    }

    private static func set(_ channel: Channel.ChannelInfoStruct, _ context: inout EndpointContext) {
        guard context[Channel.currentChannel] != channel else { return }
        context[memory: Memory.previous, of: Channel.clusterID] = context[Channel.currentChannel]
        context[Channel.currentChannel] = channel
    }

    private func change(to match: String, _ context: inout EndpointContext) -> Channel.ChangeChannelResponse {
        let wanted = match.lowercased()
        let found = (context[Channel.channelList] ?? []).filter { channel in
            let names = [channel.name, channel.callSign, channel.affiliateCallSign, channel.identifier]
            let numbers = ["\(channel.majorNumber)", "\(channel.majorNumber).\(channel.minorNumber)"]
            return (names.compactMap(\.self).map { $0.lowercased() } + numbers).contains(wanted)
        }
        guard let channel = found.first else { return Channel.ChangeChannelResponse(status: .noMatches) }
        guard found.count == 1 else { return Channel.ChangeChannelResponse(status: .multipleMatches) }
        if let refusal = ContentControlBehavior.refusal(of: .channel(channel), context) {
            return Channel.ChangeChannelResponse(status: .noMatches, data: refusal)
        }
        Self.set(channel, &context)
        return Channel.ChangeChannelResponse(status: .success)
    }

    /// A device that has no list takes any number.
    private func change(to major: UInt16, _ minor: UInt16, _ context: inout EndpointContext) throws(HomeError) {
        guard let list = context[Channel.channelList] else {
            try check(Info(majorNumber: major, minorNumber: minor), context)
            Self.set(Info(majorNumber: major, minorNumber: minor), &context)
            return
        }
        guard let channel = list.first(where: { $0.majorNumber == major && $0.minorNumber == minor }) else {
            throw .unknownName(
                "\(major).\(minor)", field: "majorNumber", known: list.map { "\($0.majorNumber).\($0.minorNumber)" })
        }
        try check(channel, context)
        Self.set(channel, &context)
    }

    private func check(_ channel: Channel.ChannelInfoStruct, _ context: EndpointContext) throws(HomeError) {
        guard let refusal = ContentControlBehavior.refusal(of: .channel(channel), context) else { return }
        throw HomeError(.failedPrecondition, "\(context.device.name): \(refusal)")
    }

    /// So many channels further, without those that are blocked; after the last comes the first.
    private func skip(_ count: Int, _ context: inout EndpointContext) throws(HomeError) {
        guard let list = context[Channel.channelList] else {
            let major = Int(context[Channel.currentChannel]?.majorNumber ?? 1) + count
            let next = Info(majorNumber: UInt16(clamping: max(1, major)), minorNumber: 0)
            try check(next, context)
            Self.set(next, &context)
            return
        }
        guard let first = list.first else {
            throw HomeError(.failedPrecondition, "\(context.device.name) has no channels")
        }
        let now = context[Channel.currentChannel] ?? first
        let open = list.filter { $0 == now || ContentControlBehavior.refusal(of: .channel($0), context) == nil }
        guard let current = open.firstIndex(of: now) ?? open.indices.first else {
            try check(first, context)
            return
        }
        let next = (current + count) % open.count
        let channel = open[next < 0 ? next + open.count : next]
        try check(channel, context)
        Self.set(channel, &context)
    }

    /// Goes so many channels up or down, where there are any.
    static func step(by count: Int, _ context: inout EndpointContext) -> Bool {
        guard context.trait(Channel.clusterID) != nil else { return false }
        return (try? ChannelBehavior().skip(count, &context)) != nil
    }

    /// Goes back to the channel before this one.
    ///
    /// - Throws: `failedPrecondition` where there was none.
    static func returnToPrevious(_ context: inout EndpointContext) throws(HomeError) {
        guard let previous: Channel.ChannelInfoStruct = context[memory: Memory.previous, of: Channel.clusterID] else {
            throw HomeError(.failedPrecondition, "\(context.device.name) had no other channel before this one")
        }
        try ChannelBehavior().check(previous, context)
        set(previous, &context)
    }

    // MARK: - Programme guide

    private func guide(
        _ request: Channel.GetProgramGuideRequest, _ context: EndpointContext
    ) -> Channel.ProgramGuideResponse {
        let asked = request.channelList ?? []
        let channels = (context[Channel.channelList] ?? []).filter { asked.isEmpty || asked.contains($0) }
        let recordings = recordings(context)
        var programs: [Channel.ProgramStruct] = []
        var start = request.startTime / Self.hour * Self.hour
        while start < request.endTime, programs.count < Self.page, !channels.isEmpty {
            let (end, overflows) = start.addingReportingOverflow(Self.hour)
            guard !overflows else { break }
            for channel in channels where programs.count < Self.page {
                let id = "\(channel.majorNumber).\(channel.minorNumber)-\(start / Self.hour)"
                var program = Channel.ProgramStruct(
                    identifier: id, channel: channel, startTime: start, endTime: end,
                    title: "Programme \(start / Self.hour % 24)")
                program.ratings = ContentControlBehavior.rating(of: channel, context).map { [$0] }
                if context.has(feature: "RP", of: cluster) {
                    program.recordingFlag = recordings.contains(id) ? .scheduled : []
                }
                programs.append(program)
            }
            start = end
        }
        return Channel.ProgramGuideResponse(
            paging: Channel.ChannelPagingStruct(previousToken: nil, nextToken: nil), programList: programs)
    }
}
