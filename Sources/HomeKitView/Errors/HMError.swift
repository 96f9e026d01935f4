public import Foundation

/// The domain of ``HMError`` as an `NSError`.
public let HMErrorDomain = "HMErrorDomain"

/// What went wrong with an operation of HomeKit's.
///
/// Source: the HomeKit framework.
public struct HMError: Error, Hashable, Sendable {
    /// What kind of error it is.
    public let code: Code
    /// One or two sentences for people; never a secret.
    public let message: String

    /// Describes an error.
    public init(_ code: Code, _ message: String = "") {
        self.code = code
        self.message = message
    }
}

extension HMError: CustomStringConvertible {
    /// `code: message`.
    public var description: String { message.isEmpty ? "\(code)" : "\(code): \(message)" }
}

extension HMError: LocalizedError {
    /// The message.
    public var errorDescription: String? { description }
}

extension HMError: CustomNSError {
    /// ``HMErrorDomain``.
    public static var errorDomain: String { HMErrorDomain }
    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }
}
