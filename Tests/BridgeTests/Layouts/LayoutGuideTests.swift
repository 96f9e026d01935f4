import Foundation
import Testing

@testable import Bridge

/// The guides name every property that there can be.
@Suite struct LayoutGuideTests {
    private func named(in guide: String) throws -> Set<String> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appending(path: "Sources/homegraph2mqtt/Documentation.docc/\(guide).md"), encoding: .utf8)
        return Set(text.matches(of: /`([^`\n]+)`/).map { String($0.output.1) })
    }

    @Test func `Homie's properties`() throws {
        #expect(Set(HomieRule.all.map(\.id)).subtracting(try named(in: "Homie")).isEmpty)
    }

    @Test func `zigbee2mqtt's members of the state`() throws {
        let properties = Set(ExposeRule.all.flatMap { $0.features.map(\.property) })
        #expect(properties.subtracting(try named(in: "Zigbee2MQTT")).isEmpty)
    }

    @Test func `zigbee2mqtt's requests`() throws {
        #expect(Set(ZigbeeRequest.all).subtracting(try named(in: "Zigbee2MQTT")).isEmpty)
    }
}
