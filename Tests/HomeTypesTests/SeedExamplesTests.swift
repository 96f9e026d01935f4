import DataModel
import HomeGraph
import HomeTypes
import Testing

/// The first seed's examples, with the seed's spelling: that they compile is most of the proof.
///
/// Source: the first seed, controlling devices.
@Suite struct SeedExamplesTests {
    private let target = RecordingTarget(supported: [0, 1, 2, 4])

    @Test func `sending commands and catching their errors`() async {
        let onOffTraitTest = Matter.OnOffTrait(target.handle())
        let levelControlTraitTest = Matter.LevelControlTrait(target.handle())
        #expect(onOffTraitTest.supportsToggleCommand)
        do {
            try await onOffTraitTest.toggle()
            try await onOffTraitTest.off()
            try await onOffTraitTest.on()
            try await onOffTraitTest.offWithEffect(
                effectIdentifier: Matter.OnOffTrait.EffectIdentifierEnum.dyingLight,
                effectVariant: 0
            )
            try await levelControlTraitTest.moveToLevel(
                level: UInt8(127),
                transitionTime: 0,
                optionsMask: Matter.LevelControlTrait.OptionsBitmap(),
                optionsOverride: Matter.LevelControlTrait.OptionsBitmap()
            )
        } catch {
            Issue.record(error)
        }
        #expect(target.invoked.map(\.command) == [2, 0, 1, 64, 0])
    }

    @Test func `a detached trait's command throws a HomeError`() async {
        do {
            try await Matter.OnOffTrait(TraitHandle(detached: TraitSnapshot([:]))).toggle()
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.code == .unimplemented)
        }
    }

    @Test func `asking for attributes`() {
        let deviceType = OnOffLightDeviceType(TraitCollection(["OnOff": target.handle([16387: .null])]))
        guard let onOffTrait = deviceType.traits[Matter.OnOffTrait.self] else {
            Issue.record("the trait is missing")
            return
        }
        #expect(!onOffTrait.attributes.$onOff.isSupported)
        #expect(onOffTrait.attributes.startUpOnOff == nil)
        #expect(onOffTrait.attributes.$startUpOnOff.isSupported)
        #expect(String(describing: onOffTrait.attributes.startUpOnOff) == "nil")
    }

    @Test func `updating an attribute`() async throws {
        let doorLockTraitTest = Matter.DoorLockTrait(target.handle([48: .uint(1)]))
        if doorLockTraitTest.attributes.$wrongCodeEntryLimit.isSupported {
            let _ = try await doorLockTraitTest.update {
                $0.setWrongCodeEntryLimit(3)
            }
        }
        #expect(target.written == [48: .uint(3)])
    }

    @Test func `a colour light's limits`() async throws {
        let colorLight = ColorTemperatureLightDeviceType(
            TraitCollection(["ColorControl": target.handle([16395: .uint(150), 16396: .uint(500)])]))
        if let colorTrait = colorLight.matterTraits.colorControlTrait,
            let minMireds = colorTrait.attributes.colorTempPhysicalMinMireds,
            let maxMireds = colorTrait.attributes.colorTempPhysicalMaxMireds
        {
            let midMireds = UInt16((UInt32(minMireds) + UInt32(maxMireds)) / 2)
            try await colorTrait.moveToColorTemperature(
                colorTemperatureMireds: midMireds,
                transitionTime: 0,
                optionsMask: [],
                optionsOverride: []
            )
        }
        #expect(target.invoked.first?.fields[0] == .uint(325))
    }
}
