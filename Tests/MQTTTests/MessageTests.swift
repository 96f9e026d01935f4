import MQTT
import Testing

struct MessageTests {
    @Test func `the size of a packet is counted to the octet`() {
        var message = OutboundMessage()
        message.topic = Array("a/b".utf8)
        message.payload = Array("hello".utf8)
        // PUBLISH of MQTT 3.1.1: 30 0a 00 03 'a/b' 'hello'
        #expect(message.packetSize(in: .v3_1_1) == 12)
        #expect(message.packetSize(in: .v5) == 13)
        message.qualityOfService = .atLeastOnce
        #expect(message.packetSize(in: .v3_1_1) == 14)
        message.correlationData = [1, 2, 3]
        message.expiryInterval = 9
        message.responseTopic = Array("r".utf8)
        #expect(message.packetSize(in: .v3_1_1) == 14)
        #expect(message.packetSize(in: .v5) == 15 + 6 + 5 + 4)
    }

    @Test(arguments: [
        (122, 129), (123, 131), (16_378, 16_386), (16_379, 16_388), (2_097_146, 2_097_155), (2_097_147, 2_097_157),
    ])
    func `the length of the length grows`(payload: Int, size: Int) {
        var message = OutboundMessage()
        message.topic = Array("abc".utf8)
        message.payload = Array(repeating: 0, count: payload)
        #expect(message.packetSize(in: .v3_1_1) == size)
    }

    @Test func `a size is suspected once and refused the second time`() {
        var limit = PacketLimit()
        let early = [100_000, 90_000, 0, 90_000].map { limit.lost(largest: $0) }
        #expect(early == [false, false, false, false])
        #expect(limit.learned == nil)
        let isLearned = limit.lost(largest: 90_000)
        #expect(isLearned)
        #expect(limit.learned == 89_999)
        let small = (0..<3).map { _ in limit.lost(largest: PacketLimit.least - 1) }
        #expect(small == [false, false, false])
        limit.forget()
        #expect(limit.learned == nil)
    }

    @Test func `an emptied message is as a new one`() {
        var message = OutboundMessage()
        message.topic = [1]
        message.payload = [2]
        message.qualityOfService = .exactlyOnce
        message.isRetained = true
        message.responseTopic = [3]
        message.correlationData = [4]
        message.expiryInterval = 5
        message.token = 6
        message.removeAll()
        #expect(String(reflecting: message) == String(reflecting: OutboundMessage()))
    }

    @Test func `reason codes have the specification's names`() {
        #expect(ReasonCode.notAuthorized.description == "not authorized")
        #expect(ReasonCode(rawValue: 0x8E) == .sessionTakenOver)
        #expect(ReasonCode(rawValue: 0x42).description == "reason code 66")
        #expect(ReasonCode.packetTooLarge.isError && !ReasonCode.success.isError)
        #expect((0...6).map { ReasonCode(connectReturnCode: $0).rawValue } == [0, 0x84, 0x85, 0x88, 0x86, 0x87, 0x80])
    }
}
