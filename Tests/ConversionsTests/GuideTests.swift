import Foundation
import Testing

@testable import Conversions

/// What the guide says of characteristics is what there is.
struct GuideTests {
    private static func rows() throws -> [String: [String]] {
        let guide = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/homegraph2mqtt/Documentation.docc/HomeKit.md")
        let text = try String(contentsOf: guide, encoding: .utf8)
        let table = try #require(text.split(separator: "## Which characteristics there are").last)
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0].replacing("`", with: ""), $0) })
    }

    @Test func `each characteristic stands in the guide with its values`() throws {
        let rows = try Self.rows()
        #expect(Set(rows.keys) == Set(CharacteristicType.all.map(\.name)))
        for type in CharacteristicType.all {
            let row = try #require(rows[type.name])
            let values = row[1]
            if !type.values.isEmpty {
                #expect(values == type.values.map { "`\($0.name)`" }.joined(separator: ", "), "\(type.name)")
            } else if let range = type.range {
                let bounds = [range.lowerBound, range.upperBound].map { Int(exactly: $0).map { "\($0)" } ?? "\($0)" }
                #expect(values.hasPrefix(bounds.joined(separator: " to ")), "\(type.name)")
            }
            let access = type.access
            #expect(
                row.last == (access.contains(.write) ? access.contains(.read) ? "set" : "set only" : ""),
                "\(type.name)")
        }
    }
}
