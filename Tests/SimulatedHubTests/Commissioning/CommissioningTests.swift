import Configuration
import DataModel
import HomeGraph
import SimulatedHub
import TestSupport
import Testing

struct CommissioningTests {
    @Test func `a device joins with the name and room that are asked for, and does what it is told`() async throws {
        let bench = try await CommissioningBench()
        let ids = try await bench.commission(CommissioningBench.plug, name: "Heater", room: "kitchen")
        #expect(ids == ["new-plug"])
        let device = try #require(bench.home.store.shape.device("new-plug"))
        #expect(device.name == "Heater" && device.roomID == "kitchen" && device.structureID == "main-house")
        #expect(bench.progress.elements.map(\.step) == CommissioningStep.allCases)
        #expect(bench.progress.elements.last?.share == 1)
        let part = try #require(device.layout.part(named: "OnOffPluginUnit"))
        let trait = try #require(part.trait(named: "OnOff"))
        let command = try #require(trait.command(named: "on"))
        let outcome = await bench.home.dispatcher.perform(
            Order(
                device: device.index,
                steps: [
                    .invoke(endpoint: part.endpoint, cluster: trait.cluster, command: command, fields: [:])
                ], deadline: SystemTime().uptime + .seconds(10)))
        #expect(outcome.error == nil)
        let offset = try #require(trait.offset(ofAttribute: 0))
        #expect(bench.home.store.value(at: device.firstSlot + offset) == .bool(true))
    }

    @Test(arguments: ["34970112332", "3497-011-2332", "749701123365521327687"])
    func `a manual code finds the device by the upper bits of its discriminator`(code: String) async throws {
        let bench = try await CommissioningBench()
        #expect(try await bench.commission(code) == ["new-plug"])
    }

    @Test func `a bridge brings several devices, and takes them along when it leaves`() async throws {
        let bench = try await CommissioningBench()
        let ids = try await bench.commission(CommissioningBench.bridge, name: "Attic", room: "kitchen")
        #expect(ids == ["bridge", "lamp-2", "sensor"])
        #expect(bench.devices["bridge"] == "Attic" && bench.devices["lamp-2"] == "Lamp")
        #expect(bench.home.store.shape.device("sensor")?.bridgeID == "bridge")
        try await bench.home.editor.perform(.removeDevice("bridge"))
        #expect(Set(bench.devices.keys) == ["lamp"])
        #expect(try await bench.commission(CommissioningBench.bridge).count == 3, "it is in pairing mode again")
    }

    @Test func `two devices in one code join both`() async throws {
        let bench = try await CommissioningBench()
        let both = CommissioningBench.plug + "*" + CommissioningBench.bridge.dropFirst(3)
        #expect(try await bench.commission(both, name: "First") == ["new-plug", "bridge", "lamp-2", "sensor"])
        #expect(bench.devices["new-plug"] == "First" && bench.devices["bridge"] == "Bridge")
    }

    @Test func `what goes wrong is said, and a new session can begin`() async throws {
        let bench = try await CommissioningBench()
        let wrongPasscode = try OnboardingPayload(
            vendorID: 0xFFF1, productID: 0x8000, discoveryCapabilities: .ble, discriminator: .long(3840),
            passcode: 20_202_022
        ).qrText
        #expect(await bench.failure("34970112333")?.code == .invalidArgument)
        #expect(await bench.failure(wrongPasscode)?.code == .permissionDenied)
        #expect(await bench.failure(CommissioningBench.plug) == nil)
        #expect(await bench.failure(CommissioningBench.plug)?.code == .alreadyExists)
        bench.hub.setHubOnline(false)
        #expect(await bench.failure(CommissioningBench.bridge)?.code == .unavailable)
        bench.hub.setHubOnline(true)
        #expect(await bench.failure(CommissioningBench.bridge) == nil)
    }

