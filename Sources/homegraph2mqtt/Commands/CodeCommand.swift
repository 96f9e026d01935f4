import HomeGraph

/// Explains an onboarding code.
struct CodeCommand: Command {
    static let name = "code"
    static let summary = "explain an onboarding code: vendor, product, discriminator, flow"
    static let details = """
        Explains the onboarding code of a Matter device, a QR text or a manual code: who made it, which product it is,
        what tells it from others, what is to be done before it is commissioned. Contacts nothing. Exit status 1 where it
        is no code, with the reason.
        """
    static let argument: String? = "CODE"
    static let options: [ProgramOption] = []

    private let code: String

    init(options: [ProgramOption: String], argument: String) { code = argument }

    func run() async throws {
        do throws(OnboardingFault) {
            for line in try CodeExplanation(code).lines { StandardStream.output.writeLine(line) }
        } catch {
            throw ProgramError(error)
        }
    }
}

extension ProgramError {
    /// Takes over why a text is no onboarding code.
    init(_ fault: OnboardingFault) {
        self.init(.fault, "\(fault)", remedy: "read it again, and write it in quotes")
    }
}
