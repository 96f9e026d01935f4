import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

/// Groups and scenes (Matter Application Cluster Specification, sections 1.3 and 1.4).
@Suite struct SceneTests {
    private static let light = "DimmableLight"

    private static func inGroup() throws -> EngineBench {
        var bench = try EngineBench(light)
        try bench.invoke("Groups.addGroup", ["groupId": 1, "groupName": ""])
        return bench
    }

    @Test func `a light belongs to the groups that it was added to`() throws {
        var bench = try Self.inGroup()
        #expect(try bench.invoke("Groups.viewGroup", ["groupId": 1])[0] == .uint(0))
        #expect(try bench.invoke("Groups.viewGroup", ["groupId": 2])[0] == .uint(0x8B))
        #expect(try bench.invoke("Groups.getGroupMembership", ["groupList": []])[1] == .list([.uint(1)]))
        #expect(try bench.invoke("Groups.getGroupMembership", ["groupList": [2, 3]])[1] == .list([]))
        #expect(try bench.invoke("Groups.removeGroup", ["groupId": 1])[0] == .uint(0))
        #expect(try bench.invoke("Groups.removeGroup", ["groupId": 1])[0] == .uint(0x8B))
    }

    @Test func `a light belongs to sixteen groups at most`() throws {
        var bench = try EngineBench(Self.light)
        for group in 1...16 {
            let response = try bench.invoke("Groups.addGroup", ["groupId": .integer(Int64(group)), "groupName": ""])
            #expect(response[0] == .uint(0))
        }
        #expect(try bench.invoke("Groups.addGroup", ["groupId": 17, "groupName": ""])[0] == .uint(0x89))
        #expect(try bench.invoke("Groups.addGroup", ["groupId": 16, "groupName": ""])[0] == .uint(0))
        try bench.invoke("Groups.removeAllGroups")
        #expect(try bench.invoke("Groups.getGroupMembership", ["groupList": []])[0] == .uint(16))
    }

    @Test func `a group is added while a light identifies itself`() throws {
        var bench = try EngineBench(Self.light)
        try bench.invoke("Groups.addGroupIfIdentifying", ["groupId": 4, "groupName": ""])
        #expect(try bench.invoke("Groups.viewGroup", ["groupId": 4])[0] == .uint(0x8B))
        try bench.invoke("Identify.identify", ["identifyTime": 10])
        try bench.invoke("Groups.addGroupIfIdentifying", ["groupId": 4, "groupName": ""])
        #expect(try bench.invoke("Groups.viewGroup", ["groupId": 4])[0] == .uint(0))
    }

    @Test func `a scene is recalled as it was stored, over a time`() throws {
        var bench = try Self.inGroup()
        try bench.invoke("OnOff.on")
        try bench.invoke("LevelControl.moveToLevel", ["level": 200, "transitionTime": 0])
        #expect(try bench.invoke("ScenesManagement.storeScene", ["groupId": 1, "sceneId": 5])[0] == .uint(0))
        try bench.invoke("LevelControl.moveToLevel", ["level": 100, "transitionTime": 0])
        try bench.invoke(
            "ScenesManagement.recallScene", ["groupId": 1, "sceneId": 5, "transitionTime": 10_000])
        bench.pass(.seconds(5))
        #expect(try bench.number("LevelControl.currentLevel") == 150)
        bench.pass(.seconds(5))
        #expect(try bench.number("LevelControl.currentLevel") == 200)
        #expect(try bench.number("OnOff.onOff") == 1)
    }

    @Test func `a scene of a light that is off switches it off`() throws {
        var bench = try Self.inGroup()
        try bench.invoke("OnOff.off")
        try bench.invoke("ScenesManagement.storeScene", ["groupId": 1, "sceneId": 1])
        try bench.invoke("OnOff.on")
        try bench.invoke("ScenesManagement.recallScene", ["groupId": 1, "sceneId": 1])
        #expect(try bench.number("OnOff.onOff") == 0)
    }

