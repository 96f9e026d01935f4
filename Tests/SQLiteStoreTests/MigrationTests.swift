import Foundation
import HomeGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite(.timeLimit(.minutes(1))) struct MigrationTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("home.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    /// The steps of today and two more, as a later version may have them.
    private static let later =
        Migration.all + [
            Migration(script: "ALTER TABLE device ADD COLUMN note TEXT; UPDATE device SET note = name;"),
            Migration(script: "CREATE TABLE further (a TEXT) STRICT;"),
        ]

    private func make(version: Int, of migrations: [Migration]) async throws {
        try? FileManager.default.removeItem(atPath: path)
        let file = StateFile(path: path, migrations: Array(migrations.prefix(version)))
        try await SQLiteStateStore.open(file).close()
    }

    private func schema() throws -> [String] {
        var schema: [String] = []
        let database = try Database(path: path, for: .inspection)
        #expect(try database.markedApplication == Database.applicationID)
        try database.run("SELECT name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY name") {
            row throws(SQLiteFailure) in schema.append(try row.text(0))
        }
        return schema + ["version \(try database.schemaVersion)"]
    }

    @Test func `a file of every earlier version is brought up to date`() async throws {
        for migrations in [Migration.all, Self.later] {
            try await make(version: migrations.count, of: migrations)
            let newest = try schema()
            #expect(newest.last == "version \(migrations.count)")
            for version in 1...migrations.count {
                try await make(version: version, of: migrations)
                try await SQLiteStateStore.open(StateFile(path: path, migrations: migrations)).close()
                #expect(try schema() == newest, "from version \(version)")
            }
        }
    }

    @Test func `what is kept outlasts a step`() async throws {
        let before = try await SQLiteStateStore.open(path)
        try await before.commit(Sample.changes)
        let home = try await before.load()
        await before.close()
        let after = try await SQLiteStateStore.open(StateFile(path: path, migrations: Self.later))
        #expect(try await after.load() == home)
        await after.close()
        #expect(
            try Database(path: path, for: .inspection).text("SELECT note FROM device ORDER BY number") == "Lamp b")
        let error = await #expect(throws: HomeError.self) { _ = try await SQLiteStateStore.open(path) }
        #expect(error?.message.contains("has schema version \(Self.later.count)") == true)
    }

    @Test func `a step that fails leaves the file as it was`() async throws {
        let store = try await SQLiteStateStore.open(path)
        try await store.commit(Sample.changes)
        await store.close()
        let before = try folder.contents()
        let failing = Migration(
            script: "DROP TABLE value; CREATE TABLE more (a TEXT) STRICT; INSERT INTO nowhere VALUES (1);")
        let error = await #expect(throws: HomeError.self) {
            _ = try await SQLiteStateStore.open(StateFile(path: path, migrations: Migration.all + [failing]))
        }
        #expect(error?.code == .dataLoss)
        #expect(error?.message.contains("no such table: nowhere") == true)
        #expect(try folder.contents() == before)
    }

    @Test func `a new file for which there is no room is not left behind`() async throws {
        let error = await #expect(throws: HomeError.self) {
            _ = try await SQLiteStateStore.open(StateFile(path: path, largestSize: 3))
        }
        #expect(error?.code == .resourceExhausted)
        #expect(try folder.contents().isEmpty)
    }
}
