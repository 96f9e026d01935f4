import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Google traits with plain commands: what they change, and what they refuse without changing anything.
@Suite struct GoogleTraitTests {
    /// An order that is refused, with the code of its error; nothing changes by it.
    private static func expectRefusal(
        _ bench: inout EngineBench, _ path: String, _ fields: [String: Literal] = [:], _ code: HomeError.Code
    ) throws {
        let before = bench.engine.devices[0].values
        let refusal = try bench.refusal { try $0.invoke(path, fields) }
        #expect(refusal?.code == code, "\(path)")
        #expect(bench.engine.devices[0].values == before, "\(path)")
    }

    @Test func `toggles go on and off by name`() throws {
        var bench = try EngineBench("GoogleFireplace")
        func change(_ name: Literal) -> [String: Literal] {
            ["updatedToggleSettings": [["toggleName": name, "enabled": true]]]
        }
        try bench.invoke("Google.Toggles.changeToggleSettings", change("eco"))
        #expect(
            try bench.value("Google.Toggles.currentToggleSettings")
                == .list([
                    .fields([0: .string("quiet"), 1: .bool(false)]), .fields([0: .string("eco"), 1: .bool(true)]),
                ]))
        try Self.expectRefusal(&bench, "Google.Toggles.changeToggleSettings", change("moon"), .invalidArgument)
    }

    @Test func `a mode takes one of its settings`() throws {
        var bench = try EngineBench("GoogleBed")
        func change(_ mode: Literal, _ setting: Literal) -> [String: Literal] {
            ["updatedModeSettings": [["modeName": mode, "settingName": setting]]]
        }
        let path = "Google.ExtendedModeSelect.changeModeSettings"
        try bench.invoke(path, change("strength", "high"))
        #expect(
            try bench.value("Google.ExtendedModeSelect.currentModeSettings")
                == .list([.fields([0: .string("strength"), 1: .string("high")])]))
        try Self.expectRefusal(&bench, path, change("strength", "endless"), .invalidArgument)
        try Self.expectRefusal(&bench, path, change("colour", "high"), .invalidArgument)
    }

    @Test func `a cooker cooks what it can, and stops`() throws {
        var bench = try EngineBench("GoogleMulticooker")
        let cook: [String: Literal] = [
            "start": true, "cookingMode": "cook", "foodPreset": "rice", "quantity": 2.0, "unit": "cups",
        ]
        try bench.invoke("Google.Cook.cook", cook)
        #expect(try bench.value("Google.Cook.currentFoodPreset") == .string("rice"))
        #expect(try bench.number("OnOff.onOff") == 1)
        func with(_ field: String, _ literal: Literal) -> [String: Literal] { cook.merging([field: literal]) { $1 } }
        try Self.expectRefusal(&bench, "Google.Cook.cook", with("cookingMode", "sousVide"), .invalidArgument)
        try Self.expectRefusal(&bench, "Google.Cook.cook", with("foodPreset", "moon"), .invalidArgument)
        try Self.expectRefusal(&bench, "Google.Cook.cook", with("unit", "feet"), .invalidArgument)
        try Self.expectRefusal(&bench, "Google.Cook.cook", with("quantity", -1.0), .outOfRange)
        try bench.invoke("OnOff.off")
        #expect(try bench.number("Google.Cook.currentCookingMode") == 0)
        #expect(try bench.value("Google.Cook.currentFoodPreset") == .string(""))
    }

    @Test func `what is dispensed is taken from what is left`() throws {
        var bench = try EngineBench("GoogleFaucet")
        func water(_ amount: Double, _ unit: Literal = "milliliters") -> [String: Literal] {
            ["item": "water", "amount": .real(amount), "unit": unit, "presetName": ""]
        }
        func item(_ left: Double, _ last: Double, _ isDispensing: Bool) -> DataValue {
            .list([
                .fields([
                    0: .string("water"), 1: .fields([0: .float(left), 1: .uint(14)]),
                    2: .fields([0: .float(last), 1: .uint(14)]), 3: .bool(isDispensing),
                ])
            ])
        }
        try bench.invoke("Google.Dispense.dispense", water(300))
        #expect(try bench.value("Google.Dispense.dispenseItems") == item(4700, 300, true))
        try Self.expectRefusal(&bench, "Google.Dispense.dispense", water(300), .failedPrecondition)
        bench.pass(.seconds(3))
        #expect(try bench.value("Google.Dispense.dispenseItems") == item(4700, 300, false))
        try Self.expectRefusal(&bench, "Google.Dispense.dispense", water(5000), .failedPrecondition)
        try Self.expectRefusal(&bench, "Google.Dispense.dispense", water(5, "feet"), .invalidArgument)
        try Self.expectRefusal(&bench, "Google.Dispense.dispense", water(-5), .outOfRange)
        try bench.invoke(
            "Google.Dispense.dispense", ["item": "", "amount": 0.0, "unit": "unspecified", "presetName": "glass"])
        #expect(try bench.value("Google.Dispense.dispenseItems") == item(4450, 250, true))
    }

    @Test(
        arguments: [
            (["fill": true, "fillLevel": "half", "fillPercent": 0.0], 50, "half"),
            (["fill": true, "fillLevel": "", "fillPercent": 30.0], 30, ""),
            (["fill": true, "fillLevel": "", "fillPercent": 0.0], 100, ""),
            (["fill": false, "fillLevel": "", "fillPercent": 0.0], 0, ""),
        ] as [([String: Literal], Double, String)])
    func `a bathtub fills and drains`(_ fields: [String: Literal], _ percent: Double, _ level: String) throws {
        var bench = try EngineBench("GoogleBathtub")
        try bench.invoke("Google.Fill.fill", fields)
        #expect(try bench.value("Google.Fill.currentFillPercent") == .float(percent))
        #expect(try bench.value("Google.Fill.currentFillLevel") == .string(level))
        #expect(try bench.value("Google.Fill.isFilled") == .bool(percent > 0))
        try Self.expectRefusal(
            &bench, "Google.Fill.fill", ["fill": true, "fillLevel": "moon", "fillPercent": 0.0], .invalidArgument)
    }

    @Test func `a router tests how fast it is`() throws {
        var bench = try EngineBench("GoogleRouter")
        try bench.invoke(
            "Google.NetworkControl.testNetworkSpeed", ["testUploadSpeed": true, "testDownloadSpeed": false])
        #expect(try bench.number("Google.NetworkControl.networkSpeedTestInProgress") == 1)
        try Self.expectRefusal(
            &bench, "Google.NetworkControl.testNetworkSpeed", ["testUploadSpeed": true, "testDownloadSpeed": true],
            .failedPrecondition)
        let before = try bench.value("Google.NetworkControl.lastNetworkDownloadSpeedTest")
        bench.pass(.seconds(10))
        #expect(try bench.number("Google.NetworkControl.networkSpeedTestInProgress") == 0)
        guard case .fields(let test) = try bench.value("Google.NetworkControl.lastNetworkUploadSpeedTest"),
            case .float(let speed)? = test[0]
        else { throw HomeError(.internal, "there is no test") }
        #expect((40...60).contains(speed))
        #expect(test[2] == .uint(1))
        #expect(try bench.value("Google.NetworkControl.lastNetworkDownloadSpeedTest") == before)
    }

    @Test func `a guest network has a password while it is on`() throws {
        var bench = try EngineBench("GoogleRouter")
        let path = "Google.NetworkControl.getGuestNetworkPassword"
        try Self.expectRefusal(&bench, path, [:], .failedPrecondition)
        try bench.invoke("Google.NetworkControl.enableDisableGuestNetwork", ["enable": true])
        #expect(try bench.invoke(path).isEmpty == false)
        let profile = "Google.NetworkControl.enableDisableNetworkProfile"
        try bench.invoke(profile, ["enable": false, "networkProfileName": "work"])
        #expect(
            try bench.value("Google.NetworkControl.networkProfileStates")
                == .list([
                    .fields([0: .string("children"), 1: .bool(true)]), .fields([0: .string("work"), 1: .bool(false)]),
                ]))
        try Self.expectRefusal(
            &bench, profile, ["enable": true, "networkProfileName": "moon"], .invalidArgument)
    }

    @Test func `a router reboots by itself when told to, and after an update`() throws {
        var bench = try EngineBench("GoogleRouter")
        let reboots = try #require(try bench.number("GeneralDiagnostics.rebootCount"))
        try bench.invoke("Google.Reboot.reboot")
        bench.pass(.seconds(4))
        #expect(try bench.number("GeneralDiagnostics.rebootCount") == reboots + 1)
        try bench.invoke("Google.SoftwareUpdate.softwareUpdate")
        bench.pass(.seconds(63))
        #expect(try bench.number("GeneralDiagnostics.rebootCount") == reboots + 2)
        #expect(try bench.number("Google.SoftwareUpdate.lastSoftwareUpdateTimestampSeconds") == 1_767_323_109)
    }

    @Test func `a fan goes along its named speeds`() throws {
        var bench = try EngineBench("GoogleAirCooler")
        let step = "Google.ExtendedFanControl.extendedStep"
        try bench.invoke(step, ["fanSpeedRelativeWeight": 1, "direction": "increase"])
        #expect(try bench.value("Google.ExtendedFanControl.customFanMode") == .string("medium"))
        try bench.invoke(step, ["fanSpeedRelativeWeight": 5, "direction": "decrease"])
        #expect(try bench.value("Google.ExtendedFanControl.customFanMode") == .string("low"))
        try Self.expectRefusal(&bench, step, ["fanSpeedRelativeWeight": 6, "direction": "increase"], .outOfRange)
        let refusal = try bench.refusal { try $0.write("Google.ExtendedFanControl.customFanMode", "moon") }
        #expect(refusal?.code == .invalidArgument)
    }

    @Test func `a television goes through its inputs and applications`() throws {
        var bench = try EngineBench("GoogleTV")
        let input = "Google.ExtendedMediaInput.currentCustomInput"
        try bench.invoke("Google.ExtendedMediaInput.nextInput")
        #expect(try bench.value(input) == .string("hdmi_2"))
        try bench.invoke("Google.ExtendedMediaInput.nextInput")
        #expect(try bench.value(input) == .string("hdmi_1"))
        try bench.invoke("Google.ExtendedMediaInput.previousInput")
        #expect(try bench.value(input) == .string("hdmi_2"))
        try Self.expectRefusal(
            &bench, "Google.ExtendedMediaInput.selectCustomInput", ["newInput": "moon"], .invalidArgument)
        let launcher = "Google.ExtendedApplicationLauncher"
        try bench.invoke("\(launcher).launchApp", ["newApplicationName": "music", "newApplication": ""])
        #expect(try bench.value("\(launcher).currentApplication") == .string("music"))
        try bench.invoke("\(launcher).installApp", ["newApplicationName": "", "newApplication": "music"])
        #expect(try bench.value("\(launcher).installedApplications") == .list([.string("films"), .string("music")]))
        try Self.expectRefusal(
            &bench, "\(launcher).searchApp", ["newApplicationName": "moon", "newApplication": ""], .invalidArgument)
    }

    @Test func `what a media device is used for follows its player`() throws {
        var bench = try EngineBench("GoogleTV")
        let activity = "Google.MediaActivityState.activityState"
        #expect(try bench.number(activity) == 2)
        try bench.invoke("OnOff.on")
        #expect(try bench.number(activity) == 1)
        try bench.invoke("MediaPlayback.play")
        #expect(try bench.number(activity) == 3)
        try bench.invoke("OnOff.off")
        #expect(try bench.number(activity) == 2)
        #expect(try bench.number("MediaPlayback.currentState") == 2)
    }

    /// Google's trait and Matter's (Matter Core Specification, section 11.7) tell of one battery.
    @Test func `the battery of a mower is one, and charges in its dock`() throws {
        var bench = try EngineBench("GoogleMower")
        func percents() throws -> [Int64?] {
            guard case .list(let capacities) = try bench.value("Google.ExtendedPowerSource.capacityRemaining"),
                case .fields(let fields)? = capacities.first, case .float(let capacity)? = fields[0]
            else { return [] }
            return [Int64(capacity * 2), try bench.number("PowerSource.batPercentRemaining")]
        }
        let charge = "PowerSource.batChargeState"
        #expect(try percents() == [160, 160])
        #expect(try bench.number(charge) == 1)
        try bench.invoke("OperationalState.start")
        #expect(try bench.number(charge) == 3, "it is away from its dock")
        #expect(try bench.number("Google.ExtendedPowerSource.isPluggedIn") == 0)
        try bench.report("PowerSource.batPercentRemaining", 30)
        #expect(try percents() == [30, 30])
        #expect(try bench.number("PowerSource.batChargeLevel") == 1)
        #expect(try bench.number("Google.ExtendedPowerSource.descriptiveCapacityRemaining") == 2)
        try bench.invoke("Google.Dock.dock")
        #expect(try bench.number(charge) == 1)
        bench.pass(.seconds(85 * 30))
        #expect(try percents() == [200, 200])
        #expect(try bench.number(charge) == 2)
    }
}
