import HomeGraph
import TestSupport
import Testing

@testable import SimulatedHub

@Suite struct TimerQueueTests {
    @Test(arguments: 1...20)
    func timersComeUpInOrderOfTimeAndThenOfSetting(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = TimerQueue()
        var expected: [(due: Duration, number: UInt64)] = []
        for device in 0..<200 {
            let due = Duration.seconds(Int.random(in: 0..<20, using: &random))
            let number = queue.insert(due: due, device: device, key: TimerKey(endpoint: 1, cluster: 6, timer: 0)).number
            expected.append((due, number))
        }
        expected.sort { ($0.due, $0.number) < ($1.due, $1.number) }
        var popped: [UInt64] = []
        while let entry = queue.popDue(by: .seconds(10)) { popped.append(entry.number) }
        #expect(popped == expected.filter { $0.due <= .seconds(10) }.map(\.number))
        #expect(queue.firstDue == expected.first { $0.due > .seconds(10) }?.due)
    }

    @Test func timersThatAreOverAreSweptOut() {
        let key = TimerKey(endpoint: 1, cluster: 6, timer: 0)
        var queue = TimerQueue()
        var current: [Int: UInt64] = [:]
        var sweeps = 0
        for round in 0..<10_000 {
            let device = round % 10
            current[device] = queue.insert(due: .seconds(100_000 - round), device: device, key: key).number
            guard queue.isCrowded else { continue }
            sweeps += 1
            queue.keep { current[$0.device] == $0.number }
            #expect(!queue.isCrowded)
        }
        #expect(sweeps > 10)
        queue.keep { current[$0.device] == $0.number }
        var popped: [UInt64] = []
        while let entry = queue.popDue(by: .seconds(100_000)) { popped.append(entry.number) }
        #expect(popped == current.values.sorted(by: >))
    }

    @Test(arguments: [(0.5, 20), (1, 10), (10, 1)])
    func theClockMapsRealTimeAndBack(_ speed: Double, _ seconds: Int) {
        let clock = SimulatedClock(speed: speed, uptime: .seconds(100), now: Timestamp(rawValue: 0))
        #expect(clock.moment(at: .seconds(100 + seconds)) == .seconds(10))
        #expect(clock.uptime(of: .seconds(10)) == .seconds(100 + seconds))
    }

    @Test func aChangeOfSpeedKeepsTheMoment() {
        var clock = SimulatedClock(speed: 2, uptime: .zero, now: Timestamp(rawValue: 0))
        clock.setSpeed(5, uptime: .seconds(10))
        #expect(clock.moment(at: .seconds(10)) == .seconds(20))
        #expect(clock.moment(at: .seconds(12)) == .seconds(30))
    }

    @Test func aTransitionEndsExactly() {
        let transition = Transition(start: 10, end: 201, began: .seconds(5), duration: .seconds(7))
        #expect(transition.value(at: .zero) == 10)
        #expect(transition.value(at: .seconds(5)) == 10)
        #expect(transition.value(at: .seconds(12)) == 201)
        #expect(transition.value(at: .seconds(99)) == 201)
        let values = (5...12).map { transition.value(at: .seconds($0)) }
        #expect(values == values.sorted())
    }

    /// Nothing is due between two values, and no value is left out.
    @Test(arguments: [(40.3, 100, 15_000), (254, 1, 600), (0, 359, 100), (99.7, 100, 9), (-10, -200, 4000)])
    func `a transition comes from value to value`(_ start: Double, _ end: Double, _ seconds: Int) {
        let transition = Transition(start: start, end: end, began: .seconds(5), duration: .seconds(seconds))
        var moment = transition.began
        var values = [transition.value(at: moment).rounded()]
        while values.last != end, values.count < 1000 {
            let next = transition.timeToNextValue(after: moment, unit: 1)
            #expect(next > .zero)
            moment += next
            values.append(transition.value(at: moment).rounded())
        }
        let step = end > start ? 1.0 : -1.0
        #expect(values == Array(stride(from: start.rounded(), through: end, by: step)))
        #expect(
            Transition(start: 3, end: 3, began: .zero, duration: .seconds(5)).timeToNextValue(after: .zero, unit: 1)
                == .zero)
    }
}
