import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import SimulatedHub

/// Messages on a screen (Matter Application Cluster Specification, section 1.16), and what may be watched
/// (section 6.13).
@Suite struct ScreenTests {
    private static func bench(_ cluster: String) throws -> EngineBench {
        try EngineBench(allOf: try #require(ModelCatalog.standard.cluster(named: cluster)))
    }

    // MARK: - Messages

    private static func message(_ letter: String, start: Literal = nil, duration: Literal = nil) -> [String: Literal] {
        [
            "messageId": .text(String(repeating: letter, count: 16)), "priority": "low", "messageControl": [],
            "startTime": start, "duration": duration, "messageText": "Dinner is ready", "responses": [],
        ]
    }

    @Test func `a message shows from its beginning to its end`() throws {
        var bench = try Self.bench("Messages")
        // 2026-01-02 03:04:05 is the beginning of the bench's time.
        let start: Literal = .integer(1_767_323_045 - 946_684_800 + 60)
        try bench.invoke("Messages.presentMessagesRequest", Self.message("a", start: start, duration: 30_000))
        #expect(try bench.value("Messages.activeMessageIDs") == .list([]))
        bench.pass(.seconds(60))
        #expect(try bench.value("Messages.activeMessageIDs") == .list([.octets(Array("aaaaaaaaaaaaaaaa".utf8))]))
        bench.pass(.seconds(31))
        #expect(try bench.value("Messages.activeMessageIDs") == .list([]))
        #expect(try bench.value("Messages.messages") == .list([]))
        #expect(bench.eventNames == ["messageQueued", "messagePresented", "messageComplete"])
    }

    @Test func `a message without an end stays until it is cancelled`() throws {
        var bench = try Self.bench("Messages")
        try bench.invoke("Messages.presentMessagesRequest", Self.message("a"))
        bench.pass(.seconds(86_400))
        let twice = try bench.refusal { try $0.invoke("Messages.presentMessagesRequest", Self.message("a")) }
        #expect(twice?.code == .alreadyExists)
        for letter in "bcdefgh" {
            try bench.invoke("Messages.presentMessagesRequest", Self.message(String(letter)))
        }
        let full = try bench.refusal { try $0.invoke("Messages.presentMessagesRequest", Self.message("i")) }
        #expect(full?.code == .resourceExhausted)
        let a: Literal = .text(String(repeating: "a", count: 16))
        let z: Literal = .text(String(repeating: "z", count: 16))
        let before = bench.engine.devices[0].values
        let unknown = try bench.refusal { try $0.invoke("Messages.cancelMessagesRequest", ["messageIDs": [a, z]]) }
        #expect(unknown?.code == .notFound)
        #expect(bench.engine.devices[0].values == before)
        try bench.invoke("Messages.cancelMessagesRequest", ["messageIDs": [a]])
        guard case .list(let left) = try bench.value("Messages.messages") else {
            throw HomeError(.internal, "there are no messages")
        }
        #expect(left.count == 7)
    }

    // MARK: - Content

    private static let control = "ContentControl"

    @Test func `screen time grows by a bonus, up to a day, with the right PIN`() throws {
        var bench = try Self.bench(Self.control)
        try bench.invoke("\(Self.control).setScreenDailyTime", ["screenTime": 3600])
        #expect(try bench.numbers(["screenDailyTime", "remainingScreenTime"], of: Self.control) == [3600, 3600])
        try bench.invoke("\(Self.control).addBonusTime", ["pinCode": "000000", "bonusTime": 600])
        #expect(try bench.number("\(Self.control).remainingScreenTime") == 4200)
        let wrong = try bench.refusal {
            try $0.invoke("\(Self.control).addBonusTime", ["pinCode": "1", "bonusTime": 600])
        }
        #expect(wrong?.code == .permissionDenied)
        #expect(wrong?.message.contains("000000") == false)
        #expect(try bench.number("\(Self.control).remainingScreenTime") == 4200)
        try bench.invoke("\(Self.control).updatePin", ["oldPin": "000000", "newPin": "1234"])
        try bench.invoke("\(Self.control).addBonusTime", ["pinCode": "1234", "bonusTime": 86_400])
        #expect(try bench.number("\(Self.control).remainingScreenTime") == 86_400)
        guard case .string(let pin)? = try bench.invoke("\(Self.control).resetPin")[0] else {
            throw HomeError(.internal, "there is no PIN")
        }
        #expect(pin.count == 6)
        try bench.invoke("\(Self.control).updatePin", ["oldPin": .text(pin), "newPin": "1234"])
    }

    @Test func `control is enabled and disabled, and unrated content blocked or not`() throws {
        var bench = try Self.bench(Self.control)
        for (command, attribute, isOn) in [
            ("enable", "enabled", 1), ("disable", "enabled", 0), ("blockUnratedContent", "blockUnrated", 1),
            ("unblockUnratedContent", "blockUnrated", 0),
        ] as [(String, String, Int64)] {
            try bench.invoke("\(Self.control).\(command)")
            #expect(try bench.number("\(Self.control).\(attribute)") == isOn)
        }
    }

    @Test(
        arguments: [
            ("setOnDemandRatingThreshold", "onDemandRatingThreshold", "PG"),
            ("setScheduledContentRatingThreshold", "scheduledContentRatingThreshold", "TV-G"),
        ])
    func `a rating is one of those that there are`(_ command: String, _ attribute: String, _ rating: String) throws {
        var bench = try Self.bench(Self.control)
        try bench.invoke("\(Self.control).\(command)", ["rating": .text(rating)])
        #expect(try bench.value("\(Self.control).\(attribute)") == .string(rating))
        let refusal = try bench.refusal { try $0.invoke("\(Self.control).\(command)", ["rating": "X"]) }
        #expect(refusal?.code == .invalidArgument)
        #expect(try bench.value("\(Self.control).\(attribute)") == .string(rating))
    }

    @Test func `channels, applications and times are blocked, and free again`() throws {
        var bench = try Self.bench(Self.control)
        func count(_ attribute: String) throws -> Int? {
            guard case .list(let entries) = try bench.value("\(Self.control).\(attribute)") else { return nil }
            return entries.count
        }
        func refuse(_ command: String, _ fields: [String: Literal], _ code: HomeError.Code) throws {
            let before = bench.engine.devices[0].values
            #expect(try bench.refusal { try $0.invoke("\(Self.control).\(command)", fields) }?.code == code)
            #expect(bench.engine.devices[0].values == before)
        }
        let channel: [String: Literal] = [
            "channels": [["blockChannelIndex": nil, "majorNumber": 5, "minorNumber": 1]]
        ]
        try bench.invoke("\(Self.control).addBlockChannels", channel)
        try refuse("addBlockChannels", channel, .alreadyExists)
        try refuse("removeBlockChannels", ["channelIndexes": [1, 9]], .notFound)
        try bench.invoke("\(Self.control).removeBlockChannels", ["channelIndexes": [1]])
        #expect(try count("blockChannelList") == 0)
        let application: [String: Literal] = ["applications": [["catalogVendorId": 1, "applicationId": "films"]]]
        try bench.invoke("\(Self.control).addBlockApplications", application)
        try refuse("addBlockApplications", application, .alreadyExists)
        try bench.invoke("\(Self.control).removeBlockApplications", application)
        try refuse("removeBlockApplications", application, .notFound)
        func window(_ index: Literal) -> [String: Literal] {
            [
                "timeWindow": [
                    "timeWindowIndex": index, "dayOfWeek": ["monday"],
                    "timePeriod": [["startHour": 20, "startMinute": 0, "endHour": 23, "endMinute": 0]],
                ]
            ]
        }
        for _ in 0..<7 { try bench.invoke("\(Self.control).setBlockContentTimeWindow", window(nil)) }
        try refuse("setBlockContentTimeWindow", window(nil), .resourceExhausted)
        try refuse("setBlockContentTimeWindow", window(9), .notFound)
        try bench.invoke("\(Self.control).setBlockContentTimeWindow", window(7))
        try refuse("removeBlockContentTimeWindow", ["timeWindowIndexes": [8]], .notFound)
        try bench.invoke("\(Self.control).removeBlockContentTimeWindow", ["timeWindowIndexes": [1, 7]])
        #expect(try count("blockContentTimeWindow") == 5)
    }

    @Test func `screen time passes while the screen is on`() throws {
        var bench = try EngineBench(
            "BasicVideoPlayer",
            features: ["ContentControl": ["screenTime"]],
            values: ["OnOff.onOff": true, "ContentControl.enabled": true, "ContentControl.remainingScreenTime": 25],
            isAutonomous: true)
        bench.pass(.seconds(20))
        #expect(try bench.number("ContentControl.remainingScreenTime") == 5)
        bench.pass(.seconds(10))
        #expect(try bench.number("ContentControl.remainingScreenTime") == 0)
        #expect(bench.eventNames.contains("remainingScreenTimeExpired"))
    }

    @Test func `what is named twice in a request is refused, and lists end`() throws {
        var bench = try EngineBench(allOf: try #require(ModelCatalog.standard.cluster(named: "ContentControl")))
        let channel: Literal = ["majorNumber": 1, "minorNumber": 2]
        let application: Literal = ["catalogVendorId": 1, "applicationId": "news"]
        let orders: [(String, [String: Literal])] = [
            ("addBlockChannels", ["channels": [channel, channel]]),
            ("addBlockApplications", ["applications": [application, application]]),
        ]
        for (command, fields) in orders {
            let before = bench.engine.devices[0].values
            let refusal = try bench.refusal { try $0.invoke("ContentControl.\(command)", fields) }
            #expect(refusal?.code == .alreadyExists, "\(command)")
            #expect(bench.engine.devices[0].values == before)
        }
        for number in 0..<64 {
            try bench.invoke(
                "ContentControl.addBlockApplications",
                ["applications": [["catalogVendorId": 1, "applicationId": .text("app-\(number)")]]])
        }
        let refusal = try bench.refusal {
            try $0.invoke("ContentControl.addBlockApplications", ["applications": [application]])
        }
        #expect(refusal?.code == .resourceExhausted)
    }
}
