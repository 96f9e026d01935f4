import Configuration
import HomeGraph

/// How the program ends.
enum ExitStatus: Int32, Error {
    case done = 0
    /// A fault in what the user gave.
    case fault = 1
    /// Wrong usage.
    case usage = 2
    /// The broker cannot be used, or the base topic is taken.
    case unavailable = 69
    /// A fault of the program.
    case program = 70
}

/// Why the program ends: what was wrong and what to do, in one line, and with what status.
struct ProgramError: Error, CustomStringConvertible {
    let status: ExitStatus
    /// Lines for standard error, without line breaks at their ends.
    let lines: [String]

    /// Describes an end in one line.
    init(_ status: ExitStatus, _ problem: String, remedy: String) {
        self.status = status
        lines = ["\(problem); \(remedy)"]
    }

    /// Describes an end in lines that say both.
    init(_ status: ExitStatus, lines: [String]) {
        self.status = status
        self.lines = lines
    }

    /// Takes over the faults of what the user gave, one line each.
    init(_ faults: ConfigurationFaults) {
        status = .fault
        lines = faults.faults.map(\.description)
    }

    /// Takes over what keeps the home from being read or kept, which says what to do; or what is no fault of the user's.
    init(_ error: HomeError) {
        self.init(error.code == .internal ? .program : .fault, lines: [error.message])
    }

    var description: String { lines.joined(separator: "\n") }
}
