import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

private struct LockType: DeviceType {
    static var identifier: String { "home.matter.0000.types.000A" }
    static var typeName: String { "DoorLock" }
    static var requiredTraits: [String] { [] }
    let traits: TraitCollection
    init(_ traits: TraitCollection) { self.traits = traits }
}

/// The event of the home by hand.
private struct SwitchedEvent: ClusterEvent {
    static var cluster: UInt32 { 6 }
    static var id: UInt32 { 0 }
    let isOn: Bool

    init?(fields: [UInt32: DataValue]) {
        guard case .bool(let isOn) = fields[0] else { return nil }
        self.isOn = isOn
    }
    var fields: [UInt32: DataValue] { [0: .bool(isOn)] }
}

private struct UnknownEvent: ClusterEvent {
    static var cluster: UInt32 { 6 }
    static var id: UInt32 { 9 }
    init?(fields: [UInt32: DataValue]) {}
    var fields: [UInt32: DataValue] { [:] }
}

private struct EventfulTrait: HomeGraph.Trait {
    static var identifier: String { "home.matter.0000.traits.0006" }
    static var traitName: String { "OnOff" }
    static var supportedEventTypes: [any ClusterEvent.Type] { [UnknownEvent.self, SwitchedEvent.self] }
    let handle: TraitHandle
    init(_ handle: TraitHandle) { self.handle = handle }
}

