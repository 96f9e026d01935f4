import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// What ContentControl blocks, and how other clusters answer then (Matter Application Cluster Specification, section
/// 6.13).
@Suite struct ParentalControlTests {
    /// A screen that is on and controlled; its time begins on Friday, the 2nd of January 2026, at 03:04:05.
    private static func screen(_ values: [String: Literal] = [:]) throws -> EngineBench {
        try EngineBench(
            "CastingVideoPlayer",
            features: [
                "ContentControl": [
                    "screenTime", "blockUnrated", "scheduledContentRating", "blockChannels", "blockApplications",
                    "blockContentTimeWindow",
                ],
                "Channel": ["channelList", "electronicGuide"], "ApplicationLauncher": ["applicationPlatform"],
                "ContentLauncher": ["contentSearch", "urlPlayback"],
            ],
            values: [
                "OnOff.onOff": true, "ContentControl.enabled": true, "ContentControl.screenDailyTime": 3600,
                "ContentControl.remainingScreenTime": 3600, "ApplicationLauncher.currentApp": nil,
                "Channel.currentChannel": ["majorNumber": 1, "minorNumber": 0, "name": "News", "identifier": "news"],
            ].merging(values) { $1 })
    }

    private static func channel(_ bench: EngineBench) throws -> DataValue? {
        guard case .fields(let fields) = try bench.value("Channel.currentChannel") else { return nil }
        return fields[0]
    }

    @Test func `a channel that is blocked is passed over, and not gone to`() throws {
        var bench = try Self.screen()
        try bench.invoke("ContentControl.addBlockChannels", ["channels": [["majorNumber": 2, "minorNumber": 0]]])
        #expect(try bench.invoke("Channel.changeChannel", ["match": "Films"])[0] == .uint(2))
        let refusal = try bench.refusal {
            try $0.invoke("Channel.changeChannelByNumber", ["majorNumber": 2, "minorNumber": 0])
        }
        #expect(refusal?.code == .failedPrecondition)
        #expect(try Self.channel(bench) == .uint(1))
        try bench.invoke("Channel.skipChannel", ["count": 1])
        #expect(try Self.channel(bench) == .uint(3))
        try bench.invoke("ContentControl.disable")
        #expect(try bench.invoke("Channel.changeChannel", ["match": "Films"])[0] == .uint(0))
        #expect(try Self.channel(bench) == .uint(2))
    }

    @Test func `what is rated above the threshold is not watched`() throws {
        var bench = try Self.screen()
        try bench.invoke("ContentControl.setScheduledContentRatingThreshold", ["rating": "TV-G"])
        #expect(try bench.invoke("Channel.changeChannel", ["match": "Films"])[0] == .uint(2))
        #expect(try bench.invoke("Channel.changeChannel", ["match": "Music"])[0] == .uint(0))
        let guide = try bench.invoke("Channel.getProgramGuide", ["startTime": 3600, "endTime": 7200])
        guard case .list(let programs)? = guide[1] else { throw HomeError(.internal, "there is no guide") }
        let ratings = programs.map { program -> DataValue? in
            guard case .fields(let fields) = program else { return nil }
            return fields[8]
        }
        #expect(ratings == [.list([.string("TV-G")]), .list([.string("TV-14")]), .list([.string("TV-G")])])
        try bench.invoke("ContentControl.setScheduledContentRatingThreshold", ["rating": "TV-14"])
        #expect(try bench.invoke("Channel.changeChannel", ["match": "Films"])[0] == .uint(0))
    }

    @Test func `an application that is blocked is not launched, and unrated content is not played`() throws {
        var bench = try Self.screen()
        let application: Literal = ["catalogVendorId": 1, "applicationId": "films"]
        try bench.invoke("ContentControl.addBlockApplications", ["applications": [application]])
        func launch(_ application: Literal) throws -> DataValue? {
            try bench.invoke("ApplicationLauncher.launchApp", ["application": application])[0]
        }
        #expect(try launch(application) == .uint(1))
        #expect(try bench.value("ApplicationLauncher.currentApp") == .null)
        #expect(try launch(["catalogVendorId": 1, "applicationId": "music"]) == .uint(0))
        let url: [String: Literal] = ["contentUrl": "https://example.com/film"]
        try bench.invoke("ContentControl.blockUnratedContent")
        #expect(try bench.invoke("ContentLauncher.launchUrl", url)[0] == .uint(2))
        #expect(try bench.number("MediaPlayback.currentState") != 0)
        try bench.invoke("ContentControl.unblockUnratedContent")
        #expect(try bench.invoke("ContentLauncher.launchUrl", url)[0] == .uint(0))
        #expect(try bench.number("MediaPlayback.currentState") == 0)
    }

