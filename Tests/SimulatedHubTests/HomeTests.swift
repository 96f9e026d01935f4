import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import Configuration
@testable import SimulatedHub

@Suite struct HomeTests {
    @Test func theSampleHomeIsComposed() async throws {
        let home = try HomeFile.sample(catalog: .standard)
        let contents = try await SimulatedHub(home: home, time: ManualTime()).contents()
        #expect(contents.devices.map(\.id) == home.structures.flatMap { $0.devices.map(\.id) })
        #expect(contents.structures.map(\.id) == home.structures.map(\.id))
        #expect(contents.devices.allSatisfy { $0.values.count == $0.layout.slotCount })
    }

    @Test func everyFaultOfAHomeIsSaidAtOnce() throws {
        let text = """
            structures:
              - name: House
                devices:
                  - {name: Hob, type: CookSurface, traits: {OnOff: {startUpOnOff: on}}}
                  - {name: Lamp, type: OnOffLight}
                  - {name: Plate, type: CookSurface, traits: {OnOff: {startUpOnOff: on}}}
            """
        let home = try HomeFile.read(Array(text.utf8), file: "home.yaml", catalog: .standard)
        let faults = #expect(throws: ConfigurationFaults.self) {
            try SimulatedHub(home: home, time: ManualTime())
        }
        #expect(faults?.faults.map(\.place.description) == ["home.yaml, line 4", "home.yaml, line 6"])
    }

    @Test func `service groups have members that their devices have`() throws {
        let text = """
            structures:
              - name: House
                devices:
                  - {name: Lamp, type: OnOffLight}
                  - {name: Strip, parts: [{type: OnOffPluginUnit}, {type: OnOffPluginUnit}]}
                serviceGroups:
                  - name: Away
                    services:
                      - lamp/Lightbulb
                      - lamp/Lightblub
                      - strip/Outlet-2
                      - strip/Outlet-3
                      - lamp/Fan
            """
        let home = try HomeFile.read(Array(text.utf8), file: "home.yaml", catalog: .standard)
        let faults = #expect(throws: ConfigurationFaults.self) {
            try SimulatedHub(home: home, time: ManualTime())
        }
        #expect(
            faults?.faults.map(\.description) == [
                #"home.yaml, line 10: the device "Lamp" has no service "Lightblub"; write "lamp/Lightbulb""#,
                #"home.yaml, line 12: the device "Strip" has no service "Outlet-3"; write "strip/Outlet-2""#,
                #"home.yaml, line 13: the device "Lamp" has no service "Fan"; write lamp/AccessoryInformation or lamp/Lightbulb"#,
            ])
    }

    @Test func informationIsTheDevicesOwn() async throws {
        let text = """
            structures:
              - name: House
                devices:
                  - name: Lamp
                    type: OnOffLight
                    information: {vendorName: Acme, productName: Lamp 3, serialNumber: A-1, partNumber: P-1}
                  - {name: Other, type: OnOffLight, connectivity: offline}
            """
        let home = try HomeFile.read(Array(text.utf8), file: "home.yaml", catalog: .standard)
        let devices = try await SimulatedHub(home: home, time: ManualTime()).contents().devices
        func value(_ name: String, _ device: Int) throws -> DataValue? {
            let trait = try #require(devices[device].layout.part(endpoint: 0)?.trait(named: "BasicInformation"))
            guard let attribute = trait.attribute(named: name) else { return nil }
            return trait.offset(ofAttribute: attribute.id).map { devices[device].values[$0] }
        }
        #expect(try value("vendorName", 0) == .string("Acme"))
        #expect(try value("productName", 0) == .string("Lamp 3"))
        #expect(try value("serialNumber", 0) == .string("A-1"))
        #expect(try value("partNumber", 0) == .string("P-1"))
        #expect(try value("partNumber", 1) == nil)
        #expect(try value("serialNumber", 1) == .string("other"))
        #expect(
            devices[1].values[DeviceLayout.connectivityOffset]
                == .uint(UInt64(ConnectivityState.offline.rawValue)))
    }

    @Test func aThousandDevicesShareTheirLayouts() async throws {
        let devices = (0..<1000).map {
            "{name: Lamp \($0), type: \($0.isMultiple(of: 2) ? "OnOffLight" : "Thermostat")}"
        }
        let text = "structures: [{name: House, devices: [\(devices.joined(separator: ", "))]}]"
        let home = try HomeFile.read(Array(text.utf8), file: "home.yaml", catalog: .standard)
        let contents = try await SimulatedHub(home: home, time: ManualTime()).contents()
        #expect(Set(contents.devices.map { ObjectIdentifier($0.layout) }).count == 2)
    }
}
