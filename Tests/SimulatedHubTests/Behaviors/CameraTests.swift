import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import SimulatedHub

/// What of cameras shows without pictures (Matter Application Cluster Specification, chapter 11).
@Suite struct CameraTests {
    @Test func `streams are allocated, and free again`() throws {
        var bench = try EngineBench("Camera")
        let allocate: [String: Literal] = [
            "streamUsage": "liveView", "audioCodec": "opus", "channelCount": 1, "sampleRate": 48_000, "bitRate": 64_000,
            "bitDepth": 16,
        ]
        let path = "CameraAvStreamManagement"
        #expect(try bench.invoke("\(path).audioStreamAllocate", allocate)[0] == .uint(1))
        #expect(try bench.invoke("\(path).audioStreamAllocate", allocate)[0] == .uint(2))
        try bench.invoke("\(path).audioStreamDeallocate", ["audioStreamId": 1])
        guard case .list(let streams) = try bench.value("\(path).allocatedAudioStreams") else {
            throw HomeError(.internal, "there are no streams")
        }
        #expect(streams.count == 1)
        let refusal = try bench.refusal { try $0.invoke("\(path).audioStreamDeallocate", ["audioStreamId": 1]) }
        #expect(refusal?.code == .notFound)
        for _ in 0..<7 { try bench.invoke("\(path).audioStreamAllocate", allocate) }
        let full = try bench.refusal { try $0.invoke("\(path).audioStreamAllocate", allocate) }
        #expect(full?.code == .resourceExhausted)
    }

