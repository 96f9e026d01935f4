import Glibc

/// What this process takes of the machine, as the system counts it.
///
/// Source: proc(5); the names are those of Prometheus' client libraries, "Process metrics".
public struct ProcessFigures: Sendable, Equatable {
    /// Time that all its threads computed, in seconds.
    public var processorSeconds = 0.0
    /// Octets.
    public var virtualMemory = 0.0
    /// Octets.
    public var residentMemory = 0.0
    /// Seconds since 1970-01-01T00:00:00Z.
    public var startTime = 0.0
    /// How many threads it has.
    public var threads = 0
    /// How many files and sockets it has open.
    public var openDescriptors = 0
    /// How many it may have open; `nil` without a limit.
    public var mostDescriptors: Double?

    /// Reads them; what the system does not say is 0.
    public init() {
        self.init(status: Self.contents("/proc/self/stat"), limits: Self.contents("/proc/self/limits"))
        startTime = Self.startTime
        openDescriptors = Self.countOfOpenDescriptors()
    }

    /// Takes what `/proc/self/stat` and `/proc/self/limits` say.
    init(status: String, limits: String) {
        let fields = Self.fields(of: status)
        let ticks = Self.ticks
        processorSeconds = ((fields[14] ?? 0) + (fields[15] ?? 0)) / ticks
        threads = Int(fields[20] ?? 0)
        virtualMemory = fields[23] ?? 0
        residentMemory = (fields[24] ?? 0) * Double(max(1, sysconf(Int32(_SC_PAGESIZE))))
        let name = "Max open files"
        let limit = limits.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
        mostDescriptors = limit?.split(separator: " ").first.flatMap { Double($0) }
    }

    /// The fields of `/proc/self/stat`, counted from 1 as proc(5) does.
    private static func fields(of status: String) -> [Int: Double] {
        // The program's name stands in parentheses and may hold anything.
        guard let end = status.lastIndex(of: ")") else { return [:] }
        let words = status[status.index(after: end)...].split { $0 == " " || $0 == "\n" }
        return Dictionary(uniqueKeysWithValues: words.enumerated().map { ($0 + 3, Double($1) ?? 0) })
    }

    private static var ticks: Double { Double(max(1, sysconf(Int32(_SC_CLK_TCK)))) }

    /// Found once: who watches takes another figure for another process, and the clock may be set.
    private static let startTime: Double = {
        let name = "btime "
        let boot = contents("/proc/stat").split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
        let sinceBoot = (fields(of: contents("/proc/self/stat"))[22] ?? 0) / ticks
        return (boot.flatMap { Double($0) } ?? 0) + sinceBoot
    }()

    private static func contents(_ path: String) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var octets: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while case let count = unsafe read(descriptor, &part, part.count), count > 0 { octets += part[..<count] }
        return String(decoding: octets, as: UTF8.self)
    }

    private static func countOfOpenDescriptors() -> Int {
        guard let folder = unsafe opendir("/proc/self/fd") else { return 0 }
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        // `.`, `..`, and the folder itself.
        return max(0, count - 3)
    }

    /// The figures under their customary names.
    public var metrics: [MetricFamily] {
        [
            MetricFamily(
                .counter, "process_cpu_seconds_total", "Time that the process computed, in seconds", processorSeconds),
            MetricFamily(
                .gauge, "process_resident_memory_bytes", "Memory that the process holds, in octets", residentMemory),
            MetricFamily(
                .gauge, "process_virtual_memory_bytes", "Address space of the process, in octets", virtualMemory),
            MetricFamily(
                .gauge, "process_start_time_seconds", "When the process began, in seconds since 1970", startTime),
            MetricFamily(.gauge, "process_threads", "Threads of the process", Double(threads)),
            MetricFamily(
                .gauge, "process_open_fds", "Files and sockets that the process has open", Double(openDescriptors)),
            MetricFamily(
                .gauge, "process_max_fds", "Files and sockets that the process may have open",
                mostDescriptors ?? .infinity),
        ]
    }
}
