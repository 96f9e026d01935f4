import FoundationEssentials

/// The main program of an extension that is an executable of its own.
@MainActor
public enum MatterAddDeviceExtension {
    /// Answers the system's calls from standard input on standard output, until there are no more.
    ///
    /// - Parameter handler: The extension's class.
    /// - Throws: Where the system says something that it should not.
    public static func run(_ handler: MatterAddDeviceExtensionRequestHandler.Type) async throws {
        let handler = handler.init()
        while let line = readLine() {
            let call = try JSONDecoder().decode(ExtensionCall.self, from: Data(line.utf8))
            let answer = await answer(to: call, by: handler)
            print(String(decoding: try JSONEncoder().encode(answer), as: UTF8.self))
            flush()
        }
    }

    private static func answer(
        to call: ExtensionCall, by handler: MatterAddDeviceExtensionRequestHandler
    ) async -> ExtensionAnswer {
        switch call {
        case .commission(let home, let payload, let id):
            do {
                try await handler.commissionDevice(in: home, onboardingPayload: payload, commissioningID: id)
                return .done
            } catch {
                return .failed("\(error)")
            }
        case .rooms(let home): return .rooms(await handler.rooms(in: home))
        case .configure(let name, let room):
            await handler.configureDevice(named: name, in: room)
            return .done
        }
    }
}
