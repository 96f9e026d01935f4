import Foundation
import Glibc
import HomeGraph
import TestSupport
import Testing

@testable import SQLiteStore

/// What may stand under a state file's name, and what comes of it.
@Suite(.timeLimit(.minutes(3))) struct StateFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("home.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    /// Expects that a file is refused, with its name and these words, and that nothing is written anywhere.
    private func expectRefusal(
        _ code: HomeError.Code, _ words: String, at path: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let path = path ?? self.path
        let before = try folder.contents()
        let error = await #expect(throws: HomeError.self, sourceLocation: sourceLocation) {
            _ = try await SQLiteStateStore.open(path)
        }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")", sourceLocation: sourceLocation)
        #expect(error?.message.hasPrefix("the state file \(path) ") == true, sourceLocation: sourceLocation)
        #expect(try folder.contents() == before, sourceLocation: sourceLocation)
    }

    /// Makes a database of somebody else, or changes one.
    private func execute(_ script: String) throws {
        if !FileManager.default.fileExists(atPath: path) { try folder.write("home.sqlite", "") }
        try Database(path: path, for: .writing).execute(script: script)
    }

    private func makeSample() async throws {
        let store = try await SQLiteStateStore.open(path)
        try await store.commit(Sample.changes)
        await store.close()
    }

    // MARK: - Files of others

    @Test(arguments: ["x", "homegraph: notes\n", String(repeating: "no database ", count: 10_000)])
    func `a text is no state file`(text: String) async throws {
        try folder.write("home.sqlite", text)
        try await expectRefusal(.failedPrecondition, "is no SQLite database")
    }

    @Test(arguments: [
        "CREATE TABLE t (a);", "PRAGMA application_id = 42; CREATE TABLE t (a);", "PRAGMA user_version = 1;",
        "PRAGMA journal_mode = WAL; CREATE TABLE t (a); PRAGMA application_id = 42;",
    ])
    func `a database of another program is left alone`(script: String) async throws {
        try execute(script)
        let application = script.contains("42") ? 42 : 0
        try await expectRefusal(
            .failedPrecondition, "is a database of another program (application id \(application))")
    }

    @Test func `a file of a later version is left alone`() async throws {
        try await makeSample()
        try execute("PRAGMA user_version = 99;")
        try await expectRefusal(
            .failedPrecondition, "has schema version 99, and this version of the program knows 1 to")
    }

    @Test func `an empty file, and one of SQLite without anything in it, are taken`() async throws {
        try folder.write("home.sqlite", "")
        try await SQLiteStateStore.open(path).close()
        try FileManager.default.removeItem(atPath: path)
        try execute("CREATE TABLE t (a); DROP TABLE t;")
        let store = try await SQLiteStateStore.open(path)
        try await store.commit(Sample.changes)
    }

    // MARK: - No files

    @Test func `what is no file is named as what it is`() async throws {
        try await expectRefusal(.invalidArgument, "is a folder and no file", at: folder.path)
        #expect(unsafe mkfifo(folder.path("pipe"), 0o600) == 0)
        try await expectRefusal(.invalidArgument, "is a device or a pipe and no file", at: folder.path("pipe"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("nothing"))
        try await expectRefusal(.invalidArgument, "is a link to nothing and no file")
    }

    @Test(arguments: ["", "a\u{0}b"]) func `a name that no file has is refused`(name: String) async throws {
        try await expectRefusal(.invalidArgument, "cannot be: no file has such a name", at: name)
    }

    @Test func `a name that is too long is refused`() async throws {
        try await expectRefusal(
            .unavailable, "File name too long", at: folder.path(String(repeating: "x", count: 300)))
    }

    @Test func `a folder that is not there is named`() async throws {
        try await expectRefusal(
            .notFound, "there is no folder \(folder.path("a/b"));", at: folder.path("a/b/home.sqlite"))
        try folder.write("text", "x")
        try await expectRefusal(
            .notFound, "there is no folder \(folder.path("text"));", at: folder.path("text/home.sqlite"))
    }

    @Test func `letters that mean something in addresses are letters of a name`() async throws {
        for name in ["a?mode=memory#b%20c", ":memory:", "file:x"] {
            try await SQLiteStateStore.open(folder.path(name)).close()
            let again = try await SQLiteStateStore.open(folder.path(name))
            #expect(try await again.isEmpty)
        }
        #expect(try folder.contents().keys.sorted() == [":memory:", "a?mode=memory#b%20c", "file:x"])
    }

    // MARK: - Damage

    @Test(arguments: [1, 100, 4095, 4097, 20_000]) func `a file that is cut off is damaged`(size: Int) async throws {
        try await makeSample()
        try folder.write("home.sqlite", folder.read("home.sqlite").prefix(size))
        let error = await #expect(throws: HomeError.self) { _ = try await SQLiteStateStore.open(path) }
        try await expectRefusal(size < 100 ? .failedPrecondition : .dataLoss, "is", at: path)
        #expect(error?.message.contains("damaged") == true)
    }

    @Test func `a page of nonsense is damage`() async throws {
        try await makeSample()
        var bytes = try folder.read("home.sqlite")
        bytes.replaceSubrange(8192..<12_288, with: Data(repeating: 0xA5, count: 4096))
        try folder.write("home.sqlite", bytes)
        try await expectRefusal(.dataLoss, "is damaged (")
    }

    @Test func `whatever octet is wrong, a file is read or refused, and never touched`() async throws {
        try await makeSample()
        let whole = try folder.read("home.sqlite")
        var random = SeededGenerator(seed: 3)
        var refusals = 0
        for round in 0..<200 {
            var bytes = whole
            // Every other time in the header, where there is most to go wrong.
            let place = Int.random(in: 0..<(round % 2 == 0 ? 100 : bytes.count), using: &random)
            bytes[place] ^= UInt8.random(in: 1 ... .max, using: &random)
            try folder.write("home.sqlite", bytes)
            do {
                let store = try await SQLiteStateStore.open(path)
                _ = try await store.load()
                await store.close()
            } catch {
                refusals += 1
                #expect([.dataLoss, .failedPrecondition, .unavailable].contains(error.code), "\(place): \(error)")
                #expect(try folder.contents() == ["home.sqlite": bytes], "\(place): \(error)")
            }
        }
        #expect(refusals > 50)
    }

    @Test(arguments: [
        "UPDATE value SET value = '{'", "UPDATE value SET value = '{\"no\":1}'", "UPDATE value SET endpoint = -1",
        "UPDATE value SET cluster = 1 << 40", "UPDATE device SET name = CAST(x'ff' AS TEXT)",
        "ALTER TABLE room RENAME TO rook",
    ])
    func `what cannot have been written is damage`(statement: String) async throws {
        try await makeSample()
        try execute(statement)
        let store = try await SQLiteStateStore.open(path)
        let error = await #expect(throws: HomeError.self) { _ = try await store.load() }
        #expect(error?.code == .dataLoss)
        #expect(error?.message.contains(path) == true)
    }

    // MARK: - Other programs

    @Test func `a file that another bridge has open is left alone until that ends`() async throws {
        let first = try await SQLiteStateStore.open(path)
        try await expectRefusal(.aborted, "is in use by another program")
        // The refusal took nothing from the first.
        try await first.commit(Sample.changes)
        try await expectRefusal(.aborted, "is in use by another program")
        await first.close()
        let second = try await SQLiteStateStore.open(path)
        #expect(try await second.load()?.devices.count == 2)
    }

    @Test func `a write-ahead log that somebody switched on is brought home`() async throws {
        try await makeSample()
        try execute("PRAGMA journal_mode = WAL; UPDATE structure SET name = 'Renamed';")
        let store = try await SQLiteStateStore.open(path)
        #expect(try await store.load()?.structures.map(\.name) == ["Renamed"])
        await store.close()
        #expect(try folder.contents().keys.sorted() == ["home.sqlite"])
        #expect(try Database(path: path, for: .inspection).text("PRAGMA journal_mode") != "wal")
    }

    @Test func `opening and reading a file writes nothing`() async throws {
        try await makeSample()
        let before = try folder.contents()
        let store = try await SQLiteStateStore.open(path)
        _ = try await store.load()
        #expect(try folder.contents() == before)
        await store.close()
        #expect(try folder.contents() == before)
    }
}
