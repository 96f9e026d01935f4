import DataModel
import Foundation
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import Configuration
@testable import SimulatedHub

/// The homes that ship, in `deploy/homes`.
@Suite struct ShippedHomeTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "deploy/homes")

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    private static func home(_ name: String) throws -> HomeFile {
        try HomeFile.read(Array(try text(name).utf8), file: name, catalog: .standard)
    }

    @Test(arguments: [("flat.yaml", 12, 1), ("house.yaml", 60, 2), ("everything.yaml", 142, 1)])
    func `a home that ships stands, with all of its devices`(
        _ name: String, _ devices: Int, _ structures: Int
    ) async throws {
        let home = try Self.home(name)
        #expect(home.structures.count == structures)
        #expect(home.structures.flatMap(\.devices).count == devices)
        let contents = try await SimulatedHub(home: home, time: ManualTime()).contents()
        #expect(contents.devices.count == devices)
    }

    @Test func `the flat is the home of the demo`() throws {
        #expect(try HomeFile.sample(catalog: .standard) == Self.home("flat.yaml"))
    }

    @Test func `a house has groups, and devices that live`() throws {
        let house = try Self.home("house.yaml")
        #expect(house.structures.allSatisfy { !$0.groups.isEmpty })
        #expect(house.structures.flatMap(\.devices).count { $0.behaviour.isAutonomous } > 20)
    }

    /// One device of each type, by name; they all live.
    private static func everything() -> String {
        var text = """
            # One device of each type that there is. This file is made from the catalogue of device types: where a test
            # says that it is out of date, put what the test has attached in its place.
            hub: {id: hub-1, name: Simulated hub, online: true}

            structures:
              - name: Everything
                devices:

            """
        for type in ModelCatalog.standard.deviceTypes.map(\.name).sorted() {
            text += "      - {name: \(title(type)), type: \(type), simulation: {autonomous: true}}\n"
        }
        return text
    }

    /// The name in words: `OnOffLight` is On Off Light.
    private static func title(_ name: String) -> String {
        var title = ""
        var isLowerBefore = false
        for letter in name {
            if letter.isUppercase, isLowerBefore { title += " " }
            title.append(letter)
            isLowerBefore = letter.isLowercase
        }
        return title
    }

    @Test func `the home with everything is up to date`() throws {
        let wanted = Self.everything()
        let text = try Self.text("everything.yaml")
        guard text != wanted else { return }
        Attachment.record(wanted, named: "everything.yaml")
        let difference = wanted.split(separator: "\n").difference(from: text.split(separator: "\n"))
        Issue.record("deploy/homes/everything.yaml is out of date: \(difference); the new text is attached")
    }

    @Test(arguments: [("flat.yaml", 24), ("house.yaml", 4), ("everything.yaml", 4)])
    func `what happens in a home leaves no value that the model does not allow`(_ name: String, _ hours: Int)
        async throws
    {
        var composer = DeviceComposer(.standard)
        for structure in try Self.home(name).structures {
            for device in structure.devices {
                let composed = try composer.compose(device, structureID: structure.id)
                var bench = try EngineBench(composed, isAutonomous: true, seed: 3)
                for _ in 0..<hours * 6 {
                    bench.pass(.seconds(600))
                    await Task.yield()
                }
                #expect(bench.faultyValues == [], "\(name): \(device.name)")
            }
        }
    }
}
