import DataModel
import HomeGraph
import HomeTypes
import Testing

@Suite struct DeviceTypesTests {
    @Test func `a type gives its traits by name and by type`() {
        let handle = TraitHandle(detached: TraitSnapshot([0: .bool(true)]))
        let type = DimmableLightDeviceType(TraitCollection(["OnOff": handle, "Google.LightEffects": handle]))
        #expect(type.matterTraits.onOffTrait?.attributes.onOff == true)
        #expect(type.matterTraits.levelControlTrait == nil)
        #expect(type.googleTraits.lightEffectsTrait != nil)
        #expect(type.traits[Matter.OnOffTrait.self] == type.matterTraits.onOffTrait)
    }

    @Test func `identifiers are those of the Home APIs`() {
        #expect(OnOffLightDeviceType.identifier == "home.matter.0000.types.0100")
        #expect(GoogleAirCoolerDeviceType.identifier == "home.matter.6006.types.0100")
        #expect(Matter.OnOffTrait.identifier == "home.matter.0000.traits.0006")
        #expect(Google.OpenCloseTrait.identifier.hasPrefix("home.matter.6006.traits."))
        #expect(Google.OpenCloseTrait.traitName == "Google.OpenClose")
        #expect(Google.ChimeTrait.traitName != Matter.ChimeTrait.traitName)
    }

    /// Source: the table of device types of the Home APIs.
    @Test func `required traits are those of the Home APIs, not all of Matter's`() {
        #expect(OnOffLightDeviceType.requiredTraits == ["Identify", "OnOff"])
        #expect(ExtendedColorLightDeviceType.requiredTraits == ["Identify", "OnOff", "LevelControl", "ColorControl"])
        #expect(OnOffPluginUnitDeviceType.requiredTraits == ["Identify", "OnOff"])
        #expect(DoorLockDeviceType.requiredTraits == ["Identify", "DoorLock"])
        #expect(ContactSensorDeviceType.requiredTraits == ["Identify", "BooleanState"])
        #expect(AirPurifierDeviceType.requiredTraits == ["Identify", "FanControl"])
        #expect(RefrigeratorDeviceType.requiredTraits == [])
        #expect(BasicVideoPlayerDeviceType.requiredTraits == ["OnOff", "MediaPlayback", "KeypadInput"])
    }

    @Test func `both spellings of a plug-in unit are one type`() {
        #expect(OnOffPlugInUnitDeviceType.self == OnOffPluginUnitDeviceType.self)
        #expect(DimmablePluginUnitDeviceType.self == DimmablePlugInUnitDeviceType.self)
    }
}
