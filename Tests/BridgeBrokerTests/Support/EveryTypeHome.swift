import DataModel
import ModelReader

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
