import CSQLite

/// Why SQLite did not do something.
struct SQLiteFailure: Error {
    /// The extended result code.
    let code: Int32
    /// SQLite's words; never a value.
    let message: String

    /// Describes a failure.
    init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    /// What is kept cannot be what was written.
    static func damage(_ message: String) -> SQLiteFailure { SQLiteFailure(code: SQLITE_CORRUPT, message: message) }

    /// The file is of no database.
    static let noDatabase = SQLiteFailure(code: SQLITE_NOTADB, message: "file is not a database")

    /// Whether the file is a database and not as it was written; also where a statement, which is right, finds no table.
    var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_ERROR }

    /// What is damaged first, in one line; a check lists all, below a heading.
    var firstMessage: String {
        message.split(separator: "\n").first { !$0.hasPrefix("***") }.map(String.init) ?? message
    }

    /// The result code without its details.
    var primaryCode: Int32 { code & 0xFF }
}
