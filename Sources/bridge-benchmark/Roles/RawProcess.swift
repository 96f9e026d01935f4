import Glibc
import RawMosquitto

/// What runs in a process of its own to measure against: plain loops over libmosquitto.
///
/// It says `ready` once it is subscribed, and one line with its result.
enum RawProcess {
    /// Says what libmosquitto said of a loop.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a loop that the words name.
    static func run(_ words: [String]) throws {
        guard let name = words.first, let port = words.dropFirst().first.flatMap({ Int32($0) }) else {
            throw Failure(description: "a loop and a port are missing")
        }
        let rest = Array(words.dropFirst(2))
        switch (name, rest.count) {
        case ("count", 3): try count(port, quality: rest[0], filter: rest[1], expected: rest[2])
        case ("publish", 3): try publish(port, quality: rest[0], file: rest[1], count: rest[2])
        case ("echo", 2):
            try check(unsafe raw_echo(port, 0, rest[0], rest[1], nil) { RawProcess.sayReady() })
        case ("echo", 3):
            try check(unsafe raw_echo(port, 0, rest[0], rest[1], rest[2]) { RawProcess.sayReady() })
        case ("trips", 3): try roundTrips(port, command: rest[0], state: rest[1], file: rest[2])
        default: throw Failure(description: "there is no loop \(words.joined(separator: " "))")
        }
    }

    private static func sayReady() {
        print("ready")
        fflush(nil)
    }

    private static func check(_ code: Int32) throws {
        if code != 0 { throw Failure(description: "libmosquitto: error \(code)") }
    }

    private static func count(_ port: Int32, quality: String, filter: String, expected: String) throws {
        var result = raw_count()
        try check(
            unsafe raw_subscribe(
                port, Int32(quality) ?? 0, filter, Int(expected) ?? 0, 20, { RawProcess.sayReady() }, &result))
        print("counted \(result.messages) \(result.last)")
    }

    /// Topics and payloads are lines of a file, with a space between them.
    private static func publish(_ port: Int32, quality: String, file: String, count: String) throws {
        let lines = try Lines(file)
        let start = raw_now()
        try unsafe lines.withCStrings { topics, payloads, number in
            try check(
                unsafe raw_publish(port, Int32(quality) ?? 0, true, topics, payloads, number, Int(count) ?? number))
        }
        print("published \(start)")
    }

    private static func roundTrips(_ port: Int32, command: String, state: String, file: String) throws {
        let lines = try Lines(file)
        var seconds = [Double](repeating: 0, count: lines.count)
        try unsafe lines.withCStrings { payloads, _, number in
            try check(unsafe raw_round_trips(port, 0, command, state, payloads, number, &seconds))
        }
        print("trips \(seconds.map { "\($0)" }.joined(separator: " "))")
    }
}
