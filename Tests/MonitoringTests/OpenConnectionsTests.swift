import Testing

@testable import Monitoring

struct OpenConnectionsTests {
    @Test func `who is slow goes when others want the place, and not before its time`() {
        var connections = OpenConnections(most: 2, patience: .seconds(2))
        #expect(connections.admit(at: .zero) == .admitted)
        connections.began(5, at: .zero)
        connections.began(6, at: .seconds(1))
        #expect(connections.admit(at: .milliseconds(1_999)) == .refused)
        #expect(connections.admit(at: .seconds(2)) == .instead(of: 5))
        connections.began(7, at: .seconds(2))
        connections.ended(5)
        #expect(connections.count == 2)
        #expect(connections.admit(at: .seconds(2)) == .refused)
        connections.ended(6)
        #expect(connections.admit(at: .seconds(2)) == .admitted)
    }

    @Test func `there are never more than there may be`() {
        var random = SystemRandomNumberGenerator()
        var connections = OpenConnections(most: 4, patience: .seconds(2))
        var open: [Int32] = []
        var now = Duration.zero
        for socket in 0..<2_000 as Range<Int32> {
            now += .milliseconds(Int.random(in: 0...900, using: &random))
            switch connections.admit(at: now) {
            case .refused: #expect(open.count == 4)
            case .instead(of: let oldest):
                #expect(oldest == open.first)
                open.removeFirst()
                fallthrough
            case .admitted:
                connections.began(socket, at: now)
                open.append(socket)
            }
            #expect(connections.count == open.count && open.count <= 4)
            if Bool.random(using: &random), let gone = open.randomElement(using: &random) {
                connections.ended(gone)
                open.removeAll { $0 == gone }
            }
        }
    }
}
