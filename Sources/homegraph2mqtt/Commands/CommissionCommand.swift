import Bridge
import Configuration
import DataModel
import HomeGraph
import MQTT

/// Commissions a device through a running bridge.
struct CommissionCommand: Command {
    static let name = "commission"
    static let summary = "commission a Matter device through a running bridge"
    static let details = """
        Has the bridge under the base topic commission the device of an onboarding code, shows how far it is, and prints
        the id and the topic of each device that joined. Exit status 1 where the device cannot be commissioned, 69 where
        broker or bridge cannot be reached.
        """
    static let argument: String? = "CODE"
    static let options: [ProgramOption] = [.structure, .name, .room, .config, .broker, .baseTopic]

    private let options: [ProgramOption: String]
    private let code: String

    init(options: [ProgramOption: String], argument: String) {
        self.options = options
        code = argument
    }

    func run() async throws {
        do throws(OnboardingFault) { _ = try OnboardingPayload.read(code) } catch { throw ProgramError(error) }
        let settings = try SettingsSource.process(options, environment: ProgramEnvironment.variables).read()
        let number = UInt64.random(in: 0 ... .max)
        let dialogue = CommissionDialogue(
            base: settings.topics.base, code: code, structure: options[.structure], name: options[.name],
            room: options[.room], id: String(number, radix: 16))
        let devices: [CommissionDialogue.Device]
        let line = ProgressLine()
        defer { line.end() }
        do {
            devices = try await DialogueRunner.run(
                dialogue, on: settings.connection(randomID: "homegraph2mqtt-commission-\(number)"),
                progress: { line.show($0) })
        } catch let error as ConnectionError {
            throw ProgramError(.unavailable, "\(error)", remedy: "check broker.url and broker.tls, or --broker")
        }
        for device in devices { StandardStream.output.writeLine("\(device.id) \(device.topic)".onOneLine) }
    }
}
