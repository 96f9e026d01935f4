import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

/// What was kept, and was damaged or changed by hand: it is put right and said, and nothing traps.
@Suite struct DamagedHomeTests {
    private static func saved(_ type: String = "DimmableLight") throws -> SavedHome { try EngineBench(type).saved() }

    private static func key(_ path: String) throws -> ValueKey {
        let (cluster, name) = try HubBench.split(path)
        let attribute = try #require(cluster.attributes.first { $0.name == name })
        return ValueKey(endpoint: 1, cluster: cluster.id, attribute: attribute.id)
    }

    private static func restored(_ saved: SavedHome) throws -> SavedDevices {
        try SavedDevices(saved, catalog: .standard, seed: 1)
    }

    @Test func `a value that cannot be gives way to the first or the plainest one`() async throws {
        var saved = try Self.saved()
        let level = try Self.key("LevelControl.currentLevel")
        let minLevel = try Self.key("LevelControl.minLevel")
        let isOn = try Self.key("OnOff.onOff")
        let stray = ValueKey(endpoint: 7, cluster: 8, attribute: 9)
        saved.devices[0].values[level] = .uint(300)
        saved.devices[0].values[minLevel] = .string("one")
        saved.devices[0].values[isOn] = nil
        saved.devices[0].values[stray] = .uint(1)
        let hub = try SimulatedHub(saved: saved, time: ManualTime())
        let device = try #require(try await hub.contents().devices.first)
        func value(_ key: ValueKey) throws -> DataValue { device.values[try #require(device.layout.offset(of: key))] }
        #expect(try value(level) == .uint(254))
        #expect(try value(minLevel) == .uint(0))
        #expect(try value(isOn) == .bool(false))
        #expect(
            hub.repairs.map(\.description) == [
                "dataLoss: bench, OnOff.onOff as it was kept: null is not allowed; allowed are true and false; "
                    + "it is as at first now",
                "dataLoss: bench, LevelControl.currentLevel as it was kept: 300 is above 254; allowed are 0 to 254; "
                    + "it is as at first now",
                "dataLoss: bench, LevelControl.minLevel as it was kept: is of another type; allowed are 0 to 254; "
                    + "it is as at first now",
            ])
    }

    /// Where transitions lead, what becomes of them: start, end and modulus as they were kept.
    @Test(
        arguments: [
            (1, 200, nil, true), (200, 1, nil, true), (1, 1e9, nil, false), (1e9, 1, nil, false), (1, -1, nil, false),
            (1, 1e300, nil, false), (1, 255, nil, false), (200, 600, 254, true), (0, -300, 254, true),
            (0, 100, 1e9, false), (0, 100, 0, false), (0, 100, -5, false), (0, 1e300, 254, false),
        ] as [(Double, Double, Double?, Bool)])
    func `a transition to what an attribute cannot be is not gone on with`(
        start: Double, end: Double, modulus: Double?, goesOn: Bool
    ) throws {
        var saved = try Self.saved()
        let level = try Self.key("LevelControl.currentLevel")
        var state = try DeviceState(text: try #require(saved.devices[0].hubState))
        state.transitions[level] = Transition(
            start: start, end: end, began: state.moment, duration: .seconds(10), modulus: modulus)
        saved.devices[0].hubState = state.text
        let restored = try Self.restored(saved)
        #expect(restored.devices[0].transitions.isEmpty != goesOn)
        #expect(
            restored.repairs.map(\.message)
                == (goesOn
                    ? []
                    : ["bench, LevelControl.currentLevel was on its way to what it cannot be; it stays where it was"]))
        var bench = try EngineBench("DimmableLight")
        bench.takeOver(restored)
        let attribute = try #require(try HubBench.split("LevelControl.currentLevel").0.attribute(id: level.attribute))
        for _ in 0..<12 {
            bench.pass(.seconds(1))
            let value = try #require(try bench.saved().devices[0].values[level])
            #expect(throws: Never.self) { try attribute.value.check(value) }
        }
    }

    @Test func `of many repairs a hundred are told`() throws {
        var saved = try Self.saved()
        let device = saved.devices[0]
        saved.devices = (0..<150).map { number in
            var copy = device
            copy.id = "lamp-\(number)"
            copy.hubState = ""
            return copy
        }
        let hub = try SimulatedHub(saved: saved, time: ManualTime())
        #expect(hub.repairs.count == 101)
        #expect(hub.repairs.last?.message == "50 more were put right in the same way")
    }

    @Test(arguments: ["", "{}", "[]", "{\"version\":2}", "{\"version\":1", "null", "{\"version\":\"1\"}"])
    func `a state that cannot be read is as if there were none`(_ text: String) async throws {
        var saved = try Self.saved()
        saved.devices[0].hubState = text
        let hub = try SimulatedHub(saved: saved, time: ManualTime())
        #expect(hub.repairs.count == 1 && hub.repairs[0].code == .dataLoss)
        #expect(hub.repairs[0].message.hasPrefix("bench: what the hub kept of it cannot be read ("))
        let recorder = HubBench.Recorder()
        try await hub.start(reportingTo: recorder)
        #expect(recorder.events.isEmpty, "it is no reboot")
    }

    @Test func `a layout that cannot be read is said`() throws {
        for layout in ["", "{}", "[{}]", "[{\"endpoint\":65536,\"types\":[\"OnOffLight\"]}]"] {
            var saved = try Self.saved()
            saved.devices[0].layout = layout
            let error = #expect(throws: HomeError.self) { try SimulatedHub(saved: saved, time: ManualTime()) }
            #expect(error?.code == .dataLoss)
            #expect(error?.message.hasPrefix("a device's layout cannot be read: ") == true)
        }
    }

    /// Other numbers and kinds, at random places of a text that is JSON.
    private static func spoil(_ json: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
        if Int.random(in: 0..<12, using: &random) == 0 {
            let others: [JSONValue] = [
                .null, .bool(true), .int(-1), .int(.max), .int(.min), .uint(.max), .double(1e308), .double(-1e308),
                .string(""), .string("9"), .array([]), .object([]), .int(0), .int(1 << 40),
            ]
            return others.randomElement(using: &random) ?? .null
        }
        switch json {
        case .array(let elements): return .array(elements.map { spoil($0, &random) })
        case .object(let members):
            return .object(members.map { JSONMember(name: $0.name, value: spoil($0.value, &random)) })
        default: return json
        }
    }

    @Test(arguments: ModelCatalog.standard.deviceTypes.map(\.name))
    func `whatever stands in it, a device lives on`(_ type: String) async throws {
        var random = SeededGenerator(seed: UInt64(type.utf8.reduce(1) { $0 &* 31 &+ UInt64($1) }))
        for _ in 0..<6 {
            await Task.yield()
            var bench = try EngineBench(type, isAutonomous: true)
            for _ in 0..<20 { _ = bench.doSomething(&random) }
            var saved = try bench.saved()
            let text = try #require(saved.devices[0].hubState)
            saved.devices[0].hubState = String(
                decoding: Self.spoil(try JSONValue(parsing: Array(text.utf8)), &random).text, as: UTF8.self)
            for (key, value) in saved.devices[0].values where Int.random(in: 0..<4, using: &random) == 0 {
                saved.devices[0].values[key] = Self.spoiled(value, &random)
            }
            let restored = try Self.restored(saved)
            bench.takeOver(restored)
            for _ in 0..<20 { _ = bench.doSomething(&random) }
            bench.pass(.seconds(1000))
            try bench.reboot()
            _ = try bench.saved()
        }
    }

    private static func spoiled(_ value: DataValue, _ random: inout SeededGenerator) -> DataValue? {
        let others: [DataValue?] = [
            nil, .null, .bool(true), .int(.min), .uint(.max), .uint(0), .uint(255), .float(.nan), .float(.infinity),
            .string(""), .octets([]), .list([]), .fields([:]), .list([.null]), .fields([9: .null]),
        ]
        return others.randomElement(using: &random) ?? nil
    }
}
