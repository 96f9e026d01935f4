import Foundation
import Testing

/// The arrows between the package's targets, as the manifest declares them and as the sources import them.
struct ImportGraphTests {
    /// What each target may import of the package's own; a target that is not here is a test or a system library.
    private static let allowed: [String: Set<String>] = [
        "ModelReader": [],
        "MQTT": [],
        "TraitGenerator": ["ModelReader"],
        "traitgen": ["TraitGenerator", "ModelReader"],
        "DataModel": ["ModelReader", "CJansson"],
        "ClusterTypes": ["DataModel", "ModelReader"],
        "Conversions": ["DataModel", "ModelReader", "ClusterTypes"],
        "HomeGraph": ["DataModel", "ModelReader", "Conversions"],
        "HomeKitView": ["HomeGraph", "DataModel", "ModelReader", "Conversions"],
        "HomeTypes": ["HomeGraph", "DataModel", "ModelReader", "ClusterTypes"],
        "Configuration": ["DataModel", "ModelReader", "MQTT", "CYAML"],
        "SQLiteStore": ["HomeGraph", "DataModel", "CSQLite"],
        "SimulatedHub": ["HomeGraph", "DataModel", "ModelReader", "ClusterTypes", "Configuration"],
        "MatterSupport": [],
        "MatterCommissioner": ["HomeGraph", "DataModel", "ModelReader", "MatterSupport"],
        "Mosquitto": ["MQTT", "CMosquitto", "MosquittoGuard"],
        "MosquittoGuard": ["CMosquitto"],
        "Monitoring": ["CMicroHTTPD"],
        "Bridge": ["HomeGraph", "DataModel", "ModelReader", "Conversions", "MQTT"],
        "homegraph2mqtt": [
            "Bridge", "Mosquitto", "Monitoring", "SimulatedHub", "SQLiteStore", "Configuration", "HomeGraph",
            "DataModel", "ModelReader", "MQTT", "CPopt",
        ],
        "RawMosquitto": ["CMosquitto"],
        "bridge-benchmark": [
            "Bridge", "Mosquitto", "Monitoring", "SimulatedHub", "Configuration", "HomeGraph", "DataModel",
            "ModelReader", "MQTT", "RawMosquitto", "TestSupport",
        ],
        "TestExtension": ["HomeGraph", "DataModel", "ModelReader", "MatterCommissioner", "MatterSupport"],
        "TestSupport": ["HomeGraph", "DataModel", "ModelReader", "MQTT", "Mosquitto", "CMosquitto"],
    ]

    private struct Package: Decodable {
        struct Target: Decodable {
            var name: String
            var type: String
            var path: String
            var target_dependencies: [String]?
        }
        var targets: [Target]
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// What `swift package describe --type json` says.
    ///
    /// It gets a scratch folder of its own, since the one of the build is locked while tests run.
    private static func describe() throws -> Package {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "describe-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", root.path(), "--scratch-path", scratch.path(), "describe", "--type",
            "json",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try JSONDecoder().decode(Package.self, from: data)
    }

    private static func imports(in folder: URL) throws -> Set<String> {
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var imports: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let words = line.split(separator: " ")
                guard let position = words.firstIndex(of: "import"), position <= 2,
                    words.prefix(position).allSatisfy({ $0.hasPrefix("@") || ["public", "package"].contains($0) })
                else { continue }
                let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "typealias", "var", "let"]
                let module = words.dropFirst(position + 1).first { !kinds.contains($0) } ?? ""
                imports.insert(String(module.prefix { $0 != "." }))
            }
        }
        return imports
    }

    @Test func `targets depend on and import only what the architecture allows`() throws {
        let package = try Self.describe()
        let own = Set(package.targets.map(\.name))
        var seen: Set<String> = []
        for target in package.targets where !["test", "system-target", "plugin"].contains(target.type) {
            let allowed = try #require(Self.allowed[target.name], "\(target.name) has no place in the architecture")
            seen.insert(target.name)
            let declared = Set(target.target_dependencies ?? []).intersection(own)
                .subtracting(["TraitPlugin", "traitgen"])
            #expect(declared.isSubset(of: allowed), "\(target.name) depends on \(declared.subtracting(allowed))")
            let imported = try Self.imports(in: Self.root.appending(path: target.path)).intersection(own)
            #expect(imported.isSubset(of: allowed), "\(target.name) imports \(imported.subtracting(allowed))")
        }
        #expect(seen == Set(Self.allowed.keys))
    }

    @Test func `the bridge knows neither libmosquitto nor the simulated hub`() throws {
        let allowed = try #require(Self.allowed["Bridge"])
        #expect(allowed.isDisjoint(with: ["Mosquitto", "CMosquitto", "SimulatedHub"]))
    }

    @Test func `the arrows make no circle`() {
        var open = Self.allowed
        while let leaf = open.first(where: { $0.value.allSatisfy { open[$0] == nil } }) { open[leaf.key] = nil }
        #expect(open.isEmpty)
    }

    @Test func `the top level holds nothing but what belongs there`() throws {
        let entries = try FileManager.default.contentsOfDirectory(atPath: Self.root.path())
            .filter { !$0.hasPrefix(".") }
        #expect(Set(entries).subtracting(["Package.swift", "Sources", "Tests", "deploy", "README.md"]).isEmpty)
    }
}
