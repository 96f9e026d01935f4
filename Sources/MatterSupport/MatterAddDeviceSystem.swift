public import FoundationEssentials
import Synchronization

/// Plays the part of the operating system when a device is added: asks the user, and calls the extension.
public struct MatterAddDeviceSystem: Sendable {
    /// Answers what the system asks the user.
    public struct User: Sendable {
        /// Gives the code of the device; `nil` gives up.
        ///
        /// Not asked where the request has one.
        public var onboardingPayload: @Sendable () async -> String?
        /// Chooses one of several homes; `nil` gives up.
        public var home: @Sendable ([MatterAddDeviceRequest.Home]) async -> MatterAddDeviceRequest.Home?
        /// Chooses a name, and one of the rooms or none.
        public var nameAndRoom:
            @Sendable ([MatterAddDeviceRequest.Room]) async -> (name: String, room: MatterAddDeviceRequest.Room?)

        /// A user who gives one code, takes the first home, and always chooses alike.
        ///
        /// - Parameters:
        ///   - payload: The code of the device; `nil` gives up where it is asked for.
        ///   - name: The device's name.
        ///   - room: The name of its room; where there is no such room, or `nil`, none.
        public init(payload: String? = nil, name: String, room: String? = nil) {
            onboardingPayload = { payload }
            home = { $0.first }
            nameAndRoom = { rooms in (name, rooms.first { $0.displayName == room }) }
        }
    }

    /// The system of this process: what ``MatterAddDeviceRequest/perform()`` speaks to unless a task has its own.
    public static var shared: MatterAddDeviceSystem? {
        get { sharedSystem.withLock { $0 } }
        set { sharedSystem.withLock { $0 = newValue } }
    }

    private static let sharedSystem = Mutex<MatterAddDeviceSystem?>(nil)

    /// The system of a task and those below it.
    @TaskLocal public static var ofTask: MatterAddDeviceSystem?

    static var current: MatterAddDeviceSystem? { ofTask ?? shared }

    private let user: User
    private let host: any ExtensionHost

    /// A system whose extension runs in this process, in an object of its own for each device.
    ///
    /// - Parameters:
    ///   - handler: The extension's class.
    ///   - user: Who answers.
    public init(handler: MatterAddDeviceExtensionRequestHandler.Type, user: User) {
        self.init(host: HandlerHost(handler: handler), user: user)
    }

    /// A system whose extension is an executable of its own, which calls ``MatterAddDeviceExtension/run(_:)``.
    ///
    /// - Parameters:
    ///   - executable: Where it is.
    ///   - environment: Variables that it gets beside those of this process.
    ///   - user: Who answers.
    public init(executable: URL, environment: [String: String] = [:], user: User) {
        self.init(host: ProcessHost(executable: executable, environment: environment), user: user)
    }

    private init(host: any ExtensionHost, user: User) {
        self.host = host
        self.user = user
    }

    /// Goes through what the system does for one device.
    func add(_ request: MatterAddDeviceRequest) async throws {
        guard !request.topology.homes.isEmpty else { throw MatterAddDeviceError.noHome }
        guard let home = await user.home(request.topology.homes) else { throw MatterAddDeviceError.cancelled }
        var payload = request.setupPayload
        if payload == nil { payload = await user.onboardingPayload() }
        guard let payload else { throw MatterAddDeviceError.cancelled }
        let session = try await host.open()
        do {
            try await session.commission(home: home, payload: payload, id: UUID())
            let choice = await user.nameAndRoom(try await session.rooms(home: home))
            try await session.configure(name: choice.name, room: choice.room)
        } catch {
            await session.close()
            throw error
        }
        await session.close()
    }
}

/// Runs an ecosystem's extension.
protocol ExtensionHost: Sendable {
    func open() async throws -> any ExtensionSession
}

/// An extension that was started for one device.
protocol ExtensionSession: Sendable {
    func commission(home: MatterAddDeviceRequest.Home, payload: String, id: UUID) async throws
    func rooms(home: MatterAddDeviceRequest.Home) async throws -> [MatterAddDeviceRequest.Room]
    func configure(name: String, room: MatterAddDeviceRequest.Room?) async throws
    func close() async
}

/// Runs the extension in this process.
private struct HandlerHost: ExtensionHost {
    let handler: MatterAddDeviceExtensionRequestHandler.Type

    func open() async throws -> any ExtensionSession { HandlerSession(handler: await handler.init()) }
}

private struct HandlerSession: ExtensionSession {
    let handler: MatterAddDeviceExtensionRequestHandler

    func commission(home: MatterAddDeviceRequest.Home, payload: String, id: UUID) async throws {
        try await handler.commissionDevice(in: home, onboardingPayload: payload, commissioningID: id)
    }
    func rooms(home: MatterAddDeviceRequest.Home) async throws -> [MatterAddDeviceRequest.Room] {
        await handler.rooms(in: home)
    }
    func configure(name: String, room: MatterAddDeviceRequest.Room?) async throws {
        await handler.configureDevice(named: name, in: room)
    }
    func close() async {}
}
