import Configuration
import DataModel
import Foundation
import SimulatedHub

extension FuzzTarget {
    /// The settings file.
    static let settings = FuzzTarget(
        "settings",
        seeds: [
            """
            broker: {url: "mqtts://u:p@h:8883", clientId: c, protocol: 3.1.1, keepAlive: 30s, tls: {ca: a, verify: false}}
            topics: {base: a/b, segments: id, qos: 1, lastReport: off}
            home: {file: h.yaml, state: s, structures: [A, B]}
            """,
            """
            layouts: {homeAssistant: {enabled: true, prefix: p}, homie: {enabled: false}, zigbee2mqtt: {base: z}}
            commands: {allow: ["#"], deny: ["+/a"], maxPayload: 64KiB, timeout: 1.5s, waiting: 3, rate: 0.5}
            simulation: {seed: 1, speed: 2}
            http: {listen: "127.0.0.1:9"}
            log: {level: debug, mqtt: off}
            """,
            "&a [*a]", "a: &b {<<: *b}", "? - !!binary x", "{\"a\":\"\\u0000\"}", "--- |\n  a\n...\n",
            "- >-\n  a\n\n b",
        ]
    ) { input in
        let files = ConfigurationFiles { _ in input }
        // Faults are what it is for; they are written, too.
        do { _ = try SettingsSource(file: "settings.yaml", files: files).read() } catch { _ = "\(error)" }
    }

    /// The home file, and the hub that is made of it.
    static let home = FuzzTarget(
        "home",
        seeds: {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().appending(path: "deploy/homes")
            let flat = try String(contentsOf: folder.appending(path: "flat.yaml"), encoding: .utf8)
            return
                ([
                    """
                    structures:
                      - name: H
                        rooms: [K, {id: r, name: R}]
                        devices:
                          - {name: L, room: r, type: ExtendedColorLight, features: {ColorControl: [xy]}, without: [OnOff.toggle],
                             traits: {LevelControl: {currentLevel: 3}}, simulation: {latency: 20ms, errorRate: 0.5, error: busy}}
                          - {name: P, parts: [{type: OnOffPluginUnit}, {type: DoorLock}], information: {vendorName: A}}
                        groups: [{name: G, devices: [l]}]
                        serviceGroups: [{name: S, services: [l/Lightbulb]}]
                        commissionable: [{payload: "MT:Y.K9042C00KA0648G00", window: 900s, device: {name: N, type: Thermostat}}]
                    """, flat,
                ]).map { Array($0.utf8) }
        }
    ) {
        { input in
            do {
                let file = try HomeFile.read(input, file: "home.yaml", catalog: .standard)
                _ = try SimulatedHub(home: file, catalog: .standard)
            } catch {
                _ = "\(error)"
            }
        }
    }
}
