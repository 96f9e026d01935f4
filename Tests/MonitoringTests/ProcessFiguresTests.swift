import Foundation
import TestSupport
import Testing

@testable import Monitoring

struct ProcessFiguresTests {
    @Test func `what the system says is read`() {
        let stat = "7 (a) b (c)) S 1 7 7 0 -1 4194560 1 0 0 0 150 50 0 0 20 0 3 0 12300 4096000 25 1844674407"
        let limits = """
            Limit                     Soft Limit           Hard Limit           Units
            Max cpu time              unlimited            unlimited            seconds
            Max open files            1024                 524288               files

            """
        let figures = ProcessFigures(status: stat, limits: limits)
        #expect(figures.threads == 3)
        #expect(figures.virtualMemory == 4_096_000)
        #expect(figures.residentMemory == Double(25 * sysconf(Int32(_SC_PAGESIZE))))
        #expect(figures.mostDescriptors == 1024)
        #expect(ProcessFigures(status: stat, limits: "Max open files unlimited").mostDescriptors == nil)
        #expect(ProcessFigures(status: "nonsense", limits: "nonsense") == ProcessFigures(status: "", limits: ""))
    }

    private static var computed: Double {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func `this process's are those of the system`() throws {
        let before = Self.computed
        let own = ProcessFigures()
        #expect((before...Self.computed).contains(own.processorSeconds))
        #expect(own.residentMemory > 1_000_000)
        #expect(own.openDescriptors >= 3)
        #expect(own.threads >= 1)
        // In whole seconds, rounded down.
        let now = Double(time(nil))
        #expect((now - 86_400..<now + 1).contains(own.startTime))
        #expect(ProcessFigures().startTime == own.startTime)
        let read = try MetricReader(MetricText.text(own.metrics))
        #expect(read.value("process_start_time_seconds") == own.startTime)
        for (name, type) in read.types { #expect((type == "counter") == name.hasSuffix("_total")) }
    }

    @Test func `another process's are its own, and nothing once it has ended`() throws {
        let child = Process()
        let input = Pipe()
        let output = Pipe()
        child.executableURL = URL(filePath: "/bin/cat")
        child.standardInput = input
        child.standardOutput = output
        try child.run()
        // It has begun once it answers.
        try input.fileHandleForWriting.write(contentsOf: Data("x".utf8))
        #expect(output.fileHandleForReading.availableData == Data("x".utf8))
        let figures = ProcessFigures(of: child.processIdentifier)
        #expect(figures.residentMemory > 0 && figures.residentMemory < ProcessFigures().residentMemory)
        #expect(figures.processorSeconds > 0)
        #expect(figures.openDescriptors >= 3)
        #expect(figures.threads == 1)
        #expect(figures.startTime >= ProcessFigures().startTime)
        try input.fileHandleForWriting.close()
        child.waitUntilExit()
        #expect(ProcessFigures(of: child.processIdentifier) == ProcessFigures(status: "", limits: ""))
    }
}
