import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Players, keys, channels, inputs (Matter Application Cluster Specification, chapter 6).
@Suite struct MediaTests {
    private static func player() throws -> EngineBench {
        try EngineBench(
            "BasicVideoPlayer", features: ["MediaPlayback": ["advancedSeek", "variableSpeed"]],
            values: ["MediaPlayback.duration": 100_000])
    }

    /// The position that the player says, in milliseconds.
    private static func position(_ bench: inout EngineBench) throws -> DataValue? {
        _ = try bench.refresh()
        guard case .fields(let sample) = try bench.value("MediaPlayback.sampledPosition") else { return nil }
        return sample[1]
    }

    @Test func `a position moves while the player plays`() throws {
        var bench = try Self.player()
        try bench.invoke("MediaPlayback.play")
        bench.pass(.seconds(30))
        #expect(try Self.position(&bench) == .uint(30_000))
        try bench.invoke("MediaPlayback.pause")
        bench.pass(.seconds(30))
        #expect(try Self.position(&bench) == .uint(30_000))
        try bench.invoke("MediaPlayback.play")
        bench.pass(.seconds(69))
        #expect(try bench.number("MediaPlayback.currentState") == 0)
        bench.pass(.seconds(1))
        #expect(try bench.number("MediaPlayback.currentState") == 2)
        #expect(bench.eventNames == Array(repeating: "stateChanged", count: 4))
    }

    @Test func `a player goes where it is told to`() throws {
        var bench = try Self.player()
        let seek = "MediaPlayback.seek"
        #expect(try bench.invoke(seek, ["position": 5])[0] == .uint(1), "nothing is played")
        try bench.invoke("MediaPlayback.play")
        #expect(try bench.invoke(seek, ["position": 50_000])[0] == .uint(0))
        bench.pass(.seconds(1))
        #expect(try Self.position(&bench) == .uint(51_000))
        #expect(try bench.invoke(seek, ["position": 100_001])[0] == .uint(5), "beyond the end")
        #expect(try Self.position(&bench) == .uint(51_000))
    }

    @Test func `each time faster, until it cannot be faster`() throws {
        var bench = try Self.player()
        try bench.invoke("MediaPlayback.play")
        for speed in [2, 4, 8] as [Double] {
            #expect(try bench.invoke("MediaPlayback.fastForward")[0] == .uint(0))
            #expect(try bench.value("MediaPlayback.playbackSpeed") == .float(speed))
        }
        #expect(try bench.invoke("MediaPlayback.fastForward")[0] == .uint(4))
        bench.pass(.seconds(5))
        #expect(try Self.position(&bench) == .uint(40_000))
        try bench.invoke("MediaPlayback.rewind")
        #expect(try bench.value("MediaPlayback.playbackSpeed") == .float(-1))
        bench.pass(.seconds(40))
        #expect(try bench.value("MediaPlayback.playbackSpeed") == .float(1), "back at the beginning")
        bench.pass(.seconds(2))
        #expect(try Self.position(&bench) == .uint(2000))
    }

    @Test(arguments: [("stop", 2), ("pause", 1), ("play", 0)] as [(String, Int64)])
    func `a player that paused takes the next order`(_ command: String, _ state: Int64) throws {
        var bench = try Self.player()
        try bench.invoke("MediaPlayback.play")
        try bench.invoke("MediaPlayback.pause")
        #expect(try bench.invoke("MediaPlayback.\(command)")[0] == .uint(0))
        #expect(try bench.number("MediaPlayback.currentState") == state)
    }

    @Test func `keys do what their buttons do`() throws {
        var bench = try EngineBench("BasicVideoPlayer", values: ["OnOff.onOff": true])
        func press(_ key: Literal) throws -> DataValue? { try bench.invoke("KeypadInput.sendKey", ["keyCode": key])[0] }
        #expect(try press("play") == .uint(0))
        #expect(try bench.number("MediaPlayback.currentState") == 0)
        #expect(try press("pausePlayFunction") == .uint(0))
        #expect(try bench.number("MediaPlayback.currentState") == 1)
        #expect(try press("power") == .uint(0))
        #expect(try bench.number("OnOff.onOff") == 0)
        #expect(try press("play") == .uint(2), "it is off")
        #expect(try press("numbers5") == .uint(1), "it has no number keys")
    }

