import Bridge
import Configuration
import DataModel
import HomeGraph
import MQTT
import SimulatedHub
import TestSupport

extension FuzzTarget {
    /// What comes from a broker, with every layout switched on: an input is a topic, a line feed, and a payload.
    static let messages = FuzzTarget(
        "messages",
        seeds: {
            [
                ("homegraph/h/device/a/ExtendedColorLight/OnOff/toggle/invoke", "{}"),
                (
                    "homegraph/h/device/a/ExtendedColorLight/LevelControl/moveToLevel/invoke",
                    #"{"level":3,"transitionTime":1,"$id":[1]}"#
                ),
                ("homegraph/h/device/b/Thermostat/Thermostat/occupiedHeatingSetpoint/set", "2100"),
                ("homegraph/h/device/a/invoke", #"[{"OnOff.on":{}},{"ExtendedColorLight/LevelControl.onLevel":7}]"#),
                ("homegraph/h/group/g/OnOffLight/OnOff/on/invoke", ""),
                ("homegraph/h/room/r/invoke", "OnOff.toggle"),
                (
                    "homegraph/h/ha/device/a/ExtendedColorLight_light/set",
                    #"{"state":"ON","brightness":3,"color":{"h":1,"s":2}}"#
                ),
                ("homegraph/h/accessory/a/Lightbulb/Brightness/set", "40"),
                ("homegraph/bridge/request/bridge/read", #"{"object":"h/device/a","page":0}"#),
                (
                    "homegraph/bridge/request/simulation/report",
                    #"{"device":"a","trait":"OnOff","attribute":"onOff","value":true}"#
                ),
                ("homie/5/abcdefgh-a/light/on/set", "true"),
                ("homegraph-z2m/A/set", #"{"state":"TOGGLE","color":{"x":0.3,"y":0.3},"transition":1}"#),
                (
                    "homegraph-z2m/bridge/request/device/options",
                    #"{"id":"A","options":{"transition":2},"transaction":"t"}"#
                ),
            ].map { Array("\($0.0)\n\($0.1)".utf8) }
        }
    ) {
        let catalog = ModelCatalog.standard
        let file = try HomeFile.read(Array(house.utf8), file: "home", catalog: catalog)
        let home = try await Home(hub: SimulatedHub(home: file, catalog: catalog))
        var configuration = BridgeConfiguration(version: "1.0", instance: "abcdefgh")
        let prefixes = [
            "homeAssistant": "homeassistant", "homie": "homie", "zigbee2mqtt": "homegraph-z2m", "homeKit": "",
        ]
        configuration.layouts = prefixes.mapValues { BridgeConfiguration.Layout(isEnabled: true, prefix: $0) }
        // What makes the home larger makes the next input another one.
        configuration.commands.deny = ["request/+/create", "request/+/remove", "request/simulation/commissionable"]
        let bridge = try await Bridge(home: home, configuration: configuration)
        let connection = InMemoryConnection(source: bridge, handler: bridge)
        connection.open()
        _ = try await connection.published.first("online", within: .seconds(60)) {
            $0.topicText == "homegraph/bridge/state" && $0.text == "online"
        }
        return { input in
            let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, (try? TopicName(octets: parts[0])) != nil else { return }
            connection.deliver(InboundMessage(topic: Array(parts[0]), payload: Array(parts[1])))
            connection.published.removeAll()
        }
    }

    private static let house = """
        structures:
          - name: H
            rooms: [R]
            devices:
              - {name: A, type: ExtendedColorLight, room: r, simulation: {latency: 0s}}
              - {name: B, type: Thermostat, room: r, simulation: {latency: 0s}}
              - {name: C, type: DoorLock, simulation: {latency: 0s}}
              - {name: D, type: WindowCovering, simulation: {latency: 0s}}
            groups: [{name: G, devices: [a]}]
        """
}
