import ClusterTypes
import DataModel
import HomeGraph

/// Where a camera looks: by pan, tilt and zoom of its optics, and by the part of its picture that a stream shows (Matter
/// Application Cluster Specification, section 11.3).
enum CameraMovement {
    private typealias Settings = CameraAvSettingsUserLevelManagementCluster
    private typealias Viewport = SharedTypes.ViewportStruct
    private typealias Table = CommandTable

    private static let presets = NumberedList(
        key: Settings.mptzPresets, number: { $0.presetId }, noun: "preset", field: "presetId")

    static let table = CommandTable(
        CameraAvSettingsUserLevelManagementCluster.clusterID,
        [
            Settings.Command.mptzSetPosition.rawValue: Table.take(Settings.MptzSetPositionRequest.self) {
                request, context throws(HomeError) in
                try look(request.pan, request.tilt, request.zoom, &context)
            },
            Settings.Command.mptzRelativeMove.rawValue: Table.take(Settings.MptzRelativeMoveRequest.self) {
                request, context throws(HomeError) in
                let now = context[Settings.mptzPosition] ?? Settings.MPTZStruct()
                // What goes beyond an end stays there.
                try look(
                    moved(now.pan ?? 0, by: request.panDelta, within: pan(context)),
                    moved(now.tilt ?? 0, by: request.tiltDelta, within: tilt(context)),
                    moved(now.zoom ?? 1, by: request.zoomDelta, within: zoom(context)), &context)
            },
            Settings.Command.mptzMoveToPreset.rawValue: Table.take(Settings.MptzMoveToPresetRequest.self) {
                request, context throws(HomeError) in
                context[Settings.mptzPosition] = try presets.find(request.presetId, context).settings
            },
            Settings.Command.mptzSavePreset.rawValue: Table.take(Settings.MptzSavePresetRequest.self) {
                request, context throws(HomeError) in try save(request, &context)
            },
            Settings.Command.mptzRemovePreset.rawValue: Table.take(Settings.MptzRemovePresetRequest.self) {
                request, context throws(HomeError) in try presets.remove(request.presetId, &context)
            },
            Settings.Command.dptzSetViewport.rawValue: Table.take(Settings.DptzSetViewportRequest.self) {
                request, context throws(HomeError) in
                let (width, height) = sensor(context)
                let viewport = request.viewport
                guard viewport.x1 < viewport.x2, viewport.y1 < viewport.y2, viewport.x2 <= width,
                    viewport.y2 <= height
                else {
                    throw HomeError(
                        .outOfRange, "viewport: it is no part of the picture of \(width) by \(height)")
                }
                try show(viewport, on: request.videoStreamId, &context)
            },
            Settings.Command.dptzRelativeMove.rawValue: Table.take(Settings.DptzRelativeMoveRequest.self) {
                request, context throws(HomeError) in
                try show(moved(request, context), on: request.videoStreamId, &context)
            },
        ])

    // MARK: - Optics

    private static func range<Value: FixedWidthInteger>(
        _ least: Value?, _ greatest: Value?, or usual: ClosedRange<Value>
    ) -> ClosedRange<Value> {
        let least = least ?? usual.lowerBound
        return least...max(least, greatest ?? usual.upperBound)
    }

    private static func pan(_ context: EndpointContext) -> ClosedRange<Int16> {
        range(context[Settings.panMin], context[Settings.panMax], or: -180...180)
    }

    private static func tilt(_ context: EndpointContext) -> ClosedRange<Int16> {
        range(context[Settings.tiltMin], context[Settings.tiltMax], or: -180...180)
    }

    private static func zoom(_ context: EndpointContext) -> ClosedRange<UInt8> {
        range(nil, context[Settings.zoomMax], or: 1...1)
    }

    private static func moved<Value: FixedWidthInteger>(
        _ value: Value, by delta: (some BinaryInteger)?, within range: ClosedRange<Value>
    ) -> Value? {
        delta.map { delta in
            Value(clamping: min(max(Int(value) + Int(delta), Int(range.lowerBound)), Int(range.upperBound)))
        }
    }

