import DataModel
import ModelReader
import Synchronization
import TestSupport
import Testing

@testable import HomeGraph

struct OrderDispatcherTests {
    private let time = ManualTime()
    private let hub = HandHub(SmallHome.contents(lamps: 3))

    private func order(_ device: Int, _ commands: [Int], within duration: Duration = .seconds(10)) -> Order {
        Order(
            device: DeviceIndex(rawValue: device),
            steps: commands.map {
                .invoke(endpoint: 1, cluster: SmallHome.onOff, command: SmallHome.onOff.commands[$0], fields: [:])
            }, deadline: time.uptime + duration)
    }

    @Test func `orders to one device keep their order, also while one is slow`() async {
        let dispatcher = OrderDispatcher(hub: hub, time: time)
        hub.hold()
        await withTaskGroup(of: Void.self) { group in
            let (outcomes, continuation) = AsyncStream.makeStream(of: OrderOutcome.self)
            for command in [0, 1, 2, 0] {
                dispatcher.submit(order(0, [command])) { continuation.yield($0) }
            }
            group.addTask {
                var count = 0
                for await _ in outcomes {
                    count += 1
                    if count == 4 { return }
                }
            }
            await hub.held(1)
            #expect(dispatcher.count == 4)
            hub.letGo()
        }
        #expect(hub.log == ["0 off", "0 on", "0 toggle", "0 off"])
    }

    @Test func `what follows from values is found out when its turn has come`() async {
        let dispatcher = OrderDispatcher(hub: hub, time: time)
        let device = DeviceIndex(rawValue: 0)
        hub.hold()
        async let first = dispatcher.perform(order(0, [0]))
        await hub.held(1)
        let log = hub
        let step = Order.Step.onTurn { [command = SmallHome.onOff.commands[1]] in
            let isFirst = !log.log.contains("0 off")
            return isFirst ? [] : [.invoke(endpoint: 1, cluster: SmallHome.onOff, command: command, fields: [:])]
        }
        async let second = dispatcher.perform(
            Order(device: device, steps: [step], deadline: time.uptime + .seconds(10)))
        hub.letGo()
        #expect(await first.error == nil)
        #expect(await second.results.count == 1)
        #expect(hub.log == ["0 off", "0 on"])
        let refusal = Order.Step.onTurn { () throws(HomeError) in throw HomeError(.failedPrecondition, "no") }
        let outcome = await dispatcher.perform(
            Order(device: device, steps: [refusal], deadline: time.uptime + .seconds(10)))
        #expect(outcome.error?.code == .failedPrecondition)
    }

    @Test func `a slow device holds up no other`() async {
        let dispatcher = OrderDispatcher(hub: hub, time: time)
        hub.hold()
        async let slow = dispatcher.perform(order(0, [1]))
        await hub.held(1)
        async let other = dispatcher.perform(order(1, [1]))
        await hub.held(2)
        hub.letGo()
        #expect(await slow.error == nil)
        #expect(await other.error == nil)
    }

    @Test func `a batch stops at the first failure and says what was done`() async {
        let dispatcher = OrderDispatcher(hub: hub, time: time)
        hub.fail(with: HomeError(.failedPrecondition, "no"))
        let outcome = await dispatcher.perform(order(0, [0, 1]))
        #expect(outcome.results.isEmpty)
        #expect(outcome.error?.code == .failedPrecondition)
        #expect(hub.log == ["0 off"])
    }

    @Test func `more than the limit waits for nobody`() async {
        let dispatcher = OrderDispatcher(hub: hub, time: time, waiting: 2)
        hub.hold()
        let (outcomes, continuation) = AsyncStream.makeStream(of: (Int, OrderOutcome).self)
        for number in 0..<4 { dispatcher.submit(order(0, [0])) { continuation.yield((number, $0)) } }
        var iterator = outcomes.makeAsyncIterator()
        let refused = await iterator.next()
        #expect(refused?.0 == 3)
        #expect(refused?.1.error?.code == .resourceExhausted)
        await hub.held(1)
        hub.letGo()
        for expected in 0..<3 {
            let outcome = await iterator.next()
            #expect(outcome?.0 == expected)
            #expect(outcome?.1.error == nil)
        }
    }

    @Test func `an order whose time is over is never carried out`() async {
        let dispatcher = OrderDispatcher(hub: hub, time: time)
        let late = order(0, [1], within: .zero)
        let outcome = await dispatcher.perform(late)
        #expect(outcome.error?.code == .deadlineExceeded)
        #expect(hub.log.isEmpty)
    }

    @Test func `an order that is not confirmed in time fails and the queue goes on`() async {
        let dispatcher = OrderDispatcher(hub: hub, time: time)
        hub.hold()
        async let lost = dispatcher.perform(order(0, [1], within: .seconds(1)))
        await hub.held(1)
        await time.sleepers(atLeast: 1)
        time.advance(by: .seconds(1))
        let outcome = await lost
        #expect(outcome.error?.code == .deadlineExceeded)
        #expect(outcome.error?.message.contains("may have happened") == true)
        hub.letGo()
        let next = await dispatcher.perform(order(0, [0]))
        #expect(next.error == nil)
    }

