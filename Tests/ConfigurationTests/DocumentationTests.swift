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

    @Test func `the settings shown are read, and what they give as defaults are the defaults`() throws {
        let read = try settings(try yaml(in: "Settings"), files: ["/run/credentials/mqtt-password": "secret"])
        let defaults = Settings()
        #expect(read.clientID == defaults.clientID)
        #expect(read.broker.version == defaults.broker.version)
        #expect(read.broker.keepAlive == defaults.broker.keepAlive)
        #expect(read.topics == defaults.topics)
        #expect(read.commands == defaults.commands)
        #expect(read.simulation == defaults.simulation)
        #expect(read.layouts == defaults.layouts)
        #expect(read.log == defaults.log)
        #expect(read.http.listen == NetworkAddress(host: "127.0.0.1", port: 9883))
    }

    @Test func `the home file shown is read`() throws {
        let read = try home(try yaml(in: "HomeFile"))
        #expect(read.structures.first?.devices.map(\.id) == ["kitchen-lamp", "power-strip"])
    }
}
