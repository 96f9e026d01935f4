import CSQLite

/// A connection to an SQLite database; for one thread at a time.
@safe final class Database {
    /// What a file is opened for.
    enum Access {
        /// To look at it as it lies there: nothing is locked, recovered or written, and a journal is passed over.
        case inspection
        /// To be read and written.
        case writing
    }

    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Opens a file that is there.
    init(path: String, for access: Access) throws(SQLiteFailure) {
        var handle: OpaquePointer?
        let code =
            switch access {
            case .inspection:
                unsafe sqlite3_open_v2(
                    "file:\(Self.quoted(path))?immutable=1", &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil)
            case .writing: unsafe sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
            }
        guard let handle = unsafe handle else {
            throw SQLiteFailure(code: SQLITE_NOMEM, message: "there is no memory left")
        }
        guard code == SQLITE_OK else {
            let failure = unsafe SQLiteFailure(lastOf: handle)
            unsafe sqlite3_close(handle)
            throw failure
        }
        unsafe self.handle = handle
    }

    deinit {
        statements = [:]
        unsafe sqlite3_close(handle)
    }

    /// A path as it stands in a `file:` address.
    private static func quoted(_ path: String) -> String {
        path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
    }

    /// How long a call waits for another program that has the file.
    func waitForOthers(milliseconds: Int32) { unsafe sqlite3_busy_timeout(handle, milliseconds) }

    /// Whether the system allows only to read.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") != 0 }

    /// Whether the file was moved or removed since it was opened, so that what is written is in no file of its name.
    var hasMoved: Bool {
        var moved: Int32 = 0
        let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        return code == SQLITE_OK && moved != 0
    }

    /// Runs several statements that are given nothing and return nothing.
    func execute(script: String) throws(SQLiteFailure) {
        guard unsafe sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
            throw unsafe SQLiteFailure(lastOf: handle)
        }
    }

    /// Runs a statement, which stays prepared.
    func run(
        _ sql: String, _ values: [SQLValue] = [], row body: (Row) throws(SQLiteFailure) -> Void = { _ in }
    ) throws(SQLiteFailure) {
        try statement(sql).run(values, row: body)
    }

    private func statement(_ sql: String) throws(SQLiteFailure) -> Statement {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let prepared = unsafe statement.map({ unsafe Statement($0, of: handle) }) else {
            throw unsafe SQLiteFailure(lastOf: handle)
        }
        statements[sql] = prepared
        return prepared
    }

    /// The number that a statement, such as a pragma, returns.
    func integer(_ sql: String) throws(SQLiteFailure) -> Int64 {
        var result: Int64 = 0
        try run(sql) { row throws(SQLiteFailure) in result = try row.integer(0) }
        return result
    }

    /// The text that a statement, such as a pragma, returns first.
    func text(_ sql: String) throws(SQLiteFailure) -> String {
        var result: String?
        try run(sql) { row throws(SQLiteFailure) in
            if result == nil { result = try row.text(0) }
        }
        return result ?? ""
    }

    /// Does all of it, or, where it throws, nothing.
    func transaction(
        begin: String = "BEGIN IMMEDIATE", _ body: () throws(SQLiteFailure) -> Void
    ) throws(SQLiteFailure) {
        try run(begin)
        do throws(SQLiteFailure) {
            try body()
            try run("COMMIT")
        } catch {
            // After some failures SQLite has rolled back by itself. A failure of this one changes nothing: what was
            // not committed is undone when the file is opened next.
            if unsafe sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }
}
