import DataModel
import HomeGraph
import HomeTypes
import Testing

@Suite struct AttributesTests {
    private func onOff(_ values: [UInt32: DataValue]) -> Matter.OnOffTrait {
        Matter.OnOffTrait(TraitHandle(detached: TraitSnapshot(values)))
    }

    @Test func `a value, null, and what is not reported are told apart`() {
        let set = onOff([0: .bool(true), 16387: .uint(1)]).attributes
        #expect(set.onOff == true)
        #expect(set.startUpOnOff == .on)

        let null = onOff([16387: .null]).attributes
        #expect(null.startUpOnOff == nil)
        #expect(null.$startUpOnOff.isSupported && null.$startUpOnOff.isNullable)

        let absent = onOff([:]).attributes
        #expect(absent.onOff == nil)
        #expect(!absent.$onOff.isSupported && !absent.$onOff.isNullable)
        #expect(!absent.$startUpOnOff.isSupported && absent.$startUpOnOff.isNullable)
    }

    @Test func `an unknown enumeration value is kept`() {
        let attributes = onOff([16387: .uint(9)]).attributes
        #expect(attributes.startUpOnOff == .unrecognized_(9))
        switch attributes.startUpOnOff {
        case .unrecognized_(let raw)?: #expect(raw == 9)
        case .off?, .on?, .toggle?, nil: Issue.record("9 was taken for a value that the model names")
        }
    }

    @Test func `every raw value of an enumeration survives`() {
        typealias Effect = Matter.OnOffTrait.EffectIdentifierEnum
        for raw in UInt8.min...UInt8.max {
            let value = Effect(rawValue: raw)
            #expect(value.rawValue == raw)
            #expect(Effect(value.dataValue) == value)
            #expect(value == .unrecognized_(raw))
            #expect(value.hashValue == Effect.unrecognized_(raw).hashValue)
        }
        #expect(Effect.allCases == [.delayedAllOff, .dyingLight])
    }

    @Test func `bitmaps are option sets and keep unknown bits`() {
        let handle = TraitHandle(detached: TraitSnapshot([15: .uint(0b1000_0001)]))
        let options = Matter.LevelControlTrait(handle).attributes.options
        #expect(options?.contains(.executeIfOff) == true)
        #expect(options?.rawValue == 0b1000_0001)
        #expect(Matter.LevelControlTrait.OptionsBitmap() == [])
    }

    @Test func `wide fields of a bitmap are read and written by themselves`() {
        let handle = TraitHandle(detached: TraitSnapshot([10: .uint(0b10_01_00)]))
        var status = Matter.WindowCoveringTrait(handle).attributes.operationalStatus
        #expect(status?.global == .stopped)
        #expect(status?.lift == .opening)
        #expect(status?.tilt == .closing)
        status?.lift = .stopped
        status?.global = .unrecognized_(255)
        #expect(status?.rawValue == 0b10_00_11)
    }

    @Test func `structures in lists are read, and a malformed list is no value`() {
        let mode: DataValue = .fields([0: .string("Eco"), 1: .uint(4), 2: .list([.fields([1: .uint(0x4000)])])])
        func modes(_ value: DataValue) -> [Matter.RvcRunModeTrait.ModeOptionStruct]? {
            Matter.RvcRunModeTrait(TraitHandle(detached: TraitSnapshot([0: value]))).attributes.supportedModes
        }
        let read = modes(.list([mode]))
        #expect(read?.first?.label == "Eco")
        #expect(read?.first?.modeTags == [.init(value: .idle)])
        #expect(read.map(\.dataValue) == .list([mode]))
        #expect(modes(.list([.fields([0: .string("no mode")])])) == nil)
        #expect(modes(.uint(1)) == nil)
    }

    @Test(arguments: [DataValue.uint(256), .int(-1), .bool(true), .string("1"), .float(1), .list([])])
    func `a value of another type is no value`(value: DataValue) {
        let handle = TraitHandle(detached: TraitSnapshot([0: value]))
        let attributes = Matter.LevelControlTrait(handle).attributes
        #expect(attributes.currentLevel == nil)
        #expect(attributes.$currentLevel.isSupported)
    }

    @Test func `the spelling of the Home APIs is there beside the rule's`() {
        let handle = TraitHandle(detached: TraitSnapshot([51: .bool(true)]))
        let attributes = Matter.DoorLockTrait(handle).attributes
        #expect(attributes.requirePinForRemoteOperation == true)
        #expect(attributes.requirePinforRemoteOperation == true)
        #expect(attributes.$requirePinforRemoteOperation.isSupported)
    }
}
