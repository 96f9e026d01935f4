import Glibc

/// A state file by its name: what may stand there, and how it is opened.
///
/// Nothing is written before all is known to be right, so that a file of something else, a damaged one and one that
/// another program uses stay as they are, and so do their folders.
///
/// The journal is SQLite's rollback journal and not the write-ahead log. What was committed is in the file itself, which
/// is checked at the start, whereas a log that is damaged ends early without a word, and with it edits that were
/// answered; reading writes nothing beside the file; and the log's gain, one wait for the disk a commit in place of
/// three, does not matter to people's edits and to values that are collected for a second.
struct StateFile {
    /// How long another program is waited for that has the file, in milliseconds: long enough for somebody who looks
    /// into it.
    private static let patience: Int32 = 500
    /// Values may be secret: nobody else reads a file that is made here, nor its journal, to which SQLite gives its mode.
    private static let mode: mode_t = 0o600

    /// As it was given, for messages.
    let path: String
    /// The steps from an empty file to the schema of today.
    var migrations = Migration.all
    /// How many pages of 4 KiB the file may have; `nil` as many as its disk has room for.
    var largestSize: Int?

    /// Opens the file, makes it where there is none, and brings its schema up to date.
    ///
    /// - Returns: A database that no other program can use until it is closed.
    func open() throws(StateFileFault) -> Database {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .badName }
        // A relative path begins with a dot, so that SQLite takes none for an address or for a name of its own.
        let path = path.hasPrefix("/") ? path : "./\(path)"
        let isMade = try Self.make(path)
        if !isMade { try inspect(path) }
        let database = try Self.sqlite { () throws(SQLiteFailure) in try Database(path: path, for: .writing) }
        do throws(StateFileFault) {
            try takeOver(database)
        } catch {
            // While it is locked: afterwards it may be another program's, as it is where that has it locked already.
            withExtendedLifetime(database) {
                if isMade, !error.isInUse { unsafe unlink(path) }
            }
            throw error
        }
        return database
    }

    private static func sqlite<Result>(
        _ body: () throws(SQLiteFailure) -> Result
    ) throws(StateFileFault) -> Result {
        do throws(SQLiteFailure) {
            return try body()
        } catch {
            throw .sqlite(error)
        }
    }
}

// MARK: - As the system sees it

extension StateFile {
    /// Makes sure that there is a file which may be used; `true` where it had to be made.
    private static func make(_ path: String) throws(StateFileFault) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return try makeNew(path)
            case EACCES: throw .forbidden("this user may not enter its folder")
            default: throw .unreachable(reason(errno))
            }
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .noFile("a folder")
        default: throw .noFile("a device or a pipe")
        }
        guard unsafe access(path, R_OK | W_OK) == 0 else {
            throw errno == EACCES ? .forbidden("this user may not read and write it") : .unreachable(reason(errno))
        }
        try checkFolder(of: target(path))
        // SQLite takes a file of one octet for an empty one.
        guard status.st_size != 1 else { throw .sqlite(.noDatabase) }
        return false
    }

    private static func makeNew(_ path: String) throws(StateFileFault) -> Bool {
        try checkFolder(of: path)
        let descriptor = unsafe Glibc.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            // It is not there, and it is: a link that leads nowhere.
            throw errno == EEXIST ? .noFile("a link to nothing") : .unreachable(reason(errno))
        }
        close(descriptor)
        return true
    }

    /// SQLite makes a journal beside the file.
    private static func checkFolder(of path: String) throws(StateFileFault) {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        let folder = end == path.startIndex ? "/" : String(path[..<end])
        var status = stat()
        guard unsafe stat(folder, &status) == 0 else {
            throw errno == EACCES ? .forbidden("this user may not enter the folders above it") : .noFolder(folder)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .noFolder(folder) }
        guard unsafe access(folder, W_OK | X_OK) == 0 else {
            let what = "this user may not write into the folder \(folder), where the file's journal is to be"
            throw errno == EACCES ? .forbidden(what) : .unreachable("\(folder): \(reason(errno))")
        }
    }

    /// Where the file is that a path leads to, links followed.
    private static func target(_ path: String) -> String {
        guard let target = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(target) }
        return unsafe String(cString: target)
    }

    private static func reason(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
}

// MARK: - As SQLite sees it

extension StateFile {
    /// How a connection behaves.
    ///
    /// The lock is kept between transactions, so that no other program changes what this one
    /// believes to know; a commit is on disk when it returns, also where the power fails then.
    private static let behavior = """
        PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA synchronous = FULL;
        PRAGMA foreign_keys = ON;
        PRAGMA trusted_schema = OFF;
        PRAGMA cell_size_check = ON;
        """

    /// Looks at a file as it lies there, without a trace.
    ///
    /// Damage is passed over: a commit that a crash left half done looks like it until it is undone.
    private func inspect(_ path: String) throws(StateFileFault) {
        let fault: StateFileFault?
        do throws(SQLiteFailure) {
            fault = try self.fault(of: try Database(path: path, for: .inspection))
        } catch {
            fault = error.isDamage ? nil : .sqlite(error)
        }
        if let fault { throw fault }
    }

    /// Locks a file, undoes what a crash left half done, and makes sure that it is whole and up to date.
    private func takeOver(_ database: Database) throws(StateFileFault) {
        guard !database.isReadOnly else { throw .forbidden("the system lets this user only read it") }
        database.waitForOthers(milliseconds: Self.patience)
        let fault = try Self.sqlite { () throws(SQLiteFailure) in
            try database.execute(script: Self.behavior)
            if let largestSize { try database.execute(script: "PRAGMA max_page_count = \(largestSize)") }
            var fault: StateFileFault?
            try database.transaction(begin: "BEGIN EXCLUSIVE") { () throws(SQLiteFailure) in
                fault = try self.fault(of: database)
                guard fault == nil else { return }
                let finding = try database.text("PRAGMA integrity_check(1)")
                if finding != "ok" { throw .damage(finding) }
            }
            return fault
        }
        if let fault { throw fault }
        try Self.sqlite { () throws(SQLiteFailure) in
            // Whoever looked into it may have left a write-ahead log.
            try database.run("PRAGMA journal_mode = DELETE")
            try database.migrate(by: migrations)
        }
    }

    /// What makes a database none of ours; `nil` for ours and for an empty file.
    private func fault(of database: Database) throws(SQLiteFailure) -> StateFileFault? {
        if try database.isBlank { return nil }
        let application = try database.markedApplication
        guard application == Database.applicationID else { return .foreign(application: application) }
        let version = try database.schemaVersion
        guard version <= migrations.count else { return .newer(version: version, known: migrations.count) }
        guard version >= 1 else { throw .damage("it has no schema version") }
        return nil
    }
}