    @Test(arguments: CommissioningStep.allCases)
    func `each step can fail, and leaves nothing behind`(step: CommissioningStep) async throws {
        let bench = try await CommissioningBench("structures: [{name: Main House}]")
        var device = CommissionableDevice(
            structureID: "main-house", code: CommissioningBench.plug,
            device: #"{"name":"Plug","type":"OnOffPluginUnit"}"#,
            failingStep: step)
        try bench.hub.setCommissionable(device)
        let failure = try #require(await bench.failure(CommissioningBench.plug))
        let position = try #require(CommissioningStep.allCases.firstIndex(of: step))
        #expect(bench.progress.elements.map(\.step) == Array(CommissioningStep.allCases[..<position]))
        #expect(!failure.message.contains("20202021"))
        #expect(bench.devices.isEmpty)
        device.error = .aborted
        try bench.hub.setCommissionable(device)
        #expect(await bench.failure(CommissioningBench.plug)?.code == .aborted)
        device.failingStep = nil
        try bench.hub.setCommissionable(device)
        #expect(await bench.failure(CommissioningBench.plug) == nil)
        #expect(bench.devices == ["plug": "Plug"])
    }

    @Test func `an unknown room is said before the device is touched`() async throws {
        let bench = try await CommissioningBench()
        #expect(await bench.failure(CommissioningBench.plug, room: "attic")?.code == .notFound)
        #expect(bench.progress.elements.isEmpty)
        #expect(try await bench.commission(CommissioningBench.plug, room: "kitchen") == ["new-plug"])
    }

    /// Commissions, does something after a step, and gives what that ends with.
    private func failure(
        _ bench: CommissioningBench, after step: CommissioningStep,
        _ body: @escaping @Sendable (Commissioning.Session) -> Void
    ) async throws -> HomeError.Code? {
        let commissioning = bench.home.commissioning
        let session = try commissioning.prepare(structureID: "main-house")
        var observation: Registration? = commissioning.observe { if $0.step == step { body(session) } }
        #expect(observation != nil)
        defer { observation = nil }
        do throws(HomeError) {
            try await commissioning.commission(CommissioningBench.plug, in: session)
            return nil
        } catch {
            try await commissioning.cancel(session).finish()
            return error.code
        }
    }

    @Test func `a hub that is lost half way ends it`() async throws {
        let bench = try await CommissioningBench()
        let hub = bench.hub
        #expect(try await failure(bench, after: .attestation) { _ in hub.setHubOnline(false) } == .unavailable)
        #expect(bench.devices.count == 1)
        hub.setHubOnline(true)
        #expect(try await bench.commission(CommissioningBench.plug) == ["new-plug"])
    }

    @Test func `a session that is given up half way leaves the device in pairing mode`() async throws {
        let bench = try await CommissioningBench()
        let commissioning = bench.home.commissioning
        #expect(try await failure(bench, after: .network) { commissioning.cancel($0) } == .cancelled)
        #expect(bench.devices.count == 1)
        #expect(try await bench.commission(CommissioningBench.plug) == ["new-plug"])
    }

    @Test func `whoever gave a session up does not end the next one`() async throws {
        let bench = try await CommissioningBench()
        let commissioning = bench.home.commissioning
        let first = try commissioning.prepare(structureID: "main-house")
        commissioning.cancel(first)
        let second = try commissioning.prepare(structureID: "main-house")
        try await commissioning.cancel(first).finish()
        try await commissioning.commission(CommissioningBench.plug, in: second)
        #expect(try commissioning.complete(second) == ["new-plug"])
    }

    @Test func `a home that ends gives up what is open`() async throws {
        let bench = try await CommissioningBench()
        let session = try bench.home.commissioning.prepare(structureID: "main-house")
        try await bench.home.commissioning.commission(CommissioningBench.plug, in: session)
        await bench.home.disconnect()
        #expect(bench.devices.count == 1)
        #expect(throws: HomeError.self) { try bench.home.commissioning.complete(session) }
    }

    @Test func `a device is undone whose time is over`() async throws {
        let file = try HomeFile.read(Array(CommissioningBench.text.utf8), file: "home.yaml", catalog: .standard)
        let bench = try await CommissioningBench(hub: try SimulatedHub(home: file, speed: 0.1), state: nil)
        let session = try bench.home.commissioning.prepare(structureID: "main-house")
        let attempt = try bench.home.commissioning.begin(
            CommissioningBench.plug, in: session, by: SystemTime().uptime + .milliseconds(50))
        var code: HomeError.Code?
        do throws(HomeError) { _ = try await attempt.devices() } catch { code = error.code }
        #expect(code == .deadlineExceeded)
        #expect(bench.devices.count == 1)
    }

    @Test func `a device that joined leaves again where the session is given up`() async throws {
        let bench = try await CommissioningBench()
        let session = try bench.home.commissioning.prepare(structureID: "main-house")
        try await bench.home.commissioning.commission(CommissioningBench.bridge, in: session)
        #expect(bench.devices.count == 4)
        try await bench.home.commissioning.cancel(session).finish()
        #expect(bench.devices.count == 1)
    }

