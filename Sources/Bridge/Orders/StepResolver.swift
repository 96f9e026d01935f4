import Conversions
import DataModel
import HomeGraph
import ModelReader

/// Turns a step into what one part of one device is asked to do.
///
/// Everything is checked here: that the device has the member, that the value fits, that the user allows it.
struct StepResolver: Sendable {
    let home: Home
    let filter: CommandFilter

    var store: HomeStore { home.store }

    /// What a trait offers under a name.
    private enum Member {
        case command(CommandDescriptor)
        case attribute(AttributeDescriptor)
    }

    /// The part of a device that a step is for.
    ///
    /// - Throws: `notFound` for an unknown part, `unimplemented` where no part has the trait, `invalidArgument` where
    ///   several have it and the step names none.
    func part(for step: OrderStep, on device: HomeTopics.Device) throws(HomeError) -> PartLayout {
        let parts = device.record.layout.parts
        if let name = step.part {
            if let part = parts.first(where: { $0.name == name }) { return part }
            throw HomeError(
                .notFound,
                "\(device.record.name) has no part '\(name)'; \(NearestName.hint(for: name, among: parts.map(\.name)))")
        }
        let having = parts.filter { trait(step.trait, of: $0) != nil }
        if having.count == 1, let part = having.first { return part }
        guard having.isEmpty else {
            throw HomeError(
                .invalidArgument,
                "several parts of \(device.record.name) have \(step.trait): name one, such as \(having[0].name)/\(step.trait).\(step.member) (\(having.map(\.name).joined(separator: ", ")))"
            )
        }
        throw unknownTrait(step.trait, device.record.name, parts)
    }

    /// A mirrored trait of a part.
    func trait(_ name: String, of part: PartLayout) -> TraitLayout? {
        part.traits.first { $0.cluster.scope == .device && $0.cluster.traitName == name }
    }

    /// What a part is asked to do.
    ///
    /// - Throws: What is wrong with the step, before anything is sent.
    func resolve(
        _ step: OrderStep, part: PartLayout, of device: HomeTopics.Device
    ) throws(HomeError) -> Order.Step {
        guard let trait = trait(step.trait, of: part) else {
            throw unknownTrait(step.trait, "\(device.record.name)'s part \(part.name)", [part])
        }
        // Composed only for those who want to read it.
        var topic: String { "\(device.topic)/\(part.name)/\(step.trait)" }
        var path: String { "\(topic.dropFirst(base(of: device)))/\(step.member)" }
        let member = try member(step, of: trait, topic: topic)
        guard filter.allows(path) else { throw CommandFilter.refusal(path) }
        let limits = limits(of: trait, on: device)
        do throws(HomeError) {
            switch member {
            case .command(let command):
                return .invoke(
                    endpoint: part.endpoint, cluster: trait.cluster, command: command,
                    fields: try Codec.arguments(step.argument, of: command, limits: limits))
            case .attribute(let attribute):
                return .write(
                    endpoint: part.endpoint, cluster: trait.cluster, attribute: attribute,
                    value: try Codec.value(step.argument, of: attribute, limits: limits))
            }
        } catch {
            throw error.of("\(device.record.name), \(step.trait).\(step.member)")
        }
    }

    /// What a device is asked to do once the order's turn has come.
    ///
    /// - Throws: What is wrong with it as things are now, before anything is sent.
    func resolve(_ order: ValueOrder) throws(HomeError) -> Order.Step {
        _ = try steps(of: order)
        return .onTurn { () throws(HomeError) in try steps(of: order) }
    }

