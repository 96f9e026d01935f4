import DataModel
import HomeGraph
import ModelReader
import TestSupport

@testable import SimulatedHub

extension EngineBench {
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

    /// Lets something happen that nobody ordered: the device reports any value, or any event happens.
    ///
    /// - Returns: Why the device cannot be so.
    mutating func happen(_ random: inout SeededGenerator) -> HomeError? {
        let traits = engine.devices[0].layout.parts.flatMap { part in part.traits.map { (part.endpoint, $0) } }
        guard let (endpoint, trait) = traits.randomElement(using: &random) else { return nil }
        if Bool.random(using: &random), let event = trait.events.randomElement(using: &random) {
            let fields = random.fields(event.fields)
            return refusal { bench throws(HomeError) in try bench.happen(event, fields, of: trait, endpoint) }
        }
        // What never changes is no news.
        let attributes = trait.attributes.filter { !$0.quality.contains(.fixed) }
        guard let attribute = attributes.randomElement(using: &random) else { return nil }
        let value = random.value(of: attribute.value)
        return refusal { bench throws(HomeError) in try bench.report(attribute, value, of: trait, endpoint) }
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
