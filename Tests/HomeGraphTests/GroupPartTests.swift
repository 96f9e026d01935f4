import DataModel
import HomeGraph
import TestSupport
import Testing

/// A group as one object: its parts, what they show, and where their orders go.
struct GroupPartTests {
    private struct Bench {
        let hub: HandHub
        let home: Home
        let group: DeviceGroup

        init(_ lights: [LightHome.Light], isStrict: Bool = true) async throws {
            var configuration = HomeConfiguration()
            configuration.strictOperationValidation = isStrict
            hub = HandHub(LightHome.contents(lights))
            home = try await Home(hub: hub, configuration: configuration, time: ManualTime())
            let structure = try #require(try await home.structures().list().first)
            group = try #require(try await structure.deviceGroups.list().first)
        }

        func switching() async throws -> SwitchingTrait {
            try #require(await group.part(PlainLightType.self)?.traits[SwitchingTrait.self])
        }

        func level() async throws -> LevelTrait {
            try #require(await group.part(DimmableType.self)?.traits[LevelTrait.self])
        }

        func management() async throws -> ManagementTrait {
            try #require(try await home.structures().list().first).traits.get(ManagementTrait.self)
        }
    }

    private let plain = LightHome.Light()
    private let dimmable = LightHome.Light(levels: 1...254)

    @Test func `a part is there where a member has the type or extends it`() async throws {
        let dimmed = try await Bench([dimmable])
        #expect(await dimmed.group.part(PlainLightType.self) != nil)
        #expect(await dimmed.group.part(DimmableType.self)?.metadata.isPrimaryType == true)
        #expect(await dimmed.group.part(PlainLightType.self)?.metadata.isPrimaryType == false)
        let plain = try await Bench([plain])
        #expect(await plain.group.part(DimmableType.self) == nil)
        #expect(try await plain.group.parts(DimmableType.self).isEmpty)
        #expect(try await plain.group.parts(PlainLightType.self).count == 1)
    }

    @Test func `a part shows limits that its members share, and no state`() async throws {
        let bench = try await Bench([
            LightHome.Light(levels: 10...200), LightHome.Light(levels: 20...100), plain,
        ])
        let level = try await bench.level()
        #expect(level.minLevel == 20 && level.maxLevel == 100)
        #expect(level.$minLevel.isSupported)
        #expect(level.currentLevel == nil && !level.$currentLevel.isSupported)
        #expect(level.onLevel == nil && !level.$onLevel.isSupported)
        #expect(try await bench.switching().onOff == nil)
        let apart = try await Bench([LightHome.Light(levels: 10...20), LightHome.Light(levels: 30...40)]).level()
        #expect(apart.minLevel == nil && apart.maxLevel == nil, "members exclude each other")
    }

    @Test func `a part supports what at least one member does, and nothing with a result`() async throws {
        let bench = try await Bench([dimmable, plain])
        let switching = try await bench.switching()
        #expect(switching.supports(.on) && switching.supports(.toggle))
        let level = try await bench.level()
        #expect(level.supports(.moveToLevel) && !level.supports(.askLevel))
        let error = HomeError(.unimplemented, "askLevel answers with a result; call it on one device, not on several")
        await #expect(throws: error) { try await level.ask() }
        #expect(bench.hub.log.isEmpty)
    }

    @Test func `a command goes to the members that support it`() async throws {
        let bench = try await Bench([dimmable, plain, plain])
        try await bench.switching().on()
        #expect(bench.hub.log.sorted() == ["0 on", "1 on", "2 on"])
        try await bench.switching().toggle()
        #expect(bench.hub.log.dropFirst(3).sorted() == ["1 toggle", "2 toggle"])
        try await bench.level().move(to: 9)
        #expect(bench.hub.log.last == "0 moveToLevel")
    }

