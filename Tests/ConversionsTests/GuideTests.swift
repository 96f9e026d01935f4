import Configuration
import DataModel
import Foundation
import HomeGraph
import SimulatedHub
import TestSupport
import Testing

@testable import Conversions

/// What the guide says of services and characteristics is what devices really have, no more and no less.
struct GuideTests {
    /// A device as the simulated hub makes it.
    private struct Sample {
        let type: String
        let device: HubDevice

        var services: [DeviceService] { device.layout.services.filter { !$0.isInformation } }

        func read(_ characteristic: DeviceCharacteristic) -> (AttributeID) -> DataValue {
            { attribute in
                characteristic.endpoint.flatMap { device.layout.offset(of: attribute, endpoint: $0) }
                    .map { device.values[$0] } ?? .null
            }
        }
    }

    private static func samples(_ types: [String]) async throws -> [Sample] {
        let devices = types.enumerated().map { "      - {name: Device \($0), type: \($1)}\n" }.joined()
        let text = "structures:\n  - name: Home\n    devices:\n\(devices)"
        let hub = try SimulatedHub(home: try HomeFile.read(Array(text.utf8), file: "home", catalog: .standard))
        return zip(types, try await hub.contents().devices).map { Sample(type: $0, device: $1) }
    }

    /// The rows of the guide's table under a heading.
    private static func rows(under heading: String) throws -> [String] {
        let guide = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/homegraph2mqtt/Documentation.docc/HomeKit.md")
        let text = try String(contentsOf: guide, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("\(heading)\n") })
        return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
    }

    private static func code(_ names: some Sequence<String>) -> String {
        names.map { "`\($0)`" }.joined(separator: ", ")
    }

    private func compare(_ rows: [String], with real: [String]) {
        for row in real where !rows.contains(row) { Issue.record("the guide lacks \(row)") }
        for row in rows where !real.contains(row) { Issue.record("nothing is like \(row)") }
        #expect(rows.count == Set(rows).count)
    }

    @Test func `each device type stands in the guide with the services that it has`() async throws {
        var types: [[String]: [String]] = [:]
        for sample in try await Self.samples(SampleDevices.ofEveryType) {
            var seen: Set<String> = []
            let services = sample.services.map(\.type.name).filter { seen.insert($0).inserted }
            types[services, default: []].append(sample.type)
        }
        types[[]] = nil
        compare(
            try Self.rows(under: "Which services devices have"),
            with: types.map { "| \(Self.code($1)) | \(Self.code($0)) |" })
    }

    @Test func `each service stands in the guide with the characteristics that it can have`() async throws {
        let services = try await Self.samples(SampleDevices.ofEveryType + SampleDevices.withMore)
            .flatMap(\.device.layout.services)
        let real = ServiceType.all.map { type in
            let found = Set(services.filter { $0.type == type }.flatMap(\.characteristics).map(\.type))
            let names = CharacteristicType.all.filter { found.contains($0) && $0 != .name }.map(\.name)
            return "| `\(type.name)` | \(Self.code(names)) |"
        }
        compare(try Self.rows(under: "Which characteristics services have"), with: real)
    }

    @Test func `each characteristic stands in the guide with the values that devices really give it`() async throws {
        let samples = try await Self.samples(SampleDevices.ofEveryType + SampleDevices.withMore)
        let real = CharacteristicType.all.map { type in
            let all = samples.flatMap { sample in
                sample.device.layout.services.flatMap(\.characteristics).filter { $0.type == type }.map {
                    (characteristic: $0, read: sample.read($0))
                }
            }
            var access: CharacteristicType.Access = []
            for one in all { access.formUnion(one.characteristic.access) }
            let set = access.contains(.write) ? access.contains(.read) ? "set" : "set only" : ""
            return "| `\(type.name)` | \(values(type, all)) | \(set) |"
        }
        compare(try Self.rows(under: "What values characteristics have"), with: real)
    }

    /// The values that devices really have of a characteristic, in words.
    private func values(
        _ type: CharacteristicType, _ all: [(characteristic: DeviceCharacteristic, read: (AttributeID) -> DataValue)]
    ) -> String {
        let conversions = all.compactMap(\.characteristic.conversion)
        if !type.values.isEmpty {
            let choices = Set(conversions.flatMap { $0.possibleChoices + $0.choices })
            let flags = conversions.contains { $0.kind == .flag || $0.kind == nil && $0.choices.isEmpty && !$0.isEvent }
            let names = type.values.filter { named in
                if case .choice(let choice) = named.value { choices.contains(choice) } else { flags }
            }
            return Self.code(names.map(\.name))
        }
        switch type.format {
        case .bool: return "`true`, `false`"
        case .string: return "text"
        case .int, .float, .uint8, .uint16, .uint32: break
        }
        guard let usual = type.range else { return "" }
        var bounds: ClosedRange<Double>?
        for (characteristic, read) in all {
            guard let own = characteristic.range(read) else { continue }
            // What a device limits itself is its own; the guide says the usual range.
            let limited = characteristic.conversion?.limitAttributes.isEmpty == false
            let named = characteristic.conversion?.bounds(read)
            #expect(
                !limited || named?.lower == nil || named?.upper == nil
                    || own == characteristic.conversion?.range(read), "\(type.name)")
            let real = limited ? usual : own
            bounds = bounds.map { min($0.lowerBound, real.lowerBound)...max($0.upperBound, real.upperBound) } ?? real
        }
        let (low, high) = (bounds ?? usual).text
        let steps = type.step.map { $0 == 1 ? "" : ", steps of \($0)" } ?? ""
        return "\(low) to \(high)\(type.unit.map { Self.symbols[$0] ?? $0.rawValue } ?? "")\(steps)"
    }

    private static let symbols: [Conversions.Unit: String] = [
        .percent: " %", .degree: " °", .mired: " mired", .second: " s", .celsius: " °C", .lux: " lux",
        .partsPerMillion: " ppm", .microgramsPerCubicMeter: " µg/m³",
    ]
}

extension ClosedRange<Double> {
    fileprivate var text: (String, String) {
        func text(_ bound: Double) -> String { Int(exactly: bound).map { "\($0)" } ?? "\(bound)" }
        return (text(lowerBound), text(upperBound))
    }
}
