/// Where a value came from: a line of a file, an environment variable, or an option of the command line.
public enum ConfigurationPlace: Sendable, Hashable {
    /// A file as a whole.
    case file(String)
    /// A line of a file; lines and columns count from 1.
    case line(file: String, line: Int, column: Int)
    /// An environment variable, by name.
    case environment(String)
    /// An option, such as `--broker`.
    case option(String)

    /// Which place wins where two say different things: the command line, then the environment, then the file.
    package var rank: Int {
        switch self {
        case .file, .line: 0
        case .environment: 1
        case .option: 2
        }
    }
}

extension ConfigurationPlace: CustomStringConvertible {
    /// As it stands at the beginning of a fault: `settings.yaml, line 7`.
    public var description: String {
        switch self {
        case .file(let file): file
        case .line(let file, let line, _): "\(file), line \(line)"
        case .environment(let name): name
        case .option(let name): name
        }
    }
}

/// Something wrong in the settings or the home file.
///
/// Printed as `FILE, line N: what is wrong; what would be right`. Secret values are never part of it.
public struct ConfigurationFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where it is.
    public let place: ConfigurationPlace
    /// What is wrong, naming the thing and its value.
    public let problem: String
    /// What would be right.
    public let remedy: String

    /// Describes a fault.
    public init(at place: ConfigurationPlace, _ problem: String, remedy: String) {
        self.place = place
        self.problem = problem
        self.remedy = remedy
    }

    /// The whole line, without a newline.
    public var description: String { "\(place): \(problem); \(remedy)" }
}

/// All faults of what was read, in the order of its lines; never empty.
public struct ConfigurationFaults: Error, Sendable, Hashable, CustomStringConvertible {
    /// The faults.
    public let faults: [ConfigurationFault]

    /// Collects faults that were found already.
    public init(_ faults: [ConfigurationFault]) {
        self.faults = faults
    }

    /// One line a fault.
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}
