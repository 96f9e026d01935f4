import Foundation
import PackagePlugin

/// Generates Swift from the JSON model, for the three targets that are made from it.
///
/// The targets' names say what is generated. What comes of the model file `Matter/Clusters/OnOff.json` is in
/// `Matter.Clusters.OnOff.swift`: a build tool must know its outputs before it runs, and this plugin cannot read JSON.
@main
struct TraitPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let model = context.package.directoryURL.appending(path: "Sources/DataModel/Model", directoryHint: .isDirectory)
        let files = try modelFiles(in: model)
        let generated: [String]
        switch target.name {
        case "DataModel": generated = ["EmbeddedModel.swift"]
        case "ClusterTypes": generated = files.filter { isCluster($0) || $0.hasSuffix("/datatypes.json") }.map(twin)
        case "HomeTypes": generated = files.filter { isCluster($0) || $0.hasSuffix("/device-types.json") }.map(twin)
        default: throw UnknownTarget(name: target.name)
        }
        let output = context.pluginWorkDirectoryURL.appending(path: target.name, directoryHint: .isDirectory)
        return [
            .buildCommand(
                displayName: "Generating \(target.name) from the model",
                executable: try context.tool(named: "traitgen").url,
                arguments: [target.name, model.path(), output.path()],
                inputFiles: files.map { model.appending(path: $0) },
                outputFiles: generated.map { output.appending(path: $0) })
        ]
    }

    /// The JSON files below the model's folder, by their paths from there, sorted.
    private func modelFiles(in model: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: model.path()).filter { $0.hasSuffix(".json") }.sorted()
    }

    private func isCluster(_ file: String) -> Bool {
        file.contains("/Clusters/") || file.contains("/Traits/")
    }

    /// The Swift file that belongs to a model file.
    private func twin(of file: String) -> String {
        file.dropLast(".json".count).replacing("/", with: ".") + ".swift"
    }
}

/// The plugin was applied to a target that nothing is generated for.
private struct UnknownTarget: Error, CustomStringConvertible {
    let name: String
    var description: String {
        "TraitPlugin generates for DataModel, ClusterTypes and HomeTypes; \(name) is none of them"
    }
}
