import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

/// In a state that does not allow it a command is answered with `failedPrecondition` or the cluster's own status, and
/// changes nothing (Matter Core Specification, section 8.10.1: INVALID_IN_STATE).
///
/// For every command there is a row that says in which state it is not allowed, or a reason why it always is.
@Suite struct StateTests {
    private static let catalog = ModelCatalog.standard

    /// The device of a row, before its steps.
    private static func bench(_ order: ForbiddenOrder) throws -> EngineBench {
        if let type = order.type {
            return try EngineBench(type, features: order.features, values: order.values, without: order.without)
        }
        let dot = try #require(order.command.lastIndex(of: "."))
        return try EngineBench(allOf: try #require(catalog.cluster(named: String(order.command[..<dot]))))
    }

    @Test(arguments: ForbiddenOrder.all)
    func `a command that the state does not allow changes nothing`(_ order: ForbiddenOrder) throws {
        var bench = try Self.bench(order)
        try Self.lead(&bench, as: order)
        let before = bench.condition
        var response: [UInt32: DataValue] = [:]
        let refusal = try bench.refusal { response = try $0.invoke(order.command, order.fields) }
        switch order.answer {
        case .refused(let code):
            #expect(refusal?.code == code, "\(refusal?.message ?? "it was not refused")")
            #expect(refusal.map { !$0.message.isEmpty } ?? false)
        case .status(let status): #expect(response[0] == .uint(status) && refusal == nil)
        case .operational(let error):
            guard case .fields(let state)? = response[0] else {
                Issue.record("\(order.command) has no operational state in its response")
                return
            }
            #expect(state[0] == .uint(error))
        case .noEffect: #expect(refusal == nil)
        }
        #expect(bench.condition == before)
    }

    /// Leads a device to the state of a row.
    private static func lead(_ bench: inout EngineBench, as order: ForbiddenOrder) throws {
        for step in order.steps {
            switch step {
            case .invoke(let path, let fields): try bench.invoke(path, fields)
            case .report(let path, let value): try bench.report(path, value)
            case .write(let path, let value): try bench.write(path, value)
            case .pass(let duration): bench.pass(duration)
            }
        }
    }

    /// So that no reason is given for a command that some state forbids after all.
    @Test(arguments: ForbiddenOrder.all.filter { $0.type != nil })
    func `what is always allowed is so in the state of each row`(_ order: ForbiddenOrder) throws {
        var random = SeededGenerator(seed: 7)
        var bench = try Self.bench(order)
        try Self.lead(&bench, as: order)
        for part in bench.engine.devices[0].layout.parts {
            for trait in part.traits {
                for command in trait.commands {
                    let name = trait.cluster.traitName
                    let path = "\(name).\(command.name)"
                    guard CommandsWithoutEffect.reason(of: command.name, trait: name) == nil,
                        (AlwaysAllowed.commands[path] ?? AlwaysAllowed.traits[name]) != nil
                    else { continue }
                    for _ in 0..<3 {
                        var tried = bench
                        let fields = random.fields(command.fields)
                        let refusal = tried.code { bench throws(HomeError) in
                            try bench.invoke(command, fields, of: trait, part.endpoint)
                        }
                        #expect(refusal != .failedPrecondition, "\(path)")
                    }
                }
            }
        }
    }

    /// So that no row passes because the command never does anything.
    @Test(arguments: ForbiddenOrder.all.filter { !$0.steps.isEmpty && !$0.isForbiddenAtFirst })
    func `the same command is carried out where the state is another one`(_ order: ForbiddenOrder) throws {
        var bench = try Self.bench(order)
        let before = bench.condition
        let refusal = try bench.refusal { _ = try $0.invoke(order.command, order.fields) }
        #expect(refusal == nil)
        #expect(bench.condition != before || !bench.events.isEmpty)
    }

    @Test(arguments: catalog.clusters.filter { !$0.commands.isEmpty && $0.scope == .device }.map(\.traitName))
    func `every command has a state that forbids it, or a reason`(_ name: String) throws {
        let cluster = try #require(Self.catalog.cluster(named: name))
        for command in cluster.commands where CommandsWithoutEffect.reason(of: command.name, trait: name) == nil {
            let path = "\(name).\(command.name)"
            let isForbidden = ForbiddenOrder.all.contains { $0.command == path }
            let isAlwaysAllowed = (AlwaysAllowed.commands[path] ?? AlwaysAllowed.traits[name]) != nil
            #expect(isForbidden != isAlwaysAllowed, "\(path)")
        }
    }

    @Test func `the tables name only what there is`() throws {
        for order in ForbiddenOrder.all {
            let dot = try #require(order.command.lastIndex(of: "."))
            let cluster = try #require(Self.catalog.cluster(named: String(order.command[..<dot])), "\(order.command)")
            #expect(cluster.commands.contains { $0.name == order.command[order.command.index(after: dot)...] })
        }
        for name in AlwaysAllowed.traits.keys {
            #expect(Self.catalog.cluster(named: name)?.commands.isEmpty == false, "\(name)")
        }
        for path in AlwaysAllowed.commands.keys {
            let dot = try #require(path.lastIndex(of: "."))
            let cluster = try #require(Self.catalog.cluster(named: String(path[..<dot])), "\(path)")
            #expect(cluster.commands.contains { $0.name == path[path.index(after: dot)...] }, "\(path)")
        }
    }
}