    private static func look(
        _ pan: Int16?, _ tilt: Int16?, _ zoom: UInt8?, _ context: inout EndpointContext
    ) throws(HomeError) {
        guard pan != nil || tilt != nil || zoom != nil else {
            throw HomeError(.invalidArgument, "one of pan, tilt and zoom is needed")
        }
        try check(pan, within: self.pan(context), "pan")
        try check(tilt, within: self.tilt(context), "tilt")
        try check(zoom, within: self.zoom(context), "zoom")
        var position = context[Settings.mptzPosition] ?? Settings.MPTZStruct()
        position.pan = pan ?? position.pan
        position.tilt = tilt ?? position.tilt
        position.zoom = zoom ?? position.zoom
        context[Settings.mptzPosition] = position
    }

    private static func check<Value: FixedWidthInteger>(
        _ value: Value?, within range: ClosedRange<Value>, _ field: String
    ) throws(HomeError) {
        guard let value, !range.contains(value) else { return }
        throw HomeError(
            .outOfRange, "\(field): \(value) is not between \(range.lowerBound) and \(range.upperBound)")
    }

    /// A preset that has the number already is another one now.
    private static func save(
        _ request: Settings.MptzSavePresetRequest, _ context: inout EndpointContext
    ) throws(HomeError) {
        let most = context[Settings.maxPresets] ?? 1
        let settings = context[Settings.mptzPosition] ?? Settings.MPTZStruct()
        func preset(_ id: UInt8) -> Settings.MPTZPresetStruct {
            Settings.MPTZPresetStruct(presetId: id, name: request.name, settings: settings)
        }
        guard let id = request.presetId else {
            try presets.add(atMost: Int(most), &context, preset)
            return
        }
        guard id >= 1, id <= most else {
            throw HomeError(.outOfRange, "presetId: \(id) is not between 1 and \(most)")
        }
        let others = presets.entries(context).filter { $0.presetId != id }
        context[Settings.mptzPresets] = (others + [preset(id)]).sorted { $0.presetId < $1.presetId }
    }

    // MARK: - Parts of the picture

    /// How large the whole picture is.
    private static func sensor(_ context: EndpointContext) -> (width: UInt16, height: UInt16) {
        let sensor = context[CameraAvStreamManagementCluster.videoSensorParams]
        return (sensor?.sensorWidth ?? 1920, sensor?.sensorHeight ?? 1080)
    }

    /// The part that a stream shows, moved and made smaller or larger by so many percent, as far as the picture goes.
    private static func moved(_ request: Settings.DptzRelativeMoveRequest, _ context: EndpointContext) -> Viewport {
        let (width, height) = sensor(context)
        let now =
            context[Settings.dptzStreams]?.first { $0.videoStreamId == request.videoStreamId }?.viewport
            ?? Viewport(x1: 0, y1: 0, x2: width, y2: height)
        func side(_ first: UInt16, _ second: UInt16, by delta: Int16?, _ greatest: UInt16) -> (UInt16, UInt16) {
            let length = Int(second) - Int(first)
            let zoomed = max(1, min(Int(greatest), length - length * Int(request.zoomDelta ?? 0) / 100))
            let start = Int(first) + (length - zoomed) / 2 + Int(delta ?? 0)
            let inside = min(max(0, start), Int(greatest) - zoomed)
            return (UInt16(clamping: inside), UInt16(clamping: inside + zoomed))
        }
        let (x1, x2) = side(now.x1, now.x2, by: request.deltaX, width)
        let (y1, y2) = side(now.y1, now.y2, by: request.deltaY, height)
        return Viewport(x1: x1, y1: y1, x2: x2, y2: y2)
    }

    private static func show(
        _ viewport: Viewport, on stream: UInt16, _ context: inout EndpointContext
    ) throws(HomeError) {
        _ = try CameraStreams.video.find(stream, context)
        forgetViewport(of: stream, &context)
        context[Settings.dptzStreams] =
            (context[Settings.dptzStreams] ?? []) + [Settings.DPTZStruct(videoStreamId: stream, viewport: viewport)]
    }

    /// A stream that is gone shows nothing.
    static func forgetViewport(of stream: UInt16, _ context: inout EndpointContext) {
        context[Settings.dptzStreams] = context[Settings.dptzStreams]?.filter { $0.videoStreamId != stream }
    }
}
