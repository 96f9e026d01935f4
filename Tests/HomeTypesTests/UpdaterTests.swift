import DataModel
import HomeGraph
import HomeTypes
import Testing

@Suite struct UpdaterTests {
    @Test func `methods and properties write the same, each attribute once, last set last`() {
        var updater = Matter.OnOffTrait.Updater()
        updater.setOnTime(1)
        updater.offWaitTime = 2
        updater.onTime = 3
        updater.setStartUpOnOff(nil)
        #expect(updater.attributesToUpdate.map(\.id) == [16386, 16385, 16387])
        #expect(updater.attributesToUpdate.map(\.value) == [.uint(2), .uint(3), .null])
        #expect(updater.onTime == 3 && updater.offWaitTime == 2)
    }

    @Test func `nil takes back a write, or writes null where that is a value`() {
        var updater = Matter.OnOffTrait.Updater()
        updater.onTime = 1
        updater.onTime = nil
        #expect(updater.attributesToUpdate.isEmpty)
        updater.startUpOnOff = .toggle
        updater.startUpOnOff = nil
        #expect(updater.attributesToUpdate.map(\.value) == [.null])
    }

    @Test func `an update gives the trait as it is afterwards`() async throws {
        let target = RecordingTarget()
        let trait = Matter.DoorLockTrait(target.handle([48: .uint(5)]))
        let updated = try await trait.update { $0.setWrongCodeEntryLimit(3) }
        #expect(trait.attributes.wrongCodeEntryLimit == 5)
        #expect(updated.attributes.wrongCodeEntryLimit == 3)
        #expect(target.written == [48: .uint(3)])
        let group = Google.GroupTrait(target.handle())
        try await group.update { $0.name = "Movie Corner" }
        #expect(target.written[0] == .string("Movie Corner"))
    }
}
