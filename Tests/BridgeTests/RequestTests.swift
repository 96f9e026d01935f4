import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

@testable import Bridge

@Suite(.timeLimit(.minutes(1))) struct RequestTests {
    private let request = "h/bridge/request/bridge"

    @Test func `health says how the bridge is`() async throws {
        let test = try await TestBridge()
        test.connect()
        let answer = await test.answer("\(request)/health", "")
        #expect(answer.hasPrefix(#"{"ok":true,"result":{"uptime":"#))
        #expect(answer.contains(#""connected":true,"hub":{"online":true},"devices":4"#))
    }

    @Test(arguments: ["lamp", "Kitchen Lamp", "main-house/device/kitchen-lamp", "h/main-house/device/kitchen-lamp"])
    func `refresh publishes again`(object: String) async throws {
        let test = try await TestBridge()
        test.connect()
        let messages = await test.order("\(request)/refresh", #"{"object":"\#(object)"}"#)
        #expect(messages.dropLast().allSatisfy { $0.topicText.hasPrefix("h/main-house/device/kitchen-lamp/") })
        #expect(messages.count == 10)
    }

    @Test func `refreshes at once are one, and the next is another`() async throws {
        let test = try await TestBridge()
        let count = test.connect().count - 1  // all but the state
        for round in 1...2 {
            for number in 0..<100 { test.receive("\(request)/refresh", "", responseTopic: "reply/\(number)") }
            test.receive("\(request)/refresh", #"{"object":"lamp"}"#, responseTopic: "reply/lamp")
            let messages = test.pull()
            let answers = messages.filter { $0.topicText.hasPrefix("reply/") }
            #expect(answers.count == 101 && answers.allSatisfy { $0.text == #"{"ok":true}"# })
            let published = messages.filter { $0.isRetained && $0.topicText != "h/bridge/info" }
            #expect(published.count == count - 1, "round \(round)")
            // Whoever asked got everything after asking.
            #expect(messages.firstIndex { $0.topicText == "reply/0" } ?? 0 >= count - 1)
        }
    }

    @Test func `a refresh of something else is not lost in others`() async throws {
        let test = try await TestBridge()
        test.connect()
        for object in ["lamp", "bulb", "lamp"] { test.receive("\(request)/refresh", #"{"object":"\#(object)"}"#) }
        let topics = test.pull().filter(\.isRetained).map(\.topicText)
        #expect(topics.count { $0.hasPrefix("h/main-house/device/kitchen-lamp/") } == 9)
        #expect(topics.count { $0.hasPrefix("h/main-house/device/bulb/") } > 0)
        #expect(Set(topics).count == topics.count)
    }

    @Test func `an id comes before a topic`() async throws {
        var contents = TestHome.contents
        contents.structures[0].name = "Lamp"
        let test = try await TestBridge(contents)
        test.connect()
        let messages = await test.order("\(request)/refresh", #"{"object":"lamp"}"#)
        #expect(messages.dropLast().allSatisfy { $0.topicText.hasPrefix("h/lamp/device/kitchen-lamp/") })
        #expect(messages.count == 10)
    }

    @Test func `read gives pages`() async throws {
        let test = try await TestBridge { $0.limits.pageSize = 2_000 }
        test.connect()
        var page = 0
        var topics = 0
        while true {
            let answer = await test.answer("\(request)/read", #"{"page":\#(page)}"#)
            topics += answer.matches(of: /"h\//).count
            guard let next = answer.firstMatch(of: /"next":(\d+)/).flatMap({ Int($0.1) }) else { break }
            #expect(next > page)
            page = next
        }
        #expect(page > 0)
        #expect(topics >= test.bridge.retainedTopics - 1)
        #expect(
            await test.answer("\(request)/read", #"{"object":"main-house/device/kitchen-lamp/availability"}"#)
                == #"{"ok":true,"result":{"values":{"h/main-house/device/kitchen-lamp/availability":"online"}}}"#)
        #expect(await test.answer("\(request)/read", #"{"object":"main-house/device/nobody"}"#).contains("notFound"))
    }

    @Test func `lines of the log are sent where asked for`() async throws {
        let test = try await TestBridge()
        test.connect()
        #expect(
            await test.answer("\(request)/log-level", #"{"mqtt":"warning"}"#)
                == #"{"ok":true,"result":{"level":"info","mqtt":"warning"}}"#)
        test.bridge.connection(test.connection, published: 135, token: 1)
        let line = test.pull().last
        #expect(line?.topicText == "h/bridge/log")
        #expect(line?.text.contains(#""level":"warning""#) == true)
        #expect(await test.answer("\(request)/log-level", #"{"level":"loud"}"#).contains("invalidArgument"))
    }

    @Test func `a hub that does not simulate says so`() async throws {
        let test = try await TestBridge()
        test.connect()
        #expect(
            await test.answer("h/bridge/request/simulation/reboot", #"{"device":"lamp"}"#).contains("unimplemented"))
    }

    @Test func `requests that take time are bounded`() async throws {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let test = try await TestBridge(
            hub: FakeHub(TestHome.contents, refreshGate: { for await _ in gate {} })
        ) { $0.limits.requests = 2 }
        test.connect()
        let read = "h/bridge/request/bridge/read"
        for topic in ["reply/1", "reply/2"] { test.receive(read, #"{"fresh":true}"#, responseTopic: topic) }
        let refused = await test.order(read, #"{"fresh":true,"$id":3}"#, responseTopic: "reply/3").last?.text ?? ""
        #expect(refused.contains(#""code":"resourceExhausted""#))
        #expect(refused.contains(#""id":3"#))
        opener.finish()
        var answered: Set<String> = []
        for await _ in test.connection.wakes {
            answered.formUnion(test.pull().map(\.topicText).filter { $0.hasPrefix("reply/") })
            if answered == ["reply/1", "reply/2"] { break }
        }
        #expect(await test.order(read, "{}", responseTopic: "reply/4").last?.text.contains(#""ok":true"#) == true)
    }

    /// Devices are asked side by side; those that do not answer keep what is known of them.
    @Test func `fresh values are waited for within the request's time`() async throws {
        let time = ManualTime()
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let test = try await TestBridge(
            hub: FakeHub(TestHome.contents, refreshGate: { for await _ in gate {} }), time: time)
        test.connect()
        let read = "\(request)/read"
        test.receive(read, #"{"fresh":true}"#, responseTopic: "all")
        test.receive(read, #"{"object":"bulb","fresh":true}"#, responseTopic: "one")
        // The scan that came to its end waits, too, and the echo, as do both requests and what they ask.
        await time.sleepers(atLeast: 7)
        time.advance(by: .seconds(9))
        var answers: [String: String] = [:]
        for await _ in test.connection.wakes {
            for message in test.pull() where ["all", "one"].contains(message.topicText) {
                answers[message.topicText] = message.text
            }
            if answers.count == 2 { break }
        }
        #expect(answers["all"]?.hasPrefix(#"{"ok":true,"result":{"values":{"h/bridge/info":"#) == true)
        #expect(
            answers["one"]
                == #"{"ok":false,"error":{"code":"deadlineExceeded","message":"Bulb did not answer in time"}}"#)
        opener.finish()
    }
}
