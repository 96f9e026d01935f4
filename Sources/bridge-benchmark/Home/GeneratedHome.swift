/// A home of any size, as a home file: rooms of ten devices, of kinds that come in every house, which answer at once.
struct GeneratedHome {
    /// Which devices it has, over and over.
    static let types = [
        "DimmableLight", "OnOffPluginUnit", "TemperatureSensor", "ExtendedColorLight", "OccupancySensor", "OnOffLight",
        "ContactSensor", "WindowCovering", "Thermostat", "DoorLock",
    ]

    /// How many devices it has.
    let devices: Int
    /// The device types, over and over.
    var types = Self.types

    /// The home file, in YAML.
    var text: String {
        var text = "structures:\n  - name: Home\n    rooms:\n"
        for room in 0..<max(1, (devices + 9) / 10) { text += "      - {id: room-\(room), name: Room \(room)}\n" }
        text += "    devices:\n"
        for number in 0..<devices {
            let type = types[number % types.count]
            text += "      - {id: d-\(number), name: \(type) \(number), type: \(type), room: room-\(number / 10), "
            text += "simulation: {latency: 0s}}\n"
        }
        return text
    }
}
