import Bridge
import Configuration
import DataModel
import HomeGraph
import ModelReader
import SimulatedHub
import Testing

/// A home with one device of every type in the model, and what is awkward about names.
enum EveryTypeHome {
    /// The types that a device can be of.
    static let types = ModelCatalog.standard.deviceTypes.filter { $0.classification == .simple }.map(\.name)

    /// Names that are hard to make topics of, or alike.
    static let awkwardNames = [
        "+#/$", "$SYS", "💡", "!!!", "...", "Lamp", "lamp", "LAMP", "L\u{E4}mp", "La\u{308}mp", "I\u{307}stanbul",
        "bridge", "group-lamp", "a/b/2", String(repeating: "x", count: 60), "{{ \\\" }}",
    ]

    /// The home file: the types in one structure, the names in two.
    static let text: String = {
        var text = "structures:\n  - name: S\n    devices:\n"
        for type in types { text += "      - {name: \(type), id: \(type.lowercased()), type: \(type)}\n" }
        text += "      - {name: Strip, id: strip, parts: [{type: OnOffPluginUnit}, {type: OnOffPluginUnit}]}\n"
        text += "    groups:\n      - {name: All, devices: [\(members)]}\n"
        text += awkward(0) + "  - name: S2\n    devices:\n" + awkward(1)
        return text
    }()

    /// What a bridge says of it under a prefix, by what follows on that.
    static func said(
        under prefix: String, configure: (inout BridgeConfiguration) -> Void
    ) async throws -> [String: String] {
        let catalog = ModelCatalog.standard
        let hub = try SimulatedHub(
            home: try HomeFile.read(Array(text.utf8), file: "home", catalog: catalog), catalog: catalog)
        let home = try await Home(hub: hub)
        var configuration = BridgeConfiguration(baseTopic: "h", version: "1.0", instance: "abcdefgh")
        configure(&configuration)
        let topics = try await Bridge.topics(of: home.store, configuration: configuration)
        await home.disconnect()
        var said: [String: String] = [:]
        for (topic, payload) in topics where topic.hasPrefix(prefix) {
            let known = said.updateValue(payload, forKey: String(topic.dropFirst(prefix.count)))
            #expect(known == nil, "\(topic) stands twice")
        }
        return said
    }

    private static var members: String {
        [
            "onofflight", "extendedcolorlight", "windowcovering", "thermostat", "doorlock", "fan", "strip",
            "colortemperaturelight",
        ].joined(separator: ", ")
    }

    private static func awkward(_ structure: Int) -> String {
        guard structure == 1 else { return "" }
        return awkwardNames.enumerated().map { number, name in
            "      - {name: \"\(name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\", id: awkward-\(number), type: OnOffLight}\n"
        }.joined()
    }
}
