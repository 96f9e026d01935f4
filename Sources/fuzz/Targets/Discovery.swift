@testable import Bridge
import Configuration
import DataModel
import Foundation
import HomeGraph
import SimulatedHub

extension FuzzTarget {
    /// Discovery documents and the templates in them, as `check --discovery` looks at them: an input is one document,
    /// and one template.
    static let discovery = FuzzTarget(
        "discovery",
        seeds: {
            var configuration = plain
            configuration.layouts["homeAssistant"] = BridgeConfiguration.Layout(
                isEnabled: true, prefix: "homeassistant")
            let catalog = ModelCatalog.standard
            let file = try HomeFile.read(Array(manyKinds.utf8), file: "home", catalog: catalog)
            let home = try await Home(hub: SimulatedHub(home: file, catalog: catalog))
            let documents = try await Bridge.topics(of: home.store, configuration: configuration)
                .filter { $0.topic.hasPrefix("homeassistant/") }
            return documents.map { Array($0.payload.utf8) }
                + [
                    "{{ value | float / 100 }}",
                    "{{ {'a': \"b\"}.get(value, None) if value not in ['', 'null'] else None }}x",
                ]
                .map { Array($0.utf8) }
        }
    ) {
        let names = DiscoveryTopics(prefix: "homeassistant", instance: "abcdefgh")
        return { input in
            let text = String(decoding: input, as: UTF8.self)
            _ = TemplateForm.fault(in: text)
            _ = DiscoveryLinter(
                [("homeassistant/device/abcdefgh_d/config", text)], configuration: plain, names: names
            ).faults.map(\.description)
        }
    }

    private static let plain = BridgeConfiguration(version: "1.0", instance: "abcdefgh")
    private static let manyKinds = """
        structures:
          - name: H
            devices:
              - {name: A, type: ExtendedColorLight}
              - {name: B, type: Thermostat}
              - {name: C, type: RoboticVacuumCleaner}
              - {name: D, type: WindowCovering}
              - {name: E, type: DoorLock}
              - {name: F, type: GenericSwitch}
        """
}
