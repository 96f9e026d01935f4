import Foundation
import HomeGraph
import MQTT
import SQLiteStore
import TestSupport
import Testing

/// The bridge is killed at random moments while a client edits the home: what was answered is there afterwards.
@Suite(.timeLimit(.minutes(3))) struct KillTests {
    private static let home = """
        structures:
          - name: House
            rooms: [Hall]
            devices: [{name: A, type: OnOffLight}, {name: B, type: OnOffLight, room: Hall}, {name: C, type: DoorLock}]
            groups: [{name: All, devices: [a, b, c]}]
        """
    private static let rounds = 15
    private static let base = "homegraph"

    /// Runs the program, and kills it.
    private struct Victim {
        let program: ProgramRun

        init(_ files: TemporaryFolder, broker: MosquittoBroker, base: String) throws {
            program = try ProgramRun([
                "run", "--state", files.path("home.sqlite"), "--home", files.path("home.yaml"),
                "--broker", "mqtt://127.0.0.1:\(broker.port)", "--base-topic", base,
            ])
        }

        /// Kills it after a time: at any moment is what is tested.
        func kill(after delay: Duration) async throws {
            try await Task.sleep(for: delay)
            program.signal(SIGKILL)
            #expect(try await program.status() == SIGKILL)
        }
    }

    /// Asks for edits, one after another, until the bridge goes offline.
    ///
    /// - Returns: The edit that was not answered.
    private func edit(
        _ model: inout EditedHome, with client: TestClient, using random: inout SeededGenerator
    ) async throws -> HomeEdit {
        while true {
            let edit = model.nextEdit(using: &random)
            let request = edit.request
            try await client.publish(request.payload, to: "\(Self.base)/bridge/request/\(request.name)")
            let message = try await client.expect("an answer, or the bridge's end") { message in
                message.topicText.hasPrefix("\(Self.base)/bridge/response/")
                    || message.topicText == "\(Self.base)/bridge/state" && message.text == "offline"
            }
            guard message.text != "offline" else { return edit }
            try #require(message.text.hasPrefix(#"{"ok":true"#), "\(edit): \(message.text)")
            model.apply(edit)
        }
    }

    @Test func `no answered edit is lost, whenever the bridge is killed`() async throws {
        let files = try TemporaryFolder(["home.yaml": Self.home])
        let broker = try await MosquittoBroker.start()
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("\(Self.base)/bridge/state", "\(Self.base)/bridge/response/#")
        var random = SeededGenerator(seed: 23)
        var model = EditedHome(
            home: SavedHome(
                structures: [StructureRecord(id: "house", name: "House")],
                rooms: [RoomRecord(id: "hall", name: "Hall", structureID: "house")],
                devices: ["A", "B", "C"].map { name in
                    SavedDevice(
                        id: name.lowercased(), name: name, structureID: "house", roomID: name == "B" ? "hall" : nil,
                        layout: "")
                },
                groups: [GroupRecord(id: "all", name: "All", structureID: "house", deviceIDs: ["a", "b", "c"])]))
        var answered = 0
        for round in 0..<Self.rounds {
            // While it starts, the first time also while the file is made and filled; what it says is not of interest.
            let starting = try Victim(files, broker: broker, base: "starting")
            try await starting.kill(after: .milliseconds(Int.random(in: 0..<200, using: &random)))

            let victim = try Victim(files, broker: broker, base: Self.base)
            while try await client.expect("\(Self.base)/bridge/state").text != "online" {}
            let delay = Duration.milliseconds(Int.random(in: 0..<300, using: &random))
            async let end: Void = victim.kill(after: delay)
            let before = model.edits
            let unanswered = try await edit(&model, with: client, using: &random)
            try await end
            answered += model.edits - before

            let store = try await SQLiteStateStore.open(files.path("home.sqlite"))
            let kept = EditedHome.shape(of: try #require(try await store.load()))
            await store.close()
            if kept == model.home { continue }
            model.apply(unanswered)
            try #require(kept == model.home, "round \(round), \(unanswered)")
        }
        #expect(answered > Self.rounds)
        await client.disconnect()
        try await broker.stop()
    }
}
