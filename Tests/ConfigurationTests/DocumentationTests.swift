import Configuration
import DataModel
import Foundation
import Testing

/// The guides show what is read.
@Suite struct DocumentationTests {
    private func yaml(in guide: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "Sources/homegraph2mqtt/Documentation.docc/\(guide).md")
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```yaml\n")
        return try #require(parts.last?.components(separatedBy: "```").first)
    }

    @Test func `the settings shown with their defaults are the defaults`() throws {
        #expect(try settings(try yaml(in: "Settings")) == Settings())
    }

    @Test func `the home file shown is read`() throws {
        let read = try home(try yaml(in: "HomeFile"))
        #expect(read.structures.first?.devices.map(\.id) == ["kitchen-lamp", "power-strip"])
    }
}
