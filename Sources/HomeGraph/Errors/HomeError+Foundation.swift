public import Foundation

extension HomeError: LocalizedError {
    /// The message.
    public var errorDescription: String? { message }
}

extension HomeError: CustomNSError {
    /// The name under which other frameworks know these errors.
    public static var errorDomain: String { "HomeError" }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// The message, under the key that other frameworks look it up by.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
}
