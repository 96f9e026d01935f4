import DataModel
import HomeGraph
import SQLiteStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct StatePropertyTests {
    /// Changes of few objects, so that they meet often; some name what is not kept.
    private struct Changes {
        var random: SeededGenerator

        mutating func next() -> StateChange {
            switch Int.random(in: 0..<17, using: &random) {
            case 0: .structure(StructureRecord(id: structure(), name: text()))
            case 1: .room(RoomRecord(id: room(), name: text(), structureID: structure()))
            case 2, 3: .newDevice(savedDevice())
            case 4: .device(id: device(), name: text(), roomID: optional { $0.room() })
            case 5, 6:
                .group(
                    GroupRecord(
                        id: group(), name: text(), structureID: structure(),
                        deviceIDs: Array(Set((0..<3).map { _ in device() })).sorted().shuffled(using: &random)))
            case 7: .removedRoom(room())
            case 8: Bool.random(using: &random) ? .removedDevice(device()) : .removedGroup(group())
            case 9: .value(device: device(), key(), value(depth: 2))
            case 10: .hubState(device: device(), text())
            case 11, 12:
                .serviceGroup(
                    ServiceGroupRecord(
                        id: group(), name: text(), structureID: structure(),
                        services: Array(Set((0..<3).map { _ in service() })).shuffled(using: &random)))
            case 13: .removedServiceGroup(group())
            case 14: .serviceName(service(), text())
            case 15: .associatedService(service(), optional { $0.text() })
            default: .record(section: "s\(number(2))", key: text(), optional { $0.text() })
            }
        }

        private mutating func savedDevice() -> SavedDevice {
            var device = SavedDevice(
                id: device(), name: text(), structureID: structure(), roomID: optional { $0.room() },
                bridgeID: optional { $0.device() }, layout: text(), hubState: optional { $0.text() })
            for _ in 0..<number(4) { device.values[key()] = value(depth: 2) }
            return device
        }

        private mutating func key() -> ValueKey {
            ValueKey(endpoint: UInt16(number(2)), cluster: UInt32(number(3)), attribute: UInt32(number(3)))
        }

        private mutating func value(depth: Int) -> DataValue {
            switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random) {
            case 0: .null
            case 1: .bool(.random(using: &random))
            case 2: .int(.random(in: .min ... .max, using: &random))
            case 3: .uint(.random(in: .min ... .max, using: &random))
            case 4: .float(.random(in: -1e25...1e25, using: &random))
            case 5: .string(text())
            case 6: .octets((0..<number(4)).map { _ in .random(in: .min ... .max, using: &random) })
            case 7: .list((0..<number(4)).map { _ in value(depth: depth - 1) })
            default: .fields([UInt32(number(9)): value(depth: depth - 1)])
            }
        }

        private mutating func text() -> String {
            ["", "a", "b", "Đèn bếp", "🏠", "\u{0}", "'; --", "\"x\"\n"].randomElement(using: &random) ?? ""
        }

        private mutating func optional<Value>(_ body: (inout Self) -> Value) -> Value? {
            Bool.random(using: &random) ? body(&self) : nil
        }

        private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
        private mutating func structure() -> String { "structure-\(number(2))" }
        private mutating func room() -> String { "room-\(number(3))" }
        private mutating func device() -> String { "device-\(number(5))" }
        private mutating func service() -> ServiceID { ServiceID(deviceID: device(), name: text()) }
        private mutating func group() -> String { "group-\(number(3))" }
    }

    private func commit(_ changes: [StateChange], to store: any StateStore) async -> HomeError.Code? {
        do throws(HomeError) {
            try await store.commit(changes)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: 0..<24) func `a file keeps what a memory keeps, and refuses what it refuses`(seed: UInt64)
        async throws
    {
        let folder = try TemporaryFolder()
        var file = try await SQLiteStateStore.open(folder.path("home.sqlite"))
        let memory = MemoryStateStore()
        var changes = Changes(random: SeededGenerator(seed: seed))
        var outcomes: Set<HomeError.Code?> = []
        for round in 0..<60 {
            let batch = (0..<Int.random(in: 1...6, using: &changes.random)).map { _ in changes.next() }
            let outcome = await commit(batch, to: memory)
            outcomes.insert(outcome)
            #expect(await commit(batch, to: file) == outcome, "round \(round): \(batch)")
            if round % 20 == 19 {
                await file.close()
                file = try await SQLiteStateStore.open(folder.path("home.sqlite"))
            }
            #expect(try await file.load() == memory.home)
            #expect(try await file.isEmpty == memory.isEmpty)
            for section in ["s0", "s1"] {
                #expect(try await file.records(in: section) == memory.records(in: section))
            }
        }
        #expect(outcomes == [nil, .failedPrecondition])
    }
}
