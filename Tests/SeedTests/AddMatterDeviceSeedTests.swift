// The examples stand as the seed writes them.
// swift-format-ignore-file

import Configuration
import DataModel
import FoundationEssentials
import MatterCommissioner
import MatterSupport
import SimulatedHub
import TestSupport
import Testing

@testable import HomeGraph

// The second seed, “Add a new Matter device to the home”: its examples as they are written, below their imports.

/// What an application's delegate has to do with on Apple's systems.
private final class UIApplication {
    struct LaunchOptionsKey: Hashable {}
}

@MainActor
private final class AppDelegate {
    func application(_ application: UIApplication, didFinishLaunchingWithOptions
    launchOptions: [UIApplication.LaunchOptionsKey : Any]? = nil) -> Bool {
      Home.configure {
        $0.sharedAppGroup = "group.com.sample.app.commissioning"
      }

      return true
    }
}

final class RequestHandler: MatterAddDeviceExtensionRequestHandler {
  // The App Group ID defined by the application to share information between the extension and main app.
  private static var appGroup = "group.com.sample.app.commissioning"

  // MARK: - Home API commissioning handlers

  /// Commissions a device to the Google Home ecosystem.
  /// - Parameters:
  ///   - home: The home that the device will be added to
  ///   - onboardingPayload: The payload to be sent to the Matter Commissioning SDK to commission the device.
  ///   - commissioningID: An identifier not used by the Home API SDK.
  override func commissionDevice(in home: MatterAddDeviceRequest.Home?, onboardingPayload: String, commissioningID: UUID) async throws {
    // Commission Matter device with payload.

    var onboardingPayloadForHub = onboardingPayload
    let homeMatterCommissioner = try HomeMatterCommissioner(appGroup: RequestHandler.appGroup)
    try await homeMatterCommissioner.commissionMatterDevice(
    onboardingPayload: onboardingPayloadForHub)
  }

  /// Obtains rooms from the Home Ecosystem to present to the user during the commissioning flow.
  /// - Parameter home: The home that the device will be added to.
  /// - Returns: A list of rooms if obtained from the Google Home ecosystem or an empty list if there was an error in getting them.
  override func rooms(in home: MatterAddDeviceRequest.Home?) async -> [MatterAddDeviceRequest.Room] {
    do {
      let homeMatterCommissioner = try HomeMatterCommissioner(appGroup: RequestHandler.appGroup)
      let fetchedRooms = try homeMatterCommissioner.fetchRooms()
      // Returning fetched rooms.
      return fetchedRooms
    } catch {
      // Failed to fetch rooms with error
      return []
    }
  }

  /// Pushes the device's configurations to the Google Home Ecosystem.
  /// - Parameters:
  ///   - name: The friendly name the user chose to set on the device.
  ///   - room: The room identifier that the user chose to put the device in.
  override func configureDevice(named name: String, in room: MatterAddDeviceRequest.Room?) async {
    // Configure Device name: room
    do {
      let homeMatterCommissioner = try HomeMatterCommissioner(appGroup: RequestHandler.appGroup)
      await homeMatterCommissioner.configureMatterDevice(
        deviceName: name, roomName: room?.displayName)
    } catch {
      // Configure Device failed with error
    }
  }
}

@Suite(.serialized) struct AddMatterDeviceSeedTests {
    private let temporary: TemporaryFolder
    private var root: URL { URL(filePath: temporary.path) }

    init() throws { temporary = try TemporaryFolder() }

    private static let home = """
        structures:
          - name: Main House
            rooms: [Kitchen, Hall]
            commissionable:
              - {payload: "MT:Y.K9042C00KA0648G00", window: 86400s, device: {name: New Plug, type: OnOffPluginUnit}}
        """

    /// The application at launch, as the seed's fifth step has it, and the home that it is configured for.
    @MainActor
    private func launch() async throws -> (home: Home, structure: Structure) {
        #expect(AppDelegate().application(UIApplication(), didFinishLaunchingWithOptions: nil))
        var configuration = HomeSession.configuration.homeConfiguration
        configuration.appGroupRoot = root
        let file = try HomeFile.read(Array(Self.home.utf8), file: "home", catalog: .standard)
        let home = try await Home(hub: try SimulatedHub(home: file, speed: 100), configuration: configuration)
        return (home, try #require(try await home.structures().list().first))
    }

    /// Steps one to three as they are written, in one function, since the first returns.
    private func addDevice(to structure: Structure) async -> (ids: Set<String>?, error: (any Error)?) {
        var seen: Set<String>?
        var failure: (any Error)?

        do {
          try await structure.prepareForMatterCommissioning()
        } catch {
          // Failed to prepare for Matter Commissioning
          return (nil, error)
        }

        let topology = MatterAddDeviceRequest.Topology(
          ecosystemName: "Google Home",
          homes: [MatterAddDeviceRequest.Home(displayName: structure.name)]
        )

        let request = MatterAddDeviceRequest(topology: topology)

        do {
          // Starting MatterAddDeviceRequest.
          try await request.perform()
          // Successfully completed MatterAddDeviceRequest.
          let commissionedDeviceIDs = try structure.completeMatterCommissioning()
          // Commissioned device IDs.
          seen = commissionedDeviceIDs
        } catch let error {
          structure.cancelMatterCommissioning()
          // Failed to complete MatterAddDeviceRequest.
          failure = error
        }
        return (seen, failure)
    }

    /// Adds the device of a code, as a user does who calls it Heater and puts it into the hall.
    private func add(_ code: String, to structure: Structure) async -> (ids: Set<String>?, error: (any Error)?) {
        let user = MatterAddDeviceSystem.User(payload: code, name: "Heater", room: "Hall")
        let system = MatterAddDeviceSystem(handler: RequestHandler.self, user: user)
        return await MatterAddDeviceSystem.$ofTask.withValue(system) {
            await AppGroups.$rootOfTask.withValue(root) { await addDevice(to: structure) }
        }
    }

    @Test func `an application adds a device through its extension`() async throws {
        let (home, structure) = try await launch()
        let (ids, error) = await add("MT:Y.K9042C00KA0648G00", to: structure)
        #expect(error == nil)
        #expect(ids == ["new-plug"])
        let devices = try await home.devices().list().filter { ids?.contains($0.id) == true }
        #expect(devices.map(\.name) == ["Heater"] && devices.map(\.roomID) == ["hall"])
    }

    @Test func `after a failure the application cancels, and can begin again`() async throws {
        let (home, structure) = try await launch()
        let (ids, error) = await add("34970112333", to: structure)
        #expect(ids == nil && error != nil)
        #expect(try await home.devices().list().isEmpty)
        let again = await add("34970112332", to: structure)
        #expect(again.ids == ["new-plug"])
    }

    @Test func `preparing fails while a session is open, and where the hub is away`() async throws {
        let (home, structure) = try await launch()
        try await structure.prepareForMatterCommissioning()
        let other = await addDevice(to: structure)
        #expect((other.error as? HomeError)?.code == .failedPrecondition)
        structure.cancelMatterCommissioning()
        home.hub.simulation?.setHubOnline(false)
        let away = await addDevice(to: structure)
        #expect((away.error as? HomeError)?.code == .unavailable)
    }
}
