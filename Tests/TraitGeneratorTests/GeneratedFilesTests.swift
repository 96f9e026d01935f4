import ModelReader
import Testing
import TraitGenerator

@Suite struct GeneratedFilesTests {
    @Test func `the same model gives the same files`() throws {
        let first = try SourceModel.read()
        let second = try SourceModel.read()
        #expect(TraitGenerator.clusterTypes(of: first) == TraitGenerator.clusterTypes(of: second))
        #expect(TraitGenerator.homeTypes(of: first) == TraitGenerator.homeTypes(of: second))
    }

    /// The plugin names its outputs after the model's files, before anything is generated.
    @Test func `files are named after the model's files`() throws {
        let model = try SourceModel.read()
        func twins(_ isIncluded: (String) -> Bool) throws -> Set<String> {
            Set(try SourceModel.paths().filter(isIncluded).map { $0.dropLast(5).replacing("/", with: ".") + ".swift" })
        }
        func isCluster(_ path: String) -> Bool { path.contains("/Clusters/") || path.contains("/Traits/") }
        #expect(
            Set(TraitGenerator.clusterTypes(of: model).map(\.name))
                == (try twins { isCluster($0) || $0.hasSuffix("/datatypes.json") }))
        #expect(
            Set(TraitGenerator.homeTypes(of: model).map(\.name))
                == (try twins { isCluster($0) || $0.hasSuffix("/device-types.json") }))
    }

    @Test func `every public declaration is documented`() throws {
        let model = try SourceModel.read()
        for file in TraitGenerator.clusterTypes(of: model) + TraitGenerator.homeTypes(of: model) {
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.drop { $0 == " " } }
            for (line, previous) in zip(lines.dropFirst(), lines)
            where line.hasPrefix("public ") && !line.hasPrefix("public import") {
                #expect(previous.hasPrefix("///") || previous.hasPrefix("@"), "\(file.name): \(line)")
            }
        }
    }

    @Test func `a secret attribute or field is generated like any other`() throws {
        let files = TraitGenerator.homeTypes(of: try SourceModel.read())
        let doorLock = try #require(files.first { $0.name == "Matter.Clusters.DoorLock.swift" })
        #expect(doorLock.text.contains("public mutating func setPinCode(_ value: Data)"))
        #expect(doorLock.text.contains("@TraitAttribute public var requirePinforRemoteOperation: Bool?"))
        #expect(doorLock.text.contains("@TraitAttribute public var requirePinForRemoteOperation: Bool?"))
    }
}
