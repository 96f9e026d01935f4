import DataModel
import Foundation
import ModelReader
import Testing

/// The project's own model, read once; a constant cannot throw, and without it no test says anything.
enum Fixture {
    static let catalog: ModelCatalog = {
        do {
            return ModelCatalog(try Model(bundle: bundle()))
        } catch {
            fatalError("the model cannot be read: \(error)")
        }
    }()

    private static func bundle() throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/DataModel/Model", directoryHint: .isDirectory)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".json") }
        return try ModelBundle.join(
            names.map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) })
    }

    /// A value of the model with the name that it goes by.
    struct Member: Sendable, CustomTestStringConvertible {
        let name: String
        let value: ValueDescriptor
        var testDescription: String { name }
    }

    /// Every attribute, and every field of a command, response, event or structure.
    static let members: [Member] = catalog.clusters.flatMap { cluster in
        let attributes = cluster.attributes.map { Member(name: "\(cluster.traitName).\($0.name)", value: $0.value) }
        let owners =
            (cluster.commands + cluster.responses).map { ($0.name, $0.fields) }
            + cluster.events.map { ($0.name, $0.fields) }
        let fields = owners.flatMap { name, fields in
            fields.map { Member(name: "\(cluster.traitName).\(name).\($0.name)", value: $0.value) }
        }
        return attributes + fields
    }
}
