public import DataModel
public import ModelReader

/// A command to one endpoint of a device.
public struct CommandInvocation: Sendable {
    /// Which device.
    public var device: DeviceIndex
    /// Which endpoint.
    public var endpoint: UInt16
    /// Which cluster.
    public var cluster: ClusterDescriptor
    /// Which command.
    public var command: CommandDescriptor
    /// The arguments by field id, read and checked by the codec.
    public var fields: [UInt32: DataValue]

    /// Describes a command.
    public init(
        device: DeviceIndex, endpoint: UInt16, cluster: ClusterDescriptor, command: CommandDescriptor,
        fields: [UInt32: DataValue]
    ) {
        self.device = device
        self.endpoint = endpoint
        self.cluster = cluster
        self.command = command
        self.fields = fields
    }
}

/// A write of one attribute on one endpoint of a device.
public struct AttributeWrite: Sendable {
    /// Which device.
    public var device: DeviceIndex
    /// Which endpoint.
    public var endpoint: UInt16
    /// Which cluster.
    public var cluster: ClusterDescriptor
    /// Which attribute.
    public var attribute: AttributeDescriptor
    /// The value, read and checked by the codec.
    public var value: DataValue

    /// Describes a write.
    public init(
        device: DeviceIndex, endpoint: UInt16, cluster: ClusterDescriptor, attribute: AttributeDescriptor,
        value: DataValue
    ) {
        self.device = device
        self.endpoint = endpoint
        self.cluster = cluster
        self.attribute = attribute
        self.value = value
    }
}

/// Takes in what a hub has to say; the store is one.
public protocol HubReceiver: Sendable {
    /// Takes in new values, in order.
    func report(_ changes: [Change])
    /// Takes in something that happened.
    func report(_ event: EventReport)
    /// Takes in whether the hub can be reached; while it cannot, every device counts as offline.
    func report(hubOnline: Bool)
    /// Takes in that the hub has something new to keep, ``Hub/states(changedOnly:)``; said once until it is asked.
    func reportNewStates()
}

extension HubReceiver {
    /// Does nothing.
    public func reportNewStates() {}
}

/// What stands between the home graph and the devices.
///
/// Orders come on the thread of whoever gives them, often the one that serves the broker: a hub that has to wait
/// suspends, and never blocks.
public protocol Hub: Sendable {
    /// The home that the hub brings, before it starts.
    /// - Throws: ``HomeError`` where the hub cannot say.
    func contents() async throws(HomeError) -> HomeContents

    /// Begins to report; devices are named by their positions in ``contents()``.
    func start(reportingTo receiver: any HubReceiver) async throws(HomeError)

    /// Ends reporting.
    func stop() async

    /// Sends a command and waits until the device confirmed it.
    ///
    /// All reports that the command caused by then were made before this returns.
    /// - Returns: The response's fields; empty where the command has none.
    /// - Throws: `unavailable` where the device is away, `unimplemented` where it lacks the command, and what the
    ///   device answered.
    func invoke(_ invocation: CommandInvocation) async throws(HomeError) -> [UInt32: DataValue]

    /// Writes an attribute and waits until the device confirmed it.
    ///
    /// All reports that the write caused by then were made before this returns.
    /// - Throws: As ``invoke(_:)``.
    func write(_ write: AttributeWrite) async throws(HomeError)

    /// Asks a device for all its values, also those whose changes it does not report; they are reported.
    /// - Throws: `unavailable` where the device is away.
    func refresh(_ device: DeviceIndex) async throws(HomeError)

    /// Commissions the device that an onboarding payload names.
    ///
    /// - Parameters:
    ///   - payload: What the device's code says.
    ///   - structureID: The structure that it is to join.
    ///   - progress: Called after each step.
    /// - Returns: The devices, which the hub knows only by the token until they have joined.
    /// - Throws: `notFound` where there is no such device, `alreadyExists` where it belongs to somebody,
    ///   `permissionDenied` for a wrong passcode, `unavailable` where hub or device went away.
    func commission(
        _ payload: OnboardingPayload, structureID: String,
        progress: @escaping @Sendable (CommissioningStep) -> Void
    ) async throws(HomeError) -> JoiningDevices

    /// Devices that were commissioned have joined the home; from now on they report.
    ///
    /// - Parameters:
    ///   - token: Which devices.
    ///   - devices: Under what they report, in their order.
    func join(_ token: UInt64, as devices: [DeviceIndex]) async

