import CSQLite
import HomeGraph

/// What is wrong with a state file, and what to do.
enum StateFileFault: Error {
    /// The path cannot be a file's name.
    case badName
    /// The folder that the file is to be in is not there.
    case noFolder(String)
    /// The system does not allow it.
    case forbidden(String)
    /// There is something, and it is no file: `a folder`.
    case noFile(String)
    /// It cannot be reached or made, for this reason.
    case unreachable(String)
    /// It is a database of another program.
    case foreign(application: Int64)
    /// A later version of this program wrote it.
    case newer(version: Int64, known: Int)
    /// The file of this name is another one since it was opened.
    case moved
    /// It was closed.
    case closed
    /// What SQLite could not do.
    case sqlite(SQLiteFailure)

    /// Whether another program has the file.
    var isInUse: Bool {
        guard case .sqlite(let failure) = self else { return false }
        return failure.primaryCode == SQLITE_BUSY
    }

    /// The error for people.
    func error(path: String) -> HomeError {
        let file = "the state file \(path)"
        let other = "name another file with --state or home.state"
        let anew = "move it away to begin anew with the home file"
        switch self {
        case .badName: return HomeError(.invalidArgument, "\(file) cannot be: no file has such a name; \(other)")
        case .noFolder(let folder):
            return HomeError(
                .notFound, "\(file) cannot be made: there is no folder \(folder); make the folder, or \(other)")
        case .forbidden(let what):
            return HomeError(
                .permissionDenied, "\(file) cannot be used: \(what); change the access rights, or \(other)")
        case .noFile(let kind): return HomeError(.invalidArgument, "\(file) is \(kind) and no file; \(other)")
        case .unreachable(let reason):
            return HomeError(.unavailable, "\(file) cannot be used: \(reason); mend that, or \(other)")
        case .foreign(let application):
            return HomeError(
                .failedPrecondition,
                "\(file) is a database of another program (application id \(application)); \(other)")
        case .newer(let version, let known):
            return HomeError(
                .failedPrecondition,
                "\(file) has schema version \(version), and this version of the program knows 1 to \(known); run the version that wrote it, or \(other)"
            )
        case .moved:
            return HomeError(
                .unavailable,
                "\(file) was moved or removed while it was in use, and nothing more can be kept; put it back and start again"
            )
        case .closed: return HomeError(.unavailable, "\(file) is closed already; open it again")
        case .sqlite(let failure): return Self.error(failure, file: file, other: other, anew: anew)
        }
    }

    private static func error(_ failure: SQLiteFailure, file: String, other: String, anew: String) -> HomeError {
        switch failure.primaryCode {
        case SQLITE_NOTADB:
            HomeError(
                .failedPrecondition, "\(file) is no SQLite database, or its beginning is damaged; \(other), or \(anew)")
        case _ where failure.isDamage:
            HomeError(
                .dataLoss, "\(file) is damaged (\(failure.firstMessage)); put back a copy of it, or \(anew)")
        case SQLITE_BUSY, SQLITE_LOCKED:
            HomeError(.aborted, "\(file) is in use by another program, such as another bridge; end that, or \(other)")
        case SQLITE_FULL:
            HomeError(.resourceExhausted, "\(file) has no room left (\(failure.message)); make room on its disk")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            HomeError(
                .permissionDenied,
                "\(file) cannot be written (\(failure.message)); change its access rights, or \(other)")
        case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_NOLFS, SQLITE_PROTOCOL:
            HomeError(
                .unavailable,
                "\(file) cannot be read or written (\(failure.message)); look after its disk and folder, or \(other)")
        case SQLITE_CONSTRAINT:
            HomeError(
                .failedPrecondition,
                "\(file) was not changed (\(failure.message)): what is to be kept names an object that is not kept, or one twice; report it with what you did before"
            )
        default:
            HomeError(
                .internal,
                "\(file) cannot be used (result code \(failure.code): \(failure.message)); report it with what you did before"
            )
        }
    }
}