/// Watching device types and events.
@Suite(.timeLimit(.minutes(1))) struct SubscriptionTests {
    private let home: Home
    private let lamp: HomeDevice

    init() async throws {
        home = try await Home(hub: HandHub(SmallHome.contents(lamps: 2)), time: ManualTime())
        lamp = try #require(try await home.devices().list().first { $0.id == "lamp-0" })
    }

    private func report(_ isOn: Bool, lamp: Int = 0) {
        home.store.report([
            Change(device: DeviceIndex(rawValue: lamp), offset: SmallHome.onOffOffset, value: .bool(isOn))
        ])
    }

    private func happen(_ fields: [UInt32: DataValue], lamp: Int = 0, endpoint: UInt16 = 1) {
        home.store.report(
            EventReport(
                device: DeviceIndex(rawValue: lamp), endpoint: endpoint, cluster: SmallHome.onOff,
                event: SmallHome.onOff.events[0], number: 1, time: ManualTime().now, fields: fields))
    }

    // MARK: - Types

    @Test func `a type is given as it is, then whenever one of its traits changes`() async throws {
        var states = lamp.types.subscribe(PlainLightType.self)
            .map { $0.traits[SwitchingTrait.self]?.onOff }.makeAsyncIterator()
        #expect(await states.next() == false)
        report(true, lamp: 1)
        report(true)
        #expect(await states.next() == true)
        report(false)
        report(true)
        report(false)
        #expect(await states.next() == false, "a slow reader sees the newest")
    }

    @Test func `a type the device does not have is never given`() async throws {
        let updates = lamp.types.subscribe(LockType.self)
        let started = AsyncStream.makeStream(of: Void.self)
        let task = Task { () async -> Int in
            var count = 0
            var iterator = updates.makeAsyncIterator()
            started.continuation.finish()
            while await iterator.next() != nil { count += 1 }
            return count
        }
        for await _ in started.stream {}
        report(true)
        try await home.editor.perform(.removeDevice("lamp-0"))
        #expect(await task.value == 0)
    }

    @Test func `watching ends when the device is gone`() async throws {
        var updates = lamp.types.subscribe(PlainLightType.self).makeAsyncIterator()
        #expect(await updates.next() != nil)
        try await home.editor.perform(.removeDevice("lamp-0"))
        #expect(await updates.next() == nil)
        #expect(await updates.next() == nil)
    }

    @Test func `reachability is part of what is watched`() async throws {
        var states = lamp.types.subscribe(PlainLightType.self)
            .map(\.metadata.sourceConnectivity.connectivityState).makeAsyncIterator()
        #expect(await states.next() == .online)
        home.store.report([
            Change(device: DeviceIndex(rawValue: 0), offset: DeviceLayout.connectivityOffset, value: .uint(2))
        ])
        #expect(await states.next() == .offline)
        #expect(lamp.sourceConnectivity == SourceConnectivity(.offline, over: .localPeer))
        home.store.report(hubOnline: false)
        home.store.report([
            Change(device: DeviceIndex(rawValue: 0), offset: DeviceLayout.connectivityOffset, value: .uint(1))
        ])
        #expect(lamp.sourceConnectivity.connectivityState == .offline, "the hub is away")
    }

    @Test func `all types of a device are one snapshot`() async throws {
        var collections = lamp.types.subscribeAll().makeAsyncIterator()
        let before = try #require(await collections.next())
        #expect(before.contains(PlainLightType.self) && !before.contains(LockType.self))
        #expect(before.count(PlainLightType.self) == 1 && before[LockType.self] == nil)
        report(true)
        let after = try #require(await collections.next())
        #expect(before[PlainLightType.self]?.traits[SwitchingTrait.self]?.onOff == false, "a snapshot stays as it is")
        #expect(after[PlainLightType.self]?.traits[SwitchingTrait.self]?.onOff == true)
        #expect(before != after)
    }

    @Test func `all parts of a type are given together`() async throws {
        var parts = lamp.types.subscribeAll(of: PlainLightType.self)
            .map { $0.map { $0.traits[SwitchingTrait.self]?.onOff } }.makeAsyncIterator()
        #expect(await parts.next() == [false])
        report(true)
        #expect(await parts.next() == [true])
        var none = lamp.types.subscribeAll(of: LockType.self).map(\.count).makeAsyncIterator()
        #expect(await none.next() == 0)
    }

    // MARK: - Events

    private func events() async throws -> EventController {
        try #require(await lamp.types.get(PlainLightType.self)).events
    }

    @Test func `events of a kind are given from the moment they are listened to`() async throws {
        happen([0: .bool(true)])
        let events = try await events()
        #expect(events.contains(SwitchedEvent.self) && !events.contains(UnknownEvent.self))
        var switched = events.subscribe(SwitchedEvent.self).map(\.isOn).makeAsyncIterator()
        happen([0: .bool(true)], lamp: 1)
        happen([0: .bool(true)], endpoint: 7)
        happen([0: .string("no event of this kind")])
        happen([0: .bool(false)])
        happen([0: .bool(true)])
        #expect(await switched.next() == false)
        #expect(await switched.next() == true)
    }

    @Test func `events of a trait are given as what they are`() async throws {
        var given = try await events().subscribe(EventfulTrait.self).makeAsyncIterator()
        happen([0: .bool(true)])
        #expect((await given.next() as? SwitchedEvent)?.isOn == true)
    }

    @Test func `all events of a part are given as the device reports them`() async throws {
        var reports = try await events().subscribe().makeAsyncIterator()
        happen([3: .uint(1)])
        #expect(await reports.next()?.fields == [3: .uint(1)])
    }

    @Test func `events of other devices do not push out a device's own`() async throws {
        var switched = try await events().subscribe(SwitchedEvent.self).map(\.isOn).makeAsyncIterator()
        for _ in 0..<1000 { happen([0: .bool(true)], lamp: 1) }
        happen([0: .bool(false)])
        #expect(await switched.next() == false)
    }

    @Test func `listening ends when the device is gone, and a group has no events`() async throws {
        var reports = try await events().subscribe().makeAsyncIterator()
        try await home.editor.perform(.removeDevice("lamp-0"))
        #expect(await reports.next() == nil)
        let structure = try #require(try await home.structures().list().first)
        let group = try #require(try await structure.deviceGroups.list().first)
        let part = try #require(await group.part(PlainLightType.self))
        #expect(!part.events.contains(SwitchedEvent.self))
        var none = part.events.subscribe().makeAsyncIterator()
        #expect(await none.next() == nil)
    }
}