    /// The entry of this fabric in `fabricSceneInfo`: count, scene, group, valid, capacity left.
    private static func info(_ bench: EngineBench) throws -> [DataValue?] {
        guard case .list(let list) = try bench.value("ScenesManagement.fabricSceneInfo"),
            case .fields(let fields)? = list.first
        else { return [] }
        return (0...4).map { fields[$0] }
    }

    @Test func `what is said of scenes follows what happens`() throws {
        var bench = try Self.inGroup()
        #expect(try Self.info(bench) == [.uint(0), .uint(0), .uint(0), .bool(false), .uint(7)])
        try bench.invoke("OnOff.on")
        try bench.invoke("ScenesManagement.storeScene", ["groupId": 1, "sceneId": 5])
        #expect(try Self.info(bench) == [.uint(1), .uint(5), .uint(1), .bool(true), .uint(6)])
        try bench.invoke("OnOff.off")
        #expect(try Self.info(bench)[3] == .bool(false))
        try bench.invoke("ScenesManagement.recallScene", ["groupId": 1, "sceneId": 5, "transitionTime": 4000])
        bench.pass(.seconds(10))
        #expect(try Self.info(bench)[3] == .bool(true))
        try bench.invoke("ScenesManagement.removeScene", ["groupId": 1, "sceneId": 5])
        #expect(try Self.info(bench)[0] == .uint(0))
        #expect(try Self.info(bench)[3] == .bool(false))
    }

