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
            "value_template":"{{ value | float / 100 if value != 'null' else None }}","device_class":"temperature",
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
            #""platform":"binary_sensor","unique_id":"u","state_topic":"h/s/device/x/P/T/a","device_class":"wet""#,
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
