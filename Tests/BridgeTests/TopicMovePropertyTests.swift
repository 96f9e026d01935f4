import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

@testable import Bridge

/// A broker in a few lines: it takes messages in order, some time after they were sent, until the connection is lost.
private struct ModelBroker {
    private(set) var retained: [String: String] = [:]
    private var underway: [OutboundMessage] = []

    var hasMessages: Bool { !underway.isEmpty }

    mutating func send(_ messages: [OutboundMessage]) { underway += messages }

    /// Takes some of what is under way.
    /// - Returns: what it acknowledges.
    mutating func take(_ count: Int) -> [OutboundMessage] {
        let taken = Array(underway.prefix(count))
        underway.removeFirst(taken.count)
        for message in taken where message.isRetained {
            retained[message.topicText] = message.payload.isEmpty ? nil : message.text
        }
        return taken.filter { $0.qualityOfService > .atMostOnce }
    }

    /// What is under way is lost.
    mutating func lose() { underway = [] }
}

/// Edits, slow networks, lost connections and restarts in any order.
@Suite(.timeLimit(.minutes(1))) struct TopicMovePropertyTests {
    private static let names = ["A", "a", "A 2", "Bulb", "Kitchen"]

    private func edit(_ shape: HomeShape, _ random: inout SeededGenerator) -> HomeEdit? {
        let name = Self.names.randomElement(using: &random) ?? "A"
        let device = shape.devices.randomElement(using: &random)
        let room = shape.rooms.randomElement(using: &random)
        let group = shape.groups.randomElement(using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return .renameStructure("s1", to: name)
        case 1: return .createRoom(name: name, structure: "s1")
        case 2: return room.map { .deleteRoom($0.id) }
        case 3: return group.map { .renameGroup($0.id, to: name) }
        case 4: return device.map { .createGroup(name: name, structure: "s1", devices: [$0.id]) }
        case 5: return group.map { .deleteGroup($0.id) }
        case 6: return group.flatMap { group in device.map { .addGroupMembers(group.id, devices: [$0.id]) } }
        case 7: return group.flatMap { group in device.map { .removeGroupMembers(group.id, devices: [$0.id]) } }
        default: return device.map { .renameDevice($0.id, to: name) }
        }
    }

    /// What gives an object back the name it had.
    private func undoing(_ edit: HomeEdit, _ shape: HomeShape) -> HomeEdit? {
        switch edit {
        case .renameDevice(let id, _): shape.device(id).map { .renameDevice(id, to: $0.name) }
        case .renameGroup(let id, _): shape.group(id).map { .renameGroup(id, to: $0.name) }
        case .renameStructure(let id, _): shape.structure(id).map { .renameStructure(id, to: $0.name) }
        default: nil
        }
    }

    private func pull(_ test: TestBridge, _ count: Int) -> [OutboundMessage] {
        var messages: [OutboundMessage] = []
        var message = OutboundMessage()
        while messages.count < count, test.bridge.next(into: &message) {
            messages.append(message)
            message.removeAll()
        }
        return messages
    }

    @Test(arguments: Array(1...40) + [168, 212, 672] as [UInt64])
    func `in the end the broker has what the home calls for`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let store = MemoryStateStore()
        var broker = ModelBroker()
        var test = try await TestBridge(stateStore: store) { $0.limits.pageSize = .max }
        var isConnected = false
        var undo: HomeEdit?
        var segments = BridgeConfiguration.SegmentMode.name
        for _ in 0..<150 {
            switch Int.random(in: 0..<20, using: &random) {
            case ..<9:
                // What moves and comes back at once is the most trouble.
                let edit = Int.random(in: 0..<2, using: &random) == 0 ? undo : edit(test.store.shape, &random)
                guard let edit else { continue }
                undo = undoing(edit, test.store.shape)
                _ = try? await test.home.editor.perform(edit)
            case ..<10: test.set("lamp", "currentLevel", .uint(UInt64.random(in: 0...254, using: &random)))
            // As an answer has it: the outbox hears of the home as it is now.
            case ..<12: _ = test.bridge.retainedTopics
            case ..<15: broker.send(pull(test, [1, 2, 4, 60].randomElement(using: &random) ?? 1))
            case ..<18: test.acknowledge(broker.take(Int.random(in: 1...60, using: &random)))
            case 18:
                if isConnected {
                    test.disconnect()
                    broker.lose()
                } else {
                    broker.send(test.connect())
                }
                isConnected.toggle()
            default:
                guard Bool.random(using: &random) else { continue }
                if isConnected { test.disconnect() }
                broker.lose()
                isConnected = false
                segments = Bool.random(using: &random) ? .name : .id
                test = try await test.restarted { [segments] in
                    $0.segments = segments
                    $0.limits.pageSize = .max
                }
            }
        }
        broker.send(isConnected ? test.pull() : test.connect())
        while broker.hasMessages {
            test.acknowledge(broker.take(.max))
            broker.send(test.pull())
        }
        #expect(test.bridge.clearing == 0)
        var wanted = try await test.wanted()
        var retained = broker.retained
        // It tells of events that were dropped, and when it last told is nobody's concern here.
        wanted["h/bridge/info"] = nil
        retained["h/bridge/info"] = nil
        #expect(retained == wanted)
        let last = try await test.restarted { [segments] in $0.segments = segments }
        #expect(last.bridge.clearing == 0)
        let again = last.connect()
        #expect(Set(again.map(\.topicText)) == Set(broker.retained.keys) && !again.contains(where: \.payload.isEmpty))
        let roots = try await store.records(in: SavedTopics.Section.roots)
        #expect(roots.count == last.store.shape.count + 1 && roots.values.allSatisfy { !$0.contains(" ") })
        #expect(try await store.records(in: SavedTopics.Section.ends).keys.sorted() == Set(roots.values).sorted())
    }
}

extension HomeShape {
    /// How many objects have topics.
    fileprivate var count: Int { structures.count + rooms.count + devices.count + groups.count }
}
