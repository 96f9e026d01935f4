import Bridge
import Configuration
import DataModel
import Foundation
import Glibc
import HomeGraph
import MQTT
import ModelReader
import Monitoring
import Mosquitto
import RawMosquitto
import SimulatedHub

/// What runs in a process of its own: a simulated home with its bridge, that does what it reads and says how it went.
///
/// It says `ready TOPICS` at first. A line it reads is a command, and has one line as its answer.
struct BridgeProcess {
    private let home: Home
    private let bridge: Bridge
    private let configuration: BridgeConfiguration
    private let source: PacedSource
    private let connection: MosquittoConnection
    private let slots: [Slot]
    /// How many changes were reported so far.
    private var reported = 0

    private init(_ options: Options) async throws {
        var generated = GeneratedHome(devices: options.devices, structures: options.structures)
        if let type = options.type { generated.types = [type] }
        let catalog = ModelCatalog.standard
        let file = try HomeFile.read(Array(generated.text.utf8), file: "home", catalog: catalog)
        var graph = HomeConfiguration()
        if !options.notesReports { graph.lastReportInterval = nil }
        home = try await Home(hub: SimulatedHub(home: file, catalog: catalog), configuration: graph)
        var configuration = BridgeConfiguration(baseTopic: options.base, version: "1.0", instance: "abcdefgh")
        configuration.qualityOfService = options.qualityOfService
        configuration.publishesLastReport = options.notesReports
        self.configuration = configuration
        bridge = try await Bridge(home: home, configuration: configuration)
        source = PacedSource(bridge, stateTopic: configuration.stateTopic)
        var settings = ConnectionSettings(
            address: BrokerAddress(host: "127.0.0.1", port: options.port), clientID: "homegraph2mqtt-\(options.base)")
        settings.will = configuration.will
        connection = try MosquittoConnection(settings, source: source, handler: source)
        slots = Self.slots(10_000, of: home.store.shape)
        _ = report(slots.count)
    }

    /// What the process is told when it starts.
    struct Options {
        let port: UInt16
        let devices: Int
        /// The only device type; `nil` for a mixed home.
        let type: String?
        let qualityOfService: MQTT.QualityOfService
        /// Whether devices' last reports are topics, too.
        let notesReports: Bool
        /// How many structures have so many devices.
        var structures = 1
        /// The base topic.
        var base = "bench"

        /// As words for the command line.
        var words: [String] {
            [
                "\(port)", "\(devices)", type ?? "mixed", "\(qualityOfService.rawValue)",
                notesReports ? "notes" : "plain", "\(structures)", base,
            ]
        }

        init(
            port: UInt16, devices: Int, type: String? = nil, qualityOfService: MQTT.QualityOfService = .atMostOnce,
            notesReports: Bool = true
        ) {
            self.port = port
            self.devices = devices
            self.type = type
            self.qualityOfService = qualityOfService
            self.notesReports = notesReports
        }

        init?(words: [String]) {
            guard words.count == 7, let port = UInt16(words[0]), let devices = Int(words[1]),
                let quality = UInt8(words[3]).flatMap({ MQTT.QualityOfService(rawValue: $0) }),
                let structures = Int(words[5])
            else { return nil }
            self.init(
                port: port, devices: devices, type: words[2] == "mixed" ? nil : words[2], qualityOfService: quality,
                notesReports: words[4] == "notes")
            self.structures = structures
            base = words[6]
        }
    }

    /// Runs until its input ends.
    static func run(_ options: Options) async throws {
        var process = try await BridgeProcess(options)
        say("ready \(process.bridge.retainedTopics)")
        while let line = readLine() {
            let words = line.split(separator: " ")
            let number = words.dropFirst().first.flatMap { Int($0) } ?? 0
            switch words.first {
            case "connect":
                try process.connection.start()
                await process.source.online()
                say("online \(raw_now())")
            case "change": say("changed \(await process.change(number))")
            case "absorb": say("absorbed \(process.report(number))")
            case "write": say("written \(try await process.writeTopics(to: words.dropFirst().joined(separator: " ")))")
            case "homeAssistant":
                try await process.bridge.setLayouts([
                    "homeAssistant": BridgeConfiguration.Layout(isEnabled: true, prefix: "homeassistant")
                ])
                say("topics \(process.bridge.retainedTopics)")
            case "usage":
                let figures = ProcessFigures()
                say("usage \(figures.residentMemory) \(figures.processorSeconds)")
            default: say("unknown \(line)")
            }
        }
        await process.bridge.stop(process.connection, within: .seconds(2))
    }

    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Writes everything that is published, a line for each topic.
    ///
    /// - Returns: How many there are.
    private func writeTopics(to path: String) async throws -> Int {
        let topics = try await Bridge.topics(of: home.store, configuration: configuration)
        let lines = topics.map { "\($0.topic) \($0.payload)" }.joined(separator: "\n")
        try Data(lines.utf8).write(to: URL(filePath: path))
        return topics.count
    }

    // MARK: - Producing

    /// An attribute of a device.
    private typealias Slot = (device: DeviceIndex, offset: Int)

    /// Whole numbers of the devices, one device after another.
    private static func slots(_ count: Int, of shape: HomeShape) -> [Slot] {
        var slots: [Slot] = []
        for device in shape.devices {
            for part in device.layout.parts {
                for trait in part.traits {
                    for (position, attribute) in trait.attributes.enumerated() {
                        guard case .integer(let type) = attribute.value.type, !type.isSigned,
                            !attribute.quality.contains(.changesOmitted)
                        else { continue }
                        slots.append((device.index, trait.firstOffset + position))
                        if slots.count == count { return slots }
                    }
                }
            }
        }
        return slots
    }

    /// Reports changes, one by one as devices do, round and round over the slots; each is another value than before.
    ///
    /// - Returns: The seconds that took.
    private mutating func report(_ count: Int) -> Double {
        let start = raw_now()
        for _ in 0..<count {
            let slot = slots[reported % slots.count]
            let value = UInt64(1 + reported / slots.count % 99)
            home.store.report([Change(device: slot.device, offset: slot.offset, value: .uint(value))])
            reported += 1
        }
        return raw_now() - start
    }

    /// Reports changes to 10,000 topics, over and over; each round waits until the one before has gone out, so that
    /// nothing is conflated.
    ///
    /// - Returns: When it began.
    private mutating func change(_ count: Int) async -> Double {
        let start = raw_now()
        var left = count
        while left > 0 {
            _ = report(min(left, slots.count))
            left -= slots.count
            await source.idle(connection)
        }
        return start
    }
}
