import CSQLite

/// What a statement's parameter is given.
enum SQLValue {
    case null
    case integer(Int64)
    case text(String)

    /// A text, or null.
    static func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
}

/// A prepared statement.
@safe final class Statement {
    fileprivate let handle: OpaquePointer
    private let database: OpaquePointer

    /// Takes over a statement of a database.
    init(_ handle: OpaquePointer, of database: OpaquePointer) {
        unsafe self.handle = handle
        unsafe self.database = database
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Runs the statement and hands over each row.
    func run(_ values: [SQLValue], row body: (Row) throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
        // What a reset or clearing returns is the step's result again.
        defer {
            unsafe sqlite3_reset(handle)
            unsafe sqlite3_clear_bindings(handle)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        while true {
            switch unsafe sqlite3_step(handle) {
            case SQLITE_ROW: try body(Row(self))
            case SQLITE_DONE: return
            default: throw unsafe SQLiteFailure(lastOf: database)
            }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) throws(SQLiteFailure) {
        let code =
            switch value {
            case .null: unsafe sqlite3_bind_null(handle, index)
            case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
            case .text(let text):
                unsafe sqlite3_bind_text(handle, index, text, Int32(clamping: text.utf8.count), Self.copy)
            }
        guard code == SQLITE_OK else { throw unsafe SQLiteFailure(lastOf: database) }
    }

    /// SQLITE_TRANSIENT, which C writes as a cast of -1: SQLite copies the text before the call returns.
    private static let copy = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

/// A row of a result; only while it is handed over.
struct Row {
    private let statement: Statement

    fileprivate init(_ statement: Statement) { self.statement = statement }

    /// The text of a column.
    /// - Throws: Damage where there is none or it is not UTF-8.
    func text(_ column: Int32) throws(SQLiteFailure) -> String {
        guard let text = try optionalText(column) else { throw .damage("\(name(column)) has no text") }
        return text
    }

    /// The text of a column; `nil` for null.
    /// - Throws: Damage where it is not UTF-8.
    func optionalText(_ column: Int32) throws(SQLiteFailure) -> String? {
        // The text first: it settles the encoding that the count is of.
        guard let start = unsafe sqlite3_column_text(statement.handle, column) else { return nil }
        let count = unsafe Int(sqlite3_column_bytes(statement.handle, column))
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
        guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
            throw .damage("\(name(column)) is not UTF-8")
        }
        return text
    }

    /// The whole number of a column.
    /// - Throws: Damage where there is none or it does not fit.
    func integer<Number: FixedWidthInteger>(_ column: Int32) throws(SQLiteFailure) -> Number {
        guard unsafe sqlite3_column_type(statement.handle, column) == SQLITE_INTEGER,
            let number = unsafe Number(exactly: sqlite3_column_int64(statement.handle, column))
        else { throw .damage("\(name(column)) has no number of \(Number.bitWidth) bits") }
        return number
    }

    private func name(_ column: Int32) -> String {
        unsafe sqlite3_column_name(statement.handle, column).map { unsafe String(cString: $0) } ?? "column \(column)"
    }
}

extension SQLiteFailure {
    /// The failure of the last call.
    init(lastOf database: OpaquePointer) {
        unsafe self.init(
            code: sqlite3_extended_errcode(database), message: String(cString: sqlite3_errmsg(database)))
    }
}
