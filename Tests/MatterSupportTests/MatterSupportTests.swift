import Configuration
import DataModel
import Foundation
import HomeGraph
import MatterCommissioner
import MatterSupport
import SimulatedHub
import TestSupport
import Testing

/// A handler in this process, with the app group of its test.
class CommissioningHandler: MatterAddDeviceExtensionRequestHandler {
    @TaskLocal static var appGroup = ""

    override func commissionDevice(
        in home: MatterAddDeviceRequest.Home?, onboardingPayload: String, commissioningID: UUID
    ) async throws {
        try await HomeMatterCommissioner(appGroup: Self.appGroup)
            .commissionMatterDevice(onboardingPayload: onboardingPayload)
    }

    override func rooms(in home: MatterAddDeviceRequest.Home?) async -> [MatterAddDeviceRequest.Room] {
        (try? HomeMatterCommissioner(appGroup: Self.appGroup).fetchRooms()) ?? []
    }

    override func configureDevice(named name: String, in room: MatterAddDeviceRequest.Room?) async {
        await (try? HomeMatterCommissioner(appGroup: Self.appGroup))?
            .configureMatterDevice(deviceName: name, roomName: room?.displayName)
    }
}

/// An application, its extension, and the directory that they share.
struct AppGroupTests {
    private static let plug = "MT:Y.K9042C00KA0648G00"
    private static let text = """
        structures:
          - name: Main House
            rooms: [Kitchen, Hall]
            commissionable: [{payload: "\(plug)", window: 86400s, device: {name: New Plug, type: OnOffPluginUnit}}]
        """

    private let appGroup = "group.com.sample.\(UUID().uuidString)"
    private let temporary: TemporaryFolder
    private var root: URL { URL(filePath: temporary.path) }
    private var folder: URL { root.appending(path: appGroup) }

    init() throws { temporary = try TemporaryFolder() }

