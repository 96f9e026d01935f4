import Glibc

/// What a process takes of the machine, as the system counts it.
///
/// Source: proc(5), clock_getcpuclockid(3); the names are those of Prometheus' client libraries, "Process metrics".
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

    /// Reads those of this process; what the system does not say is 0.
    public init() {
        self.init(folder: "/proc/self", process: 0)
        startTime = Self.startTime
        // The folder in which they are counted.
        openDescriptors = max(0, openDescriptors - 1)
    }

    /// Reads those of another process; what the system does not say is 0, and so is all of one that has ended.
    ///
    /// - Parameter process: Its id.
    public init(of process: Int32) {
        let folder = "/proc/\(process)"
        self.init(folder: folder, process: process)
        startTime = Self.startTime(Self.contents("\(folder)/stat"))
    }

    private init(folder: String, process: pid_t) {
        self.init(status: Self.contents("\(folder)/stat"), limits: Self.contents("\(folder)/limits"))
        processorSeconds = Self.processorSeconds(of: process)
        openDescriptors = Self.countOfEntries("\(folder)/fd")
    }

    /// Takes what `/proc/PID/stat` and `/proc/PID/limits` say.
    init(status: String, limits: String) {
        let fields = Self.fields(of: status)
        threads = Int(fields[20] ?? 0)
        virtualMemory = fields[23] ?? 0
        residentMemory = (fields[24] ?? 0) * Double(max(1, sysconf(Int32(_SC_PAGESIZE))))
        let name = "Max open files"
        let limit = limits.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
        mostDescriptors = limit?.split(separator: " ").first.flatMap { Double($0) }
    }

    /// To the nanosecond, where `stat` has hundredths of a second; 0 is this process.
    private static func processorSeconds(of process: pid_t) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
            return 0
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The fields of `/proc/PID/stat`, counted from 1 as proc(5) does.
    private static func fields(of status: String) -> [Int: Double] {
        // The program's name stands in parentheses and may hold anything.
        guard let end = status.lastIndex(of: ")") else { return [:] }
        let words = status[status.index(after: end)...].split { $0 == " " || $0 == "\n" }
        return Dictionary(uniqueKeysWithValues: words.enumerated().map { ($0 + 3, Double($1) ?? 0) })
    }

    /// Found once: who watches takes another figure for another process, and the clock may be set.
    private static let startTime = startTime(contents("/proc/self/stat"))

    private static func startTime(_ status: String) -> Double {
        guard let sinceBoot = fields(of: status)[22] else { return 0 }
        let name = "btime "
        let boot = contents("/proc/stat").split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
        return (boot.flatMap { Double($0) } ?? 0) + sinceBoot / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    }

    private static func contents(_ path: String) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var octets: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while case let count = unsafe read(descriptor, &part, part.count), count > 0 { octets += part[..<count] }
        return String(decoding: octets, as: UTF8.self)
    }

    private static func countOfEntries(_ path: String) -> Int {
        guard let folder = unsafe opendir(path) else { return 0 }
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        // `.` and `..`
        return max(0, count - 2)
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
