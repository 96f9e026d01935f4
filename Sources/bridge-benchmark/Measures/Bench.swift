import Foundation
import MQTT
import RawMosquitto

/// How measures are taken: on a broker on which nothing else is left.
struct Bench {
    /// Where the broker listens.
    let brokerPort: UInt16
    /// The broker's process.
    let brokerProcess: Int32
    /// Whether it is to end within two minutes.
    let isQuick: Bool
    /// Where files are.
    let folder: URL

    var port: String { "\(brokerPort)" }
    private var runs: Int { isQuick ? 3 : 5 }

    /// Prints what is done, for whoever waits.
    func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

    func bridge(_ options: BridgeProcess.Options) throws -> Child { try Child(["bridge"] + options.words) }

    private func file(_ name: String, _ lines: some Sequence<String>) throws -> String {
        let url = folder.appending(path: name)
        try Data(lines.joined(separator: "\n").utf8).write(to: url)
        return url.path
    }

    // MARK: - Changes

    /// How many changes a second arrive at a subscriber.
    func changes(_ quality: MQTT.QualityOfService) throws -> [Measure] {
        note("changes mirrored, QoS \(quality.rawValue)")
        let count = isQuick ? 200_000 : 1_000_000
        let topics = (0..<10_000).map {
            "raw/home/device/d-\($0 / 10)/DimmableLight/LevelControl/attribute-\($0 % 10) 42"
        }
        let file = try file("topics", topics)
        let child = try bridge(
            BridgeProcess.Options(
                port: brokerPort, devices: 1_000, type: "DimmableLight", qualityOfService: quality, notesReports: false
            ))
        try child.expect("ready")
        _ = try child.ask("connect", for: "online")
        let runs = try (0..<runs).map { _ in
            let raw = try rate(count, quality, under: "raw/#") {
                try Child(["publish", port, "\(quality.rawValue)", file, "\(count)"]).expect("published").number(0)
            }
            let value = try rate(count, quality, under: "bench/home/device/#") {
                try child.ask("change \(count)", for: "changed").number(0)
            }
            return (value: value, raw: raw)
        }
        try child.end()
        return [
            .ratio(
                "changes mirrored, QoS \(quality.rawValue), 10,000 topics", "1/s", runs: runs,
                target: .atLeast(quality == .atMostOnce ? 0.95 : 0.9))
        ]
    }

    /// Counts what arrives, from the moment that `produce` says on.
    private func rate(
        _ count: Int, _ quality: MQTT.QualityOfService, under filter: String, produce: () throws -> Double
    ) throws -> Double {
        let counter = try Child(["count", port, "\(quality.rawValue)", filter, "\(count)"])
        try counter.expect("ready")
        let start = try produce()
        let result = try counter.expect("counted")
        return result.number(0) / (result.number(1) - start)
    }

    /// How many changes a second the bridge takes while no broker is there, and whether its memory grows.
    func changesWhileAway() throws -> [Measure] {
        note("changes while the broker is away")
        let child = try bridge(
            BridgeProcess.Options(port: 1, devices: 1_000, type: "DimmableLight", notesReports: false))
        try child.expect("ready")
        _ = try child.ask("absorb 100000", for: "absorbed")
        let before = try child.ask("usage", for: "usage").number(0)
        let count = isQuick ? 10_000_000.0 : 50_000_000.0
        let seconds = try child.ask("absorb \(Int(count))", for: "absorbed").number(0)
        let after = try child.ask("usage", for: "usage").number(0)
        try child.end()
        return [
            .figure("changes absorbed while the broker is away", "1/s", count / seconds, target: .atLeast(5_000_000)),
            .figure("memory that grows meanwhile", "MB", (after - before) / 1e6, target: .atMost(1)),
        ]
    }

    // MARK: - Commands

