import FoundationEssentials

/// How files are read; a parameter, so that tests need none.
public struct ConfigurationFiles: Sendable {
    /// Why a file cannot be read.
    public struct Failure: Error, Sendable, Hashable {
        /// Such as `no such file`.
        public let reason: String

        /// Says why.
        public init(reason: String) { self.reason = reason }
    }

    private let content: @Sendable (String) throws(Failure) -> [UInt8]

    /// Reads through a function.
    public init(_ content: @escaping @Sendable (String) throws(Failure) -> [UInt8]) {
        self.content = content
    }

    /// The whole content of the file at a path.
    public func read(_ path: String) throws(Failure) -> [UInt8] { try content(path) }

    /// The files of this machine.
    public static let system = ConfigurationFiles { path throws(Failure) in
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch let error as CocoaError {
            throw Failure(reason: reasons[error.code] ?? "error \(error.code.rawValue)")
        } catch {
            throw Failure(reason: "\(error)")
        }
    }

    private static let reasons: [CocoaError.Code: String] = [
        .fileReadNoSuchFile: "no such file", .fileNoSuchFile: "no such file",
        .fileReadNoPermission: "no permission", .fileReadInvalidFileName: "no such name",
    ]
}
