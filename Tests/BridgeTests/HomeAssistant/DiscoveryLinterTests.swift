import DataModel
import Testing

@testable import Bridge

/// What the linter finds in documents that are wrong.
@Suite struct DiscoveryLinterTests {
    private func faults(_ component: String, rest: String = "") -> [String] {
        let configuration = BridgeConfiguration(baseTopic: "h", version: "1", instance: "abcdefgh")
        let document = """
            {"device":{"identifiers":["x"],"name":"X"},"origin":{"name":"o"},"availability":[{"topic":"h/bridge/state"}],
            "availability_mode":"all"\(rest),"components":{"c":\(component)}}
            """
        return DiscoveryLinter(
            [("homeassistant/device/abcdefgh_x/config", document), ("h/s/device/x/P/T/a", "1")],
            configuration: configuration,
            names: DiscoveryTopics(prefix: "homeassistant", instance: configuration.instance)
        ).faults.map(\.problem)
    }

    @Test func `a document in order has no fault`() {
        let sensor = """
            {"platform":"sensor","unique_id":"u","name":"T","state_topic":"h/s/device/x/P/T/a",
            "value_template":"{{ value | float / 100 if value not in ['', 'null'] else None }}","device_class":"temperature",
            "unit_of_measurement":"°C","state_class":"measurement"}
            """
        #expect(faults(sensor).isEmpty)
    }

