import Configuration
import DataModel
import HomeGraph
import HomeTypes
import SimulatedHub
import Testing

/// The home that the seeds' examples run against: two structures with lights, a lock and a plug, all simulated.
struct SeedHome {
    let hub: SimulatedHub
    let home: Home

    private static func file(_ more: String) -> String {
        """
        structures:
          - name: Main House
            rooms: [Kitchen, Living Room, {id: attic, name: room_id1}]
            devices:
              - {id: plain, name: Hall Light, type: OnOffLight, room: Living Room}
              - {id: dimmable, name: Ceiling, type: DimmableLight, room: Kitchen}
              - id: white
                name: Reading Light
                type: ColorTemperatureLight
                traits: {ColorControl: {colorTempPhysicalMinMireds: 150, colorTempPhysicalMaxMireds: 400}}
              - id: color
                name: Table Lamp
                type: ExtendedColorLight
                room: Kitchen
                features: {ColorControl: [hueSaturation, xy, colorTemperature]}
                traits: {ColorControl: {colorTempPhysicalMinMireds: 200, colorTempPhysicalMaxMireds: 500}}
              - {id: bare, name: Cellar Light, type: OnOffLight, without: [OnOff.toggle, OnOff.startUpOnOff]}
              - {id: lock, name: Front Door, type: DoorLock, traits: {DoorLock: {wrongCodeEntryLimit: 5}}}
              - {id: plug, name: Coffee Plug, type: OnOffPluginUnit}
              - {id: strip, name: Strip, parts: [{type: OnOffPluginUnit}, {type: OnOffPluginUnit}]}
        \(more)
            groups:
              - {id: lights, name: Lights, devices: [plain, dimmable, white, color, lock]}
              - {id: plugs, name: Plugs, devices: [plug]}
          - name: Guest Cottage
            rooms: [Studio]
            devices:
              - {id: cottage-light, name: Cottage Light, type: OnOffLight, room: Studio}
        """
    }

    /// Starts the home.
    ///
    /// - Parameters:
    ///   - more: Further devices of the first structure, as lines of a home file.
    ///   - configuration: How it behaves.
    /// - Throws: What is wrong with the lines.
    init(more: String = "", configuration: HomeConfiguration = HomeConfiguration()) async throws {
        let file = try HomeFile.read(Array(Self.file(more).utf8), file: "seed home", catalog: .standard)
        hub = try SimulatedHub(home: file)
        home = try await Home(hub: hub, configuration: configuration)
    }

    /// The device with this id.
    func device(_ id: String) async throws -> HomeDevice {
        try #require(try await home.devices().list().first { $0.id == id })
    }

    /// The structure of this name.
    func structure(_ name: String = "Main House") async throws -> Structure {
        try #require(try await home.structures().list().first { $0.name == name })
    }

    /// The group with this id.
    func group(_ id: String) async throws -> DeviceGroup {
        try #require(try await structure().deviceGroups.list().first { $0.id == id })
    }

    /// A light's trait as it is now.
    func onOff(_ id: String) async throws -> Matter.OnOffTrait {
        let types = try await device(id).types
        if let type = await types.get(OnOffLightDeviceType.self) { return try #require(type.matterTraits.onOffTrait) }
        if let type = await types.get(DimmableLightDeviceType.self) {
            return try #require(type.matterTraits.onOffTrait)
        }
        if let type = await types.get(ColorTemperatureLightDeviceType.self) {
            return try #require(type.matterTraits.onOffTrait)
        }
        if let type = await types.get(OnOffPluginUnitDeviceType.self) {
            return try #require(type.matterTraits.onOffTrait)
        }
        return try #require(await types.get(ExtendedColorLightDeviceType.self)?.matterTraits.onOffTrait)
    }

    /// The level of the dimmable light.
    func level() async throws -> Matter.LevelControlTrait {
        let type = try #require(try await device("dimmable").types.get(DimmableLightDeviceType.self))
        return try #require(type.matterTraits.levelControlTrait)
    }

    /// Whether the lights are on, by id.
    func states(_ ids: String...) async throws -> [String: Bool?] {
        var states: [String: Bool?] = [:]
        for id in ids { states[id] = try await onOff(id).attributes.onOff }
        return states
    }

    /// Takes a device off the network.
    func takeOffline(_ id: String) throws {
        let record = try #require(home.store.shape.device(id))
        try hub.setOnline(false, device: record.index)
    }
}
