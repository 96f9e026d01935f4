import ClusterTypes
import DataModel
import HomeGraph

/// The streams of a camera: they are allocated and freed, and show no pictures (Matter Application Cluster
/// Specification, section 11.2).
enum CameraStreams {
    private typealias Camera = CameraAvStreamManagementCluster
    private typealias Table = CommandTable

    /// How many streams of a kind a camera has at most.
    private static let most = 8

    private static let audio = NumberedList(
        key: Camera.allocatedAudioStreams, number: { $0.audioStreamId }, noun: "audio stream", field: "audioStreamId")
    static let video = NumberedList(
        key: CameraAvStreamManagementCluster.allocatedVideoStreams, number: { $0.videoStreamId }, noun: "video stream",
        field: "videoStreamId")
    private static let snapshot = NumberedList(
        key: Camera.allocatedSnapshotStreams, number: { $0.snapshotStreamId }, noun: "snapshot stream",
        field: "snapshotStreamId")

    static let table = CommandTable(
        CameraAvStreamManagementCluster.clusterID,
        [
            Camera.Command.audioStreamAllocate.rawValue: { fields, context throws(HomeError) in
                let request = try context.read(fields, as: Camera.AudioStreamAllocateRequest.self)
                try check(request.streamUsage, context)
                let id = try audio.add(atMost: most, &context) { id in
                    Camera.AudioStreamStruct(
                        audioStreamId: id, streamUsage: request.streamUsage, audioCodec: request.audioCodec,
                        channelCount: request.channelCount, sampleRate: request.sampleRate, bitRate: request.bitRate,
                        bitDepth: request.bitDepth, referenceCount: 0)
                }
                return Camera.AudioStreamAllocateResponse(audioStreamId: id).fields
            },
            Camera.Command.audioStreamDeallocate.rawValue: Table.take(Camera.AudioStreamDeallocateRequest.self) {
                request, context throws(HomeError) in try audio.remove(request.audioStreamId, &context)
            },
            Camera.Command.videoStreamAllocate.rawValue: { fields, context throws(HomeError) in
                let request = try context.read(fields, as: Camera.VideoStreamAllocateRequest.self)
                try check(request.streamUsage, context)
                try check(request.minResolution, request.maxResolution)
                guard request.minFrameRate <= request.maxFrameRate, request.minBitRate <= request.maxBitRate else {
                    throw HomeError(.outOfRange, "minFrameRate and minBitRate: each is at most its maximum")
                }
                let id = try video.add(atMost: most, &context) { id in
                    Camera.VideoStreamStruct(
                        videoStreamId: id, streamUsage: request.streamUsage, videoCodec: request.videoCodec,
                        minFrameRate: request.minFrameRate, maxFrameRate: request.maxFrameRate,
                        minResolution: request.minResolution, maxResolution: request.maxResolution,
                        minBitRate: request.minBitRate, maxBitRate: request.maxBitRate,
                        keyFrameInterval: request.keyFrameInterval, watermarkEnabled: request.watermarkEnabled,
                        osdEnabled: request.osdEnabled, referenceCount: 0)
                }
                return Camera.VideoStreamAllocateResponse(videoStreamId: id).fields
            },
            Camera.Command.videoStreamModify.rawValue: Table.take(Camera.VideoStreamModifyRequest.self) {
                request, context throws(HomeError) in
                try video.change(request.videoStreamId, &context) { stream in
                    stream.watermarkEnabled = request.watermarkEnabled ?? stream.watermarkEnabled
                    stream.osdEnabled = request.osdEnabled ?? stream.osdEnabled
                }
            },
            Camera.Command.videoStreamDeallocate.rawValue: Table.take(Camera.VideoStreamDeallocateRequest.self) {
                request, context throws(HomeError) in
                try video.remove(request.videoStreamId, &context)
                CameraMovement.forgetViewport(of: request.videoStreamId, &context)
            },
            Camera.Command.snapshotStreamAllocate.rawValue: { fields, context throws(HomeError) in
                let request = try context.read(fields, as: Camera.SnapshotStreamAllocateRequest.self)
                try check(request.minResolution, request.maxResolution)
                let id = try snapshot.add(atMost: most, &context) { id in
                    Camera.SnapshotStreamStruct(
                        snapshotStreamId: id, imageCodec: request.imageCodec, frameRate: request.maxFrameRate,
                        minResolution: request.minResolution, maxResolution: request.maxResolution,
                        quality: request.quality, referenceCount: 0, encodedPixels: false, hardwareEncoder: false,
                        watermarkEnabled: request.watermarkEnabled, osdEnabled: request.osdEnabled)
                }
                return Camera.SnapshotStreamAllocateResponse(snapshotStreamId: id).fields
            },
            Camera.Command.snapshotStreamModify.rawValue: Table.take(Camera.SnapshotStreamModifyRequest.self) {
                request, context throws(HomeError) in
                try snapshot.change(request.snapshotStreamId, &context) { stream in
                    stream.watermarkEnabled = request.watermarkEnabled ?? stream.watermarkEnabled
                    stream.osdEnabled = request.osdEnabled ?? stream.osdEnabled
                }
            },
            Camera.Command.snapshotStreamDeallocate.rawValue: Table.take(
                Camera.SnapshotStreamDeallocateRequest.self
            ) { request, context throws(HomeError) in try snapshot.remove(request.snapshotStreamId, &context) },
            Camera.Command.setStreamPriorities.rawValue: Table.take(Camera.SetStreamPrioritiesRequest.self) {
                request, context throws(HomeError) in
                let streams =
                    audio.entries(context).count + video.entries(context).count + snapshot.entries(context).count
                guard streams == 0 else {
                    throw HomeError(
                        .failedPrecondition,
                        "\(context.device.name) has streams allocated; its priorities change only without any")
                }
                for usage in request.streamPriorities { try check(usage, context) }
                guard Set(request.streamPriorities).count == request.streamPriorities.count else {
                    throw HomeError(.invalidArgument, "streamPriorities: a usage is named twice")
                }
                context[Camera.streamUsagePriorities] = request.streamPriorities
            },
        ])

    private static func check(
        _ least: CameraAvStreamManagementCluster.VideoResolutionStruct,
        _ most: CameraAvStreamManagementCluster.VideoResolutionStruct
    ) throws(HomeError) {
        guard least.width <= most.width, least.height <= most.height else {
            throw HomeError(
                .outOfRange,
                "minResolution: \(least.width) × \(least.height) is beyond maxResolution, "
                    + "\(most.width) × \(most.height)")
        }
    }

    /// Streams are for what the camera supports.
    private static func check(_ usage: SharedTypes.StreamUsageEnum, _ context: EndpointContext) throws(HomeError) {
        let known = context[Camera.supportedStreamUsages] ?? []
        guard !known.contains(usage) else { return }
        throw .unknownName("\(usage)", field: "streamUsage", known: known.map { "\($0)" })
    }
}