    @Test func `what a step comes to on its turn ends with the order's time, too`() async {
        let dispatcher = OrderDispatcher(hub: hub, time: time)
        hub.hold()
        let steps = order(0, [1, 0, 1]).steps
        let late = Order(
            device: DeviceIndex(rawValue: 0), steps: [.onTurn { steps }], deadline: time.uptime + .seconds(1))
        async let lost = dispatcher.perform(late)
        await hub.held(1)
        await time.sleepers(atLeast: 1)
        time.advance(by: .seconds(1))
        #expect(await lost.error?.code == .deadlineExceeded)
        // The hub answers after all, whatever was cancelled.
        hub.letGo()
        await hub.logged(1)
        #expect(await dispatcher.perform(order(0, [2])).error == nil)
        #expect(hub.log == ["0 on", "0 toggle"])
    }

    @Test func `orders that wait together count as one, and each succeeds or fails alone`() async {
        let dispatcher = OrderDispatcher(hub: hub, time: time, waiting: 1)
        hub.hold()
        async let running = dispatcher.perform(order(0, [2]))
        await hub.held(1)
        let (outcomes, continuation) = AsyncStream.makeStream(of: OrderOutcome.self)
        let refused = Order(
            device: DeviceIndex(rawValue: 0),
            steps: [.onTurn { () throws(HomeError) in throw HomeError(.aborted, "no") }],
            deadline: time.uptime + .seconds(10))
        let together = [order(0, [1]), refused] + (0..<40).map { _ in order(0, [0]) }
        dispatcher.submit(
            together: together.map { order in (order, { continuation.yield($0) }) }, for: DeviceIndex(rawValue: 0))
        async let full = dispatcher.perform(order(0, [2]))
        #expect(await full.error?.code == .resourceExhausted)
        hub.letGo()
        #expect(await running.error == nil)
        var codes: [HomeError.Code?] = []
        for await outcome in outcomes {
            codes.append(outcome.error?.code)
            if codes.count == together.count { break }
        }
        #expect(codes == [nil, .aborted] + Array(repeating: nil, count: 40))
        #expect(hub.log == ["0 toggle", "0 on"] + Array(repeating: "0 off", count: 40))
    }

    @Test func `as many as anybody likes may wait together`() async {
        let dispatcher = OrderDispatcher(hub: hub, time: time)
        let count = 20_000
        let orders = (0..<count).map { order(0, [$0 % 3], within: $0.isMultiple(of: 2) ? .seconds(10) : .zero) }
        let failures = Mutex(0)
        await withCheckedContinuation { continuation in
            let open = Mutex(count)
            let together = orders.map { order -> (Order, OrderDispatcher.Completion) in
                (
                    order,
                    { outcome in
                        if outcome.error != nil { failures.withLock { $0 += 1 } }
                        if open.withLock({ open in
                            open -= 1
                            return open == 0
                        }) {
                            continuation.resume()
                        }
                    }
                )
            }
            dispatcher.submit(together: together, for: DeviceIndex(rawValue: 0))
        }
        #expect(failures.withLock { $0 } == count / 2)
        #expect(hub.log.count == count / 2)
    }

    @Test func `what is late is cancelled before anybody hears of it`() async {
        let isCancelled = Mutex(false)
        let late = HomeError(.deadlineExceeded, "late")
        let wasCancelled = await withCheckedContinuation { continuation in
            let work: @Sendable (OutcomeRace) async throws(HomeError) -> Void = { _ in
                await withTaskCancellationHandler {
                    _ = try? await Task.sleep(for: .seconds(3600))
                } onCancel: {
                    isCancelled.withLock { $0 = true }
                }
            }
            OutcomeRace.begin(by: time.uptime + .seconds(1), time, late: late, work) { _ in
                continuation.resume(returning: isCancelled.withLock { $0 })
            }
            Task { [time] in
                await time.sleepers(atLeast: 1)
                time.advance(by: .seconds(1))
            }
        }
        #expect(wasCancelled)
    }

    @Test func `a device that confirms at once has done so before submitting returns, and nobody watches the time`() {
        let dispatcher = OrderDispatcher(hub: hub, time: time)
        let outcomes = Mutex<[OrderOutcome]>([])
        for command in [1, 0, 2] {
            dispatcher.submit(order(0, [command])) { outcome in outcomes.withLock { $0.append(outcome) } }
            #expect(dispatcher.count == 0)
        }
        #expect(outcomes.withLock { $0.map(\.error) } == [nil, nil, nil])
        #expect(hub.log == ["0 on", "0 off", "0 toggle"])
        #expect(time.sleeperCount == 0)
    }

    @Test func `orders that follow from outcomes wait for their turn, however many`() async {
        let dispatcher = OrderDispatcher(hub: hub, time: time)
        let (outcomes, continuation) = AsyncStream.makeStream(of: Int.self)
        let count = 20_000
        @Sendable func submit(_ number: Int) {
            dispatcher.submit(order(0, [2])) { _ in
                // The device is busy until this returns, so that the next one is not carried out in here.
                if number < count { submit(number + 1) }
                continuation.yield(number)
            }
        }
        submit(1)
        var expected = 1
        for await number in outcomes {
            #expect(number == expected)
            expected += 1
            if number == count { break }
        }
        #expect(hub.log.count == count)
    }

    @Test func `each of many orders gets one outcome`() async {
        let dispatcher = OrderDispatcher(hub: hub, time: time, waiting: 10_000)
        let succeeded = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<600 {
                group.addTask {
                    await dispatcher.perform(order(number % 3, [number % 2])).error == nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(succeeded == 600)
        #expect(hub.log.count == 600)
        #expect(dispatcher.count == 0)
    }
}
