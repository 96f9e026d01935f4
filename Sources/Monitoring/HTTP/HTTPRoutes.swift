/// The documents that there are, and what is answered to a request.
struct HTTPRoutes: Sendable {
    /// By path; made anew for each request.
    let documents: [String: @Sendable () -> HTTPResponse]

    /// What is answered.
    ///
    /// - Parameters:
    ///   - method: As it came.
    ///   - path: Without a query.
    ///   - hasBody: Whether the request brings something along.
    /// - Returns: The document, or why there is none.
    func response(_ method: String, _ path: String, hasBody: Bool) -> HTTPResponse {
        guard let document = documents[path] else {
            return .line(.notFound, "there is only \(documents.keys.sorted().joined(separator: " and "))")
        }
        guard method == "GET" || method == "HEAD" else {
            return .line(.methodNotAllowed, "GET and HEAD are taken here", fields: ["Allow": "GET, HEAD"])
        }
        guard !hasBody else { return .line(.contentTooLarge, "a request brings no body here") }
        return document()
    }
}
