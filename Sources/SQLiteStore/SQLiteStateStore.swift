public import HomeGraph

/// Keeps the home in an SQLite file.
///
/// While it is open, no other program can use the file. What is committed is on disk when the call returns, and a crash
/// at any moment leaves what was committed. All calls to SQLite are made on a queue of its own.
public actor SQLiteStateStore: StateStore {
    private let file: StateFile
    private let executor = QueueExecutor(label: "state file")
    /// `nil` before it is opened and after it is closed.
    private var database: Database?

    /// Where the store's calls run.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private init(_ file: StateFile) { self.file = file }

    isolated deinit { database = nil }

    /// Opens a state file, which is made where there is none.
    ///
    /// - Parameter path: Where it is; its folder must be there.
    /// - Returns: What is kept in it.
    /// - Throws: What is wrong and what to do: `notFound` without a folder, `permissionDenied`, `invalidArgument` for
    ///   what is no file, `failedPrecondition` for a file of another program or of a later version of this one,
    ///   `dataLoss` for a damaged one, `aborted` for one that another program uses, `resourceExhausted` where there is
    ///   no room, `unavailable` for what else keeps it from being used. The file and its folder are as before then.
    public static func open(_ path: String) async throws(HomeError) -> SQLiteStateStore {
        try await open(StateFile(path: path))
    }

    /// Opens a state file that has steps and bounds of its own.
    static func open(_ file: StateFile) async throws(HomeError) -> SQLiteStateStore {
        let store = SQLiteStateStore(file)
        try await store.open()
        return store
    }

    private func open() throws(HomeError) {
        do throws(StateFileFault) {
            database = try file.open()
        } catch {
            throw error.error(path: file.path)
        }
    }

    /// Closes the file, so that other programs may use it; every further call throws `unavailable`.
    public func close() { database = nil }

    /// Whether there is no structure, and so nothing at all of a home.
    public var isEmpty: Bool {
        get throws(HomeError) {
            try use { database throws(SQLiteFailure) in try database.hasNoHome }
        }
    }

    /// The home; `nil` where none was kept yet.
    public func load() throws(HomeError) -> SavedHome? {
        try use { database throws(SQLiteFailure) in
            try database.hasNoHome ? nil : try database.home()
        }
    }

    /// What a part of the program keeps for itself.
    public func records(in section: String) throws(HomeError) -> [String: String] {
        try use { database throws(SQLiteFailure) in try database.records(in: section) }
    }

    /// Keeps changes: all of them, or, where it throws, none.
    public func commit(_ changes: [StateChange]) throws(HomeError) {
        if let database, database.hasMoved { throw StateFileFault.moved.error(path: file.path) }
        try use { database throws(SQLiteFailure) in
            try database.transaction { () throws(SQLiteFailure) in try database.take(changes) }
        }
    }

    private func use<Result>(
        _ body: (Database) throws(SQLiteFailure) -> Result
    ) throws(HomeError) -> Result {
        guard let database else { throw StateFileFault.closed.error(path: file.path) }
        do throws(SQLiteFailure) {
            return try body(database)
        } catch {
            throw StateFileFault.sqlite(error).error(path: file.path)
        }
    }
}