    @Test func `a command that no member supports is refused`() async throws {
        let bench = try await Bench([dimmable])
        let switching = try await bench.switching()
        #expect(!switching.supports(.toggle))
        await #expect(throws: HomeError(.unimplemented, "Light 0 does not support OnOff.toggle")) {
            try await switching.toggle()
        }
        #expect(bench.hub.log.isEmpty)
    }

    @Test func `without strict validation every member is asked`() async throws {
        let bench = try await Bench([dimmable, plain], isStrict: false)
        try await bench.switching().toggle()
        #expect(bench.hub.log.sorted() == ["0 toggle", "1 toggle"])
    }

    @Test func `members are called side by side, and the call waits for all of them`() async throws {
        let bench = try await Bench([plain, plain, plain])
        let switching = try await bench.switching()
        bench.hub.hold()
        let call = Task { try await switching.on() }
        await bench.hub.held(3)
        #expect(bench.hub.log.isEmpty)
        bench.hub.letGo()
        try await call.value
        #expect(bench.hub.log.count == 3)
    }

    @Test func `one success is enough`() async throws {
        let bench = try await Bench([plain, plain, plain])
        bench.hub.fail(0, with: HomeError(.aborted, "busy"))
        bench.hub.fail(2, with: HomeError(.failedPrecondition, "locked"))
        try await bench.switching().on()
        #expect(bench.hub.log.count == 3)
    }

    @Test func `where all fail the first member's error is thrown`() async throws {
        let bench = try await Bench([LightHome.Light(state: .offline), plain, plain])
        bench.hub.fail(1, with: HomeError(.aborted, "busy"))
        bench.hub.fail(2, with: HomeError(.failedPrecondition, "locked"))
        let switching = try await bench.switching()
        await #expect(throws: HomeError(.unavailable, "Light 0 cannot be reached")) { try await switching.on() }
        #expect(bench.hub.log.sorted() == ["1 on", "2 on"])
    }

    @Test func `a member that is away fails at once, and without any left the group is unavailable`() async throws {
        let offline = LightHome.Light(state: .offline)
        let bench = try await Bench([offline, plain])
        try await bench.switching().on()
        #expect(bench.hub.log == ["1 on"])
        let gone = try await Bench([offline, offline])
        let switching = try await gone.switching()
        await #expect(throws: HomeError(.unavailable, "Light 0 cannot be reached")) { try await switching.on() }
        #expect(gone.hub.log.isEmpty)
    }

    @Test func `a value is checked for each member`() async throws {
        let bench = try await Bench([LightHome.Light(levels: 1...100), LightHome.Light(levels: 1...200)])
        try await bench.level().move(to: 150)
        #expect(bench.hub.log == ["1 moveToLevel"])
        let level = try await bench.level()
        let error = await #expect(throws: HomeError.self) { try await level.move(to: 250) }
        #expect(error?.code == .outOfRange)
        #expect(error?.message.hasPrefix("Light 0, LevelControl.moveToLevel: level: 250 ") == true)
        #expect(bench.hub.log.count == 1)
    }

    @Test func `an update goes to all that have the attribute`() async throws {
        let bench = try await Bench([dimmable, plain, LightHome.Light(levels: 5...50)])
        let updated = try await bench.level().update { $0.onLevel = 7 }
        #expect(bench.hub.log.sorted() == ["0 onLevel=uint(7)", "2 onLevel=uint(7)"])
        #expect(updated.minLevel == 5 && updated.onLevel == nil)
    }

    @Test func `orders go to the devices that are in the group by then`() async throws {
        let bench = try await Bench([plain, plain])
        let switching = try await bench.switching()
        try await bench.management().remove(["light-0"], from: "all")
        try await switching.on()
        #expect(bench.hub.log == ["1 on"])
        try await bench.management().remove(["light-1"], from: "all")
        await #expect(throws: HomeError(.unimplemented, "no device of All supports OnOff.on")) {
            try await switching.on()
        }
        try await bench.management().delete("all")
        await #expect(throws: HomeError(.notFound, "there is no group 'all'; there is none")) {
            try await switching.on()
        }
        #expect(await bench.group.part(PlainLightType.self) == nil)
    }

    @Test(
        arguments: [
            ([], .offline), ([.offline, .unknown], .offline), ([.online, .online], .online),
            ([.online, .offline], .partiallyOnline), ([.partiallyOnline], .partiallyOnline),
        ] as [([ConnectivityState], ConnectivityState)])
    func `a group is as reachable as its members`(states: [ConnectivityState], expected: ConnectivityState) async throws
    {
        let bench = try await Bench(states.map { LightHome.Light(state: $0) })
        #expect(bench.group.sourceConnectivity.connectivityState == expected)
        guard let part = await bench.group.part(PlainLightType.self) else {
            #expect(states.isEmpty)
            return
        }
        #expect(part.metadata.sourceConnectivity.connectivityState == expected)
        #expect(try await bench.switching().metadata.sourceConnectivity == SourceConnectivity(expected))
    }
}
