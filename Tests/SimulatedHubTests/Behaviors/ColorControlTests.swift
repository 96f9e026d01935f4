import DataModel
import HomeGraph
import TestSupport
import Testing

@testable import SimulatedHub

@Suite struct ColorControlTests {
    /// An extended colour light that is on.
    private static func lamp(
        _ features: [String] = [], _ values: [String: Literal] = [:]
    ) throws -> EngineBench {
        var bench = try EngineBench(
            "ExtendedColorLight", features: features.isEmpty ? [:] : ["ColorControl": features], values: values)
        try bench.invoke("OnOff.on")
        return bench
    }

    @Test(
        arguments: [
            ("moveToHue", ["hue": 120, "direction": 0], "currentHue", 120, 0),
            ("moveToSaturation", ["saturation": 200], "currentSaturation", 200, 0),
            ("moveToHueAndSaturation", ["hue": 20, "saturation": 30], "currentHue", 20, 0),
            ("moveToColor", ["colorX": 10_000, "colorY": 20_000], "currentX", 10_000, 1),
            ("moveToColorTemperature", ["colorTemperatureMireds": 250], "colorTemperatureMireds", 250, 2),
        ] as [(String, [String: Literal], String, Int64, Int64)])
    func commandsSetValueAndMode(
        _ command: String, _ fields: [String: Literal], _ attribute: String, _ value: Int64, _ mode: Int64
    ) throws {
        var bench = try Self.lamp()
        try bench.invoke("ColorControl.\(command)", fields.merging(["transitionTime": 0]) { first, _ in first })
        #expect(try bench.number("ColorControl.\(attribute)") == value)
        #expect(try bench.number("ColorControl.colorMode") == mode)
        #expect(try bench.number("ColorControl.enhancedColorMode") == mode)
    }

    @Test(arguments: [(100, 153), (153, 153), (400, 400), (500, 500), (1000, 500)])
    func aTemperatureStaysWithinWhatTheLampCanDo(_ asked: Int64, _ expected: Int64) throws {
        var bench = try Self.lamp()
        try bench.invoke(
            "ColorControl.moveToColorTemperature", ["colorTemperatureMireds": .integer(asked), "transitionTime": 0])
        #expect(try bench.number("ColorControl.colorTemperatureMireds") == expected)
    }

    @Test(arguments: [
        ("shortest", 10, 240, [250, 5]), ("longest", 10, 20, [9]), ("up", 240, 10, [250, 5]),
        ("down", 10, 240, [5, 250]),
    ])
    func aHueGoesRoundItsCircle(_ direction: String, _ start: Int64, _ end: Int64, _ unused: [Int]) throws {
        var bench = try Self.lamp()
        try bench.invoke("ColorControl.moveToHue", ["hue": .integer(start), "direction": 0, "transitionTime": 0])
        try bench.invoke(
            "ColorControl.moveToHue", ["hue": .integer(end), "direction": .text(direction), "transitionTime": 100])
        for _ in 0..<10 {
            bench.pass(.seconds(1))
            #expect((0...254).contains(try #require(try bench.number("ColorControl.currentHue"))))
        }
        #expect(try bench.number("ColorControl.currentHue") == end)
        #expect(try bench.number("ColorControl.remainingTime") == 0)
    }

    @Test func hueAndSaturationArriveTogether() throws {
        var bench = try Self.lamp()
        try bench.invoke(
            "ColorControl.moveToHueAndSaturation", ["hue": 77, "saturation": 133, "transitionTime": 45])
        #expect(try bench.number("ColorControl.remainingTime") == 45)
        bench.pass(.milliseconds(4499))
        #expect(try bench.number("ColorControl.currentSaturation") != 133)
        bench.pass(.milliseconds(1))
        #expect(try bench.number("ColorControl.currentHue") == 77)
        #expect(try bench.number("ColorControl.currentSaturation") == 133)
    }

