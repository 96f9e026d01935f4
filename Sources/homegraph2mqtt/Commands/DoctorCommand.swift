import Bridge
import Configuration
import HomeGraph
import MQTT
import Mosquitto

/// Tries the broker and says what to do.
struct DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "try the broker and say what to do where it does not fit"
    static let details = """
        Tries the broker as the bridge uses it: name, network, TLS, login, what may be read and written under the base
        topic, retained messages, sizes, bursts, delays, and who else uses base topic and client id. Prints a line for
        each: ok, advice or fault, and what to do. Exit status 69 where there is a fault.
        """
    static let options: [ProgramOption] = [.config, .broker, .baseTopic]

    private let options: [ProgramOption: String]

    init(options: [ProgramOption: String], argument: String) { self.options = options }

    func run() async throws {
        let settings = try SettingsSource.process(options, environment: ProgramEnvironment.variables).read()
        StandardStream.output.writeLine("\(settings.broker.address)")
        let examination = try BrokerExamination(
            settings: settings.connection, configuration: settings.bridge,
            nonce: String(UInt64.random(in: 0 ... .max), radix: 16)
        ) { clientID, will, handler, source in
            var own = settings.connection(clientID: clientID)
            own.isClientIDRandom = clientID != settings.clientID
            own.will = will
            let connection = try MosquittoConnection(own, source: source, handler: handler)
            try connection.start()
            return connection
        }
        let isUsable: Bool
        do {
            isUsable = try await examination.run { finding in
                StandardStream.output.writeLine("\(Self.word(finding.grade)) \(finding)".onOneLine)
            }
        } catch let error as ConnectionError {
            throw ProgramError(.unavailable, "\(error)", remedy: "check broker.url and broker.tls, or --broker")
        }
        if !isUsable {
            throw ProgramError(
                .unavailable, "\(settings.broker.address) cannot be used as it is", remedy: "see the lines above")
        }
    }

    private static func word(_ grade: BrokerExamination.Finding.Grade) -> String {
        grade.rawValue.padding(toLength: 6)
    }
}

extension String {
    /// With spaces at the end up to a length.
    fileprivate func padding(toLength length: Int) -> String {
        self + String(repeating: " ", count: max(0, length - count))
    }
}