    @Test func `scenes need their group, and go with it`() throws {
        var bench = try Self.inGroup()
        let fields: [String: Literal] = ["groupId": 2, "sceneId": 1]
        #expect(try bench.invoke("ScenesManagement.storeScene", fields)[0] == .uint(0x85))
        #expect(try bench.invoke("ScenesManagement.viewScene", fields)[0] == .uint(0x85))
        #expect(
            try bench.refusal { try $0.invoke("ScenesManagement.recallScene", fields) }?.code == .failedPrecondition)
        let unknown: [String: Literal] = ["groupId": 1, "sceneId": 9]
        #expect(try bench.refusal { try $0.invoke("ScenesManagement.recallScene", unknown) }?.code == .notFound)
        try bench.invoke("ScenesManagement.storeScene", ["groupId": 1, "sceneId": 1])
        try bench.invoke("Groups.removeGroup", ["groupId": 1])
        try bench.invoke("Groups.addGroup", ["groupId": 1, "groupName": ""])
        #expect(
            try bench.invoke("ScenesManagement.viewScene", ["groupId": 1, "sceneId": 1])[0] == .uint(0x8B))
    }

    @Test func `a table of sixteen holds seven scenes of one fabric`() throws {
        var bench = try Self.inGroup()
        for scene in 1...7 {
            let fields: [String: Literal] = ["groupId": 1, "sceneId": .integer(Int64(scene))]
            #expect(try bench.invoke("ScenesManagement.storeScene", fields)[0] == .uint(0))
        }
        #expect(
            try bench.invoke("ScenesManagement.storeScene", ["groupId": 1, "sceneId": 8])[0] == .uint(0x89))
        #expect(
            try bench.invoke("ScenesManagement.getSceneMembership", ["groupId": 1])
                == [0: .uint(0), 1: .uint(0), 2: .uint(1), 3: .list((1...7).map { .uint($0) })])
        #expect(try bench.invoke("ScenesManagement.removeAllScenes", ["groupId": 1])[0] == .uint(0))
        #expect(try bench.invoke("ScenesManagement.getSceneMembership", ["groupId": 1])[1] == .uint(7))
    }

    @Test func `a scene that is added holds attributes of scenes only`() throws {
        var bench = try Self.inGroup()
        func add(_ cluster: Int64, _ attribute: Int64, _ value: Int64) throws -> DataValue? {
            try bench.invoke(
                "ScenesManagement.addScene",
                [
                    "groupId": 1, "sceneId": 3, "transitionTime": 0, "sceneName": "",
                    "extensionFieldSetStructs": [
                        [
                            "clusterId": .integer(cluster),
                            "attributeValueList": [
                                ["attributeId": .integer(attribute), "valueUnsigned8": .integer(value)]
                            ],
                        ]
                    ],
                ])[0]
        }
        #expect(try add(8, 0, 77) == .uint(0))
        try bench.invoke("ScenesManagement.recallScene", ["groupId": 1, "sceneId": 3])
        #expect(try bench.number("LevelControl.currentLevel") == 77)
        #expect(try add(8, 17, 77) == .uint(0x85), "onLevel belongs to no scene")
        #expect(try add(0x300, 0, 77) == .uint(0x85), "the light has no colour")
        #expect(try add(8, 0, 255) == .uint(0))
        try bench.invoke("ScenesManagement.recallScene", ["groupId": 1, "sceneId": 3])
        #expect(try bench.number("LevelControl.currentLevel") == 77, "a level that there is not")
    }

    @Test func `scenes are copied one by one or all at once`() throws {
        var bench = try Self.inGroup()
        bench.pass(.seconds(1))
        try bench.invoke("Groups.addGroup", ["groupId": 2, "groupName": ""])
        for scene in [1, 2] as [Literal] {
            try bench.invoke("ScenesManagement.storeScene", ["groupId": 1, "sceneId": scene])
        }
        guard bench.part.trait(named: "ScenesManagement")?.command(named: "copyScene") != nil else { return }
        let all: [String: Literal] = ["mode": 1, "groupIdentifierFrom": 1, "groupIdentifierTo": 2]
        #expect(try bench.invoke("ScenesManagement.copyScene", all)[0] == .uint(0))
        #expect(
            try bench.invoke("ScenesManagement.getSceneMembership", ["groupId": 2])[3] == .list([.uint(1), .uint(2)]))
    }

    @Test func `colours are recalled in the mode of the scene`() throws {
        var bench = try EngineBench("ExtendedColorLight")
        try bench.invoke("Groups.addGroup", ["groupId": 1, "groupName": ""])
        try bench.invoke("OnOff.on")
        try bench.invoke("ColorControl.moveToColor", ["colorX": 30_000, "colorY": 20_000, "transitionTime": 0])
        try bench.invoke("ScenesManagement.storeScene", ["groupId": 1, "sceneId": 1])
        try bench.invoke("ColorControl.moveToColorTemperature", ["colorTemperatureMireds": 300, "transitionTime": 0])
        try bench.invoke("ScenesManagement.recallScene", ["groupId": 1, "sceneId": 1])
        #expect(try bench.numbers(["currentX", "currentY", "colorMode"], of: "ColorControl") == [30_000, 20_000, 1])
        #expect(try Self.info(bench)[3] == .bool(true))
    }

    @Test func `lights that went off with an effect come back as they were`() throws {
        var bench = try EngineBench(Self.light)
        try bench.invoke("OnOff.on")
        try bench.invoke("LevelControl.moveToLevel", ["level": 120, "transitionTime": 0])
        try bench.invoke("OnOff.offWithEffect", ["effectIdentifier": 0, "effectVariant": 0])
        #expect(try bench.number("OnOff.onOff") == 0)
        try bench.invoke("LevelControl.moveToLevel", ["level": 5, "optionsMask": 1, "optionsOverride": 1])
        try bench.invoke("OnOff.onWithRecallGlobalScene")
        #expect(try bench.number("OnOff.onOff") == 1)
        #expect(try bench.number("LevelControl.currentLevel") == 120)
    }

    @Test func `any scene that is recalled leaves values that the model allows`() throws {
        var random = SeededGenerator(seed: 11)
        for type in ["OnOffLight", "DimmableLight", "ExtendedColorLight", "OnOffPluginUnit"] {
            var bench = try EngineBench(type)
            try bench.invoke("Groups.addGroup", ["groupId": 1, "groupName": ""])
            let trait = try #require(bench.part.trait(named: "ScenesManagement"))
            let add = try #require(trait.command(named: "addScene"))
            for _ in 0..<200 {
                var fields = random.fields(add.fields)
                fields[0] = .uint(1)
                fields[1] = .uint(1)
                _ = try? bench.invoke(add, fields, of: trait, 1)
                _ = try? bench.invoke("ScenesManagement.recallScene", ["groupId": 1, "sceneId": 1])
                bench.pass(.seconds(1))
                #expect(bench.faultyValues == [])
            }
        }
    }
}