    @Test(arguments: [
        (#""platform":"sensr""#, "has no platform that the bridge knows"),
        (#""platform":"sensor","state_topic":"h/s/device/x/P/T/a""#, "lacks unique_id"),
        (#""platform":"sensor","unique_id":"u""#, "lacks state_topic"),
        (
            #""platform":"sensor","unique_id":"u","state_topic":"h/s/device/x/P/T/b""#,
            "state_topic names h/s/device/x/P/T/b, on which nothing is said"
        ),
        (
            #""platform":"sensor","unique_id":"u","state_topic":"h/s/device/x/P/T/a","stat_class":"x""#,
            "a sensor has no stat_class"
        ),
        (
            #""platform":"sensor","unique_id":"u","state_topic":"h/s/device/x/P/T/a","device_class":"power","unit_of_measurement":"V""#,
            "the device class power has no unit V"
        ),
        (
            #""platform":"sensor","unique_id":"u","state_topic":"h/s/device/x/P/T/a","device_class":"power""#,
            "the device class power wants a unit"
        ),
        (
            #""platform":"sensor","unique_id":"u","state_topic":"h/s/device/x/P/T/a","device_class":"energy","unit_of_measurement":"kWh","state_class":"measurement""#,
            "the device class energy has no state class measurement"
        ),
        (
            #""platform":"binary_sensor","unique_id":"u","state_topic":"h/s/device/x/P/T/a","value_template":"{{ {'1': 'ON'}.get(value, None) }}","device_class":"wet""#,
            "a binary_sensor has no device class wet"
        ),
        (
            #""platform":"button","unique_id":"u","command_topic":"h/s/device/x/P/T/a""#,
            "command_topic names h/s/device/x/P/T/a, which takes no orders"
        ),
        (
            #""platform":"select","unique_id":"u","command_topic":"h/s/device/x/P/T/a/set","options":["a","a"]"#,
            "options says something twice"
        ),
        (
            #""platform":"number","unique_id":"u","command_topic":"h/s/device/x/P/T/a/set","min":2,"max":1"#,
            "min 2.0 is not below max 1.0"
        ),
        (
            #""platform":"switch","unique_id":"u","command_topic":"h/s/device/x/P/T/a/set","value_template":"{{ value }}""#,
            "value_template stands there without a topic"
        ),
    ])
    func `each fault is found`(members: String, problem: String) {
        #expect(faults("{\(members)}") == [problem])
    }

    /// What is cleared, or null, is no alarm, and no fault of a template either.
    @Test(arguments: [
        (#"{{ 'OFF' if value == '1' else 'ON' }}"#, 2), (#"{{ {'1': 'OFF'}.get(value, 'ON') }}"#, 2),
        (#"{{ 'OFF' if value | int == 1 else 'ON' }}"#, 2), (#"{{ {'1': 'OFF'}.get(value, None) }}"#, 0),
        (#"{{ ('OFF' if value == '1' else 'ON') if value not in ['', 'null'] else None }}"#, 0),
        (#"{{ ('YES' if value == '1' else 'ON') if value not in ['', 'null'] else None }}"#, 1),
    ])
    func `no value is taken for one`(template: String, count: Int) {
        let sensor = """
            {"platform":"binary_sensor","unique_id":"u","name":"T","state_topic":"h/s/device/x/P/T/a",
            "value_template":"\(template)"}
            """
        #expect(faults(sensor).count == count)
    }

    @Test(arguments: [
        (Platform.update, #"{"in_progress":true,"latest_version":null}"#, true),
        (.update, #"{"in_progress":true,"update_percentage":null}"#, false), (.update, #"{"version":"1"}"#, true),
        (.valve, #"{"state":null}"#, true), (.valve, "None", false), (.valve, #"{"state":"open"}"#, false),
        (.vacuum, "{}", true), (.vacuum, #"{"state":null}"#, false), (.vacuum, #"{"state":"flying"}"#, true),
        (.light, #"{"brightness":3}"#, true), (.light, #"{"state":"ON","color_mode":"xy"}"#, true),
        (.light, #"{"state":"ON","color_mode":"xy","color":{"x":0.3,"y":0.4}}"#, false),
        (.light, #"{"state":"ON","color_mode":"hs","color":{"h":0.3,"s":0.4}}"#, true), (.light, "", true),
    ])
    func `documents of entities are those that Home Assistant takes`(
        platform: Platform, payload: String, isWrong: Bool
    ) {
        let component = [
            JSONMember("schema", .string("json")), JSONMember("supported_color_modes", .array([.string("xy")])),
        ]
        #expect((EntityPayloads.fault(in: payload, of: platform, component) != nil) == isWrong)
    }

    @Test(arguments: [
        ("{{ value | float / 100 }}", "2137", "21.37"), ("{{ (value | float * 2.54) | round(0) | int }}", "50", "127"),
        ("{{ 'a' if 'x' in value else 'b' if 'y' in value else 'c' }}", "why", "b"),
        ("{{ value if value not in ['', 'null'] and not value.isdigit() else None }}", "7", "None"),
        ("{{ ((10 ** ((value | int - 1) / 10000)) | round(1) if value != '0' else 0) }}", "10001", "10"),
        (#"{"level": {{ position }}}"#, "30", #"{"level": 30}"#), ("{{ value_json['a'].b }}", #"{"a":{"b":"c"}}"#, "c"),
        (
            "{{ dict(value_json.fields, event_type=value_json.event) | to_json }}", #"{"event":"e","fields":{"n":1}}"#,
            #"{"event_type":"e","n":1}"#
        ),
        (#"{{ {value: {'pin': code}} | to_json if code is defined and code else value }}"#, "x", "x"),
        (#"{{ {"1": "}} '"}.get(value, None) }}"#, "1", "}} '"),
    ])
    func `templates are carried out`(template: String, payload: String, text: String) throws {
        #expect(try TemplateForm.text(template, of: payload) == text)
    }

    /// Source: Matter application clusters, HepaFilterMonitoring, DegradationDirectionEnum.
    @Test(
        arguments: [(0, "30", "70"), (1, "30", "30"), (0, "null", "None"), (1, "", "None")]
            as [(UInt64, String, String)])
    func `what is left of a filter goes down, whichever way it counts`(
        direction: UInt64, condition: String, left: String
    ) throws {
        let rule = try #require(ComponentRules.all.first { $0.id == "HepaFilterMonitoring_condition" })
        let template = rule.fields.lazy.compactMap { field -> String? in
            guard case .live(_, let make) = field.value else { return nil }
            return make([.uint(direction)])?.string
        }.first
        #expect(try TemplateForm.text(try #require(template), of: condition) == left)
    }

    @Test func `faults of the document itself are found`() {
        let button = #"{"platform":"button","unique_id":"u","command_topic":"h/x/invoke"}"#
        #expect(faults(button, rest: #","~":"h""#) == ["has the unknown key ~"])
        #expect(faults("[]") == ["is no object"])
    }

    @Test(arguments: [
        ("{{ value }}", nil), ("{{ \"}} {{\" if value == '\\'' else None }}", nil),
        (#"{"openPercent": {{ position }}}"#, nil), ("{{ {'a': 'b'}.get(value, None) }}", nil),
        ("value", "has no expression"), ("{{ value", "does not end its expression"),
        ("{% if value %}{% endif %}", "has statements"), ("{{ states('x') }}", "uses states"),
        ("}} {{ value }}", "ends an expression that did not begin"),
    ])
    func `templates have the forms that are allowed`(template: String, fault: String?) {
        #expect(TemplateForm.fault(in: template) == fault)
    }
}
