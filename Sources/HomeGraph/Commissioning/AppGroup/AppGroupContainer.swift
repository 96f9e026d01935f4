import Glibc
package import FoundationEssentials

/// What an application and its extensions share: a directory for each app group.
///
/// While a session of commissioning is open, `session.json` says for which structure and which rooms there are. An
/// extension puts what it asks for into `requests/`, a file each, and finds the answer under the same name in
/// `answers/`. Files are written beside and moved into place, so that nobody reads half of one; only their owner may
/// read them, since requests hold passcodes.
package struct AppGroupContainer: Sendable {
    /// The session that is open.
    package struct Session: Codable, Sendable, Hashable {
        /// A room that a device can be put into.
        package struct Room: Codable, Sendable, Hashable {
            /// Unique in the home.
            package var id: String
            /// What people call it.
            package var name: String

            /// Describes a room.
            package init(id: String, name: String) {
                self.id = id
                self.name = name
            }
        }

        /// Tells the session from others.
        package var id: UUID
        /// The application that opened it.
        package var process: Int32
        /// The structure that devices are to join.
        package var structureID: String
        /// Its rooms.
        package var rooms: [Room]

        /// Describes a session.
        package init(id: UUID, process: Int32, structureID: String, rooms: [Room]) {
            self.id = id
            self.process = process
            self.structureID = structureID
            self.rooms = rooms
        }
    }

    /// What an extension asks for.
    package enum Request: Codable, Sendable, Hashable {
        case commission(payload: String)
        case configure(name: String, roomName: String?)
    }

    /// What it gets.
    package enum Answer: Codable, Sendable, Hashable {
        case done
        case failed(code: Int, message: String)
    }

    /// How often either side looks for what the other one put there.
    package static let interval: Duration = .milliseconds(20)

    private let folder: URL

    /// The container of an app group.
    ///
    /// - Parameters:
    ///   - appGroup: The group's identifier, such as `group.com.sample.app`.
    ///   - root: The directory of all containers.
    /// - Throws: `invalidArgument` for an identifier that is no name of a directory.
    package init(appGroup: String, root: URL) throws(HomeError) {
        guard !appGroup.isEmpty, appGroup != ".", appGroup != "..",
            appGroup.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 >= 0x20 && $0 != 0x7F })
        else {
            throw HomeError(
                .invalidArgument, "the app group '\(appGroup)' is no identifier such as group.com.sample.app")
        }
        folder = root.appending(path: appGroup)
    }

    private var sessionFile: URL { folder.appending(path: "session.json") }
    private func requestFile(_ id: UUID) -> URL { folder.appending(path: "requests/\(id.uuidString).json") }
    private func answerFile(_ id: UUID) -> URL { folder.appending(path: "answers/\(id.uuidString).json") }
}

// MARK: - The application's side

extension AppGroupContainer {
    /// Opens a session; what was left of earlier ones goes.
    package func open(_ session: Session) throws(HomeError) {
        try empty()
        try write(session, to: sessionFile)
    }

    /// Ends the session; nothing that was asked or answered stays.
    package func close() throws(HomeError) {
        try remove(sessionFile)
        try empty()
    }

    /// Makes the two folders anew.
    private func empty() throws(HomeError) {
        for name in ["requests", "answers"] {
            let folder = folder.appending(path: name)
            try remove(folder)
            try attempt {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
        }
    }

    private func remove(_ file: URL) throws(HomeError) {
        try attempt {
            if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
        }
    }

    /// Takes out what extensions ask for; what cannot be read is answered as such.
    package func takeRequests() throws(HomeError) -> [(id: UUID, request: Request)] {
        let names = try attempt { [folder] in
            try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "requests").path).sorted()
        }
        var requests: [(UUID, Request)] = []
        for name in names where name.hasSuffix(".json") {
            guard let id = UUID(uuidString: String(name.dropLast(5))) else { continue }
            let file = requestFile(id)
            do throws(HomeError) {
                requests.append((id, try read(Request.self, from: file)))
            } catch {
                try answer(.failed(code: error.code.rawValue, message: error.message), to: id)
            }
            try attempt { try FileManager.default.removeItem(at: file) }
        }
        return requests
    }

    /// Answers a request.
    package func answer(_ answer: Answer, to id: UUID) throws(HomeError) { try write(answer, to: answerFile(id)) }
}

// MARK: - The extension's side

extension AppGroupContainer {
    /// The session that is open.
    ///
    /// - Throws: `failedPrecondition` where none is, or where the application that opened it is gone.
    package func session() throws(HomeError) -> Session {
        guard FileManager.default.fileExists(atPath: sessionFile.path) else {
            throw HomeError(
                .failedPrecondition, "no commissioning session is open; the application has to prepare one first")
        }
        let session = try read(Session.self, from: sessionFile)
        guard Self.isAlive(session.process) else {
            throw HomeError(.failedPrecondition, "the application that opened the commissioning session has ended")
        }
        return session
    }

    /// Asks the application for something.
    ///
    /// - Returns: Under what the answer will be found.
    package func ask(_ request: Request) throws(HomeError) -> UUID {
        let id = UUID()
        try write(request, to: requestFile(id))
        return id
    }

    /// Takes a request back, and its answer.
    package func withdraw(_ id: UUID) throws(HomeError) {
        try remove(requestFile(id))
        try remove(answerFile(id))
    }

    /// Takes out the answer to a request; `nil` where there is none yet.
    package func takeAnswer(to id: UUID) throws(HomeError) -> Answer? {
        let file = answerFile(id)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let answer = try read(Answer.self, from: file)
        try attempt { try FileManager.default.removeItem(at: file) }
        return answer
    }
}

// MARK: - Files

extension AppGroupContainer {
    private func write(_ value: some Encodable, to file: URL) throws(HomeError) {
        try attempt {
            let draft = file.appendingPathExtension("draft")
            let data = try JSONEncoder().encode(value)
            guard
                FileManager.default.createFile(
                    atPath: draft.path, contents: data, attributes: [.posixPermissions: 0o600])
            else { throw CocoaError(.fileWriteUnknown) }
            guard unsafe rename(draft.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        }
    }

    private func read<Value: Decodable>(_: Value.Type, from file: URL) throws(HomeError) -> Value {
        try attempt { try JSONDecoder().decode(Value.self, from: try Data(contentsOf: file)) }
    }

    private func attempt<Result>(_ body: () throws -> Result) throws(HomeError) -> Result {
        do {
            return try body()
        } catch {
            throw HomeError(
                .unavailable, "the app group's directory \(folder.path) cannot be used: \(error)")
        }
    }

    private static func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }
}
