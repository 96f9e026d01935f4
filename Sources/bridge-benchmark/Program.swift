import Foundation
import MQTT
import TestSupport

/// Measures the bridge beside the plainest program that does the same on the same broker.
@main
struct Program {
    private static let usage = """
        Usage: bridge-benchmark [--quick] [--json] [--scaling | --bridges] | home COUNT

        Measures the bridge beside a plain loop over libmosquitto, on a broker of its own.

          --quick    ends within two minutes
          --json     prints {"measures":[…]} instead of a table
          --scaling  homes of 10 to 10,000 devices instead
          --bridges  one to eight bridges on one broker instead, each with structures of its own
          home COUNT prints a home file of so many devices

        """

    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("bridge-benchmark: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ words: [String]) async throws {
        if words.first == "role" { return try await play(Array(words.dropFirst())) }
        if words.first == "home", words.count == 2, let count = Int(words[1]), count > 0 {
            return print(GeneratedHome(devices: count).text, terminator: "")
        }
        let options = Set(words)
        guard options.isSubset(of: ["--quick", "--json", "--scaling", "--bridges"]) else {
            print(usage, terminator: "")
            exit(options.contains("--help") ? 0 : 2)
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "bridge-benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func onBroker<Result>(_ measure: (Bench) throws -> Result) async throws -> Result {
            let broker = try await MosquittoBroker.start()
            let result = try measure(
                Bench(
                    brokerPort: broker.port, brokerProcess: broker.identifier ?? 0,
                    isQuick: options.contains("--quick"), folder: folder))
            try await broker.stop()
            return result
        }
        if options.contains("--scaling") {
            var rows: [[String]] = []
            for devices in [10, 100, 1_000, 10_000] {
                rows.append(try await onBroker { try row($0.footprint(devices: devices, idleSeconds: 5)) })
            }
            return print(Table(rows: [heading] + rows))
        }
        if options.contains("--bridges") {
            var rows: [[String]] = []
            for (bridges, structures) in [(1, 1), (1, 10), (1, 100), (1, 200), (2, 100), (4, 50), (8, 25)] {
                rows.append(try await onBroker { try $0.fleet(bridges: bridges, structures: structures).row })
            }
            return print(Table(rows: [Bench.Fleet.heading] + rows))
        }
        var measures: [Measure] = []
        for measure in [
            { try $0.changes(.atMostOnce) }, { try $0.changes(.atLeastOnce) }, { try $0.changesWhileAway() },
            { try $0.echo() }, { try $0.largeHome() },
        ] as [(Bench) throws -> [Measure]] {
            measures += try await onBroker(measure)
        }
        if options.contains("--json") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(["measures": measures]), as: UTF8.self))
        } else {
            print(Table(rows: [Measure.heading] + measures.map(\.row)))
        }
    }

    /// Does what a child process is for.
    private static func play(_ words: [String]) async throws {
        guard words.first == "bridge" else { return try RawProcess.run(words) }
        guard let options = BridgeProcess.Options(words: Array(words.dropFirst())) else {
            throw RawProcess.Failure(description: "there is no role \(words.joined(separator: " "))")
        }
        try await BridgeProcess.run(options)
    }

    private static let heading = [
        "devices", "topics", "start, s", "start for each topic, µs", "memory, MB", "memory for each topic, octets",
        "idle, % of a core",
    ]

    private static func row(_ footprint: Bench.Footprint) -> [String] {
        [
            "\(footprint.devices)", "\(Int(footprint.topics))", footprint.start.short,
            (footprint.start / footprint.topics * 1e6).short, (footprint.resident / 1e6).short,
            (footprint.resident / footprint.topics).short, (footprint.idle * 100).short,
        ]
    }
}
