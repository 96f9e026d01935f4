// The examples stand as the seed writes them.
// swift-format-ignore-file

import DataModel
import HomeGraph
import HomeTypes
import Testing

/// Every example of the first seed, “Control devices on iOS”, as it is written there, against a simulated home.
///
/// The examples' own variable names are kept; what they print is collected by ``print(_:)``.
@Suite(.timeLimit(.minutes(1))) struct ControlDevicesSeedTests {
    private let seedHome: SeedHome
    private let printed = Printed()

    init() async throws { seedHome = try await SeedHome() }

    private func print(_ line: String) { printed.add(line) }

    // MARK: - Whether a trait supports a command

    @Test(
        arguments: [
            ("plain", "onOffTrait supports toggle command"),
            ("bare", "onOffTrait does not support stateful toggle command"),
        ])
    func `whether a trait supports a command`(id: String, expected: String) async throws {
        let onOffTraitTest = try await seedHome.onOff(id)

        // Check if the OnOff trait supports the toggle command.
        if onOffTraitTest.supportsToggleCommand {
          print("onOffTrait supports toggle command")
        } else {
          print("onOffTrait does not support stateful toggle command")
        }

        #expect(printed.lines == [expected])
        #expect(onOffTraitTest.supports(.toggle) == onOffTraitTest.supportsToggleCommand)
    }

    // MARK: - Sending commands

    @Test func `a command`() async throws {
        let onOffTraitTest = try await seedHome.onOff("plain")

        // Calling a command on a trait.
        do {
          try await onOffTraitTest.toggle()
        } catch let _ as HomeError {
          // Code for handling the exception
        }

        #expect(onOffTraitTest.attributes.onOff == false)
        #expect(try await seedHome.onOff("plain").attributes.onOff == true)
    }

    @Test func `commands that set the state`() async throws {
        let onOffTraitTest = try await seedHome.onOff("plain")

        do {
          try await onOffTraitTest.off()
          try await onOffTraitTest.on()
        } catch let _ as HomeError {
          // Code for handling the exception
        }

        #expect(try await seedHome.onOff("plain").attributes.onOff == true)
    }

    @Test func `a command that fails throws a HomeError`() async throws {
        let onOffTraitTest = try await seedHome.onOff("plain")
        try seedHome.takeOffline("plain")
        var handled: HomeError?

        do {
          try await onOffTraitTest.toggle()
        } catch let error as HomeError {
          handled = error
        }

        #expect(handled?.code == .unavailable)
        #expect(handled?.message.contains("Hall Light") == true)
        #expect(try await seedHome.onOff("plain").attributes.onOff == false)
    }

    // MARK: - Commands with parameters

    @Test func `offWithEffect`() async throws {
        let onOffTraitTest = try await seedHome.onOff("plain")
        try await onOffTraitTest.on()

        // Turn off the light using the DyingLight effect.
        do {
          try await onOffTraitTest.offWithEffect(
            effectIdentifier: Matter.OnOffTrait.EffectIdentifierEnum.dyingLight,
            effectVariant: 0
          )
        } catch let _ as HomeError {
          // Code for handling the exception
        }

        let after = try await seedHome.onOff("plain").attributes
        #expect(after.onOff == false)
        #expect(after.globalSceneControl == false, "the effect keeps the scene, which off alone does not")
    }

    @Test func `moveToLevel`() async throws {
        try await seedHome.onOff("dimmable").on()
        let levelControlTraitTest = try await seedHome.level()

        // Change the brightness of the light to 50%
        do {
          try await levelControlTraitTest.moveToLevel(
            level: UInt8(127),
            transitionTime: 0,
            optionsMask: Matter.LevelControlTrait.OptionsBitmap(),
            optionsOverride: Matter.LevelControlTrait.OptionsBitmap()
          )
        } catch let _ as HomeError {
          // Code for handling the exception
        }

        #expect(try await seedHome.level().attributes.currentLevel == 127)
    }

    // MARK: - Whether a trait supports an attribute

    @Test func `whether a trait supports an attribute`() async throws {
        let onOffTrait = try await seedHome.onOff("plain")

        // Check if the OnOff trait supports the onOff attribute.
        if onOffTrait.attributes.$onOff.isSupported {
          print("onOffTrait supports onOff state")
        } else {
          print("onOffTrait is for a command only device!")
        }

        #expect(printed.lines == ["onOffTrait supports onOff state"])
    }

    @Test func `a part of a group is a command only device`() async throws {
        let group = try await seedHome.group("lights")
        let onOffTrait = try #require(await group.part(OnOffLightDeviceType.self)?.matterTraits.onOffTrait)

        // Check if the OnOff trait supports the onOff attribute.
        if onOffTrait.attributes.$onOff.isSupported {
          print("onOffTrait supports onOff state")
        } else {
          print("onOffTrait is for a command only device!")
        }

        #expect(printed.lines == ["onOffTrait is for a command only device!"])
    }

    private func askForStartUp(of device: HomeDevice) async {
        // Check if a nullable attribute is set or is not supported.
        if let deviceType = await device.types.get(OnOffLightDeviceType.self) {
          if let onOffTrait = deviceType.traits[Matter.OnOffTrait.self] {
            if onOffTrait.attributes.startUpOnOff == nil {
              if onOffTrait.attributes.$startUpOnOff.isSupported {
                print(
                  "onOffTrait supports startUpOnOff and it is nil. Check the spec for the contextual meaning."
                )
              } else {
                print("onOffTrait does not support startUpOnOff!")
              }
            } else {
              print(
                "onOffTrait supports startUpOnOff and it is set to \(String(describing: onOffTrait.attributes.startUpOnOff))"
              )
            }
          }
        }
    }

    @Test func `whether a nullable attribute is set or is not supported`() async throws {
        await askForStartUp(of: try await seedHome.device("plain"))
        await askForStartUp(of: try await seedHome.device("bare"))
        try await seedHome.onOff("plain").update { $0.setStartUpOnOff(.toggle) }
        await askForStartUp(of: try await seedHome.device("plain"))
        await askForStartUp(of: try await seedHome.device("lock"))

        #expect(printed.lines.count == 3)
        #expect(
            printed.lines.first
                == "onOffTrait supports startUpOnOff and it is nil. Check the spec for the contextual meaning.")
        #expect(printed.lines.dropFirst().first == "onOffTrait does not support startUpOnOff!")
        #expect(printed.lines.last?.contains("it is set to Optional(") == true)
        #expect(printed.lines.last?.contains("toggle") == true)
        #expect(try await seedHome.onOff("plain").attributes.$startUpOnOff.isNullable)
    }

    // MARK: - Updating attributes

    @Test func `updating an attribute`() async throws {
        let lock = try #require(try await seedHome.device("lock").types.get(DoorLockDeviceType.self))
        let doorLockTraitTest = try #require(lock.matterTraits.doorLockTrait)
        #expect(doorLockTraitTest.attributes.wrongCodeEntryLimit == 5)

        if doorLockTraitTest.attributes.$wrongCodeEntryLimit.isSupported {
          let _ = try await doorLockTraitTest.update {
            $0.setWrongCodeEntryLimit(3)
          }
        }

        let after = try #require(try await seedHome.device("lock").types.get(DoorLockDeviceType.self))
        #expect(after.matterTraits.doorLockTrait?.attributes.wrongCodeEntryLimit == 3)
        #expect(doorLockTraitTest.attributes.wrongCodeEntryLimit == 5, "a trait is a snapshot")
    }

    // MARK: - Controlling a group of devices

    @Test func `all lights of a group are turned on`() async throws {
        let group = try await seedHome.group("lights")
        #expect(try await group.parts(OnOffLightDeviceType.self).count == 1)
        #expect(await group.part(ThermostatDeviceType.self) == nil)

        if let lightPart = await group.part(OnOffLightDeviceType.self),
           let onOffTrait = lightPart.matterTraits.onOffTrait,
           onOffTrait.supports(.on) {
          try await onOffTrait.on()
        }

        #expect(
            try await seedHome.states("plain", "dimmable", "white", "color", "bare", "plug")
                == ["plain": true, "dimmable": true, "white": true, "color": true, "bare": false, "plug": false])
    }

    func onOffTrait(in group: DeviceGroup) async -> Matter.OnOffTrait? {
      if let light = await group.part(OnOffLightDeviceType.self) {
        return light.matterTraits.onOffTrait
      }
      if let light = await group.part(DimmableLightDeviceType.self) {
        return light.matterTraits.onOffTrait
      }
      if let light = await group.part(ColorTemperatureLightDeviceType.self) {
        return light.matterTraits.onOffTrait
      }
      if let light = await group.part(ExtendedColorLightDeviceType.self) {
        return light.matterTraits.onOffTrait
      }
      return nil
    }

    @Test func `whatever lights a group has are turned off`() async throws {
        for id in ["plain", "color"] { try await seedHome.onOff(id).on() }
        let group = try await seedHome.group("lights")

        if let trait = await onOffTrait(in: group) {
          try await trait.off()
        }

        #expect(try await seedHome.states("plain", "color") == ["plain": false, "color": false])
        #expect(await onOffTrait(in: try await seedHome.group("plugs")) == nil)
    }

    @Test func `what a part supports, and its limits, are known before a command`() async throws {
        let group = try await seedHome.group("lights")

        if let dimmableLight = await group.part(DimmableLightDeviceType.self),
           let levelTrait = dimmableLight.matterTraits.levelControlTrait,
           levelTrait.supports(.moveToLevelWithOnOff) {
          try await levelTrait.moveToLevelWithOnOff(
            level: 127,
            transitionTime: nil,
            optionsMask: [],
            optionsOverride: []
          )
        }

        #expect(try await seedHome.states("dimmable", "white", "color", "plain").filter { $0.value == true }.count == 3)
        let level = try await seedHome.level().attributes
        #expect(level.currentLevel == 127)

        if let colorLight = await group.part(ColorTemperatureLightDeviceType.self),
           let colorTrait = colorLight.matterTraits.colorControlTrait,
           let minMireds = colorTrait.attributes.colorTempPhysicalMinMireds,
           let maxMireds = colorTrait.attributes.colorTempPhysicalMaxMireds {
          let midMireds = UInt16((UInt32(minMireds) + UInt32(maxMireds)) / 2)
          try await colorTrait.moveToColorTemperature(
            colorTemperatureMireds: midMireds,
            transitionTime: 0,
            optionsMask: [],
            optionsOverride: []
          )
        }

        // The limits of 150 to 400 and 200 to 500 that both lights have: 200 to 400.
        let white = try await seedHome.device("white").types.get(ColorTemperatureLightDeviceType.self)
        let color = try await seedHome.device("color").types.get(ExtendedColorLightDeviceType.self)
        #expect(white?.matterTraits.colorControlTrait?.attributes.colorTemperatureMireds == 300)
        #expect(color?.matterTraits.colorControlTrait?.attributes.colorTemperatureMireds == 300)
    }

    @Test func `a group's command fails only where every member failed`() async throws {
        let group = try await seedHome.group("lights")
        let trait = try #require(await onOffTrait(in: group))
        for id in ["dimmable", "white", "color"] { try seedHome.takeOffline(id) }
        try await trait.on()
        #expect(try await seedHome.onOff("plain").attributes.onOff == true)

        try seedHome.takeOffline("plain")
        await #expect(throws: HomeError(.unavailable, "Hall Light cannot be reached")) { try await trait.off() }
        #expect(try await seedHome.onOff("plain").attributes.onOff == true)
    }
}