    /// Devices that were commissioned are not to join after all: they are as they were before.
    func abandon(_ token: UInt64) async

    /// Lets go of a device that is gone from the home.
    func remove(_ device: DeviceIndex) async

    /// Learns the name that people gave to a device, for its messages.
    func rename(_ device: DeviceIndex, to name: String) async

    /// What the hub wants kept of its devices beside their values, in words of its own.
    ///
    /// A hub that has something new says so to its receiver, ``HubReceiver/reportNewStates()``.
    ///
    /// - Parameter changedOnly: Only of devices of which something changed since the last call.
    /// - Returns: The words by device.
    func states(changedOnly: Bool) async -> [DeviceIndex: String]

    /// What a simulated hub can do beyond a real one; `nil` for a real one.
    var simulation: (any SimulationControl)? { get }
}

extension Hub {
    /// Cannot commission.
    /// - Throws: `unimplemented`.
    public func commission(
        _ payload: OnboardingPayload, structureID: String,
        progress: @escaping @Sendable (CommissioningStep) -> Void
    ) async throws(HomeError) -> JoiningDevices {
        throw HomeError(.unimplemented, "this hub cannot commission devices")
    }
    /// Does nothing.
    public func join(_ token: UInt64, as devices: [DeviceIndex]) async {}
    /// Does nothing.
    public func abandon(_ token: UInt64) async {}
    /// Does nothing.
    public func remove(_ device: DeviceIndex) async {}
    /// Does nothing.
    public func rename(_ device: DeviceIndex, to name: String) async {}
    /// Nothing.
    public func states(changedOnly: Bool) async -> [DeviceIndex: String] { [:] }
}

/// What can be done to simulated devices from outside.
public protocol SimulationControl: Sendable {
    /// Makes a device report a value, as if it had changed by itself.
    /// - Throws: `notFound`, `unimplemented` where it lacks the attribute.
    func report(
        _ value: DataValue, attribute: AttributeDescriptor, of cluster: ClusterDescriptor, endpoint: UInt16,
        device: DeviceIndex) throws(HomeError)

    /// Makes an event happen on a device.
    /// - Throws: `notFound`, `unimplemented` where it lacks the event.
    func emit(
        _ event: EventDescriptor, fields: [UInt32: DataValue], of cluster: ClusterDescriptor, endpoint: UInt16,
        device: DeviceIndex) throws(HomeError)

    /// Takes a device off the network, or brings it back.
    /// - Throws: `notFound`.
    func setOnline(_ isOnline: Bool, device: DeviceIndex) throws(HomeError)

    /// Takes the hub off the network, or brings it back.
    func setHubOnline(_ isOnline: Bool)

    /// Makes a device slow or failing; what is `nil` stays as it was.
    /// - Throws: `notFound`, `outOfRange`.
    func setFault(_ fault: SimulatedFault, device: DeviceIndex) throws(HomeError)

    /// Switches a device off and on: start-up values, boot counters and events as a real device has them.
    /// - Throws: `notFound`.
    func reboot(_ device: DeviceIndex) throws(HomeError)

    /// Puts a device into pairing mode near the hub.
    /// - Throws: `invalidArgument` where it is none, or its code is none.
    func setCommissionable(_ device: CommissionableDevice) throws(HomeError)

    /// Makes simulated time run faster or slower than the clock.
    /// - Parameter speed: 0.01 to 1000; 1 is real time.
    /// - Throws: `outOfRange` beyond that.
    func setSpeed(_ speed: Double) throws(HomeError)
}

/// How a simulated device misbehaves.
public struct SimulatedFault: Sendable, Hashable {
    /// The share of orders that fail, 0 to 1.
    public var errorRate: Double?
    /// What they fail with.
    public var error: HomeError.Code?
    /// How long each order takes.
    public var latency: Duration?
    /// How much later than the answer the reports come.
    public var reportDelay: Duration?
    /// How often it switches itself off and on, in simulated time; never where that is zero, at most once a second.
    public var rebootInterval: Duration?

    /// Describes a fault.
    public init(
        errorRate: Double? = nil, error: HomeError.Code? = nil, latency: Duration? = nil, reportDelay: Duration? = nil,
        rebootInterval: Duration? = nil
    ) {
        self.errorRate = errorRate
        self.error = error
        self.latency = latency
        self.reportDelay = reportDelay
        self.rebootInterval = rebootInterval
    }
}
