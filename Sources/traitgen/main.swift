import Foundation
import TraitGenerator

// traitgen TARGET MODEL-DIRECTORY OUTPUT-DIRECTORY: run by TraitPlugin.

guard CommandLine.arguments.count == 4 else {
    FileHandle.standardError.write(Data("usage: traitgen TARGET MODEL-DIRECTORY OUTPUT-DIRECTORY\n".utf8))
    exit(2)
}
do {
    let model = ModelDirectory(url: URL(filePath: CommandLine.arguments[2], directoryHint: .isDirectory))
    let output = OutputDirectory(url: URL(filePath: CommandLine.arguments[3], directoryHint: .isDirectory))
    switch CommandLine.arguments[1] {
    case "DataModel":
        try output.write(EmbeddedModelFile.render(bundle: model.bundle()), to: EmbeddedModelFile.name)
    case "ClusterTypes":
        for file in TraitGenerator.clusterTypes(of: try model.model()) { try output.write(file.text, to: file.name) }
    case "HomeTypes":
        for file in TraitGenerator.homeTypes(of: try model.model()) { try output.write(file.text, to: file.name) }
    case let target:
        FileHandle.standardError.write(
            Data("error: nothing is generated for \(target); there are DataModel, ClusterTypes and HomeTypes\n".utf8))
        exit(2)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
