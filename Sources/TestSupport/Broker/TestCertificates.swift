import Foundation
import Glibc
import Synchronization

/// A certificate authority of its own, with a certificate for `localhost` and one for a client, in files that go with
/// the object; made by the `openssl` command.
public final class TestCertificates: Sendable {
    private let folder: URL

    /// The authority's certificate.
    public var authority: String { path("ca.pem") }
    /// The broker's certificate, for the name `localhost` only.
    public var server: String { path("server.pem") }
    /// The key of the broker's certificate.
    public var serverKey: String { path("server.key") }
    /// The client's certificate.
    public var client: String { path("client.pem") }
    /// The key of the client's certificate.
    public var clientKey: String { path("client.key") }

    /// Lines for the broker's configuration.
    public var configuration: [String] { ["cafile \(authority)", "certfile \(server)", "keyfile \(serverKey)"] }

    private init(folder: URL) { self.folder = folder }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Makes the files.
    /// - Throws: ``BrokerError`` where `openssl` fails.
    public static func make() async throws -> TestCertificates {
        let folder = FileManager.default.temporaryDirectory.appending(path: "certificates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = TestCertificates(folder: folder)
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        try await openssl(
            ["req", "-x509"] + key + ["-subj", "/CN=test authority", "-keyout", files.path("ca.key"), "-out"]
                + [files.authority])
        for (name, subject, extensions) in [
            ("server", "/CN=localhost", "subjectAltName=DNS:localhost"),
            ("client", "/CN=bridge", "basicConstraints=CA:FALSE"),
        ] {
            try await openssl(
                ["req", "-x509"] + key + ["-subj", subject, "-addext", extensions]
                    + ["-CA", files.authority, "-CAkey", files.path("ca.key")]
                    + ["-keyout", files.path("\(name).key"), "-out", files.path("\(name).pem")])
        }
        return files
    }

    /// Replaces the broker's certificate by one that is the same but was valid until yesterday only.
    /// - Throws: ``BrokerError`` where `openssl` fails.
    public func expire() async throws {
        try await Self.openssl([
            "req", "-new", "-key", serverKey, "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
            "-out", path("server.csr"),
        ])
        try await Self.openssl([
            "x509", "-req", "-in", path("server.csr"), "-CA", authority, "-CAkey", path("ca.key"), "-CAcreateserial",
            "-days", "-1", "-copy_extensions", "copy", "-out", server,
        ])
    }

    private static func openssl(_ arguments: [String]) async throws {
        let lines = Recorder<String?>()
        let tool = try ChildProcess(["openssl"] + arguments) { lines.append($0) }
        _ = try await lines.first("the end of openssl") { $0 == nil }
        tool.end()
        let said = tool.lines.withLock { $0 }
        guard said.last == "exited 0" else { throw BrokerError("openssl: " + said.suffix(5).joined(separator: "; ")) }
    }
}
