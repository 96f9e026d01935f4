import DataModel
import HomeGraph
import ModelReader

/// The components that Home Assistant discovers of devices and groups.
enum DeviceComponents {
    /// Those of all devices that are made so.
    static func bind(_ layout: DeviceLayout, hasLastReport: Bool) -> [BoundComponent] {
        ComponentTarget.parts(of: layout).flatMap { part in
            let components = ComponentRules.all.compactMap(part.bind)
            let written = Set(components.flatMap(\.topics))
            return components
                + (part.layout.map { SettingComponents.bind($0, label: part.label, written: written) } ?? [])
        } + diagnostics(hasLastReport: hasLastReport)
    }

    /// Those of a group.
    static func bind(_ group: GroupParts) -> [BoundComponent] {
        ComponentTarget.parts(of: group).flatMap { part in ComponentRules.all.compactMap(part.bind) }
    }

    /// The names of those that are entities.
    static func names(_ components: [BoundComponent]) -> [String?] {
        components.filter { $0.platform != .deviceAutomation }.map(\.name)
    }

    /// The platforms of components, by their ids.
    static func platforms(_ components: [BoundComponent]) -> [String: String] {
        Dictionary(components.map { ($0.id, $0.platform.rawValue) }) { first, _ in first }
    }

    /// Those of the bridge itself.
    static let bridge = [
        BoundComponent(
            id: "hub", platform: .binarySensor, name: "Hub", category: .diagnostic, isEnabled: true,
            isAlwaysAvailable: false,
            fields: [
                ("state_topic", .topic("info")),
                (
                    "value_template",
                    .json(
                        .string(
                            Template.expression(
                                "('ON' if value_json.hub.online else 'OFF') if value_json is defined and value_json.hub is defined else None"
                            ).text))
                ),
                ("device_class", .json(.string("connectivity"))),
            ])
    ]

    /// What every device has.
    private static func diagnostics(hasLastReport: Bool) -> [BoundComponent] {
        let connectivity = BoundComponent(
            id: "connectivity", platform: .binarySensor, name: "Connectivity", category: .diagnostic, isEnabled: true,
            isAlwaysAvailable: true,
            fields: [
                ("state_topic", .topic("availability")),
                (
                    "value_template",
                    .json(
                        .string(
                            Template.map(
                                [("online", "ON"), ("partiallyOnline", "ON"), ("offline", "OFF")]
                            ).text))
                ),
                ("device_class", .json(.string("connectivity"))),
            ])
        let lastReport = BoundComponent(
            id: "lastReport", platform: .sensor, name: "Last seen", category: .diagnostic, isEnabled: false,
            isAlwaysAvailable: true,
            fields: [
                ("state_topic", .topic("lastReport")),
                ("value_template", .json(.string(Template.orUnknown.text))),
                ("device_class", .json(.string("timestamp"))),
            ])
        return [connectivity] + (hasLastReport ? [lastReport] : [])
    }
}

/// A part's name for people.
enum PartLabel {
    /// A part's name for people: `OnOffPluginUnit-2` is `On Off Plugin Unit 2`.
    static func text(_ name: String) -> String {
        var label = ""
        var previous: Character?
        for character in name {
            if character == "-" {
                label.append(" ")
            } else {
                if character.isUppercase, previous?.isLowercase == true { label.append(" ") }
                label.append(character)
            }
            previous = character
        }
        return label
    }
}
