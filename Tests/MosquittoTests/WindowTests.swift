import MQTT
import TestSupport
import Testing

@testable import Mosquitto

struct WindowTests {
    @Test(arguments: [(1, 1), (20, 20), (65_535, 1000), (0, 1)])
    func `it is full at what the broker takes, and at a thousand`(receiveMaximum: Int, most: Int) {
        var window = Window(receiveMaximum: receiveMaximum)
        for number in 1...most {
            #expect(!window.isFull)
            window.add(UInt16(number), .atLeastOnce, token: UInt64(number), octets: 1)
        }
        #expect(window.isFull && !window.isEmpty)
        let token = window.remove(1)
        #expect(token == 1)
        #expect(!window.isFull)
    }

    @Test func `large messages fill it, too`() {
        var window = Window(receiveMaximum: 1000)
        window.add(1, .exactlyOnce, token: 0, octets: Window.mostOctets)
        #expect(window.isFull)
        let token = window.remove(1)
        #expect(token == nil)  // nobody wants to hear of token 0
        #expect(!window.isFull && window.isEmpty)
    }

    @Test func `a number that is in use is not given out again`() {
        var window = Window(receiveMaximum: 1000)
        window.add(1, .atLeastOnce, token: 77, octets: 1)
        for number in 2...UInt16.max {
            #expect(!window.isFull, "\(number)")
            window.add(number, .atMostOnce, token: 0, octets: 1)
        }
        #expect(window.isFull)  // the library would call the next message 1
        let token = window.remove(1)
        #expect(token == 77)
        #expect(!window.isFull)
    }

    @Test func `an acknowledgement that a later one overtook is overdue, one that is only slow is not`() {
        let patience = Duration.seconds(90)
        var window = Window(receiveMaximum: 20)
        #expect(!window.isOverdue(at: .seconds(1000), patience: patience))
        for number in 1...UInt16(5) {
            window.add(number, .atLeastOnce, token: 0, octets: 1, at: .seconds(1000))
        }
        // A slow line: one after another, in their order, however long it takes.
        for (number, now) in [(UInt16(1), 1080), (2, 1160), (3, 1240)] {
            _ = window.remove(number, at: .seconds(now))
            #expect(!window.isOverdue(at: .seconds(now + 80), patience: patience), "\(number)")
        }
        // The fourth is lost: the fifth comes.
        _ = window.remove(5, at: .seconds(1300))
        #expect(window.isOverdue(at: .seconds(1301), patience: patience))
        _ = window.remove(4, at: .seconds(1302))
        #expect(!window.isOverdue(at: .seconds(9000), patience: patience))
    }

    @Test func `where none is acknowledged for long all are overdue, unless the line did not take them`() {
        let patience = Duration.seconds(90)
        var window = Window(receiveMaximum: 20)
        window.add(1, .atLeastOnce, token: 0, octets: 1, at: .seconds(1000))
        #expect(!window.isOverdue(at: .seconds(1090), patience: patience))
        #expect(window.isOverdue(at: .seconds(1091), patience: patience))
        window.holdUp(at: .seconds(1050))
        #expect(!window.isOverdue(at: .seconds(1140), patience: patience))
        #expect(window.isOverdue(at: .seconds(1141), patience: patience))
    }

    @Test func `a lost acknowledgement is noticed at once where its number would come again`() {
        let patience = Duration.seconds(90)
        var window = Window(receiveMaximum: 20)
        window.add(1, .atLeastOnce, token: 0, octets: 1, at: .seconds(1))
        for number in 2...UInt16.max {
            window.add(number, .atLeastOnce, token: 0, octets: 1, at: .seconds(2))
            _ = window.remove(number, at: .seconds(2))
        }
        #expect(window.isFull)
        #expect(!window.isOverdue(at: .seconds(3), patience: patience))
        #expect(window.isOverdue(at: .seconds(7), patience: patience))
    }

    @Test func `requests are answered whole, in their order, whatever the broker's order`() {
        var answers = SubscribeAnswers()
        let subscriptions = [
            Subscription(filter: "a"), Subscription(filter: "b", noLocal: true), Subscription(filter: "x#"),
            Subscription(filter: "c"),
        ]
        let request = answers.begin(9, subscriptions)
        let packets = answers.packets(of: request, subscriptions, in: .v5)
        #expect(packets.map(\.filters) == [["a"], ["b"], ["c"]])
        #expect(packets.map(\.options) == [0, 4, 0])
        for (index, packet) in packets.enumerated() { answers.sent(packet, of: request, as: UInt16(index + 1)) }
        for identifier in [UInt16(3), 1] {
            let answered = answers.answered(identifier, reasonCodes: [UInt8(identifier)])
            #expect(answered == request)
            let early = answers.takeAnswer(to: request)
            #expect(early == nil)
        }
        _ = answers.answered(2, reasonCodes: [])  // a broker that forgets a code
        let answer = answers.takeAnswer(to: request)
        #expect(answer?.number == 9)
        #expect(answer?.reasonCodes == [1, 0x80, 0x8F, 3])
        let unknown = answers.answered(2, reasonCodes: [0])
        #expect(unknown == nil)
        let other = answers.begin(1, subscriptions)
        #expect(answers.packets(of: other, subscriptions, in: .v3_1_1).count == 1)
    }
}
