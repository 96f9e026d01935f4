import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import Bridge

/// What is proposed to somebody who writes an attribute that takes no write.
struct CommandHintTests {
    private static let states = DataType.enumeration(
        EnumerationType(name: "State", scope: nil, bits: 8, members: [.init(name: "stopped", value: 0)]))

    private func sentence(_ attribute: String, _ type: DataType, commands: [String]) throws -> String {
        let attribute = AttributeDescriptor(name: attribute, id: 0, value: ValueDescriptor(type: type))
        let cluster = ClusterDescriptor(
            name: "Appliance", namespace: .matter, id: 1, revision: 1, scope: .device, features: [],
            attributes: [attribute],
            commands: commands.enumerated().map { CommandDescriptor(name: $1, id: UInt32($0), fields: []) },
            responses: [], events: [], types: [], isStub: false)
        let trait = try #require(
            TestHome.layout(TestModel.plug, [cluster]).part(named: "OnOffPluginUnit")?.trait(named: "Appliance"))
        return CommandHint.sentence(attribute, in: trait, topic: "T")
    }

    @Test(arguments: [
        ("currentLevel", TestModel.uint8, ["stop", "moveToLevel"], "send {} to T/moveToLevel/invoke"),
        ("isOn", .bool, ["toggle"], "send {} to T/toggle/invoke"),
        ("operationalState", states, ["pause", "start"], "send {} to T/pause/invoke or …/start/invoke"),
        ("localTemperature", TestModel.uint16, ["setpointRaiseLower"], "the device itself changes it"),
        ("countdownTime", TestModel.uint16, ["pause", "start"], "the device itself changes it"),
        ("operationalState", states, [], "the device itself changes it"),
    ])
    func `commands are proposed only where they are likely to change it`(
        attribute: String, type: DataType, commands: [String], proposal: String
    ) throws {
        #expect(try sentence(attribute, type, commands: commands).hasSuffix(proposal))
    }

    /// By the model itself: an attribute, and whether commands change it.
    @Test(arguments: [
        ("LevelControl", "currentLevel", true), ("LevelControl", "minLevel", false),
        ("LevelControl", "maxLevel", false), ("Identify", "identifyType", false),
        ("ColorControl", "currentHue", true), ("ColorControl", "colorTempPhysicalMinMireds", false),
        ("ColorControl", "colorTempPhysicalMaxMireds", false), ("ColorControl", "colorTemperatureMireds", true),
        ("OnOff", "onOff", true), ("WindowCovering", "type", false), ("DoorLock", "lockState", true),
        ("DoorLock", "lockType", false), ("FanControl", "speedMax", false),
    ])
    func `what says how a device is made is changed by no command`(
        trait name: String, attribute: String, isChanged: Bool
    ) throws {
        let catalog = ModelCatalog.standard
        let cluster = try #require(catalog.cluster(named: name))
        let trait = try #require(
            TestHome.layout(TestModel.plug, [cluster]).part(named: "OnOffPluginUnit")?.trait(named: name))
        let descriptor = try #require(trait.attribute(named: attribute) ?? cluster.attribute(named: attribute))
        #expect(CommandHint.commands(changing: descriptor, in: trait).isEmpty == !isChanged)
    }
}
