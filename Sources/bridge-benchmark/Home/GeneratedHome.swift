/// A home of any size, as a home file: rooms of ten devices, of kinds that come in every house, which answer at once.
struct GeneratedHome {
    /// Which devices it has, over and over.
    static let types = [
        "DimmableLight", "OnOffPluginUnit", "TemperatureSensor", "ExtendedColorLight", "OccupancySensor", "OnOffLight",
        "ContactSensor", "WindowCovering", "Thermostat", "DoorLock",
    ]

    /// How many devices each structure has.
    let devices: Int
    /// How many structures it has.
    var structures = 1
    /// The device types, over and over.
    var types = Self.types

    /// The home file, in YAML.
    var text: String {
        (0..<structures).reduce(into: "structures:\n") { $0 += structure($1) }
    }

    private func structure(_ number: Int) -> String {
        let rooms = max(1, (devices + 9) / 10)
        var text = "  - name: Home\(number == 0 ? "" : " \(number + 1)")\n    rooms:\n"
        for room in 0..<rooms {
            text += "      - {id: room-\(number * rooms + room), name: Room \(room)}\n"
        }
        text += "    devices:\n"
        for device in 0..<devices {
            let type = types[device % types.count]
            text += "      - {id: d-\(number * devices + device), name: \(type) \(device), type: \(type), "
            text += "room: room-\(number * rooms + device / 10), simulation: {latency: 0s}}\n"
        }
        return text
    }
}
