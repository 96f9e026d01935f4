import Bridge
import DataModel
import HomeGraph
import HomeKitView
import HomeTypes
import MQTT
import ModelReader
import SQLiteStore
import SimulatedHub
import TestSupport
import Testing

/// One home, seen through the Home APIs, HomeKit's objects, native topics and HomeKit's topics.
@Suite(.timeLimit(.minutes(1))) struct HomeKitOnTheWireTests {
    private static func start(
        on broker: MosquittoBroker, home: String = RunningBridge.home, isEnabled: Bool = true,
        stateStore: (any StateStore)? = nil
    ) async throws -> RunningBridge {
        try await RunningBridge.start(on: broker, home: home, stateStore: stateStore) {
            $0.layouts = ["homeKit": BridgeConfiguration.Layout(isEnabled: isEnabled)]
        }
    }

    private static let native = "h/main-house/device/kitchen-lamp/DimmableLight"
    private static let accessory = "h/main-house/accessory/kitchen-lamp/Lightbulb"

    /// The lamp through all four views.
    @MainActor private struct Views {
        let running: RunningBridge
        let client: TestClient
        let manager: HMHomeManager
        let power: HMCharacteristic
        let brightness: HMCharacteristic
        private let told: Told

        /// Opens all views.
        init(_ running: RunningBridge, _ client: TestClient) async throws {
            self.running = running
            self.client = client
            manager = HMHomeManager(home: running.home)
            let accessory = try #require(manager.primaryHome?.accessories.first { $0.name == "Kitchen Lamp" })
            let light = try #require(accessory.services.first { $0.serviceType == HMServiceTypeLightbulb })
            func characteristic(_ type: String) throws -> HMCharacteristic {
                try #require(light.characteristics.first { $0.characteristicType == type })
            }
            power = try characteristic(HMCharacteristicTypePowerState)
            brightness = try characteristic(HMCharacteristicTypeBrightness)
            told = Told()
            accessory.delegate = told
            try await power.enableNotification(true)
            try await brightness.enableNotification(true)
        }

        /// The lamp in the Home APIs, as it is now.
        var device: DimmableLightDeviceType {
            get async throws {
                let device = try await running.home.devices().list().first { $0.name == "Kitchen Lamp" }
                return try #require(await device?.types.get(DimmableLightDeviceType.self))
            }
        }

        /// All views show the lamp so, in the end.
        func expect(isOn: Bool, level: UInt8, percent: Int, _ who: Comment) async throws {
            try await client.expect("\(native)/LevelControl/currentLevel", "\(level)")
            try await client.expect("\(HomeKitOnTheWireTests.accessory)/Brightness", "\(percent)")
            let retained = try await client.retained("h/main-house/#").mapValues(\.text)
            #expect(retained["\(native)/OnOff/onOff"] == "\(isOn)", who)
            #expect(retained["\(HomeKitOnTheWireTests.accessory)/PowerState"] == "\(isOn)", who)
            while power.value as? Bool != isOn || brightness.value as? Int != percent { await told.next() }
            let traits = try await device.matterTraits
            #expect(traits.onOffTrait?.attributes.onOff == isOn, who)
            #expect(traits.levelControlTrait?.attributes.currentLevel == level, who)
        }
    }

    /// Waits until a delegate is told something.
    @MainActor private final class Told: HMAccessoryDelegate {
        private var waiting: CheckedContinuation<Void, Never>?
        private var isTold = false

        func accessory(
            _ accessory: HMAccessory, service: HMService, didUpdateValueFor characteristic: HMCharacteristic
        ) {
            isTold = true
            waiting?.resume()
            waiting = nil
        }

        func next() async {
            if !isTold { await withCheckedContinuation { waiting = $0 } }
            isTold = false
        }
    }

    @Test @MainActor func `a change made through one view is seen through all`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let running = try await Self.start(on: broker)
        try await client.subscribe("h/main-house/device/kitchen-lamp/#")
        try await client.subscribe("h/main-house/accessory/kitchen-lamp/#")
        try await client.expect("\(Self.accessory)/Name")
        let views = try await Views(running, client)

        try await views.device.matterTraits.levelControlTrait?.moveToLevelWithOnOff(
            level: 64, transitionTime: 0, optionsMask: [], optionsOverride: [])
        try await views.expect(isOn: true, level: 64, percent: 25, "Home APIs")
        try await views.brightness.writeValue(75)
        try await views.expect(isOn: true, level: 191, percent: 75, "HomeKit's objects")
        _ = try await client.order(
            "\(Self.native)/LevelControl/moveToLevel/invoke", #"{"level":127,"transitionTime":0}"#)
        try await views.expect(isOn: true, level: 127, percent: 50, "native topics")
        #expect(try await client.order("\(Self.accessory)/Brightness/set", "33") == #"{"ok":true}"#)
        try await views.expect(isOn: true, level: 84, percent: 33, "HomeKit's topics")
        _ = try await client.request(
            "simulation/report",
            #"{"device":"kitchen-lamp","trait":"LevelControl","attribute":"currentLevel","value":254}"#)
        try await views.expect(isOn: true, level: 254, percent: 100, "the device itself")
        await running.stop()
        await client.disconnect()
        try await broker.stop()
    }

    /// Names and groups, too, whoever gives them.
    @Test @MainActor func `services and their groups are the same for all`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let running = try await Self.start(on: broker)
        let manager = HMHomeManager(home: running.home)
        let home = try #require(manager.primaryHome)
        let lamp = try #require(home.servicesWithTypes([HMServiceTypeLightbulb])?.first)
        let group = try await home.addServiceGroup(withName: "Away Lights")
        try await group.addService(lamp)
        try await lamp.updateName("Star")
        try await client.subscribe("h/main-house/accessory/#")
        try await client.expect("\(Self.accessory)/Name", "Star")
        #expect(
            try await client.order("h/main-house/service-group/away-lights/PowerState/set", "on") == #"{"ok":true}"#)
        try await client.expect("\(Self.accessory)/PowerState", "true")
        #expect(
            try await client.request(
                "service-group/add", #"{"group":"Away Lights","services":["power-strip/Outlet-2","bulb/Lightbulb"]}"#
            )
            .hasPrefix(#"{"ok":true"#))
        #expect(
            try await client.order("h/main-house/service-group/away-lights/PowerState/set", "off") == #"{"ok":true}"#)
        for topic in ["kitchen-lamp/Lightbulb", "power-strip/Outlet-2", "bulb/Lightbulb"] {
            try await client.expect("h/main-house/accessory/\(topic)/PowerState", "false")
        }
        while group.services.count < 3 { await Task.yield() }
        #expect(group.services.map(\.name) == ["Star", "Power Strip 2", "Bulb"])
        await running.stop()
        await client.disconnect()
        try await broker.stop()
    }

    /// A press is told as it happens, and nobody who comes later takes it for news.
    @Test func `presses are published and not retained`() async throws {
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let running = try await Self.start(on: broker)
        let topic = "h/main-house/accessory/button/StatelessProgrammableSwitch/InputEvent"
        try await client.subscribe(topic)
        for (count, name) in [(1, "singlePress"), (2, "doublePress")] {
            _ = try await client.request(
                "simulation/event",
                #"{"device":"button","trait":"Switch","event":"multiPressComplete","fields":{"previousPosition":1,"totalNumberOfPressesCounted":\#(count)}}"#
            )
            let message = try await client.expect(topic)
            #expect(message.text == name && !message.isRetained)
        }
        #expect(try await client.retained(topic).isEmpty)
        await running.stop()
        await client.disconnect()
        try await broker.stop()
    }

    private static func press(_ client: TestClient, operation: Int, source: Int) async throws {
        let fields =
            #"{"lockOperationType":\#(operation),"operationSource":\#(source),"userIndex":null,"fabricIndex":null,"sourceNode":null}"#
        let answer = try await client.request(
            "simulation/event",
            #"{"device":"front-door","trait":"DoorLock","event":"lockOperation","fields":\#(fields)}"#)
        #expect(answer == #"{"ok":true}"#)
    }

    /// What devices do not say themselves stands retained, and is there again after a restart.
    @Test func `who moved the bolt, and where it was sent, is retained`() async throws {
        let folder = try TemporaryFolder()
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        let home = "structures: [{name: Main House, devices: [{name: Front Door, type: DoorLock}]}]"
        let lock = "h/main-house/accessory/front-door"
        let action = "\(lock)/LockManagement/LockMechanismLastKnownAction"
        let target = "\(lock)/LockMechanism/TargetLockMechanismState"
        func run(_ body: () async throws -> Void) async throws {
            let state = try await SQLiteStateStore.open(folder.path("home.sqlite"))
            let running = try await Self.start(on: broker, home: home, stateStore: state)
            try await body()
            await running.stop()
            await state.close()
        }
        let current = "\(lock)/LockMechanism/CurrentLockMechanismState"
        for topic in [action, current] { try await client.subscribe(topic) }
        try await run {
            #expect(try await client.expect(action).text == "null")
            try await Self.press(client, operation: 1, source: 3)
            try await client.expect(action, "unsecuredWithKeypad")
            #expect(try await client.retained(action)[action]?.text == "unsecuredWithKeypad")
            // Who set it otherwise is told, too, and what is no locking is not.
            try await Self.press(client, operation: 0, source: 4)
            try await client.expect(action, "securedWithAutomaticSecureTimeout")
            try await Self.press(client, operation: 4, source: 3)
            #expect(try await client.order("\(target)/set", "unsecured") == #"{"ok":true}"#)
            #expect(try await client.order("\(target)/set", "secured") == #"{"ok":true}"#)
            try await client.expect(action, "securedRemotely")
            // A bolt that is stuck is still to be where it was sent.
            _ = try await client.request(
                "simulation/report",
                #"{"device":"front-door","trait":"DoorLock","attribute":"lockState","value":0}"#)
            try await client.expect(current, "jammed")
            #expect(try await client.retained(target)[target]?.text == "secured")
        }
        let before = try await client.retained("\(lock)/#").mapValues(\.text)
        #expect(before[action] == "securedRemotely" && before[current] == "jammed")
        try await run {
            let after = try await client.retained("\(lock)/#").mapValues(\.text)
            #expect(after == before)
        }
        await client.disconnect()
        try await broker.stop()
    }

    /// `Lamp 2` does not become `Lamp` because the other one went.
    @Test func `names and topics stay when others go, and after a restart`() async throws {
        let folder = try TemporaryFolder()
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        func run(_ body: () async throws -> Void) async throws {
            let state = try await SQLiteStateStore.open(folder.path("home.sqlite"))
            let running = try await Self.start(on: broker, stateStore: state)
            try await body()
            await running.stop()
            await state.close()
        }
        let name = "h/main-house/accessory/bulb/Lightbulb/Name"
        try await run {
            _ = try await client.request("device/rename", #"{"device":"bulb","name":"kitchen lamp"}"#)
            let moved = "h/main-house/accessory/kitchen-lamp-2/Lightbulb/Name"
            #expect(try await client.retained(moved)[moved]?.text == "kitchen lamp 2")
            _ = try await client.request("device/remove", #"{"device":"kitchen-lamp"}"#)
            #expect(try await client.retained(moved)[moved]?.text == "kitchen lamp 2")
            #expect(
                try await client.request(
                    "service/rename", #"{"service":"kitchen-lamp-2/Lightbulb","name":"Kitchen Lamp"}"#
                ).hasPrefix(#"{"ok":true"#))
            #expect(try await client.retained(name).isEmpty)
        }
        try await run {
            let retained = try await client.retained("h/main-house/accessory/+/Lightbulb/Name").mapValues(\.text)
            #expect(retained["h/main-house/accessory/kitchen-lamp-2/Lightbulb/Name"] == "Kitchen Lamp")
        }
        await client.disconnect()
        try await broker.stop()
    }

    @Test func `the layout comes and goes over restarts, and keeps what people named`() async throws {
        let folder = try TemporaryFolder()
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        func run(isEnabled: Bool, _ body: (RunningBridge) async throws -> Void) async throws {
            let state = try await SQLiteStateStore.open(folder.path("home.sqlite"))
            let running = try await Self.start(on: broker, isEnabled: isEnabled, stateStore: state)
            try await body(running)
            await running.stop()
            await state.close()
        }
        try await run(isEnabled: true) { _ in
            _ = try await client.request("service/rename", #"{"service":"kitchen-lamp/Lightbulb","name":"Star"}"#)
            _ = try await client.request(
                "service-group/create",
                #"{"structure":"Main House","name":"Away","services":["kitchen-lamp/Lightbulb"]}"#)
            _ = try await client.order("\(Self.accessory)/Brightness/set", "42")
        }
        try await run(isEnabled: true) { running in
            let retained = try await client.retained("h/main-house/accessory/kitchen-lamp/#").mapValues(\.text)
            #expect(retained["\(Self.accessory)/Name"] == "Star")
            #expect(retained["\(Self.accessory)/Brightness"] == "42")
            #expect(try await client.order("h/main-house/service-group/away/PowerState/set", "off") == #"{"ok":true}"#)
        }
        try await run(isEnabled: false) { _ in
            #expect(try await client.retained("h/main-house/accessory/#").isEmpty)
            let native = try await client.retained("h/main-house/device/#")
            #expect(!native.isEmpty)
        }
        await client.disconnect()
        try await broker.stop()
    }
}