    private func home() async throws -> (home: Home, hub: SimulatedHub, structure: Structure) {
        let file = try HomeFile.read(Array(Self.text.utf8), file: "home.yaml", catalog: .standard)
        let hub = try SimulatedHub(home: file, speed: 100)
        var configuration = HomeConfiguration()
        configuration.appGroup = appGroup
        configuration.appGroupRoot = root
        let home = try await Home(hub: hub, configuration: configuration)
        return (home, hub, try #require(try await home.structures().list().first))
    }

    private func perform(_ payload: String, on system: (MatterAddDeviceSystem.User) -> MatterAddDeviceSystem)
        async throws
    {
        let user = MatterAddDeviceSystem.User(payload: payload, name: "Heater", room: "Hall")
        try await MatterAddDeviceSystem.$ofTask.withValue(system(user)) {
            try await AppGroups.$rootOfTask.withValue(root) {
                try await CommissioningHandler.$appGroup.withValue(appGroup) {
                    try await MatterAddDeviceRequest(
                        topology: .init(ecosystemName: "Google Home", homes: [.init(displayName: "Main House")])
                    ).perform()
                }
            }
        }
    }

    /// The executable beside the tests.
    private static var executable: URL {
        get throws {
            let folder = try #require(CommandLine.arguments.first.map { URL(filePath: $0).deletingLastPathComponent() })
            return folder.appending(path: "TestExtension")
        }
    }

    private static func systems(
        appGroup: String, root: URL
    ) throws -> [@Sendable (MatterAddDeviceSystem.User) -> MatterAddDeviceSystem] {
        let executable = try executable
        return [
            { MatterAddDeviceSystem(handler: CommissioningHandler.self, user: $0) },
            {
                MatterAddDeviceSystem(
                    executable: executable, environment: ["APP_GROUP": appGroup, AppGroups.variable: root.path],
                    user: $0)
            },
        ]
    }

    @Test(arguments: [0, 1]) func `an extension, in this process or its own, adds a device`(host: Int) async throws {
        let (home, _, structure) = try await home()
        try await structure.prepareForMatterCommissioning()
        try await perform(Self.plug, on: try Self.systems(appGroup: appGroup, root: root)[host])
        let ids = try structure.completeMatterCommissioning()
        #expect(ids == ["new-plug"])
        let device = try #require(try await home.devices().list().first { ids.contains($0.id) })
        #expect(device.name == "Heater" && device.roomID == "hall")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["answers", "requests"])
        for name in ["answers", "requests"] {
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path).isEmpty)
        }
    }

    @Test(arguments: [0, 1]) func `what goes wrong reaches the application, and it can try again`(host: Int)
        async throws
    {
        let (_, hub, structure) = try await home()
        let system = try Self.systems(appGroup: appGroup, root: root)[host]
        try await structure.prepareForMatterCommissioning()
        let failure = await #expect(throws: (any Error).self) { try await perform("34970112333", on: system) }
        #expect("\(failure.map { "\($0)" } ?? "")".contains("check digit"))
        #expect(throws: HomeError.self) { try structure.completeMatterCommissioning() }
        hub.setHubOnline(false)
        await #expect(throws: (any Error).self) { try await perform(Self.plug, on: system) }
        let result = structure.markMatterCommissioningFailed(error: nil)
        #expect((result.detailedError as? HomeError)?.code == .unavailable)
        #expect(result.suggestedUserActions.first == .checkHubAvailability)
        hub.setHubOnline(true)
        try await structure.prepareForMatterCommissioning()
        try await perform(Self.plug, on: system)
        #expect(try structure.completeMatterCommissioning() == ["new-plug"])
    }

    @Test func `an extension without a session says so`() async throws {
        let (_, _, structure) = try await home()
        #expect(throws: HomeError.self) { try HomeMatterCommissioner(appGroup: appGroup, root: root) }
        try await structure.prepareForMatterCommissioning()
        let commissioner = try HomeMatterCommissioner(appGroup: appGroup, root: root)
        #expect(try commissioner.fetchRooms().map(\.displayName) == ["Kitchen", "Hall"])
        structure.cancelMatterCommissioning()
        #expect(throws: HomeError.self) { try commissioner.fetchRooms() }
        await #expect(throws: HomeError.self) {
            try await commissioner.commissionMatterDevice(onboardingPayload: Self.plug)
        }
    }

    @Test(arguments: ["", "..", "a/b", "a\nb"]) func `what is no app group is refused`(name: String) {
        #expect(throws: HomeError.self) { try HomeMatterCommissioner(appGroup: name) }
    }

    @Test func `only the owner may read what the container holds`() async throws {
        let (_, _, structure) = try await home()
        try await structure.prepareForMatterCommissioning()
        let mode = try FileManager.default.attributesOfItem(atPath: folder.appending(path: "session.json").path)[
            .posixPermissions]
        #expect(mode as? Int == 0o600)
        structure.cancelMatterCommissioning()
    }

    @Test func `a user who gives up, a request without homes, a system without an extension`() async throws {
        let topology = MatterAddDeviceRequest.Topology(
            ecosystemName: "Google Home", homes: [.init(displayName: "Home")])
        let system = MatterAddDeviceSystem(handler: CommissioningHandler.self, user: .init(name: "Plug"))
        await MatterAddDeviceSystem.$ofTask.withValue(system) {
            await #expect(throws: MatterAddDeviceError.cancelled) {
                try await MatterAddDeviceRequest(topology: topology).perform()
            }
            await #expect(throws: MatterAddDeviceError.noHome) {
                try await MatterAddDeviceRequest(topology: .init(ecosystemName: "Google Home", homes: [])).perform()
            }
        }
        let missing = MatterAddDeviceSystem(
            executable: URL(filePath: "/nowhere"), user: .init(payload: Self.plug, name: "Plug"))
        await MatterAddDeviceSystem.$ofTask.withValue(missing) {
            await #expect(throws: MatterAddDeviceError.self) {
                try await MatterAddDeviceRequest(topology: topology).perform()
            }
        }
    }

    @Test func `an extension that ends at once is said`() async throws {
        let topology = MatterAddDeviceRequest.Topology(
            ecosystemName: "Google Home", homes: [.init(displayName: "Home")])
        let system = MatterAddDeviceSystem(
            executable: URL(filePath: "/bin/true"), user: .init(payload: Self.plug, name: "Plug"))
        await MatterAddDeviceSystem.$ofTask.withValue(system) {
            await #expect(throws: MatterAddDeviceError.self) {
                try await MatterAddDeviceRequest(topology: topology).perform()
            }
        }
    }
}
