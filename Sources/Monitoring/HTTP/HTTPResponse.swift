/// What is answered to a request.
public struct HTTPResponse: Sendable, Hashable {
    /// Source: RFC 9110, section 15.
    public enum Status: UInt32, Sendable {
        case ok = 200
        case notFound = 404
        case methodNotAllowed = 405
        case contentTooLarge = 413
        case serviceUnavailable = 503
    }

    /// How it went.
    public var status: Status
    /// The media type of ``body``.
    public var contentType: String
    /// What is answered, in UTF-8.
    public var body: String
    /// Further header fields.
    var fields: [String: String] = [:]

    /// Describes an answer.
    public init(_ status: Status, contentType: String, body: String) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    /// A line for people.
    static func line(_ status: Status, _ text: String, fields: [String: String] = [:]) -> HTTPResponse {
        var response = HTTPResponse(status, contentType: "text/plain; charset=utf-8", body: "\(text)\n")
        response.fields = fields
        return response
    }
}