    @Test func `inputs and outputs are selected and named`() throws {
        var bench = try EngineBench(
            "BasicVideoPlayer", features: ["MediaInput": ["nameUpdates"]],
            values: ["MediaInput.currentInput": 0, "AudioOutput.currentOutput": 0])
        try bench.invoke("MediaInput.selectInput", ["index": 1])
        #expect(try bench.number("MediaInput.currentInput") == 1)
        #expect(try bench.refusal { try $0.invoke("MediaInput.selectInput", ["index": 7]) }?.code == .invalidArgument)
        #expect(try bench.number("MediaInput.currentInput") == 1)
        try bench.invoke("MediaInput.renameInput", ["index": 1, "name": "Console"])
        guard case .list(let inputs) = try bench.value("MediaInput.inputList"), case .fields(let input)? = inputs.last
        else { throw HomeError(.internal, "there are no inputs") }
        #expect(input[2] == .string("Console"))
        #expect(try bench.refusal { try $0.invoke("AudioOutput.selectOutput", ["index": 7]) }?.code == .invalidArgument)
    }

    @Test func `channels are found by number, name and order`() throws {
        var bench = try EngineBench(
            "GoogleSetTopBox", features: ["Channel": ["channelList", "electronicGuide"]],
            values: [
                "Channel.currentChannel": ["majorNumber": 1, "minorNumber": 0, "name": "News", "identifier": "news"]
            ])
        func major() throws -> DataValue? {
            guard case .fields(let channel) = try bench.value("Channel.currentChannel") else { return nil }
            return channel[0]
        }
        try bench.invoke("Channel.changeChannelByNumber", ["majorNumber": 2, "minorNumber": 0])
        #expect(try major() == .uint(2))
        #expect(try bench.invoke("Channel.changeChannel", ["match": "music"])[0] == .uint(0))
        #expect(try major() == .uint(3))
        #expect(try bench.invoke("Channel.changeChannel", ["match": "moon"])[0] == .uint(2))
        try bench.invoke("Channel.skipChannel", ["count": 2])
        #expect(try major() == .uint(2))
        try bench.invoke("Channel.skipChannel", ["count": -32_768])
        try bench.invoke("Google.ExtendedChannel.returnChannel")
        #expect(try major() == .uint(2))
        let refusal = try bench.refusal {
            try $0.invoke("Channel.changeChannelByNumber", ["majorNumber": 9, "minorNumber": 0])
        }
        #expect(refusal?.code == .invalidArgument)
        let guide = try bench.invoke("Channel.getProgramGuide", ["startTime": 0, "endTime": 7200])
        guard case .list(let programs)? = guide[1] else { throw HomeError(.internal, "there is no guide") }
        #expect(programs.count == 6)
    }

    @Test func aPlayerPlays() throws {
        var bench = try EngineBench("BasicVideoPlayer")
        #expect(try bench.invoke("MediaPlayback.pause")[0] == .uint(1))
        try bench.invoke("MediaPlayback.play")
        try bench.invoke("MediaPlayback.pause")
        #expect(try bench.number("MediaPlayback.currentState") == 1)
        try bench.invoke("MediaPlayback.stop")
        #expect(try bench.number("MediaPlayback.currentState") == 2)
    }

    @Test func aChimePlaysWhatItHas() throws {
        var bench = try EngineBench("Chime")
        try bench.invoke("Chime.playChimeSound", ["chimeId": 2])
        #expect(bench.eventNames == ["chimeStartedPlaying"])
        let refusal = try bench.refusal { try $0.invoke("Chime.playChimeSound", ["chimeId": 9]) }
        #expect(refusal?.message.contains("Ding Dong") == true)
    }
}
