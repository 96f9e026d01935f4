public import FoundationEssentials
public import HomeGraph
public import MatterSupport

/// What an extension that adds Matter devices calls: it passes everything on to the application that opened a session
/// of commissioning, through the directory of their app group.
///
/// Source: the second seed.
public struct HomeMatterCommissioner: Sendable {
    /// How long the application may take to commission a device.
    private static let timeout: Duration = .seconds(180)

    private let container: AppGroupContainer

    /// Finds the session that the application opened.
    ///
    /// - Parameters:
    ///   - appGroup: The identifier that the application gave to `Home.configure`.
    ///   - root: The directory of all app groups.
    /// - Throws: `failedPrecondition` where no session is open, `invalidArgument` for what is no identifier.
    public init(appGroup: String, root: URL = AppGroups.root) throws(HomeError) {
        container = try AppGroupContainer(appGroup: appGroup, root: root)
        _ = try container.session()
    }

    /// Has the hub commission the device of a code, and waits until it has joined the structure.
    ///
    /// - Parameter onboardingPayload: The QR text or manual code.
    /// - Throws: `invalidArgument` for what is no code, `notFound` where there is no such device, `alreadyExists` where
    ///   it belongs to somebody, `permissionDenied` for a wrong passcode, `unavailable` where hub or device went away.
    public func commissionMatterDevice(onboardingPayload: String) async throws(HomeError) {
        try await ask(.commission(payload: onboardingPayload))
    }

    /// The rooms of the structure that the device joins, by name.
    ///
    /// - Throws: `failedPrecondition` where no session is open.
    public func fetchRooms() throws(HomeError) -> [MatterAddDeviceRequest.Room] {
        try container.session().rooms.map { MatterAddDeviceRequest.Room(displayName: $0.name) }
    }

    /// Gives the device that joined the name and the room that the user chose.
    ///
    /// What keeps that from happening is not told, since the device has joined in any case; the application sees it.
    ///
    /// - Parameters:
    ///   - deviceName: What is beyond 60 code points is cut off.
    ///   - roomName: One of ``fetchRooms()``; `nil` for none.
    public func configureMatterDevice(deviceName: String, roomName: String?) async {
        do throws(HomeError) {
            try await ask(.configure(name: deviceName, roomName: roomName))
        } catch {
            // The call has no way to say so: the device keeps the name that it came with.
        }
    }

    private func ask(_ request: AppGroupContainer.Request) async throws(HomeError) {
        let session = try container.session()
        let id = try container.ask(request)
        do throws(HomeError) {
            try await waitForAnswer(to: id, in: session)
        } catch {
            // The request holds a code: it does not stay behind.
            try container.withdraw(id)
            throw error
        }
    }

    private func waitForAnswer(to id: UUID, in session: AppGroupContainer.Session) async throws(HomeError) {
        let clock = ContinuousClock()
        let deadline = clock.now + Self.timeout
        while clock.now < deadline {
            switch try container.takeAnswer(to: id) {
            case .done: return
            case .failed(let code, let message): throw HomeError(HomeError.Code(rawValue: code) ?? .unknown, message)
            case nil: break
            }
            guard try container.session().id == session.id else {
                throw HomeError(.failedPrecondition, "the commissioning session was given up")
            }
            do {
                try await clock.sleep(for: AppGroupContainer.interval)
            } catch {
                throw HomeError(.cancelled, "commissioning was given up")
            }
        }
        throw HomeError(.deadlineExceeded, "the application did not answer in time; the device may have joined")
    }
}