    @Test func `at the times that are blocked nothing plays`() throws {
        var bench = try Self.screen()
        try bench.invoke(
            "ContentControl.setBlockContentTimeWindow",
            [
                "timeWindow": [
                    "timeWindowIndex": nil, "dayOfWeek": ["friday"],
                    "timePeriod": [["startHour": 3, "startMinute": 5, "endHour": 3, "endMinute": 10]],
                ]
            ])
        #expect(try bench.invoke("MediaPlayback.play")[0] == .uint(0))
        bench.pass(.seconds(55))
        #expect(bench.eventNames.count { $0 == "enteringBlockContentTimeWindow" } == 1)
        #expect(try bench.number("MediaPlayback.currentState") == 2)
        #expect(try bench.invoke("MediaPlayback.play")[0] == .uint(2), "it is not allowed")
        bench.pass(.seconds(300))
        #expect(try bench.invoke("MediaPlayback.play")[0] == .uint(0))
        bench.pass(.seconds(7 * 86_400 - 300))
        #expect(bench.eventNames.count { $0 == "enteringBlockContentTimeWindow" } == 2, "a week later")
    }

    @Test func `screen time passes, is over, and is there again the next day`() throws {
        var bench = try Self.screen(["ContentControl.remainingScreenTime": 65])
        #expect(try bench.invoke("MediaPlayback.play")[0] == .uint(0))
        bench.pass(.seconds(30))
        #expect(try bench.number("ContentControl.remainingScreenTime") == 35)
        try bench.invoke("OnOff.off")
        bench.pass(.seconds(600))
        #expect(try bench.number("ContentControl.remainingScreenTime") == 35, "the screen is off")
        try bench.invoke("OnOff.on")
        #expect(try bench.invoke("MediaPlayback.play")[0] == .uint(0))
        bench.pass(.seconds(35))
        #expect(try bench.number("ContentControl.remainingScreenTime") == 0)
        #expect(bench.eventNames.contains("remainingScreenTimeExpired"))
        #expect(try bench.number("MediaPlayback.currentState") == 2)
        #expect(try bench.invoke("MediaPlayback.play")[0] == .uint(2))
        try bench.invoke("ContentControl.addBonusTime", ["bonusTime": 60])
        #expect(try bench.invoke("MediaPlayback.play")[0] == .uint(0))
        // To midnight it is 20 hours, 55 minutes and 55 seconds from the beginning.
        bench.pass(.seconds(75_355 - 665))
        #expect(try bench.number("ContentControl.remainingScreenTime") == 3600)
    }

    @Test(arguments: ["set to none", "reported", "switched on"])
    func `no screen time ends what plays, however it came to that`(_ way: String) throws {
        let isOff = way == "switched on"
        var bench = try Self.screen(
            isOff ? ["ContentControl.enabled": false, "ContentControl.remainingScreenTime": 0] : [:])
        #expect(try bench.invoke("MediaPlayback.play")[0] == .uint(0))
        bench.pass(.seconds(5))
        switch way {
        case "set to none": try bench.invoke("ContentControl.setScreenDailyTime", ["screenTime": 0])
        case "reported": try bench.report("ContentControl.remainingScreenTime", 0)
        default: try bench.invoke("ContentControl.enable")
        }
        #expect(try bench.number("MediaPlayback.currentState") == 2)
        bench.pass(.seconds(600))
        #expect(bench.eventNames.count { $0 == "remainingScreenTimeExpired" } == 1)
        #expect(try bench.invoke("MediaPlayback.play")[0] == .uint(2))
        try bench.invoke("ContentControl.addBonusTime", ["bonusTime": 60])
        #expect(try bench.invoke("MediaPlayback.play")[0] == .uint(0))
        bench.pass(.seconds(60))
        #expect(bench.eventNames.count { $0 == "remainingScreenTimeExpired" } == 2)
    }
}
