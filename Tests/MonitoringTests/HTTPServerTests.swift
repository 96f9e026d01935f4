import TestSupport
import Testing

@testable import Monitoring

@Suite(.timeLimit(.minutes(1))) struct HTTPServerTests {
    private func server(
        _ limits: HTTPServer.Limits = HTTPServer.Limits(), host: String = "127.0.0.1", port: UInt16 = 0
    ) throws -> HTTPServer {
        try HTTPServer(
            host: host, port: port, limits: limits,
            documents: [
                "/metrics": { HTTPResponse(.ok, contentType: MetricText.contentType, body: "figure 1\n") },
                "/health": {
                    HTTPResponse(.serviceUnavailable, contentType: "application/json", body: "{}\n")
                },
            ])
    }

    @Test func `documents are served with their types, and HEAD gives the header alone`() throws {
        let server = try server()
        let answer = try HTTPExchange(server.port).ask("GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(answer.status == 200)
        #expect(answer.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(answer.fields["cache-control"] == "no-store")
        #expect(answer.body == "figure 1\n")
        let head = try HTTPExchange(server.port).ask("HEAD /metrics HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(head.status == 200)
        #expect(head.fields["content-length"] == "9")
        #expect(head.body.isEmpty)
        let health = try HTTPExchange(server.port).ask("GET /health?verbose=1 HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(health.status == 503)
        #expect(health.fields["content-type"] == "application/json")
        #expect(health.body == "{}\n")
    }

    @Test func `a connection is kept for the next request`() throws {
        let server = try server()
        let exchange = try HTTPExchange(server.port)
        for _ in 0..<3 { #expect(try exchange.ask("GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n").status == 200) }
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\nHost: h\r\n\r\n", 404, "there is only /health and /metrics\n"),
            ("GET /metrics/ HTTP/1.1\r\nHost: h\r\n\r\n", 404, "there is only /health and /metrics\n"),
            ("GET /../etc/passwd HTTP/1.1\r\nHost: h\r\n\r\n", 404, "there is only /health and /metrics\n"),
            ("DELETE /metrics HTTP/1.1\r\nHost: h\r\n\r\n", 405, "GET and HEAD are taken here\n"),
            ("OPTIONS /health HTTP/1.1\r\nHost: h\r\n\r\n", 405, "GET and HEAD are taken here\n"),
            ("get /metrics HTTP/1.1\r\nHost: h\r\n\r\n", 405, nil),
            ("GET /metrics HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n", 413, "a request brings no body here\n"),
            ("GET /metrics HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", 413, nil),
            ("POST /metrics HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello", 405, nil),
            ("GET /metrics HTTP/1.1\r\n\r\n", 400, nil),
            ("nonsense\r\n\r\n", nil, nil),
            ("\u{16}\u{3}\u{1}\u{2}\r\n\r\n", nil, nil),
        ] as [(String, Int?, String?)])
    func `what is no request for a document is refused`(request: String, status: Int?, body: String?) throws {
        let server = try server()
        let answer = try? HTTPExchange(server.port).ask(request)
        if let status {
            #expect(answer?.status == status)
        } else {
            #expect((400..<600).contains(answer?.status ?? 400))
        }
        if let body { #expect(answer?.body == body) }
        if status == 405 { #expect(answer?.fields["allow"] == "GET, HEAD") }
        #expect(try HTTPExchange(server.port).ask("GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
    }

    @Test func `a header without end is cut off`() throws {
        let server = try server()
        let exchange = try HTTPExchange(server.port)
        let endless = "GET /metrics HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "x", count: 1_000_000)
        let answer = try? exchange.ask(endless)
        #expect((400..<500).contains(answer?.status ?? 400))
        #expect(try HTTPExchange(server.port).ask("GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
    }

    @Test func `who says nothing is closed`() throws {
        var limits = HTTPServer.Limits()
        limits.idleSeconds = 1
        let server = try server(limits)
        let silent = try HTTPExchange(server.port)
        try silent.send("GET /metrics HT")
        #expect(try silent.readToEnd(within: 10) == "")
    }

    @Test func `those who ask slowly keep nobody out`() throws {
        var limits = HTTPServer.Limits()
        limits.connections = 4
        limits.patience = .zero
        let server = try server(limits)
        let slow = try (0..<20).map { _ in
            let exchange = try HTTPExchange(server.port)
            try exchange.send("GET /me")
            return exchange
        }
        let answer = try HTTPExchange(server.port).ask("GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(answer.status == 200)
        // The first is gone for those that came later.
        #expect(try slow[0].readToEnd(within: 10) == "")
    }

    @Test func `many ask at once and each gets all`() async throws {
        let server = try server()
        let port = server.port
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    guard let exchange = try? HTTPExchange(port) else { return nil }
                    let answers = (0..<50).map { _ in
                        try? exchange.ask("GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n")
                    }
                    return answers.filter { $0?.status == 200 && $0?.body == "figure 1\n" }.count
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 50, count: 8))
    }

    @Test func `an address that is taken, or nobody's, is an error that says what to do`() throws {
        let first = try server()
        let taken = #expect(throws: ListeningFault.self) { try server(port: first.port) }
        #expect(
            taken?.description
                == "127.0.0.1:\(first.port): another program listens there; end that one, or name another port")
        let nobodys = #expect(throws: ListeningFault.self) { try server(host: "192.0.2.1") }
        #expect(nobodys?.description.contains("does not have the address") == true)
        let unknown = #expect(throws: ListeningFault.self) { try server(host: "no such host") }
        #expect(unknown?.problem.hasPrefix("the host is not known (") == true)
    }

    @Test func `once it is let go of, the port is free, also with visitors`() throws {
        var server: HTTPServer? = try server()
        let port = try #require(server?.port)
        let visitor = try HTTPExchange(port)
        try visitor.send("GET /metr")
        server = nil
        #expect(try visitor.readToEnd(within: 10) == "")
        let next = try self.server(port: port)
        #expect(try HTTPExchange(next.port).ask("GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
    }

    @Test func `it knows whether only this machine reaches it`() throws {
        #expect(try server().isLoopback)
        #expect(try server(host: "localhost").isLoopback)
        #expect(try !server(host: "0.0.0.0").isLoopback)
    }
}