    /// From a command to the state that it leads to, beside a client that answers at once.
    func echo() throws -> [Measure] {
        note("command to state")
        let count = isQuick ? 1_000 : 5_000
        let payloads = try file(
            "commands", (0..<count).map { "{\"level\":\(20 + $0 % 200),\"transitionTime\":0}" })
        let child = try bridge(BridgeProcess.Options(port: brokerPort, devices: 100, type: "DimmableLight"))
        try child.expect("ready")
        _ = try child.ask("connect", for: "online")
        let lamp = "bench/home/device/dimmablelight-5/DimmableLight/LevelControl"
        let (command, state) = ("\(lamp)/moveToLevelWithOnOff/invoke", "\(lamp)/currentLevel")
        // Topics of the same form cost the broker the same.
        let (rawCommand, rawState) = ("plain-\(command)", "plain-\(state)")
        let (rawOrder, rawLevel) = ("order-\(command)", "order-\(state)")
        let echo = try Child(["echo", port, rawCommand, rawState])
        // Every order is owed an answer; this one gives it, too.
        let answering = try Child(["echo", port, rawOrder, rawLevel, "\(rawOrder)/response"])
        try echo.expect("ready")
        try answering.expect("ready")
        var medians: [(value: Double, raw: Double)] = []
        var tails: [(value: Double, raw: Double)] = []
        var answered: [(value: Double, raw: Double)] = []
        for _ in 0..<runs {
            let raw = try trips(rawCommand, rawState, payloads)
            let value = try trips(command, state, payloads)
            let rawAnswering = try trips(rawOrder, rawLevel, payloads)
            medians.append((value[value.count / 2], raw[raw.count / 2]))
            tails.append((value[value.count * 99 / 100], raw[raw.count * 99 / 100]))
            answered.append((value[value.count / 2], rawAnswering[rawAnswering.count / 2]))
        }
        echo.kill()
        answering.kill()
        try child.end()
        return [
            .ratio("command to state, median", "µs", runs: medians, target: .atMost(1.2)),
            .ratio("command to state, 99 of 100", "µs", runs: tails, target: .atMost(1.2)),
            .ratio("the median beside an echo that answers, too", "µs", runs: answered, target: nil),
        ]
    }

    /// Sorted, in µs.
    private func trips(_ command: String, _ state: String, _ payloads: String) throws -> [Double] {
        try Child(["trips", port, command, state, payloads]).expect("trips").compactMap { Double($0) }
            .map { $0 * 1e6 }.sorted()
    }

    // MARK: - Homes

    /// What a home of some size costs.
    struct Footprint {
        let devices: Int
        var topics = 0.0
        /// From the start of the process to the last retained topic at a subscriber.
        var start = 0.0
        var resident = 0.0
        /// Of a core, while nothing happens.
        var idle = 0.0
    }

    /// Starts a home beside a subscriber, and looks at what it costs.
    func footprint(devices: Int, idleSeconds: Double) throws -> Footprint {
        note("a home of \(devices) devices")
        let options = BridgeProcess.Options(port: brokerPort, devices: devices)
        // Who counts must know how many will come, and the plain program what.
        let trial = try bridge(options)
        var footprint = Footprint(devices: devices)
        footprint.topics = try trial.expect("ready").number(0)
        _ = try trial.ask("write \(topicsFile)", for: "written")
        try trial.end()
        let counter = try Child(["count", port, "0", "bench/#", "\(Int(footprint.topics))"])
        try counter.expect("ready")
        let start = raw_now()
        let child = try bridge(options)
        try child.expect("ready")
        _ = try child.ask("connect", for: "online")
        footprint.start = try counter.expect("counted").number(1) - start
        let before = try child.ask("usage", for: "usage")
        footprint.resident = before.number(0)
        if idleSeconds > 0 {
            // What passes is what is measured.
            Thread.sleep(forTimeInterval: idleSeconds)
            let after = try child.ask("usage", for: "usage")
            footprint.idle = (after.number(1) - before.number(1)) / idleSeconds
        }
        try child.end()
        return footprint
    }

    /// What a home takes with the Home Assistant layout beside its native topics, once all of it is published.
    private func residentWithHomeAssistant(devices: Int) throws -> Double {
        note("a home of \(devices) devices with the Home Assistant layout")
        let child = try bridge(BridgeProcess.Options(port: brokerPort, devices: devices))
        try child.expect("ready")
        _ = try child.ask("homeAssistant", for: "topics")
        _ = try child.ask("connect", for: "online")
        let resident = try child.ask("usage", for: "usage").number(0)
        try child.end()
        return resident
    }

    private var topicsFile: String { folder.appending(path: "home").path }

    /// What the plain program takes to publish what the last home publishes.
    private func rawStart() throws -> Double {
        let counter = try Child(["count", port, "0", "bench/#", "\(try Lines(topicsFile).count)"])
        try counter.expect("ready")
        let start = raw_now()
        let child = try Child(["publish", port, "0", topicsFile, "all"])
        let end = try counter.expect("counted").number(1)
        try child.expect("published")
        return end - start
    }

    /// Start, memory and idling of a large home.
    func largeHome() throws -> [Measure] {
        let footprint = try footprint(devices: 10_000, idleSeconds: isQuick ? 5 : 20)
        let raw = try rawStart()
        // The attributes are the same; the layout's own topics are part of what they cost.
        let resident = try residentWithHomeAssistant(devices: footprint.devices)
        let name = "\(footprint.devices) devices"
        return [
            .ratio("start to last retained topic, \(name)", "s", runs: [(footprint.start, raw)], target: .atMost(1.3)),
            .figure(
                "memory for each topic, \(name)", "octets", footprint.resident / footprint.topics, target: .atMost(250)),
            .figure(
                "the same with the Home Assistant layout", "octets", resident / footprint.topics, target: .atMost(500)),
            .figure("idle, \(name)", "% of a core", footprint.idle * 100, target: .atMost(0.5)),
        ]
    }
}
