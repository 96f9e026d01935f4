import Foundation
import Glibc
import HomeGraph
import TestSupport
import Testing

@testable import SQLiteStore

/// A process that is killed while it commits: what a commit answered is there afterwards.
@Suite(.timeLimit(.minutes(2))) struct CrashTests {
    /// How many devices each commit changes, so that it has many pages to write.
    private static let devices = 40

    private static func changes(_ number: Int) -> [StateChange] {
        (0..<devices).map { .device(id: "d\($0)", name: "\(number)", roomID: nil) }
            + [.record(section: "s", key: "\(number)", String(repeating: "\(number) ", count: 2_000))]
    }

    /// Kills this process within a time: at any moment is what is tested.
    private static func kill(within microseconds: useconds_t, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let delay = useconds_t.random(in: 0..<microseconds, using: &random)
        Thread.detachNewThread {
            usleep(delay)
            Glibc.kill(getpid(), SIGKILL)
        }
    }

    @Test func `a commit of which half is in the file is undone`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("home.sqlite")
        let store = try await SQLiteStateStore.open(path)
        try await store.commit(Sample.changes)
        let home = try await store.load()
        await store.close()
        let before = try folder.read("home.sqlite")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let database = try StateFile(path: path).open()
            // Without a cache, pages go to the file before the commit.
            try database.execute(script: "PRAGMA cache_size = 1")
            try database.transaction { () throws(SQLiteFailure) in
                for number in 1...100 { try database.take(Self.changes(number) + [.removedDevice("a")]) }
                Glibc.kill(getpid(), SIGKILL)
            }
        }
        #expect(try folder.read("home.sqlite") != before)
        #expect(try folder.contents().keys.sorted() == ["home.sqlite", "home.sqlite-journal"])
        let again = try await SQLiteStateStore.open(path)
        #expect(try await again.load() == home)
        #expect(try await again.records(in: "s").isEmpty)
    }

    @Test(arguments: 0..<10) func `a file that is being made can be made again after a kill`(seed: UInt64) async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path("home.sqlite")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, seed = seed as UInt64] in
            Self.kill(within: 30_000, seed: seed)
            while true {
                try await SQLiteStateStore.open(path).close()
                try FileManager.default.removeItem(atPath: path)
            }
        }
        let store = try await SQLiteStateStore.open(path)
        #expect(try await store.isEmpty)
        try await store.commit(Sample.changes)
        await store.close()
        #expect(try folder.contents().keys.sorted() == ["home.sqlite"])
    }

    @Test(arguments: 0..<15) func `what was committed outlasts a kill at any moment`(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("home.sqlite")
        let answers = folder.path("answers")
        let store = try await SQLiteStateStore.open(path)
        try await store.commit(
            [.structure(StructureRecord(id: "house", name: "House"))]
                + (0..<Self.devices).map { .newDevice(Sample.device("d\($0)")) })
        await store.close()
        try folder.write("answers", "")

        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, answers = answers as String, seed = seed as UInt64] in
            let store = try await SQLiteStateStore.open(path)
            Self.kill(within: 60_000, seed: seed)
            let output = try FileHandle(forWritingTo: URL(filePath: answers))
            for number in 1... {
                try await store.commit(Self.changes(number))
                try output.write(contentsOf: Data("\(number)\n".utf8))
            }
        }

        let answered = try folder.read("answers").split(separator: UInt8(ascii: "\n")).count
        let again = try await SQLiteStateStore.open(path)
        let names = Set(try #require(try await again.load()).devices.map(\.name))
        let records = try await again.records(in: "s")
        // The last one may have been on disk already when its answer was on its way.
        let committed = records.count
        #expect(committed == answered || committed == answered + 1)
        #expect(names == [committed == 0 ? "Lamp d0" : "\(committed)"] || committed == 0)
        try await again.commit(Self.changes(committed + 1))
    }
}
