import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

@testable import Bridge

/// The system's clock is set, back or forward: times that are said follow it, times that are waited for do not.
@Suite(.timeLimit(.minutes(1))) struct ClockTests {
    private let on = "h/main-house/device/kitchen-lamp/DimmableLight/OnOff/on/invoke"

    @Test(arguments: [Duration.seconds(-86_400 * 400), .seconds(86_400 * 400)])
    func `orders have their time whatever the clock says`(change: Duration) async throws {
        let time = ManualTime()
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let hub = FakeHub(TestHome.contents) { invocation in
            guard invocation.device.rawValue == 0 else { return }
            for await _ in gate {}
        }
        let test = try await TestBridge(hub: hub, time: time) { $0.commands.rate = 5 }
        test.connect()
        test.receive(on, "{}", responseTopic: "first")
        test.receive(on, "{}", responseTopic: "second")
        // The scan's two deadlines, the echo's, and the first order's; the second waits behind it.
        await time.sleepers(atLeast: 4)
        time.setClock(by: change)
        // Neither is over because of that.
        time.advance(by: .seconds(9))
        #expect(test.pull().filter { ["first", "second"].contains($0.topicText) }.isEmpty)
        time.advance(by: .seconds(2))
        let answers = await test.pullUntil { messages in
            ["first", "second"].allSatisfy { topic in messages.contains { $0.topicText == topic } }
        }
        #expect(answers.filter { $0.text.contains("deadlineExceeded") }.count >= 2)
        opener.finish()
        // Orders go on, the rate is as it was, and what is said has the clock's time.
        let bulb = "h/main-house/device/bulb/OnOffLight/OnOff/on/invoke"
        #expect(await test.answer(bulb, "{}") == #"{"ok":true}"#)
        let messages = await test.order("h/bridge/request/device/rename", #"{"device":"bulb","name":"Bulb 2"}"#)
        let event = try #require(messages.first { $0.topicText == "h/bridge/event" })
        #expect(event.text.contains(#""time":"\#(time.now.text)""#), "\(event.text)")
        // The first alone reached the hub: the second had not begun when its time was over.
        #expect(hub.invocations.count { $0.device.rawValue == 0 } <= 1)
    }

    @Test func `a device's last report is noted again after the clock was set back`() {
        let time = ManualTime()
        let store = HomeStore(contents: TestHome.contents, time: time)
        let slot = store.shape.devices[1].firstSlot + DeviceLayout.lastReportOffset
        for number in 0..<4 {
            let device = DeviceIndex(rawValue: 1)
            let change = Change(
                device: device, offset: DeviceLayout.firstAttributeOffset, value: .bool(number % 2 == 0))
            store.report([change])
            #expect(store.value(at: slot) == .int(time.now.rawValue))
            time.setClock(by: .seconds(-86_400))
        }
    }
}
