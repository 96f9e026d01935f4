import DataModel
import Foundation
import HomeGraph
import HomeTypes
import Testing

@Suite struct CommandsTests {
    @Test func `support is asked by name in both spellings`() {
        let trait = Matter.OnOffTrait(RecordingTarget(supported: [0, 1]).handle())
        #expect(trait.supports(.on) && trait.supportsOnCommand)
        #expect(!trait.supports(.toggle) && !trait.supportsToggleCommand)
    }

    @Test func `arguments go by field id`() async throws {
        let target = RecordingTarget()
        let onOff = Matter.OnOffTrait(target.handle())
        let level = Matter.LevelControlTrait(target.handle())
        try await onOff.toggle()
        try await onOff.offWithEffect(
            effectIdentifier: Matter.OnOffTrait.EffectIdentifierEnum.dyingLight, effectVariant: 0)
        try await level.moveToLevelWithOnOff(
            level: 127, transitionTime: nil, optionsMask: [], optionsOverride: [.executeIfOff])
        #expect(
            target.invoked == [
                .init(command: 2, fields: [:]),
                .init(command: 64, fields: [0: .uint(1), 1: .uint(0)]),
                .init(command: 4, fields: [0: .uint(127), 1: .null, 2: .uint(0), 3: .uint(1)]),
            ])
    }

    @Test func `optional fields are sent when set; an empty PIN is not an absent one`() async throws {
        let target = RecordingTarget()
        let doorLock = Matter.DoorLockTrait(target.handle())
        try await doorLock.lockDoor()
        try await doorLock.lockDoor { $0.setPinCode(Data("1234".utf8)) }
        try await doorLock.lockDoor { $0.setPinCode(Data()) }
        #expect(
            target.invoked == [
                .init(command: 0, fields: [:]),
                .init(command: 0, fields: [0: .octets([0x31, 0x32, 0x33, 0x34])]),
                .init(command: 0, fields: [0: .octets([])]),
            ])
    }

    @Test func `a response is a structure`() async throws {
        let target = RecordingTarget(answer: [0: .uint(0), 1: .uint(7)])
        let response = try await Matter.GroupsTrait(target.handle()).addGroup(groupId: 7, groupName: "Hall")
        #expect(response.groupId == 7)
        #expect(target.invoked == [.init(command: 0, fields: [0: .uint(7), 1: .string("Hall")])])
    }

    @Test(arguments: [[:], [0: .uint(0)], [0: .uint(0), 1: .string("7")]] as [[UInt32: DataValue]])
    func `a response that is not the model's is an error`(answer: [UInt32: DataValue]) async {
        let trait = Matter.GroupsTrait(RecordingTarget(answer: answer).handle())
        let error = await #expect(throws: HomeError.self) { try await trait.addGroup(groupId: 7, groupName: "") }
        #expect(error?.code == .internal)
    }

    @Test func `a trait that stands on no device supports nothing`() async {
        let trait = Matter.OnOffTrait(TraitHandle(detached: TraitSnapshot([:])))
        #expect(!trait.supports(.toggle))
        let error = HomeError(.unimplemented, "the trait stands on no device")
        await #expect(throws: error) { try await trait.toggle() }
    }
}
