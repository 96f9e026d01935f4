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
    default:
        break
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
