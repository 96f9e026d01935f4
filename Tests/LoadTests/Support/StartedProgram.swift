import Foundation
import MQTT
import TestSupport

/// The program on a broker, online.
struct StartedProgram {
    let program: ProgramRun
    private let files: TemporaryFolder

    static func start(home: String, settings: String = "{}", broker: MosquittoBroker) async throws -> StartedProgram {
        let files = try TemporaryFolder(["home.yaml": home, "settings.yaml": settings])
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("homegraph/bridge/state")
        let program = try ProgramRun([
            "run", "--config", files.path("settings.yaml"), "--home", files.path("home.yaml"), "--broker",
            "mqtt://127.0.0.1:\(broker.port)",
        ])
        try await client.expect("homegraph/bridge/state", "online", within: .seconds(60))
        await client.disconnect()
        return StartedProgram(program: program, files: files)
    }

    /// Ends it, in order.
    func stop() async throws {
        program.signal(SIGTERM)
        let status = try await program.status()
        if status != 0 { throw NotSeen(description: "an orderly end did not come; the program ended with \(status)") }
    }
}

extension TestClient {
    /// Everything that a bridge says is published, as `bridge/read` has it page by page.
    func readEverything(base: String = "homegraph", within deadline: Duration = .seconds(30)) async throws -> [String:
        String]
    {
        try await subscribe("\(base)/bridge/response/bridge/read")
        var values: [String: String] = [:]
        var page = 0
        while true {
            try await publish(
                #"{"page":\#(page)}"#, to: "\(base)/bridge/request/bridge/read", qualityOfService: .atMostOnce)
            let answer = try await expect("\(base)/bridge/response/bridge/read", within: deadline)
            let result = try JSONDecoder().decode(Page.self, from: Data(answer.text.utf8)).result
            values.merge(result.values) { $1 }
            guard let next = result.next else { return values }
            page = next
        }
    }

    /// An answer to `bridge/read`.
    private struct Page: Decodable {
        struct Result: Decodable {
            let values: [String: String]
            let next: Int?
        }
        let result: Result
    }
}
