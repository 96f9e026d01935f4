import FoundationEssentials
import HomeGraph
import MatterCommissioner
import MatterSupport

/// The extension of the second seed, as an executable of its own; for tests.
final class RequestHandler: MatterAddDeviceExtensionRequestHandler {
    private static let appGroup =
        ProcessInfo.processInfo.environment["APP_GROUP"] ?? "group.com.sample.app.commissioning"

    override func commissionDevice(
        in home: MatterAddDeviceRequest.Home?, onboardingPayload: String, commissioningID: UUID
    ) async throws {
        let homeMatterCommissioner = try HomeMatterCommissioner(appGroup: RequestHandler.appGroup)
        try await homeMatterCommissioner.commissionMatterDevice(onboardingPayload: onboardingPayload)
    }

    override func rooms(in home: MatterAddDeviceRequest.Home?) async -> [MatterAddDeviceRequest.Room] {
        do {
            return try HomeMatterCommissioner(appGroup: RequestHandler.appGroup).fetchRooms()
        } catch {
            return []
        }
    }

    override func configureDevice(named name: String, in room: MatterAddDeviceRequest.Room?) async {
        guard let homeMatterCommissioner = try? HomeMatterCommissioner(appGroup: RequestHandler.appGroup) else {
            return
        }
        await homeMatterCommissioner.configureMatterDevice(deviceName: name, roomName: room?.displayName)
    }
}

@main
enum Extension {
    static func main() async throws {
        try await MatterAddDeviceExtension.run(RequestHandler.self)
    }
}
