import Foundation
import HomeGraph
import TestSupport
import Testing

@testable import homegraph2mqtt

struct CodeCommandTests {
    @Test func `a QR code is explained, without its passcode`() throws {
        let result = try ProgramRun.run(["code", "MT:Y.K9042C00KA0648G00"])
        #expect(result.status == 0 && result.error.isEmpty)
        #expect(
            result.output == """
                form            QR code
                vendor          65521 (0xFFF1), for tests
                product         32768 (0x8000)
                discriminator   3840 (its upper 4 bits: 15)
                flow            standard: the device waits to be commissioned once it has power
                found over      Bluetooth LE

                """)
    }

    @Test func `a manual code is explained`() throws {
        let result = try ProgramRun.run(["code", "749701123365521327687"])
        #expect(result.status == 0)
        #expect(result.output.contains("manual code, 21 digits") && result.output.contains("0x8000"))
    }

    @Test(arguments: [
        (["code", "34970112333"], Int32(1), "check digit"), (["code"], 2, "CODE"), (["code", "a", "b"], 2, "\"b\""),
        (["code", "--broker", "mqtt://x", "1"], 2, "--broker"), (["commission"], 2, "CODE"),
        (["commission", "34970112333"], 1, "check digit"), (["run", "now"], 2, "\"now\""),
    ])
    func `what is wrong is said in one line`(words: [String], status: Int32, text: String) throws {
        let result = try ProgramRun.run(words)
        #expect(result.status == status && result.output.isEmpty)
        #expect(result.errorLines.count == 1 && result.error.contains(text), "\(result.error)")
    }
}

struct CommissionCommandTests {
    private static let code = "MT:Y.K9042C00KA0648G00"
    private static let home = """
        structures:
          - name: Main House
            rooms: [Kitchen]
            commissionable: [{payload: "\(code)", window: 86400s, device: {name: New Plug, type: OnOffPluginUnit}}]
        """

    @Test func `a device is commissioned through a running bridge`() async throws {
        let broker = try await MosquittoBroker.start()
        let folder = try TemporaryFolder(["home.yaml": Self.home, "settings.yaml": "simulation: {speed: 100}"])
        let run = try ProgramRun([
            "run", "--config", folder.path("settings.yaml"), "--home", folder.path("home.yaml"), "--broker",
            "mqtt://127.0.0.1:\(broker.port)",
        ])
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("homegraph/bridge/state")
        try await client.expect("homegraph/bridge/state", "online")
        let words = ["commission", Self.code, "--broker", "mqtt://127.0.0.1:\(broker.port)"]
        let unknown = try ProgramRun.run(words + ["--room", "Attic"])
        #expect(unknown.status == 1 && unknown.error.contains("Attic"), "\(unknown.error)")
        let result = try ProgramRun.run(words + ["--name", "Heater", "--room", "Kitchen"])
        #expect(result.status == 0)
        #expect(result.output == "new-plug homegraph/main-house/device/heater\n")
        #expect(result.errorLines.first == "14 % discover" && result.errorLines.last == "100 % complete")
        let again = try ProgramRun.run(words)
        #expect(again.status == 1 && again.errorLines.last?.contains("in the home already") == true)
        let elsewhere = try ProgramRun.run(words + ["--base-topic", "other"])
        #expect(elsewhere.status == 69 && elsewhere.error.contains("no bridge has the base topic other"))
        run.signal(SIGTERM)
        #expect(try await run.status() == 0)
        let offline = try ProgramRun.run(words)
        #expect(offline.status == 69 && offline.error.contains("offline"), "\(offline.error)")
        await client.disconnect()
        try await broker.stop()
    }

    @Test func `a broker that is not there is said`() throws {
        let port = try SilentListener.closedPort()
        let result = try ProgramRun.run(["commission", Self.code, "--broker", "mqtt://127.0.0.1:\(port)"])
        #expect(result.status == 69 && result.errorLines.count == 1)
    }

    @Test func `a bar grows at a terminal`() {
        let steps = CommissioningStep.allCases.map { CommissioningProgress(structureID: "s", step: $0) }
        let texts = steps.map { ProgressLine.text($0, isTerminal: true) }
        #expect(texts.allSatisfy { $0.hasPrefix("\r[") })
        #expect(texts.last?.contains(String(repeating: "#", count: 30)) == true && texts.last?.hasSuffix("\n") == true)
        #expect(texts.dropLast().allSatisfy { !$0.hasSuffix("\n") })
    }
}