    @Test func stoppingHoldsEverything() throws {
        var bench = try Self.lamp()
        try bench.invoke("ColorControl.moveToColor", ["colorX": 0, "colorY": 0, "transitionTime": 0])
        try bench.invoke("ColorControl.moveToColor", ["colorX": 10_000, "colorY": 20_000, "transitionTime": 100])
        bench.pass(.seconds(5))
        try bench.invoke("ColorControl.stopMoveStep")
        bench.pass(.seconds(60))
        #expect(try bench.number("ColorControl.currentX") == 5000)
        #expect(try bench.number("ColorControl.currentY") == 10_000)
    }

    @Test func enhancedHueLeadsThePlainOne() throws {
        var bench = try Self.lamp(["hueSaturation", "enhancedHue", "xy", "colorTemperature"])
        try bench.invoke(
            "ColorControl.enhancedMoveToHue", ["enhancedHue": 0x4567, "direction": 0, "transitionTime": 0])
        #expect(try bench.number("ColorControl.enhancedCurrentHue") == 0x4567)
        #expect(try bench.number("ColorControl.currentHue") == 0x45)
        #expect(try bench.number("ColorControl.colorMode") == 0)
        #expect(try bench.number("ColorControl.enhancedColorMode") == 3)
    }

    @Test func aColorLoopTurnsAndComesBack() throws {
        var bench = try Self.lamp(["hueSaturation", "enhancedHue", "colorLoop", "xy", "colorTemperature"])
        try bench.invoke(
            "ColorControl.enhancedMoveToHue", ["enhancedHue": 1000, "direction": 0, "transitionTime": 0])
        try bench.invoke(
            "ColorControl.colorLoopSet",
            ["updateFlags": 0b111, "action": 2, "direction": 1, "time": 10, "startHue": 0])
        #expect(try bench.number("ColorControl.colorLoopActive") == 1)
        bench.pass(.seconds(5))
        let hue = try #require(try bench.number("ColorControl.enhancedCurrentHue"))
        #expect(abs(hue - 1000 - 32_768) < 100)
        try bench.invoke("ColorControl.colorLoopSet", ["updateFlags": 1, "action": 0])
        #expect(try bench.number("ColorControl.colorLoopActive") == 0)
        #expect(try bench.number("ColorControl.enhancedCurrentHue") == 1000)
    }

    @Test func aLampThatIsOffKeepsItsColor() throws {
        var bench = try Self.lamp()
        try bench.invoke("OnOff.off")
        let before = try bench.number("ColorControl.colorTemperatureMireds")
        try bench.invoke("ColorControl.moveToColorTemperature", ["colorTemperatureMireds": 200, "transitionTime": 0])
        #expect(try bench.number("ColorControl.colorTemperatureMireds") == before)
        try bench.invoke(
            "ColorControl.moveToColorTemperature",
            ["colorTemperatureMireds": 200, "transitionTime": 0, "optionsMask": 1, "optionsOverride": 1])
        #expect(try bench.number("ColorControl.colorTemperatureMireds") == 200)
    }

    @Test func aDimmedLampIsWarmerWhereCoupled() throws {
        var bench = try Self.lamp()
        try bench.invoke("ColorControl.moveToColorTemperature", ["colorTemperatureMireds": 200, "transitionTime": 0])
        try bench.write("LevelControl.options", ["coupleColorTempToLevel"])
        try bench.invoke("LevelControl.moveToLevel", ["level": 1, "transitionTime": 0])
        #expect(try bench.number("ColorControl.colorTemperatureMireds") == 500)
        try bench.invoke("LevelControl.moveToLevel", ["level": 254, "transitionTime": 0])
        #expect(try bench.number("ColorControl.colorTemperatureMireds") == 153)
    }

    @Test func startUpTemperatureHoldsAfterAReboot() throws {
        var bench = try Self.lamp()
        try bench.write("ColorControl.startUpColorTemperatureMireds", 300)
        try bench.invoke("ColorControl.moveToColor", ["colorX": 1, "colorY": 1, "transitionTime": 0])
        try bench.reboot()
        #expect(try bench.number("ColorControl.colorTemperatureMireds") == 300)
        #expect(try bench.number("ColorControl.colorMode") == 2)
    }

