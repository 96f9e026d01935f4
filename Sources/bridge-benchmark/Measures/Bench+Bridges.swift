import Monitoring
import RawMosquitto

extension Bench {
    /// What bridges cost that share a broker, each with structures and a base topic of its own.
    struct Fleet {
        let bridges: Int
        /// How many each bridge has.
        let structures: Int
        var topics = 0.0
        /// From the start of the processes until all are online.
        var start = 0.0
        /// Of all processes together.
        var resident = 0.0
        /// Changes that arrive at a subscriber, of all bridges together, each second.
        var rate = 0.0
        /// What a bridge used of a core for each change.
        var seconds = 0.0
        /// What the broker keeps in memory for each topic.
        var brokerResident = 0.0
        /// What the broker used of a core for each change, from a bridge to one subscriber.
        var brokerSeconds = 0.0

        static let heading = [
            "bridges", "structures each", "topics", "start, s", "memory of a bridge, MB",
            "memory for each structure, KB", "changes of all, 1/s",
            "CPU for each change, µs", "the broker's, µs", "the broker's memory for each topic, octets",
        ]

        var row: [String] {
            let all = Double(bridges * structures)
            return [
                "\(bridges)", "\(structures)", "\(Int(topics))", start.short, (resident / Double(bridges) / 1e6).short,
                (resident / all / 1e3).short, rate.short, (seconds * 1e6).short,
                (brokerSeconds * 1e6).short, brokerResident.short,
            ]
        }
    }

    /// How many devices a structure of a fleet has.
    static let devicesOfStructure = 30

    /// Starts bridges beside a subscriber, and has all of them report changes at once.
    func fleet(bridges: Int, structures: Int) throws -> Fleet {
        note("\(bridges) bridges with \(structures) structures each")
        var fleet = Fleet(bridges: bridges, structures: structures)
        let empty = ProcessFigures(of: brokerProcess).residentMemory
        let start = raw_now()
        let children = try (0..<bridges).map { number in
            var options = BridgeProcess.Options(port: brokerPort, devices: Self.devicesOfStructure, notesReports: false)
            options.structures = structures
            options.base = "bench/\(number)"
            return try bridge(options)
        }
        fleet.topics = try children.reduce(0) { try $0 + $1.expect("ready").number(0) }
        for child in children { try child.tell("connect") }
        for child in children { try child.expect("online") }
        fleet.start = raw_now() - start
        // What is ahead of the first change is out of the way then.
        for child in children { _ = try child.ask("change 1000", for: "changed") }
        let before = try children.map { try $0.ask("usage", for: "usage").number(1) }
        fleet.resident = try children.reduce(0) { try $0 + $1.ask("usage", for: "usage").number(0) }

        fleet.brokerResident = (ProcessFigures(of: brokerProcess).residentMemory - empty) / fleet.topics

        let count = (isQuick ? 200_000 : 1_000_000) / bridges
        let counter = try Child(["count", port, "0", "bench/+/+/device/#", "\(count * bridges)"])
        try counter.expect("ready")
        let used = ProcessFigures(of: brokerProcess).processorSeconds
        let first = raw_now()
        for child in children { try child.tell("change \(count)") }
        let counted = try counter.expect("counted")
        for child in children { try child.expect("changed") }
        fleet.rate = counted.number(0) / (counted.number(1) - first)
        fleet.brokerSeconds = (ProcessFigures(of: brokerProcess).processorSeconds - used) / Double(count * bridges)
        let after = try children.map { try $0.ask("usage", for: "usage").number(1) }
        fleet.seconds = zip(before, after).reduce(0) { $0 + $1.1 - $1.0 } / Double(count * bridges)
        for child in children { try child.end() }
        return fleet
    }
}
