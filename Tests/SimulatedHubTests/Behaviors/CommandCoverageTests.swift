import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

/// Every command of the catalogue is carried out, or stands in the one table of those that are not.
@Suite struct CommandCoverageTests {
    private static let catalog = ModelCatalog.standard
    private static let clusters = catalog.clusters.filter { !$0.commands.isEmpty }

    /// Whether a device with all of the cluster ever answers otherwise than with `unimplemented`.
    private static func isCarriedOut(_ command: CommandDescriptor, of cluster: ClusterDescriptor) async throws -> Bool {
        var random = SeededGenerator(seed: UInt64(cluster.id) &* 31 &+ UInt64(command.id))
        var bench = try EngineBench(allOf: cluster)
        let trait = try #require(bench.part.trait(cluster))
        var isTried = false
        for _ in 0..<200 {
            await Task.yield()
            let fields = random.fields(command.fields)
            let device = bench.engine.devices[0]
            guard (try? command.fields.check(fields) { device.limit($0, of: trait) }) != nil else { continue }
            isTried = true
            do throws(HomeError) {
                try bench.invoke(command, fields, of: trait, 1)
                return true
            } catch {
                guard error.code == .unimplemented else { return true }
            }
        }
        #expect(isTried, "no fields of \(cluster.traitName).\(command.name) could be tried")
        return false
    }

    @Test(arguments: clusters.map(\.traitName))
    func `a command has a behaviour or a reason to have none`(_ name: String) async throws {
        let cluster = try #require(Self.catalog.cluster(named: name))
        for command in cluster.commands {
            let isExcused = CommandsWithoutEffect.reason(of: command.name, trait: name) != nil
            let isCarriedOut = try await Self.isCarriedOut(command, of: cluster)
            #expect(isCarriedOut != isExcused, "\(name).\(command.name)")
        }
    }

    @Test func `the table names only what there is`() throws {
        for name in CommandsWithoutEffect.byTrait.keys {
            #expect(Self.catalog.cluster(named: name) != nil, "\(name)")
            #expect(Behaviors.table[Self.catalog.cluster(named: name)?.id ?? 0] == nil, "\(name)")
        }
        for name in CommandsWithoutEffect.withoutBehavior.keys {
            let cluster = try #require(Self.catalog.cluster(named: name), "\(name)")
            #expect(CommandsWithoutEffect.byTrait[name] == nil && cluster.commands.isEmpty, "\(name)")
        }
        for path in CommandsWithoutEffect.byCommand.keys {
            let dot = try #require(path.lastIndex(of: "."))
            let cluster = try #require(Self.catalog.cluster(named: String(path[..<dot])), "\(path)")
            #expect(cluster.commands.contains { $0.name == path[path.index(after: dot)...] }, "\(path)")
        }
    }

    @Test func `a command that is not carried out says why`() throws {
        let cluster = try #require(Self.catalog.cluster(named: "DiagnosticLogs"))
        var bench = try EngineBench(allOf: cluster)
        let refusal = try bench.refusal {
            try $0.invoke("DiagnosticLogs.retrieveLogsRequest", ["intent": 0, "requestedProtocol": 0])
        }
        #expect(refusal?.code == .unimplemented)
        #expect(refusal?.message.contains("write no logs") == true)
    }

    @Test(arguments: catalog.clusters.filter { !$0.isStub && $0.scope == .device }.map(\.traitName))
    func `a cluster has a behaviour, or a reason to have none`(_ name: String) throws {
        let cluster = try #require(Self.catalog.cluster(named: name))
        let isExcused =
            CommandsWithoutEffect.byTrait[name] != nil || CommandsWithoutEffect.withoutBehavior[name] != nil
        #expect((Behaviors.table[cluster.id] != nil) != isExcused)
    }
}
