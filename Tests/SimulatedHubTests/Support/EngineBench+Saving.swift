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

    /// Does something that the device may or may not carry out: a command, a write, or nothing for a while.
    ///
    /// - Returns: What it was refused with.
    mutating func doSomething(_ random: inout SeededGenerator) -> HomeError? {
        let traits = engine.devices[0].layout.parts.flatMap { part in part.traits.map { (part.endpoint, $0) } }
        guard let (endpoint, trait) = traits.randomElement(using: &random) else { return nil }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            pass(.milliseconds(Int64.random(in: 0...90_000, using: &random)))
            return nil
        case 1:
            guard let attribute = trait.attributes.filter(\.isWritable).randomElement(using: &random) else {
                return nil
            }
            let value = random.value(of: attribute.value)
            return refusal { bench throws(HomeError) in try bench.write(attribute, value, of: trait, endpoint) }
        default:
            guard let command = trait.commands.randomElement(using: &random) else { return nil }
            let fields = random.fields(command.fields)
            return refusal { bench throws(HomeError) in try bench.invoke(command, fields, of: trait, endpoint) }
        }
    }

    /// The code of the error that an order is refused with; `nil` where it is carried out.
    mutating func code<Answer>(_ body: (inout EngineBench) throws(HomeError) -> Answer) -> HomeError.Code? {
        refusal { bench throws(HomeError) in _ = try body(&bench) }?.code
    }

    private mutating func refusal(_ body: (inout EngineBench) throws(HomeError) -> Void) -> HomeError? {
        do throws(HomeError) {
            try body(&self)
            return nil
        } catch {
            return error
        }
    }
}
