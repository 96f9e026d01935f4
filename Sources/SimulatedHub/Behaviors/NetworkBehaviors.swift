import ClusterTypes
import DataModel
import HomeGraph

/// A router's networks and how fast they are (Google trait NetworkControl).
struct NetworkControlBehavior: Behavior {
    private typealias Network = GoogleNetworkControlCluster
    private enum Timer { static let test: UInt32 = 0 }
    /// What the behaviour remembers of a running test.
    private enum Memory { static let testsUpload: UInt32 = 0, testsDownload: UInt32 = 1 }

    private static let testTime = Duration.seconds(10)
    /// What a test finds, in megabits per second.
    private static let upload = 40.0...60.0, download = 200.0...300.0

    var cluster: UInt32 { Network.clusterID }

    /// A reboot ends a test.
    func start(_ context: inout EndpointContext) { context[Network.networkSpeedTestInProgress] = false }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Network.Command(rawValue: command) {
        case .enableDisableGuestNetwork:
            let request = try context.read(fields, as: Network.EnableDisableGuestNetworkRequest.self)
            context[Network.guestNetworkEnabled] = request.enable
        case .enableDisableNetworkProfile:
            try setProfile(try context.read(fields), &context)
        case .getGuestNetworkPassword:
            guard context[Network.guestNetworkEnabled] == true else {
                throw HomeError(.failedPrecondition, "the guest network of \(context.device.name) is off")
            }
            return Network.GetGuestNetworkPasswordResponse(guestNetworkPassword: "welcome-guest").fields
        case .testNetworkSpeed: try test(try context.read(fields), &context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    private func setProfile(
        _ request: Network.EnableDisableNetworkProfileRequest, _ context: inout EndpointContext
    ) throws(HomeError) {
        let known = context[Network.networkProfiles] ?? []
        guard known.contains(request.networkProfileName) else {
            throw .unknownName(request.networkProfileName, field: "networkProfileName", known: known)
        }
        var states = context[Network.networkProfileStates] ?? []
        states.removeAll { $0.profile == request.networkProfileName }
        states.append(Network.NetworkProfileState(profile: request.networkProfileName, enabled: request.enable))
        context[Network.networkProfileStates] = states.sorted { $0.profile < $1.profile }
    }

    private func test(_ request: Network.TestNetworkSpeedRequest, _ context: inout EndpointContext) throws(HomeError) {
        guard request.testUploadSpeed || request.testDownloadSpeed else {
            throw HomeError(.invalidArgument, "neither testUploadSpeed nor testDownloadSpeed: there is nothing to test")
        }
        guard context[Network.networkSpeedTestInProgress] != true else {
            throw HomeError(.failedPrecondition, "\(context.device.name) is testing its network already")
        }
        context[memory: Memory.testsUpload, of: cluster] = request.testUploadSpeed
        context[memory: Memory.testsDownload, of: cluster] = request.testDownloadSpeed
        context[Network.networkSpeedTestInProgress] = true
        context.schedule(Timer.test, of: cluster, after: Self.testTime)
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        let now = context.now.rawValue / 1000
        if context[memory: Memory.testsUpload, of: cluster] == true {
            let speed = Double.random(in: Self.upload, using: &context.device.random).rounded()
            context[Network.lastNetworkUploadSpeedTest] = Network.LastNetworkUploadSpeedTest(
                uploadSpeedMbps: speed, unixTimestampSec: now, status: .success)
        }
        if context[memory: Memory.testsDownload, of: cluster] == true {
            let speed = Double.random(in: Self.download, using: &context.device.random).rounded()
            context[Network.lastNetworkDownloadSpeedTest] = Network.LastNetworkDownloadSpeedTest(
                downloadSpeedMbps: speed, unixTimestampSec: now, status: .success)
        }
        context[Network.networkSpeedTestInProgress] = false
    }
}

/// Switches the device off and on, a moment after the order was answered (Google trait Reboot).
struct RebootBehavior: Behavior {
    private enum Timer { static let reboot: UInt32 = 0 }
    private static let delay = Duration.seconds(1)

    var cluster: UInt32 { GoogleRebootCluster.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard GoogleRebootCluster.Command(rawValue: command) == .reboot else {
            throw context.unimplemented(command, of: cluster)
        }
        context.schedule(Timer.reboot, of: cluster, after: Self.delay)
        return [:]
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) { context.device.isRebooting = true }
}

/// Takes a new version, which needs a reboot (Google trait SoftwareUpdate).
struct SoftwareUpdateBehavior: Behavior {
    private typealias Update = GoogleSoftwareUpdateCluster
    private enum Timer { static let update: UInt32 = 0 }
    /// When the update was, in Unix seconds; the attribute itself does not outlast a reboot.
    private enum Memory { static let updated: UInt32 = 0 }
    private static let time = Duration.seconds(60)

    var cluster: UInt32 { Update.clusterID }

    func start(_ context: inout EndpointContext) {
        if let updated: Int64 = context[memory: Memory.updated, of: cluster] {
            context[Update.lastSoftwareUpdateTimestampSeconds] = updated
        }
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard Update.Command(rawValue: command) == .softwareUpdate else {
            throw context.unimplemented(command, of: cluster)
        }
        context.schedule(Timer.update, of: cluster, after: Self.time)
        return [:]
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        context[memory: Memory.updated, of: cluster] = context.now.rawValue / 1000
        context.device.isRebooting = true
    }
}
