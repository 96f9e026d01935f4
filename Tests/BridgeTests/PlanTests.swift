import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

@testable import Bridge

@Suite struct PlanTests {
    private func planner(_ store: HomeStore) -> OutputPlanner {
        OutputPlanner(
            store.shape, configuration: BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh"),
            layouts: TopicLayouts())
    }

    private let codec = OutputCodec(qualityOfService: .atMostOnce)

    private func store(_ change: (inout HomeContents) -> Void = { _ in }) -> HomeStore {
        var contents = TestHome.contents
        change(&contents)
        return HomeStore(contents: contents, time: SystemTime(), lastReportInterval: nil)
    }

    private func pull(_ outbox: inout OutboxState, _ store: HomeStore) -> [OutboundMessage] {
        var messages: [OutboundMessage] = []
        var message = OutboundMessage()
        while outbox.next(into: &message, store: store, codec: codec) {
            messages.append(message)
            message.removeAll()
        }
        return messages
    }

    /// A device with another name moves: new topics, then what tells of them, then the old ones are cleared.
    @Test func `a new shape publishes what is new then clears what is gone`() throws {
        let before = store()
        let after = store {
            $0.devices[1].name = "Desk Lamp"
            $0.groups = []
        }
        let planner = planner(before)
        var outbox = OutboxState(
            plan: planner.plan(before.shape), status: BridgeStatus(started: Timestamp(rawValue: 0)),
            limits: BridgeConfiguration.Limits())
        outbox.open()
        outbox.publishEverything(now: .zero)
        let first = pull(&outbox, before)
        outbox.replace(plan: planner.plan(after.shape))
        let second = pull(&outbox, after)
        let published = second.filter { !$0.payload.isEmpty }.map(\.topicText)
        let cleared = second.filter(\.payload.isEmpty).map(\.topicText)
        #expect(published.contains("h/main-house/device/desk-lamp/OnOffLight/OnOff/onOff"))
        #expect(published.contains("h/main-house/device/desk-lamp/info") && published.contains("h/bridge/devices"))
        // What is as it was is not sent again.
        #expect(
            !published.contains("h/main-house/device/power-strip/info") && !published.contains("h/bridge/structures"))
        #expect(cleared.contains("h/main-house/device/bulb/OnOffLight/OnOff/onOff"))
        #expect(cleared.contains("h/main-house/device/bulb/info") && cleared.contains("h/main-house/group/lights/info"))
        let fromFirstCleared = second.drop { !$0.payload.isEmpty }
        #expect(fromFirstCleared.filter { !$0.payload.isEmpty }.isEmpty)
        // Whoever follows from the beginning has now what is published now, and nothing else.
        var retained: [String: String] = [:]
        for message in first + second {
            retained[message.topicText] = message.payload.isEmpty ? nil : message.text
        }
        retained["h/bridge/state"] = nil
        let now = OutputSnapshot(
            plan: outbox.plan, status: outbox.status, store: after,
            configuration: BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh")
        ).page(root: nil, from: 0, size: .max).topics
        #expect(retained == Dictionary(uniqueKeysWithValues: now.map { ($0.topic, $0.payload) }))
    }

    /// A segment that somebody else took meanwhile is not cleared.
    @Test func `a topic that somebody took stays`() {
        let before = store()
        let after = store {
            $0.devices[0].name = "Bulb"
            $0.devices[1].name = "Kitchen Lamp"
        }
        let planner = planner(before)
        var outbox = OutboxState(
            plan: planner.plan(before.shape), status: BridgeStatus(started: Timestamp(rawValue: 0)),
            limits: BridgeConfiguration.Limits())
        outbox.open()
        outbox.publishEverything(now: .zero)
        _ = pull(&outbox, before)
        outbox.replace(plan: planner.plan(after.shape))
        let cleared = Set(pull(&outbox, after).filter(\.payload.isEmpty).map(\.topicText))
        #expect(!cleared.contains("h/main-house/device/bulb/availability"))
        #expect(cleared.contains("h/main-house/device/bulb/OnOffLight/OnOff/onOff"))
    }

    @Test func `answers whose time is over are not sent later`() {
        let store = store()
        var outbox = OutboxState(
            plan: planner(store).plan(store.shape), status: BridgeStatus(started: Timestamp(rawValue: 0)),
            limits: BridgeConfiguration.Limits())
        for (topic, deadline) in [("late", Duration.seconds(1)), ("waited", .seconds(9))] {
            outbox.append(
                answer: OutboxMessage(
                    topic: Array(topic.utf8), payload: [1], qualityOfService: .atMostOnce, deadline: deadline))
        }
        outbox.open()
        #expect(pull(&outbox, store).isEmpty)
        outbox.publishEverything(now: .seconds(5))
        let topics = pull(&outbox, store).map(\.topicText)
        #expect(topics.suffix(2) == ["h/bridge/state", "waited"] && !topics.contains("late"))
        #expect(outbox.status.dropped == 1)
    }

    @Test func `every published topic is found again`() {
        let store = store()
        let plan = planner(store).plan(store.shape)
        plan.forEachSlot { slot in
            var topic: [UInt8] = []
            #expect(plan.appendTopic(ofSlot: slot, to: &topic))
            #expect(plan.contains(topic))
            #expect(!plan.contains(topic + [UInt8(ascii: "x")]) && !plan.contains(Array(topic.dropLast())))
        }
    }

    @Test(arguments: [
        ("h/bridge/state", true), ("h/bridge/request/x", false), ("h/bridge/other", false), ("h/s/info", true),
        ("h/bridge/event", true), ("h/bridge/log", true), ("h/bridge/response/bridge/health", true),
        ("h/s/device/d/info", true), ("h/s/ha/device/d/x", false), ("h/s/device/d", false), ("h/s/garden/x/y", false),
        ("h/s/device/d/P/T/A/set", false), ("h/s/device/d/invoke", false), ("other/s/info", false), ("h", false),
    ])
    func `topics of the contract's shapes are the bridge's own`(topic: String, isOwn: Bool) {
        #expect(OwnTopics.isOwn(Array(topic.utf8), base: [Array("h".utf8)[...]]) == isOwn)
    }

    @Test func `hashes tell values apart`() {
        var hashes = PublishedHashes()
        let steps = [(3, 1), (3, 1), (3, 2), (4, 2)].map { hashes.replace($0.0, with: [UInt8($0.1)]) }
        #expect(steps == [true, false, true, true])
        hashes.forget(3)
        let again = hashes.replace(3, with: [2])
        #expect(again)
    }
}