    private static func bench(_ cluster: String) throws -> EngineBench {
        try EngineBench(allOf: try #require(ModelCatalog.standard.cluster(named: cluster)))
    }

    @Test func `a camera looks where it is told to, within its limits`() throws {
        var bench = try Self.bench("CameraAvSettingsUserLevelManagement")
        let path = "CameraAvSettingsUserLevelManagement"
        func position() throws -> DataValue { try bench.value("\(path).mptzPosition") }
        let start = try position()
        #expect(try bench.refusal { try $0.invoke("\(path).mptzSetPosition") }?.code == .invalidArgument)
        #expect(try bench.refusal { try $0.invoke("\(path).mptzSetPosition", ["pan": 500]) }?.code == .outOfRange)
        #expect(try position() == start)
        try bench.invoke("\(path).mptzSetPosition", ["pan": 1, "tilt": 0])
        try bench.invoke("\(path).mptzSavePreset", ["presetId": 2, "name": "Door"])
        let door = try position()
        try bench.invoke("\(path).mptzSetPosition", ["pan": 0])
        try bench.invoke("\(path).mptzMoveToPreset", ["presetId": 2])
        #expect(try position() == door)
        try bench.invoke("\(path).mptzRemovePreset", ["presetId": 2])
        let refusal = try bench.refusal { try $0.invoke("\(path).mptzMoveToPreset", ["presetId": 2]) }
        #expect(refusal?.code == .notFound)
    }

    @Test func `a zone that is removed takes its trigger along`() throws {
        var bench = try Self.bench("ZoneManagement")
        let zone: [String: Literal] = [
            "zone": [
                "name": "Drive", "use": "motion",
                "vertices": [["x": 0, "y": 0], ["x": 1, "y": 0], ["x": 1, "y": 1]],
            ]
        ]
        let zones = try bench.value("ZoneManagement.zones"), triggers = try bench.value("ZoneManagement.triggers")
        #expect(try bench.invoke("ZoneManagement.createTwoDCartesianZone", zone)[0] == .uint(2))
        let trigger: [String: Literal] = [
            "zoneId": 2, "initialDuration": 10, "augmentationDuration": 5, "maxDuration": 60, "blindDuration": 0,
            "sensitivity": 1,
        ]
        try bench.invoke("ZoneManagement.createOrUpdateTrigger", ["trigger": .fields(trigger)])
        let other = trigger.merging(["zoneId": 7]) { $1 }
        let refusal = try bench.refusal {
            try $0.invoke("ZoneManagement.createOrUpdateTrigger", ["trigger": .fields(other)])
        }
        #expect(refusal?.code == .notFound)
        try bench.invoke("ZoneManagement.removeZone", ["zoneId": 2])
        #expect(try bench.value("ZoneManagement.zones") == zones)
        #expect(try bench.value("ZoneManagement.triggers") == triggers)
        let builtIn = try bench.refusal { try $0.invoke("ZoneManagement.removeZone", ["zoneId": 1]) }
        #expect(builtIn?.code == .failedPrecondition)
    }

    @Test func `a stream shows the part of the picture that it is told to`() throws {
        var bench = try EngineBench(
            "Camera", features: ["CameraAvSettingsUserLevelManagement": ["digitalPtz"]])
        let path = "CameraAvSettingsUserLevelManagement"
        let video: [String: Literal] = [
            "streamUsage": "liveView", "videoCodec": "h264", "minFrameRate": 10, "maxFrameRate": 30,
            "minResolution": ["width": 640, "height": 480], "maxResolution": ["width": 1920, "height": 1080],
            "minBitRate": 10_000, "maxBitRate": 10_000, "keyFrameInterval": 4000,
        ]
        #expect(try bench.invoke("CameraAvStreamManagement.videoStreamAllocate", video)[0] == .uint(1))
        func shown() throws -> DataValue { try bench.value("\(path).dptzStreams") }
        func part(_ sides: [UInt64]) -> DataValue {
            .list([
                .fields([
                    0: .uint(1),
                    1: .fields([0: .uint(sides[0]), 1: .uint(sides[1]), 2: .uint(sides[2]), 3: .uint(sides[3])]),
                ])
            ])
        }
        func viewport(_ x2: Int64, stream: Int64 = 1) -> [String: Literal] {
            ["videoStreamId": .integer(stream), "viewport": ["x1": 0, "y1": 0, "x2": .integer(x2), "y2": 540]]
        }
        try bench.invoke("\(path).dptzSetViewport", viewport(960))
        #expect(try shown() == part([0, 0, 960, 540]))
        for (fields, code) in [
            (viewport(1921), HomeError.Code.outOfRange), (viewport(0), .outOfRange),
            (viewport(960, stream: 2), .notFound),
        ] {
            #expect(try bench.refusal { try $0.invoke("\(path).dptzSetViewport", fields) }?.code == code)
            #expect(try shown() == part([0, 0, 960, 540]))
        }
        try bench.invoke(
            "\(path).dptzRelativeMove", ["videoStreamId": 1, "deltaX": 100, "deltaY": -50, "zoomDelta": 0])
        #expect(try shown() == part([100, 0, 1060, 540]))
        try bench.invoke("\(path).dptzRelativeMove", ["videoStreamId": 1, "deltaX": 0, "deltaY": 0, "zoomDelta": 50])
        #expect(try shown() == part([340, 135, 820, 405]))
        try bench.invoke(
            "\(path).dptzRelativeMove", ["videoStreamId": 1, "deltaX": 5000, "deltaY": 5000, "zoomDelta": -100])
        #expect(try shown() == part([960, 540, 1920, 1080]))
        try bench.invoke("CameraAvStreamManagement.videoStreamDeallocate", ["videoStreamId": 1])
        #expect(try shown() == .list([]))
    }

    @Test func `streams cannot be less than their least, and priorities change only without any`() throws {
        var bench = try EngineBench("Camera")
        let path = "CameraAvStreamManagement"
        func video(_ least: Literal, _ most: Literal) -> [String: Literal] {
            [
                "streamUsage": "liveView", "videoCodec": "h264", "minFrameRate": 15, "maxFrameRate": 30,
                "minResolution": least, "maxResolution": most, "minBitRate": 10_000, "maxBitRate": 20_000,
                "keyFrameInterval": 4000, "watermarkEnabled": false, "osdEnabled": false,
            ]
        }
        let small: Literal = ["width": 640, "height": 480], large: Literal = ["width": 1920, "height": 1080]
        let wrong = try bench.refusal { try $0.invoke("\(path).videoStreamAllocate", video(large, small)) }
        #expect(wrong?.code == .outOfRange)
        let priorities: [String: Literal] = ["streamPriorities": ["liveView"]]
        try bench.invoke("\(path).setStreamPriorities", priorities)
        try bench.invoke("\(path).videoStreamAllocate", video(small, large))
        let refusal = try bench.refusal { try $0.invoke("\(path).setStreamPriorities", priorities) }
        #expect(refusal?.code == .failedPrecondition)
    }

    // MARK: - Motion in zones (section 11.1)

    private static func motion() throws -> EngineBench {
        try EngineBench("Camera", features: ["OccupancySensing": ["passiveInfrared"]])
    }

    /// A trigger's times: 10 seconds, 5 more with more motion, 60 at most, blind for 5.
    @Test func `motion triggers a zone until its time is over, and it is blind for a while`() throws {
        var bench = try Self.motion()
        func move() throws {
            try bench.report("OccupancySensing.occupancy", ["occupied"])
            try bench.report("OccupancySensing.occupancy", [])
        }
        func story() -> [String] { bench.story.filter { $0.hasPrefix("zone") } }
        try move()
        #expect(story() == ["zoneTriggered 1 0"])
        bench.pass(.seconds(8))
        try move()
        bench.pass(.milliseconds(4999))
        #expect(story() == ["zoneTriggered 1 0"], "it is longer by what moved")
        bench.pass(.milliseconds(1))
        #expect(story() == ["zoneTriggered 1 0", "zoneStopped 1 0"])
        try move()
        #expect(story().count == 2, "it is blind")
        bench.pass(.seconds(5))
        try move()
        #expect(story().count == 3)
        for _ in 0..<20 {
            bench.pass(.seconds(4))
            try move()
        }
        #expect(story().contains("zoneStopped 1 1"), "it lasts a minute at most")
    }

    @Test func `whoever is still seen moves still`() throws {
        var bench = try Self.motion()
        func story() -> [String] { bench.story.filter { $0.hasPrefix("zone") } }
        try bench.report("OccupancySensing.holdTime", 300)
        try bench.report("OccupancySensing.occupancy", ["occupied"])
        bench.pass(.milliseconds(59_999))
        #expect(story() == ["zoneTriggered 1 0"])
        bench.pass(.milliseconds(1))
        #expect(story() == ["zoneTriggered 1 0", "zoneStopped 1 1"], "it lasts a minute at most")
        bench.pass(.milliseconds(4999))
        #expect(story().count == 2, "it is blind")
        bench.pass(.milliseconds(1))
        #expect(story().count == 3)
        try bench.report("OccupancySensing.occupancy", [])
        bench.pass(.seconds(600))
        #expect(story() == ["zoneTriggered 1 0", "zoneStopped 1 1", "zoneTriggered 1 0", "zoneStopped 1 0"])
    }

    @Test func `an event from outside ends as the trigger says`() throws {
        var bench = try EngineBench("Camera")
        try bench.happen("ZoneManagement.zoneTriggered", ["zone": 1, "reason": "motion"])
        bench.pass(.seconds(10))
        #expect(bench.story == ["zoneTriggered 1 0", "zoneStopped 1 0"])
    }

    @Test func `a camera that lives sees who passes by, and the same with the same seed`() throws {
        func day(_ seed: UInt64) throws -> [String] {
            var bench = try EngineBench("Camera", isAutonomous: true, seed: seed)
            bench.pass(.seconds(86_400))
            return bench.story.filter { $0.hasPrefix("zone") }
        }
        let first = try day(1)
        #expect(first.count > 20)
        #expect(first.count { $0 == "zoneTriggered 1 0" } - first.count { $0.hasPrefix("zoneStopped") } <= 1)
        #expect(try day(1) == first)
        #expect(try day(2) != first)
    }

    // MARK: - Doorbells and chimes

    @Test func `a doorbell is rung from outside, and now and then by day`() throws {
        var bench = try EngineBench("GoogleDoorbell", isAutonomous: true)
        try bench.happen("Google.DoorbellPress.doorbellPressed")
        #expect(bench.story == ["doorbellPressed"])
        bench.pass(.seconds(7 * 86_400))
        #expect((4...40).contains(bench.eventNames.count { $0 == "doorbellPressed" }))
    }

    @Test func `a button rings the chime of its device`() throws {
        var bench = try EngineBench("Doorbell", values: ["Chime.selectedChime": 2])
        try bench.report("Switch.currentPosition", 1)
        #expect(bench.story.contains("chimeStartedPlaying 2"))
        try bench.report("Switch.currentPosition", 0)
        #expect(bench.eventNames.count { $0 == "chimeStartedPlaying" } == 1)
        try bench.write("Chime.enabled", false)
        try bench.report("Switch.currentPosition", 1)
        #expect(bench.eventNames.count { $0 == "chimeStartedPlaying" } == 1, "it is silent")
    }

    @Test func `recordings are switched on and off`() throws {
        var bench = try EngineBench(
            "GoogleCamera",
            values: [
                "Google.PushAvStreamTransport.currentConnections": [["connectionID": 1, "transportStatus": "active"]]
            ])
        try bench.invoke("Google.PushAvStreamTransport.setTransportStatus", ["transportStatus": "inactive"])
        #expect(
            try bench.value("Google.PushAvStreamTransport.currentConnections")
                == .list([.fields([0: .uint(1), 1: .uint(1)])]))
    }

    /// There is no transport of pictures or sound; whoever asks for one is told so in one way.
    @Test(
        arguments: ModelCatalog.standard.clusters.filter {
            ["WebRtcTransportProvider", "WebRtcTransportRequestor", "PushAvStreamTransport", "Google.WebRtcLiveView"]
                .contains($0.traitName)
        })
    func `what would stream answers that it does not`(_ cluster: ClusterDescriptor) throws {
        var bench = try EngineBench(allOf: cluster)
        for command in cluster.commands {
            let refusal = try bench.refusal { try $0.invoke("\(cluster.traitName).\(command.name)") }
            #expect([.unimplemented, .invalidArgument].contains(refusal?.code))
            #expect(
                CommandsWithoutEffect.reason(of: command.name, trait: cluster.traitName)?.contains("stream") == true)
        }
    }
}
