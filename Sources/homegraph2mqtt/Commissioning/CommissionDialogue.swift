import Bridge
import DataModel
import HomeGraph
import MQTT

/// What `commission` says to a bridge and hears from it, step by step; a value.
struct CommissionDialogue: Sendable {
    /// A device that joined.
    struct Device: Sendable, Equatable {
        let id: String
        let topic: String
    }

    /// What is to be done.
    enum Action: Sendable {
        case subscribe([String])
        case publish(topic: String, payload: [UInt8])
        case show(CommissioningProgress)
        case end(Result<[Device], ProgramError>)
    }

    private enum Step: Sendable {
        case connecting
        /// What the bridge keeps at the broker comes.
        case reading
        case waiting
        case over
    }

    /// How long the bridge's retained topics may take.
    static let patience: Duration = .seconds(5)
    /// How long the bridge may take for its answer: what it allows itself, and a little more.
    static let answerPatience: Duration = .seconds(190)

    private let base: String
    private let code: String
    private let structure: String?
    private let name: String?
    private let room: String?
    private let id: String
    private var step = Step.connecting
    private var isOnline: Bool?
    private var structures: [(id: String, name: String)]?

    /// Begins a dialogue.
    ///
    /// - Parameters:
    ///   - base: The bridge's base topic.
    ///   - code: The onboarding code.
    ///   - structure: The structure that is to be joined; `nil` for the only one.
    ///   - name: What the device is called.
    ///   - room: The room that it is put into.
    ///   - id: Tells the answer from those to others.
    init(base: String, code: String, structure: String?, name: String?, room: String?, id: String) {
        self.base = base
        self.code = code
        self.structure = structure
        self.name = name
        self.room = room
        self.id = id
    }

    private var answerTopic: String { "\(base)/bridge/response/commissioning/commission" }

    /// The broker accepted the connection.
    mutating func opened() -> [Action] {
        guard step == .connecting else { return [] }
        step = .reading
        return [.subscribe(["state", "structures", "event"].map { "\(base)/bridge/\($0)" } + [answerTopic])]
    }

    /// The broker answered the subscriptions.
    mutating func subscribed(_ reasonCodes: [UInt8]) -> [Action] {
        guard reasonCodes.contains(where: { $0 >= 128 }) else { return [] }
        return end(
            ProgramError(
                .unavailable, "the broker does not let this user read \(base)/bridge/…",
                remedy: "check its access rules"))
    }

    /// ``patience`` is over.
    mutating func waited() -> [Action] {
        guard step == .reading else { return [] }
        return end(
            ProgramError(
                .unavailable, "no bridge has the base topic \(base) on this broker",
                remedy: "start one with homegraph2mqtt run, or name another with --base-topic"))
    }

    /// ``answerPatience`` is over.
    mutating func waitedForAnswer() -> [Action] {
        end(ProgramError(.unavailable, "the bridge did not answer in time", remedy: Self.lookRemedy))
    }

    /// The broker took the request, or refused it.
    mutating func published(_ reasonCode: UInt8) -> [Action] {
        guard reasonCode >= 128 else { return [] }
        return end(
            ProgramError(
                .unavailable, "the broker does not let this user write to \(base)/bridge/request/…",
                remedy: "check its access rules"))
    }

    private static let lookRemedy = "look with mosquitto_sub whether the device has joined"

    /// A message came.
    mutating func received(_ message: InboundMessage) -> [Action] {
        let topic = String(decoding: message.topic, as: UTF8.self)
        switch (step, topic) {
        case (.reading, "\(base)/bridge/state"):
            isOnline = message.payload.elementsEqual("online".utf8)
            return ask()
        case (.reading, "\(base)/bridge/structures"):
            structures = Self.structures(message.payload)
            return ask()
        case (.waiting, "\(base)/bridge/state") where !message.payload.elementsEqual("online".utf8):
            return end(
                ProgramError(
                    .unavailable, "the bridge went offline while the device was commissioned",
                    remedy: "start it again, and \(Self.lookRemedy)"))
        case (.waiting, "\(base)/bridge/event"): return Self.progress(message.payload).map { [.show($0)] } ?? []
        case (.waiting, answerTopic): return answered(message.payload)
        default: return []
        }
    }

    /// The connection ended.
    mutating func closed(_ error: ConnectionError) -> [Action] {
        end(
            ProgramError(
                .unavailable,
                step == .waiting ? "\(error), while the device was commissioned; it may have joined" : "\(error)",
                remedy: "check the broker, broker.url and broker.tls, or --broker"))
    }

    private mutating func end(_ error: ProgramError) -> [Action] {
        guard step != .over else { return [] }
        step = .over
        return [.end(.failure(error))]
    }

    /// Sends the request once it is known who is there.
    private mutating func ask() -> [Action] {
        guard let isOnline, let structures else { return [] }
        guard isOnline else {
            return end(
                ProgramError(
                    .unavailable, "the bridge under \(base) is offline", remedy: "start it with homegraph2mqtt run"))
        }
        guard let structure = structure ?? (structures.count == 1 ? structures.first?.id : nil) else {
            let names = structures.map(\.name).joined(separator: ", ")
            return end(
                ProgramError(
                    .fault, structures.isEmpty ? "the home has no structure" : "the home has several structures",
                    remedy: "name one with --structure\(structures.isEmpty ? "" : " (\(names))")"))
        }
        step = .waiting
        var writer = JSONWriter()
        writer.beginObject()
        for (key, value) in [
            ("structure", structure), ("payload", code), ("name", name), ("room", room), ("$id", id),
        ] {
            guard let value else { continue }
            writer.key(key)
            writer.value(value)
        }
        writer.endObject()
        return [.publish(topic: "\(base)/bridge/request/commissioning/commission", payload: writer.bytes)]
    }

    private mutating func answered(_ payload: [UInt8]) -> [Action] {
        guard let answer = try? JSONValue(parsing: payload), answer["id"] == .string(id) else { return [] }
        if answer["ok"] == .bool(true), case .array(let devices)? = answer["result"]?["devices"] {
            step = .over
            return [
                .end(
                    .success(
                        devices.map { Device(id: $0["id"]?.string ?? "", topic: $0["topic"]?.string ?? "") }))
            ]
        }
        let message = answer["error"]?["message"]?.string ?? "the bridge's answer has no reason"
        return end(ProgramError(.fault, lines: [message.onOneLine]))
    }

    private static func structures(_ payload: [UInt8]) -> [(id: String, name: String)]? {
        guard case .array(let entries)? = try? JSONValue(parsing: payload) else { return nil }
        return entries.compactMap { entry in
            guard let id = entry["id"]?.string, let name = entry["name"]?.string else { return nil }
            return (id, name)
        }
    }

    private static func progress(_ payload: [UInt8]) -> CommissioningProgress? {
        guard let event = try? JSONValue(parsing: payload), event["type"] == .string("commissioning"),
            let step = event["step"]?.string.flatMap(CommissioningStep.init(rawValue:))
        else { return nil }
        return CommissioningProgress(structureID: event["id"]?.string ?? "", step: step)
    }
}
