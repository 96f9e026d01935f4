import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

extension EngineBench {
    /// The device as a state store would keep it now.
    func saved() throws -> SavedHome {
        var engine = engine
        let device = engine.devices[0]
        let state = try #require(engine.states(changedOnly: false, at: moment)[device.index])
        return SavedHome(
            structures: [StructureRecord(id: "home", name: "Home")],
            devices: [
                SavedDevice(
                    id: "bench", name: device.name, structureID: "home", roomID: nil, layout: device.layout.savedText,
                    hubState: state.text,
                    values: Dictionary(uniqueKeysWithValues: zip(device.layout.valueKeys, device.values)))
            ])
    }

    /// Ends the program, and begins another with what was kept.
    mutating func restart() throws {
        let restored = try SavedDevices(try saved(), catalog: .standard, seed: 99)
        #expect(restored.repairs == [])
        #expect(restored.moment == moment)
        takeOver(restored)
    }
}