    @Test func whatALampLacksIsUnimplemented() throws {
        var bench = try EngineBench("ColorTemperatureLight")
        let error = #expect(throws: HomeError.self) {
            try bench.invoke("ColorControl.moveToHue", ["hue": 1, "direction": 0])
        }
        #expect(error?.code == .unimplemented)
    }

    @Test(arguments: 1...15 as ClosedRange<UInt64>)
    func everythingStaysWithinItsLimits(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bench = try Self.lamp(["hueSaturation", "enhancedHue", "xy", "colorTemperature"])
        func number(_ range: ClosedRange<Int64>) -> Literal { .integer(Int64.random(in: range, using: &random)) }
        for _ in 0..<50 {
            let time = number(0...40)
            let mode: Literal = Bool.random(using: &random) ? "up" : "down"
            switch Int.random(in: 0..<9, using: &random) {
            case 0:
                try bench.invoke(
                    "ColorControl.moveToHue",
                    ["hue": number(0...254), "direction": number(0...3), "transitionTime": time])
            case 1: try bench.invoke("ColorControl.moveHue", ["moveMode": mode, "rate": number(1...255)])
            case 2: try bench.invoke("ColorControl.moveSaturation", ["moveMode": mode, "rate": number(1...255)])
            case 3:
                try bench.invoke(
                    "ColorControl.stepSaturation",
                    ["stepMode": mode, "stepSize": number(1...255), "transitionTime": number(0...40)])
            case 4:
                try bench.invoke(
                    "ColorControl.moveColor", ["rateX": number(-32_768...32_767), "rateY": number(-32_768...32_767)])
            case 5:
                try bench.invoke(
                    "ColorControl.moveColorTemperature",
                    [
                        "moveMode": mode, "rate": number(1...5000), "colorTemperatureMinimumMireds": number(0...600),
                        "colorTemperatureMaximumMireds": number(0...600),
                    ])
            case 6:
                try bench.invoke(
                    "ColorControl.stepColorTemperature",
                    [
                        "stepMode": mode, "stepSize": number(1...5000), "transitionTime": time,
                        "colorTemperatureMinimumMireds": number(0...600),
                        "colorTemperatureMaximumMireds": number(0...600),
                    ])
            case 7: try bench.invoke("ColorControl.stopMoveStep")
            default:
                try bench.invoke(
                    "ColorControl.enhancedStepHue",
                    ["stepMode": mode, "stepSize": number(1...65_535), "transitionTime": time])
            }
            bench.pass(.milliseconds(Int.random(in: 0...3000, using: &random)))
            for (name, range) in [
                ("currentHue", 0...254), ("currentSaturation", 0...254), ("currentX", 0...65_279),
                ("currentY", 0...65_279), ("colorTemperatureMireds", 153...500),
            ] as [(String, ClosedRange<Int64>)] {
                #expect(range.contains(try #require(try bench.number("ColorControl.\(name)"))), "\(name)")
            }
        }
    }
}

@Suite struct ColorTemperatureCouplingTests {
    @Test func withTheOptionForItADimmedLampIsWarmer() throws {
        var bench = try EngineBench(
            "ExtendedColorLight",
            values: [
                "OnOff.onOff": true, "ColorControl.coupleColorTempToLevelMinMireds": 153,
                "ColorControl.colorTempPhysicalMinMireds": 153, "ColorControl.colorTempPhysicalMaxMireds": 500,
            ])
        try bench.invoke("ColorControl.moveToColorTemperature", ["colorTemperatureMireds": 200])
        try bench.write("LevelControl.options", 2)
        try bench.invoke("LevelControl.moveToLevel", ["level": 1])
        #expect(try bench.number("ColorControl.colorTemperatureMireds") == 500)
        try bench.invoke("LevelControl.moveToLevel", ["level": 254])
        #expect(try bench.number("ColorControl.colorTemperatureMireds") == 153)
    }
}
