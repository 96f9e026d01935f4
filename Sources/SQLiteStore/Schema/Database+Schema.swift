extension Database {
    /// What marks a file as this program's: `HG2M`.
    static let applicationID: Int64 = 0x4847_324D

    /// What the file is marked with; 0 where nobody marked it.
    var markedApplication: Int64 {
        get throws(SQLiteFailure) { try integer("PRAGMA application_id") }
    }

    /// The version of the file's schema; 0 for none.
    var schemaVersion: Int64 {
        get throws(SQLiteFailure) { try integer("PRAGMA user_version") }
    }

    /// Whether there is nothing in the file that anybody could miss: no mark, no version, no table.
    var isBlank: Bool {
        get throws(SQLiteFailure) {
            guard try markedApplication == 0, try schemaVersion == 0 else { return false }
            return try integer("SELECT count(*) FROM sqlite_schema") == 0
        }
    }

    /// Brings the schema up to date, one step a transaction.
    /// - Throws: What kept a step from being made; the file is as it was before that step.
    func migrate(by migrations: [Migration]) throws(SQLiteFailure) {
        let version = Int(try schemaVersion)
        for (index, migration) in migrations.enumerated().dropFirst(version) {
            try transaction { () throws(SQLiteFailure) in
                try execute(script: migration.script)
                // A pragma takes no parameters; these are numbers of our own.
                try execute(
                    script: "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(index + 1);")
            }
        }
    }
}