    @Test func `a device that joined under another name is called so in messages`() async throws {
        let bench = try await CommissioningBench()
        _ = try await bench.commission(CommissioningBench.plug, name: "Heater")
        let device = try #require(bench.home.store.shape.device("new-plug"))
        try bench.hub.setOnline(false, device: device.index)
        var message = ""
        do throws(HomeError) { try await bench.hub.refresh(device.index) } catch { message = error.message }
        #expect(message.contains("Heater"))
    }

    private static func failure(_ home: Home, near structureID: String) async -> HomeError? {
        do throws(HomeError) {
            let session = try home.commissioning.prepare(structureID: structureID)
            _ = try await home.commissioning.commission(CommissioningBench.plug, in: session)
            return nil
        } catch { return error }
    }

    @Test func `a window closes after its time`() async throws {
        let time = ManualTime()
        let file = try HomeFile.read(Array(CommissioningBench.text.utf8), file: "home.yaml", catalog: .standard)
        let home = try await Home(hub: try SimulatedHub(home: file, time: time), time: time)
        time.advance(by: .seconds(86_401))
        let attempt = Task { await Self.failure(home, near: "main-house") }
        await time.sleepers(atLeast: 1)
        time.advance(by: .seconds(16))
        #expect(await attempt.value?.code == .notFound)
    }

    @Test func `a device is found only near the structure that it is to join`() async throws {
        let time = ManualTime()
        let file = try HomeFile.read(Array(CommissioningBench.text.utf8), file: "home.yaml", catalog: .standard)
        let home = try await Home(hub: try SimulatedHub(home: file, time: time), time: time)
        let attempt = Task { await Self.failure(home, near: "guest-cottage") }
        await time.sleepers(atLeast: 1)
        time.advance(by: .seconds(16))
        #expect(await attempt.value?.code == .notFound)
    }

    @Test func `a home file whose code is none says where`() throws {
        let file = try HomeFile.read(
            Array(
                """
                structures:
                  - name: Home
                    commissionable:
                      - {payload: "MT:Y.K9042C00KA0648G0", device: {name: Plug, type: OnOffPluginUnit}}
                      - {payload: "34970112332", failAt: atestation, device: {name: Plug, type: OnOffPluginUnit}}
                """.utf8), file: "home.yaml", catalog: .standard)
        let faults = #expect(throws: ConfigurationFaults.self) { try SimulatedHub(home: file) }
        let texts = faults?.faults.map { "\($0)" } ?? []
        #expect(texts.count == 2)
        #expect(texts.first?.contains("home.yaml, line 4") == true)
        #expect(texts.last?.contains("attestation") == true)
    }
}

/// What was commissioned outlasts the program.
struct CommissioningRestartTests {
    @Test func `a device that joined is there after a restart, and known as commissioned`() async throws {
        let state = MemoryStateStore()
        let first = try await CommissioningBench(state: state)
        _ = try await first.commission(CommissioningBench.bridge, name: "Attic", room: "kitchen")
        #expect(state.home?.devices.map(\.id) == ["lamp", "bridge", "lamp-2", "sensor"], "kept before it is answered")
        await first.home.disconnect()
        let saved = try #require(state.home)
        let second = try await CommissioningBench(
            hub: try SimulatedHub(saved: saved, speed: 100), state: state)
        #expect(second.devices == ["lamp": "Lamp", "bridge": "Attic", "lamp-2": "Lamp", "sensor": "Sensor"])
        #expect(second.home.store.shape.device("sensor")?.bridgeID == "bridge")
        #expect(await second.failure(CommissioningBench.bridge)?.code == .alreadyExists)
        try await second.home.editor.perform(.removeDevice("bridge"))
        #expect(try await second.commission(CommissioningBench.bridge).count == 3)
    }

    @Test func `a device that cannot be kept does not join`() async throws {
        let state = MemoryStateStore()
        let bench = try await CommissioningBench(state: state)
        state.fail(HomeError(.resourceExhausted, "the disk is full"))
        #expect(await bench.failure(CommissioningBench.plug)?.code == .resourceExhausted)
        #expect(bench.devices.count == 1)
        state.fail(nil)
        #expect(await bench.failure(CommissioningBench.plug) == nil)
    }
}
