import ModelReader
import Testing
import TraitGenerator

/// Generated text changes only when somebody means it to.
///
/// To renew a golden file: `traitgen TARGET Sources/DataModel/Model DIRECTORY`, and copy the file from there.
@Suite struct GoldenTests {
    @Test(
        arguments: [
            "Matter.Clusters.OnOff.swift", "Matter.Clusters.WindowCovering.swift", "Google.Traits.OpenClose.swift",
        ])
    func `types of a cluster render as before`(name: String) throws {
        let files = TraitGenerator.clusterTypes(of: try SourceModel.read())
        let file = try #require(files.first { $0.name == name })
        try GoldenFile(name: "ClusterTypes.\(name).txt").expectEqual(file.text)
    }

    @Test(
        arguments: [
            "Matter.Clusters.OnOff.swift", "Matter.Clusters.WindowCovering.swift", "Google.Traits.OpenClose.swift",
            "Google.Traits.Group.swift",
        ])
    func `traits render as before`(name: String) throws {
        let files = TraitGenerator.homeTypes(of: try SourceModel.read())
        let file = try #require(files.first { $0.name == name })
        try GoldenFile(name: "HomeTypes.\(name).txt").expectEqual(file.text)
    }

    @Test func `a device type renders as before`() throws {
        let model = try SourceModel.read()
        let files = TraitGenerator.homeTypes(of: model)
        let file = try #require(files.first { $0.name == "Matter.device-types.swift" })
        // The file has all types; one with an alias and traits of both namespaces stands for them.
        for name in ["OnOffPluginUnit", "ExtendedColorLight"] {
            let start = try #require(file.text.firstRange(of: "/// The device type \(name) "))
            let rest = file.text[start.lowerBound...]
            let end = rest.dropFirst().firstRange(of: "\n/// The device type ")?.lowerBound ?? rest.endIndex
            try GoldenFile(name: "HomeTypes.\(name)DeviceType.swift.txt").expectEqual(String(rest[..<end]))
        }
    }
}