    private func steps(of order: ValueOrder) throws(HomeError) -> [Order.Step] {
        var steps: [Order.Step] = []
        let device = order.device.record
        switch order.content {
        case .named(let named):
            for step in try named({ store.value(at: device.firstSlot + $0) }) {
                steps.append(try resolve(step, part: try part(for: step, on: order.device), of: order.device))
            }
        case .values(let endpoint, let values):
            let wanted: [ConversionStep]
            do throws(HomeError) {
                wanted = try values { store.value(of: $0, endpoint: endpoint, of: device) }
            } catch {
                throw error.of(device.name)
            }
            for member in wanted {
                let path = path(of: member, endpoint: endpoint, on: order.device)
                guard filter.allows(path) else { throw CommandFilter.refusal(path) }
                steps.append(try home.step(Home.Member(member), endpoint: endpoint, of: device))
            }
        }
        return steps
    }

    /// `S/device/D/P/T/MEMBER`.
    private func path(of step: ConversionStep, endpoint: UInt16, on device: HomeTopics.Device) -> String {
        let part = device.record.layout.part(endpoint: endpoint)
        let (cluster, isCommand, id) =
            switch step {
            case .invoke(let command, _): (command.cluster, true, command.id)
            case .write(let attribute, _): (attribute.cluster, false, attribute.id)
            }
        let trait = part?.traits.first { $0.cluster.id == cluster }?.cluster
        let member = isCommand ? trait?.command(id: id)?.name : trait?.attribute(id: id)?.name
        let names = [part?.name, trait?.traitName, member].map { $0 ?? "" }
        return ([String(device.topic.dropFirst(base(of: device)))] + names).joined(separator: "/")
    }

    /// How many characters `B/` has.
    private func base(of device: HomeTopics.Device) -> Int {
        // A device's topic is B/S/device/D.
        let levels = device.topic.split(separator: "/", omittingEmptySubsequences: false)
        return levels.dropLast(3).reduce(0) { $0 + $1.count + 1 }
    }

    private func member(
        _ step: OrderStep, of trait: TraitLayout, topic: @autoclosure () -> String
    ) throws(HomeError) -> Member {
        let command = trait.command(named: step.member)
        let attribute = trait.attribute(named: step.member)
        switch (step.verb, command, attribute) {
        case (.invoke, let command?, _), (nil, let command?, _): return .command(command)
        case (.set, _, let attribute?), (nil, nil, let attribute?):
            guard attribute.isWritable else {
                throw HomeError(.unimplemented, CommandHint.sentence(attribute, in: trait, topic: topic()))
            }
            return .attribute(attribute)
        case (.invoke, nil, .some):
            throw HomeError(
                .unimplemented,
                "\(step.member) is an attribute, not a command; it is written with \(topic())/\(step.member)/set")
        case (.set, .some, nil):
            throw HomeError(
                .unimplemented,
                "\(step.member) is a command, not an attribute; send to \(topic())/\(step.member)/invoke")
        case (_, nil, nil):
            let candidates =
                (step.verb != .set ? trait.commands.map(\.name) : [])
                + (step.verb != .invoke ? trait.attributes.map(\.name) : [])
            let kind = step.verb == .set ? "attribute" : step.verb == .invoke ? "command" : "command or attribute"
            throw HomeError(
                .unimplemented,
                "\(step.trait) here has no \(kind) '\(step.member)'; \(NearestName.hint(for: step.member, among: candidates))"
            )
        }
    }

    private func unknownTrait(_ name: String, _ owner: String, _ parts: [PartLayout]) -> HomeError {
        var names: [String] = []
        for part in parts {
            for trait in part.traits where trait.cluster.scope == .device && !names.contains(trait.cluster.traitName) {
                names.append(trait.cluster.traitName)
            }
        }
        return HomeError(
            .unimplemented, "\(owner) has no trait '\(name)'; \(NearestName.hint(for: name, among: names))")
    }

    /// The values that a device has for a trait's attributes: limits of a value may be other attributes.
    private func limits(of trait: TraitLayout, on device: HomeTopics.Device) -> Codec.Limits {
        { path in
            trait.cluster.limit(path) { id in
                trait.offset(ofAttribute: id).map { store.value(at: device.record.firstSlot + $0) }
            }
        }
    }
}
