import Conversions
import DataModel
import HomeGraph

/// What stands on `bridge/info`, `bridge/devices` and `bridge/groups`.
///
/// Source: zigbee2mqtt 2, “MQTT Topics and Messages”.
struct ZigbeeDocuments: Sendable {
    let topics: ZigbeeTopics
    let configuration: BridgeConfiguration

    /// `bridge/info`.
    var info: JSONValue {
        .object([
            topics.mark, Self.member("version", .string(configuration.version)), Self.member("commit", .string("")),
            Self.member(
                "coordinator",
                .object([
                    Self.member("ieee_address", .string(topics.address("bridge", ""))),
                    Self.member("type", .string("homegraph2mqtt")), Self.member("meta", .object([])),
                ])),
            Self.member("log_level", .string("info")), Self.member("permit_join", .bool(false)),
            Self.member("restart_required", .bool(false)),
            Self.member(
                "config",
                .object([
                    Self.member("mqtt", .object([Self.member("base_topic", .string(topics.base))])),
                    Self.member("availability", .object([Self.member("enabled", .bool(true))])),
                    Self.member(
                        "advanced",
                        .object([
                            Self.member("output", .string("json")), Self.member("cache_state", .bool(true)),
                            Self.member("last_seen", .string("disable")),
                        ])),
                    Self.member("devices", .object([])), Self.member("groups", .object([])),
                ])), Self.member("config_schema", .object([])),
        ])
    }

    /// The entry of the bridge itself, the first of `bridge/devices`.
    var coordinator: JSONValue {
        .object([
            topics.mark, Self.member("ieee_address", .string(topics.address("bridge", ""))),
            Self.member("type", .string("Coordinator")), Self.member("network_address", .int(0)),
            Self.member("supported", .bool(true)), Self.member("friendly_name", .string("Coordinator")),
            Self.member("disabled", .bool(false)), Self.member("definition", .null),
            Self.member("interview_completed", .bool(true)), Self.member("interviewing", .bool(false)),
            Self.member("interview_state", .string("SUCCESSFUL")),
            Self.member("endpoints", .object([Self.member("1", Self.endpoint(nil))])),
        ])
    }

    /// An entry of `bridge/devices`.
    func entry(
        _ id: String, name: String, _ content: ZigbeeDevice, _ information: ZigbeeInformation,
        _ read: @escaping SlotReader
    ) -> JSONValue {
        let about = information.texts(read)
        var members = [
            Self.member("ieee_address", .string(topics.address("device", id))),
            Self.member("type", .string(content.hasBattery ? "EndDevice" : "Router")),
            Self.member("network_address", .int(topics.networkAddress(id))),
            Self.member("supported", .bool(true)), Self.member("friendly_name", .string(name)),
            Self.member("disabled", .bool(false)),
            Self.member("definition", definition(content, information, about, read)),
            Self.member("power_source", .string(content.hasBattery ? "Battery" : "Mains (single phase)")),
            Self.member("model_id", .string(about[.model] ?? information.type)),
            Self.member("manufacturer", .string(about[.manufacturer] ?? "")),
        ]
        if let version = about[.firmwareVersion] { members.append(Self.member("software_build_id", .string(version))) }
        members += [
            Self.member("interview_completed", .bool(true)), Self.member("interviewing", .bool(false)),
            Self.member("interview_state", .string("SUCCESSFUL")),
            Self.member(
                "endpoints",
                .object(
                    information.endpoints.enumerated().map { position, number in
                        Self.member(
                            "\(number)",
                            Self.endpoint(
                                content.endpoints.indices.contains(position) ? content.endpoints[position] : nil))
                    })),
        ]
        return .object(members)
    }

    /// What a device of a kind is and can.
    func definition(
        _ content: ZigbeeDevice, _ information: ZigbeeInformation, _ about: [Quantity: String],
        _ read: @escaping SlotReader
    ) -> JSONValue {
        .object([
            Self.member("source", .string("native")),
            Self.member("model", .string(about[.model] ?? information.type)),
            Self.member("vendor", .string(about[.manufacturer] ?? "")),
            Self.member("description", .string(information.type)), Self.member("exposes", content.description(read)),
            Self.member("supports_ota", .bool(false)), Self.member("options", .array([])),
        ])
    }

    /// An entry of `bridge/groups`.
    func entry(_ group: HomeTopics.Group, name: String, members: [HomeTopics.Device]) -> JSONValue {
        .object([
            topics.mark, Self.member("id", .int(topics.number(ofGroup: group.id))),
            Self.member("friendly_name", .string(name)), Self.member("description", .null),
            Self.member("scenes", .array([])),
            Self.member(
                "members",
                .array(
                    members.map { device in
                        .object([
                            Self.member("ieee_address", .string(topics.address("device", device.id))),
                            Self.member("endpoint", .int(1)),
                        ])
                    })),
        ])
    }

    private static func endpoint(_ name: String?) -> JSONValue {
        .object(
            [
                member("bindings", .array([])), member("configured_reportings", .array([])),
                member("clusters", .object([member("input", .array([])), member("output", .array([]))])),
                member("scenes", .array([])),
            ] + (name.map { [member("name", .string($0))] } ?? []))
    }

    static func member(_ name: String, _ value: JSONValue) -> JSONMember { JSONMember(name: name, value: value) }
}

/// What devices that are made alike say about themselves.
struct ZigbeeInformation: Sendable {
    /// The application type, for people.
    let type: String
    /// The numbers of the endpoints with something of their own.
    let endpoints: [UInt16]
    private let about: DeviceInformation

    /// Looks at devices that are made so.
    init(_ layout: DeviceLayout) {
        about = DeviceInformation(layout, [.manufacturer, .model, .firmwareVersion])
        let application = layout.parts.filter { $0.endpoint != 0 }
        type = application.first.map { HomieText.id($0.name).split(separator: "-").joined(separator: " ") } ?? "device"
        endpoints = application.isEmpty ? [1] : application.map(\.endpoint)
    }

    /// The slots that it follows from.
    var offsets: [Int] { about.offsets }

    /// What is said, as far as it is.
    func texts(_ read: SlotReader) -> [Quantity: String] {
        Dictionary(about.texts(read).map { ($0.quantity, $0.text) }) { first, _ in first }
    }
}