/// Effects of lights (Google trait LightEffects).
@Suite struct LightEffectsTests {
    private static func light(_ type: String = "DimmableLight") throws -> EngineBench {
        try EngineBench(type, values: ["Google.LightEffects.defaultSleepDurationSeconds": 600])
    }

    private static let level = "LevelControl.currentLevel"

    @Test func `going to sleep dims the light and switches it off`() throws {
        var bench = try Self.light()
        try bench.invoke("OnOff.on")
        try bench.invoke("LevelControl.moveToLevel", ["level": 201, "transitionTime": 0])
        try bench.invoke("Google.LightEffects.sleepEffectSet", ["durationSeconds": 100])
        #expect(try bench.number("Google.LightEffects.sleepEffectSet") == 1)
        #expect(try bench.number("Google.LightEffects.effectEndTimestampSeconds") == 1_767_323_145)
        bench.pass(.seconds(50))
        #expect(try bench.number(Self.level) == 101)
        #expect(try bench.number("Google.LightEffects.sleepEffectSet") == 1)
        bench.pass(.seconds(50))
        #expect(try bench.number("OnOff.onOff") == 0)
        #expect(try bench.number(Self.level) == 201)
        #expect(try bench.number("Google.LightEffects.sleepEffectSet") == 0)
    }

    @Test func `waking up brightens the light`() throws {
        var bench = try Self.light()
        try bench.invoke("OnOff.off")
        try bench.invoke("Google.LightEffects.wakeEffectSet", ["durationSeconds": 100])
        #expect(try bench.number("OnOff.onOff") == 1)
        #expect(try bench.number(Self.level) == 1)
        bench.pass(.seconds(100))
        #expect(try bench.number(Self.level) == 254)
        #expect(try bench.number("Google.LightEffects.wakeEffectSet") == 0)
    }

    @Test func `a light pulses until it is stopped, and is as before then`() throws {
        var bench = try Self.light()
        try bench.invoke("OnOff.on")
        try bench.invoke("LevelControl.moveToLevel", ["level": 200, "transitionTime": 0])
        try bench.invoke("Google.LightEffects.pulseEffectSet", ["durationSeconds": 100, "color": [:]])
        bench.pass(.seconds(1))
        #expect(try bench.number(Self.level) == 100)
        bench.pass(.seconds(1))
        #expect(try bench.number(Self.level) == 200)
        bench.pass(.seconds(1))
        try bench.invoke("Google.LightEffects.stopEffect")
        #expect(try bench.number(Self.level) == 200)
        bench.pass(.seconds(10))
        #expect(try bench.number(Self.level) == 200)
    }

    @Test func `an effect ends where somebody dims or switches the light`() throws {
        for command in ["OnOff.off", "LevelControl.moveToLevel"] {
            var bench = try Self.light()
            try bench.invoke("OnOff.on")
            try bench.invoke("Google.LightEffects.sleepEffectSet", ["durationSeconds": 100])
            bench.pass(.seconds(10))
            try bench.invoke(command, command == "OnOff.off" ? [:] : ["level": 50, "transitionTime": 0])
            #expect(try bench.number("Google.LightEffects.sleepEffectSet") == 0, "\(command)")
        }
    }

    @Test func `without a time the effect takes its usual one`() throws {
        var bench = try Self.light()
        try bench.invoke("Google.LightEffects.sleepEffectSet", ["durationSeconds": 0])
        #expect(try bench.number("Google.LightEffects.effectEndTimestampSeconds") == 1_767_323_645)
        let refusal = try bench.refusal {
            try $0.invoke("Google.LightEffects.pulseEffectSet", ["durationSeconds": 0, "color": [:]])
        }
        #expect(refusal?.code == .outOfRange)
        #expect(try bench.number("Google.LightEffects.sleepEffectSet") == 1)
    }
}
