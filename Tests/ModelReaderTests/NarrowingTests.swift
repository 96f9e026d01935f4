import Testing

@testable import ModelReader

/// Members of enumerations that a device's features leave out (Matter Core Specification, section 7.3).
struct NarrowingTests {
    private static func cluster(_ name: String) throws -> ClusterDescriptor {
        let model = try Model(bundle: ModelFiles.bundle())
        return try #require(model.clusters.first { $0.name == name && $0.namespace == .matter })
    }

    private static func members(of value: ValueDescriptor, _ features: Set<String>) -> [String] {
        value.narrowed(in: Conformance.Context(features: features)).allowedMembers.map(\.name)
    }

    @Test(
        arguments: [
            (["HEAT"], ["off", "heat", "emergencyHeat", "fanOnly", "dry", "sleep"]),
            (["COOL"], ["off", "cool", "precooling", "fanOnly", "dry", "sleep"]),
            (
                ["HEAT", "COOL", "AUTO"],
                ["off", "auto", "cool", "heat", "emergencyHeat", "precooling", "fanOnly", "dry", "sleep"]
            ),
        ] as [(Set<String>, [String])])
    func `an attribute has the members that go with the features`(_ features: Set<String>, _ left: [String]) throws {
        let attribute = try #require(try Self.cluster("Thermostat").attributes.first { $0.name == "systemMode" })
        #expect(Self.members(of: attribute.value, features) == left)
    }

    @Test func `the fields of a command, and the entries of a list, are narrowed, too`() throws {
        let thermostat = try Self.cluster("Thermostat")
        let command = try #require(thermostat.commands.first { $0.name == "setpointRaiseLower" })
        let narrower = command.narrowed(in: Conformance.Context(features: ["HEAT"]))
        #expect(narrower.fields.first?.value.allowedMembers.map(\.name) == ["heat", "both"])
        #expect(narrower.fields.last == command.fields.last)
        let mode = try #require(thermostat.attributes.first { $0.name == "systemMode" })
        let list = ValueDescriptor(type: .list(of: mode.value))
        guard case .list(let entry) = list.narrowed(in: Conformance.Context(features: ["COOL"])).type else {
            Issue.record("it is no list any more")
            return
        }
        #expect(!entry.allowedMembers.contains { $0.name == "heat" })
    }

    @Test func `what depends on nothing stays as it is`() throws {
        for attribute in try Self.cluster("OnOff").attributes {
            #expect(attribute.narrowed(in: Conformance.Context()) == attribute)
        }
    }

    @Test func `members are taken away, and none is added`() throws {
        let attribute = try #require(try Self.cluster("Thermostat").attributes.first { $0.name == "systemMode" })
        let few = attribute.value.narrowed { ["off", "heat"].contains($0.name) }
        #expect(few.allowedMembers.map(\.name) == ["off", "heat"])
        #expect(few.narrowed { _ in true } == few)
        #expect(few.narrowed { $0.name == "heat" }.allowedMembers.map(\.name) == ["heat"])
    }
}
