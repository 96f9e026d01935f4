import Configuration
import DataModel
import HomeGraph
import SimulatedHub
import Synchronization
import TestSupport
import Testing

/// A home with devices in pairing mode near its hub, whose time runs a hundred times as fast; they wait a day, so that
/// nothing closes while other tests keep the machine busy.
struct CommissioningBench {
    static let plug = "MT:Y.K9042C00KA0648G00"
    static let bridge = "MT:YNJV7VSC00CMVH7SR00"
    static let text = """
        structures:
          - name: Main House
            rooms: [Kitchen]
            devices: [{name: Lamp, type: DimmableLight}]
            commissionable:
              - payload: "\(plug)"
                window: 86400s
                device: {name: New Plug, type: OnOffPluginUnit, simulation: {latency: 0ms}}
              - payload: "\(bridge)"
                window: 86400s
                device: {name: Bridge, type: Aggregator}
                bridged: [{name: Lamp, type: DimmableLight}, {name: Sensor, type: TemperatureSensor}]
          - name: Guest Cottage
        """

    let home: Home
    let hub: SimulatedHub
    let progress = Recorder<CommissioningProgress>()
    private let observation: Registration

    init(_ text: String = text, state: (any StateStore)? = nil) async throws {
        let file = try HomeFile.read(Array(text.utf8), file: "home.yaml", catalog: .standard)
        try await self.init(hub: try SimulatedHub(home: file, speed: 100), state: state)
    }

    init(hub: SimulatedHub, state: (any StateStore)?) async throws {
        self.hub = hub
        home = try await Home(hub: hub, store: state)
        let progress = progress
        observation = home.commissioning.observe { progress.append($0) }
    }

    /// Commissions in a session of its own.
    func commission(
        _ code: String, structure: String = "main-house", name: String? = nil, room: String? = nil
    ) async throws(HomeError) -> [String] {
        let session = try home.commissioning.prepare(structureID: structure)
        do throws(HomeError) {
            try await home.commissioning.commission(code, in: session, name: name, roomID: room)
            return try home.commissioning.complete(session)
        } catch {
            try await home.commissioning.cancel(session, error: error).finish()
            throw error
        }
    }

    /// What it throws.
    func failure(_ code: String, structure: String = "main-house", room: String? = nil) async -> HomeError? {
        do throws(HomeError) {
            _ = try await commission(code, structure: structure, room: room)
            return nil
        } catch { return error }
    }

    /// The devices by id, with their names.
    var devices: [String: String] {
        Dictionary(uniqueKeysWithValues: home.store.shape.devices.map { ($0.id, $0.name) })
    }
}
