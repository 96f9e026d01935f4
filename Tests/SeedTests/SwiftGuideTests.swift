import Configuration
import DataModel
import Foundation
import HomeGraph
import HomeTypes
import SimulatedHub
import Synchronization
import TestSupport
import Testing

/// The examples of the guide to the Swift API, each of which stands here as it stands there.
@Suite(.timeLimit(.minutes(1))) struct SwiftGuideTests {
    private static let home = """
        structures:
          - name: Main House
            rooms: [Kitchen]
            devices:
              - {name: Lamp, type: DimmableLight, room: Kitchen}
              - {name: Button, type: GenericSwitch}
              - {name: Blind, type: WindowCovering}
              - {name: Power Strip, parts: [{type: OnOffPluginUnit}, {type: OnOffPluginUnit}]}
            groups: [{name: Lights, devices: [lamp]}]
        """

    private static let printed = Mutex<[String]>([])

    private func print(_ items: Any...) {
        Self.printed.withLock { $0.append(items.map { "\($0)" }.joined(separator: " ")) }
    }

    private static func file() throws -> HomeFile {
        try HomeFile.read(Array(home.utf8), file: "home", catalog: .standard)
    }

    private func start() async throws -> Home { try await Home(hub: SimulatedHub(home: Self.file())) }

    private func device(_ id: String, _ home: Home) async throws -> HomeDevice {
        try #require(try await home.devices().list().first { $0.id == id })
    }

    /// Every block of Swift in the guide is a run of lines of this file, but for the indentation.
    @Test func `each example of the guide stands here`() throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        let guide = try String(
            contentsOf: root.appending(path: "Sources/homegraph2mqtt/Documentation.docc/SwiftAPI.md"), encoding: .utf8)
        let blocks = guide.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(blocks.count >= 8)
        for block in blocks { #expect(Self.lines(source).contains(Self.lines(block)), "\(block)") }
    }

    private static func lines(_ text: String) -> String {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
    }

    // MARK: - The examples

    @Test func `a home of a file`() async throws {
        let folder = try TemporaryFolder(["home.yaml": Self.home])
        let path = folder.path("home.yaml")
        let file = try HomeFile.read(path: path, catalog: .standard)
        let home = try await Home(hub: SimulatedHub(home: file))
        #expect(try await home.devices().list().count == 5)
    }

    /// Not called: there is one session in a process, and other suites use it.
    @MainActor private func connect(_ file: HomeFile) async throws -> Home {
        Home.configure {
            $0.sharedAppGroup = "group.com.example.lights"
            $0.strictOperationValidation = true
            $0.hub = { try SimulatedHub(home: file) }
        }
        let home = try await Home.connect()
        return home
    }

    @Test func `rooms and devices are joined`() async throws {
        let home = try await start()
        for await (rooms, devices) in home.rooms().batched().combineLatest(home.devices().batched()) {
            for room in rooms {
                print(room.name, devices.filter { $0.roomID == room.id }.map(\.name).sorted())
            }
            break
        }
        #expect(Self.printed.withLock { $0.contains("Kitchen [\"Lamp\"]") })
    }

    @Test func `types and events are watched`() async throws {
        let home = try await start()
        let device = try await device("lamp", home)
        let button = try #require(try await self.device("button", home).types.get(GenericSwitchDeviceType.self))
        let pressing = Task {
            // The loop below may begin to listen later than this begins to press.
            let record = try #require(home.store.shape.device("button"))
            let trait = try #require(record.layout.parts.lazy.compactMap { $0.trait(named: "Switch") }.first)
            let event = try #require(trait.event(named: "initialPress"))
            let part = try #require(record.layout.parts.first { $0.trait(named: "Switch") != nil })
            while !Task.isCancelled {
                try home.hub.simulation?.emit(
                    event, fields: [0: .uint(1)], of: trait.cluster, endpoint: part.endpoint, device: record.index)
                await Task.yield()
            }
        }
        for await light in device.types.subscribe(DimmableLightDeviceType.self) {
            print(light.matterTraits.onOffTrait?.attributes.onOff as Any)
            break
        }
        for await press in button.events.subscribe(Matter.SwitchTrait.InitialPressEvent.self) {
            print("position \(press.newPosition)")
            break
        }
        pressing.cancel()
        try await pressing.value
        #expect(Self.printed.withLock { $0.contains("Optional(false)") && $0.contains("position 1") })
    }

    private func dim(_ device: HomeDevice) async throws {
        guard let light = await device.types.get(DimmableLightDeviceType.self),
            let level = light.matterTraits.levelControlTrait
        else { return }
        if level.supports(.moveToLevelWithOnOff) {
            try await level.moveToLevelWithOnOff(
                level: 127, transitionTime: nil, optionsMask: [], optionsOverride: [])
        }
        if level.attributes.$onLevel.isSupported {
            try await level.update { $0.setOnLevel(200) }
        }
    }

    @Test func `a light is dimmed`() async throws {
        let home = try await start()
        try await dim(device("lamp", home))
        let light = try #require(try await device("lamp", home).types.get(DimmableLightDeviceType.self))
        #expect(light.matterTraits.onOffTrait?.attributes.onOff == true)
        #expect(light.matterTraits.levelControlTrait?.attributes.currentLevel == 127)
        #expect(light.matterTraits.levelControlTrait?.attributes.onLevel == 200)
    }

    @Test func `commands are sent together`() async throws {
        let home = try await start()
        let lamp = try #require(try await device("lamp", home).types.get(DimmableLightDeviceType.self))
        let blind = try #require(try await device("blind", home).types.get(WindowCoveringDeviceType.self))
        let onOff = try #require(lamp.matterTraits.onOffTrait)
        let covering = try #require(blind.matterTraits.windowCoveringTrait)
        let (on, move) = try await home.sendBatchedCommands { batcher in
            let on = batcher.add(onOff.onBatchable())
            let move = batcher.add(covering.upOrOpenBatchable())
            return (on, move)
        }
        print(on.isSuccessful, move.isSuccessful)
        #expect(on.isSuccessful && move.isSuccessful)
    }

    @Test func `the home is changed`() async throws {
        let home = try await start()
        let structure = try #require(try await home.structures().list().first)
        let lamp = try await device("lamp", home)
        let study = try await structure.createRoom(name: "Study")
        try await structure.move(device: lamp, to: study)
        let renamed = try await lamp.setName("Desk Lamp")
        let management = structure.traits.get(Google.GroupManagementTrait.self)
        let id = try await management.createUserDefinedGroup(withName: "Reading", withDevices: [renamed])
        #expect(id == "reading" && renamed.roomID == study.id)
        #expect(try await structure.deviceGroups.list().first { $0.id == id }?.deviceIDs == ["lamp"])
    }

    @Test func `a group is one object`() async throws {
        let home = try await start()
        try await dim(device("lamp", home))
        let structure = try #require(try await home.structures().list().first)
        let group = try #require(try await structure.deviceGroups.list().first)
        if let lights = await group.part(OnOffLightDeviceType.self), let onOff = lights.matterTraits.onOffTrait {
            try await onOff.off()
        }
        let light = try #require(try await device("lamp", home).types.get(DimmableLightDeviceType.self))
        #expect(light.matterTraits.onOffTrait?.attributes.onOff == false)
    }

    @Test func `a device with parts is whole`() async throws {
        let home = try await start()
        let whole = try await home.devices(enableMultipartDevices: true).list().first { $0.id == "power-strip" }
        let outlets = await whole?.parts.getAll(of: OnOffPluginUnitDeviceType.self) ?? []
        #expect(outlets.count == 2)
        #expect(
            Set(try await home.devices().list().map(\.id)).isSuperset(of: ["power-strip:1", "power-strip:2"]))
    }
}
