import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

/// Taking devices out of the home.
struct DecommissionTests {
    private let home: Home

    /// A lamp, a strip of two, a bridge with a lamp and a strip behind it, and a device of a cloud; in one group.
    init() async throws {
        let strip = DeviceLayout(parts: [
            DeviceLayout.Part(endpoint: 1, types: [SmallHome.lightType], traits: [SmallHome.trait]),
            DeviceLayout.Part(endpoint: 2, types: [SmallHome.lightType], traits: [SmallHome.trait]),
        ])
        let television = DeviceLayout(parts: [
            DeviceLayout.Part(
                endpoint: 1,
                types: [
                    DeviceTypeDescriptor(
                        name: "GoogleTV", alias: nil, namespace: .google, id: 0x6006_0001, revision: 1,
                        classification: .simple, base: nil, server: [], client: [])
                ], traits: [])
        ])
        func device(_ id: String, _ layout: DeviceLayout, behind bridge: String? = nil) -> HubDevice {
            HubDevice(
                id: id, name: id.uppercased(), structureID: "main", roomID: nil, bridgeID: bridge, layout: layout,
                values: Array(repeating: .null, count: layout.slotCount))
        }
        let devices = [
            device("lamp", SmallHome.lamp), device("strip", strip), device("bridge", SmallHome.lamp),
            device("behind", SmallHome.lamp, behind: "bridge"), device("both", strip, behind: "bridge"),
            device("tv", television),
        ]
        home = try await Home(
            hub: HandHub(
                HomeContents(
                    structures: [StructureRecord(id: "main", name: "Main House")], devices: devices,
                    groups: [
                        GroupRecord(id: "all", name: "All", structureID: "main", deviceIDs: devices.map(\.id))
                    ])), time: ManualTime())
    }

    private func device(_ id: String, isMultipart: Bool = false) async throws -> HomeDevice {
        let devices = try await home.devices(enableMultipartDevices: isMultipart).list()
        return try #require(devices.first { $0.id == id })
    }

    @Test func `what goes with a device is known before`() async throws {
        #expect(try await device("lamp").decommissionEligibility == .eligible)
        #expect(
            try await device("strip:1").decommissionEligibility
                == .eligibleWithSideEffects(.multipleAffectedDevices(["strip:2"])))
        #expect(try await device("strip", isMultipart: true).decommissionEligibility == .eligible)
        #expect(
            try await device("bridge").decommissionEligibility
                == .eligibleWithSideEffects(.bridge(["behind", "both:1", "both:2"])))
        #expect(
            try await device("bridge", isMultipart: true).decommissionEligibility
                == .eligibleWithSideEffects(.bridge(["behind", "both"])))
        #expect(try await device("behind").decommissionEligibility == .ineligible(reason: .bridgedDevice))
        #expect(try await device("tv").decommissionEligibility == .ineligible(reason: .nonMatterDevice))
        #expect(try await device("lamp").isMatterDevice)
        #expect(try await device("tv").isMatterDevice == false)
    }

    @Test func `a device goes with its parts, also from its groups`() async throws {
        #expect(try await device("strip:2").decommission() == ["strip:1", "strip:2"])
        let structure = try #require(try await home.structures().list().first)
        let group = try #require(try await structure.deviceGroups.list().first)
        #expect(group.deviceIDs == ["lamp", "bridge", "behind", "both", "tv"])
        #expect(try await device("lamp", isMultipart: true).decommission() == ["lamp"])
    }

    @Test func `a bridge goes with the devices behind it`() async throws {
        #expect(try await device("bridge").decommission() == ["bridge", "behind", "both:1", "both:2"])
        #expect(Set(try await home.devices().list().map(\.id)) == ["lamp", "strip:1", "strip:2", "tv"])
    }

    @Test func `what must not go stays`() async throws {
        let behind = try await device("behind")
        let error = HomeError(
            .failedPrecondition,
            "BEHIND cannot be taken out of the home: it stands behind a bridge; take out the bridge",
            subtype: .decommission(.ineligible(reason: .bridgedDevice)))
        await #expect(throws: error) { try await behind.decommission() }
        #expect(try await device("behind") == behind)
    }

    @Test func `a device that is gone cannot go again`() async throws {
        let lamp = try await device("lamp")
        try await lamp.decommission()
        let error = HomeError(.notFound, "LAMP is not in the home any more")
        await #expect(throws: error) { try await lamp.decommission() }
        await #expect(throws: error) { try await lamp.decommissionEligibility }
    }
}
