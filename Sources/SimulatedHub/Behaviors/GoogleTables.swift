import ClusterTypes
import DataModel
import HomeGraph

/// The Google traits whose commands each do one plain thing.
enum GoogleTables {
    private typealias Table = CommandTable

    static let all: [CommandTable] = [
        lockUnlock, locator, volume, brightness, fan, toggles, modes, applications, inputs, playback,
        channel, transports,
    ]

    /// Locking of anything but door locks.
    private static let lockUnlock = CommandTable(
        GoogleLockUnlockCluster.clusterID,
        [
            GoogleLockUnlockCluster.Command.lock.rawValue: Table.run { context throws(HomeError) in
                guard context.current(GoogleOpenCloseCluster.openPercent) ?? 0 == 0 else {
                    throw HomeError(.failedPrecondition, "\(context.device.name) is open; close it first")
                }
                context[GoogleLockUnlockCluster.lockState] = .locked
            },
            GoogleLockUnlockCluster.Command.unlock.rawValue: Table.set(
                GoogleLockUnlockCluster.lockState, to: .unlocked),
        ])

    /// The device makes itself heard, which no attribute shows.
    private static let locator = CommandTable(
        GoogleLocatorCluster.clusterID,
        [
            GoogleLocatorCluster.Command.locate.rawValue: Table.unseen,
            GoogleLocatorCluster.Command.silence.rawValue: Table.unseen,
        ])

    // MARK: - Levels

    private typealias Volume = GoogleVolumeCluster

    private static let volume = CommandTable(
        Volume.clusterID,
        [
            Volume.Command.moveToVolume.rawValue: Table.take(Volume.MoveToVolumeRequest.self) {
                request, context throws(HomeError) in
                context[Volume.currentVolumePercent] = min(100, request.volumePercent)
            },
            Volume.Command.mute.rawValue: Table.set(Volume.isMuted, to: true),
            Volume.Command.unmute.rawValue: Table.set(Volume.isMuted, to: false),
            Volume.Command.volumeStep.rawValue: Table.take(Volume.VolumeStepRequest.self) {
                request, context throws(HomeError) in
                context[Volume.currentVolumePercent] = percent(
                    context[Volume.currentVolumePercent], up: request.stepMode == .increase, by: request.step)
            },
        ])

    private typealias Brightness = GoogleBrightnessCluster

    private static let brightness = CommandTable(
        Brightness.clusterID,
        [
            Brightness.Command.moveToBrightness.rawValue: Table.take(Brightness.MoveToBrightnessRequest.self) {
                request, context throws(HomeError) in
                context[Brightness.currentBrightnessPercent] = min(100, request.brightnessPercent)
            },
            Brightness.Command.brightnessStep.rawValue: Table.take(Brightness.BrightnessStepRequest.self) {
                request, context throws(HomeError) in
                context[Brightness.currentBrightnessPercent] = percent(
                    context[Brightness.currentBrightnessPercent], up: request.stepMode == .increase, by: request.step)
            },
        ])

    /// A percentage that is so much more or less, from 0 to 100.
    private static func percent(_ current: UInt8?, up isUp: Bool, by step: UInt8) -> UInt8 {
        let current = Int(current ?? 0)
        return UInt8(clamping: max(0, min(100, isUp ? current + Int(step) : current - Int(step))))
    }

    // MARK: - Fans

    private typealias Fan = GoogleExtendedFanControlCluster

    /// One step of a fan without named speeds, in percent.
    private static let fanStep = 10

    private static let fan = CommandTable(
        Fan.clusterID,
        [
            Fan.Command.extendedStep.rawValue: Table.take(Fan.ExtendedStepRequest.self) {
                request, context throws(HomeError) in
                guard (-5...5).contains(request.fanSpeedRelativeWeight) else {
                    throw HomeError(
                        .outOfRange,
                        "fanSpeedRelativeWeight: \(request.fanSpeedRelativeWeight) is not between -5 and 5")
                }
                let weight = Int(request.fanSpeedRelativeWeight)
                step(request.direction == .decrease ? -weight : weight, &context)
            },
            Fan.Command.toggleAirflowDirection.rawValue: Table.run { context throws(HomeError) in
                guard let direction = context[FanControlCluster.airflowDirection] else {
                    throw HomeError(.failedPrecondition, "\(context.device.name) blows in one direction only")
                }
                context[FanControlCluster.airflowDirection] = direction == .forward ? .reverse : .forward
            },
        ],
        limits: [
            Fan.customFanMode.id: { value, context throws(HomeError) in
                let known = context[Fan.customFanModes]?.speeds.map(\.speedName) ?? []
                guard let name = String(value), !known.contains(name) else { return }
                throw .unknownName(name, field: "customFanMode", known: known)
            }
        ])

    /// So many steps faster or slower: along the named speeds where they are in order, else in percent.
    private static func step(_ steps: Int, _ context: inout EndpointContext) {
        if let named = context[Fan.customFanModes], named.ordered, let last = named.speeds.indices.last {
            let current = named.speeds.firstIndex { $0.speedName == context[Fan.customFanMode] }
            let next = max(0, min(last, (current ?? (steps > 0 ? -1 : 0)) + steps))
            context[Fan.customFanMode] = named.speeds[next].speedName
        }
        guard context.has(FanControlCluster.percentSetting) else { return }
        let current = context[FanControlCluster.percentSetting] ?? context[FanControlCluster.percentCurrent] ?? 0
        context[FanControlCluster.percentSetting] = UInt8(
            clamping: max(0, min(100, Int(current) + steps * fanStep)))
    }

    // MARK: - Settings by name

    private typealias Toggles = GoogleTogglesCluster

    private static let toggles = CommandTable(
        Toggles.clusterID,
        [
            Toggles.Command.changeToggleSettings.rawValue: Table.take(Toggles.ChangeToggleSettingsRequest.self) {
                request, context throws(HomeError) in
                let known = (context[Toggles.supportedToggles] ?? []).map(\.name)
                for toggle in request.updatedToggleSettings where !known.contains(toggle.toggleName) {
                    throw .unknownName(toggle.toggleName, field: "updatedToggleSettings.toggleName", known: known)
                }
                context[Toggles.currentToggleSettings] = merge(
                    request.updatedToggleSettings, into: context[Toggles.currentToggleSettings] ?? [],
                    by: \.toggleName)
            }
        ])

    private typealias Modes = GoogleExtendedModeSelectCluster

    private static let modes = CommandTable(
        Modes.clusterID,
        [
            Modes.Command.changeModeSettings.rawValue: Table.take(Modes.ChangeModeSettingsRequest.self) {
                request, context throws(HomeError) in
                let known = context[Modes.supportedModes] ?? []
                for update in request.updatedModeSettings {
                    guard let mode = known.first(where: { $0.name == update.modeName }) else {
                        throw .unknownName(
                            update.modeName, field: "updatedModeSettings.modeName", known: known.map(\.name))
                    }
                    let settings = mode.settings.map(\.name)
                    guard settings.contains(update.settingName) else {
                        throw .unknownName(
                            update.settingName, field: "updatedModeSettings.settingName", known: settings)
                    }
                }
                context[Modes.currentModeSettings] = merge(
                    request.updatedModeSettings, into: context[Modes.currentModeSettings] ?? [], by: \.modeName)
            }
        ])

    /// The settings, with those that are new in place of those of the same name.
    private static func merge<Setting>(
        _ updates: [Setting], into settings: [Setting], by name: (Setting) -> String
    ) -> [Setting] {
        var merged = settings
        for update in updates {
            if let index = merged.firstIndex(where: { name($0) == name(update) }) {
                merged[index] = update
            } else {
                merged.append(update)
            }
        }
        return merged
    }

    // MARK: - Media

    private typealias Applications = GoogleExtendedApplicationLauncherCluster

    private static let applications = CommandTable(
        Applications.clusterID,
        [
            Applications.Command.launchApp.rawValue: Table.take(Applications.LaunchAppRequest.self) {
                request, context throws(HomeError) in
                context[Applications.currentApplication] = try application(
                    request.newApplication, request.newApplicationName, context)
            },
            Applications.Command.installApp.rawValue: Table.take(Applications.InstallAppRequest.self) {
                request, context throws(HomeError) in
                let key = try application(request.newApplication, request.newApplicationName, context)
                let installed = context[Applications.installedApplications] ?? []
                if !installed.contains(key) { context[Applications.installedApplications] = installed + [key] }
            },
            Applications.Command.searchApp.rawValue: Table.take(Applications.SearchAppRequest.self) {
                request, context throws(HomeError) in
                _ = try application(request.newApplication, request.newApplicationName, context)
            },
        ])

    /// The key of an application that is asked for by key or, without one, by a name.
    private static func application(
        _ key: String, _ name: String, _ context: EndpointContext
    ) throws(HomeError) -> String {
        let known = context[Applications.availableApplications] ?? []
        let found = known.first { application in
            if !key.isEmpty { return application.key == key }
            return application.names.contains { $0.nameSynonym.contains { $0.lowercased() == name.lowercased() } }
        }
        if let found { return found.key }
        throw .unknownName(
            key.isEmpty ? name : key, field: key.isEmpty ? "newApplicationName" : "newApplication",
            known: known.map(\.key))
    }

    private typealias Inputs = GoogleExtendedMediaInputCluster

    private static let inputs = CommandTable(
        Inputs.clusterID,
        [
            Inputs.Command.nextInput.rawValue: Table.run { context throws(HomeError) in
                try stepInput(by: 1, &context)
            },
            Inputs.Command.previousInput.rawValue: Table.run { context throws(HomeError) in
                try stepInput(by: -1, &context)
            },
            Inputs.Command.selectCustomInput.rawValue: Table.take(Inputs.SelectCustomInputRequest.self) {
                request, context throws(HomeError) in
                let known = (context[Inputs.customInputsList] ?? []).map(\.key)
                guard known.contains(request.newInput) else {
                    throw .unknownName(request.newInput, field: "newInput", known: known)
                }
                context[Inputs.currentCustomInput] = request.newInput
            },
        ])

    /// The next input, or the one before; after the last comes the first.
    private static func stepInput(by step: Int, _ context: inout EndpointContext) throws(HomeError) {
        let keys = (context[Inputs.customInputsList] ?? []).map(\.key)
        guard context[Inputs.customInputsOrdered] == true, !keys.isEmpty else {
            throw HomeError(.failedPrecondition, "the inputs of \(context.device.name) have no order; select one")
        }
        let current = keys.firstIndex { $0 == context[Inputs.currentCustomInput] } ?? (step > 0 ? -1 : 0)
        context[Inputs.currentCustomInput] = keys[(current + step + keys.count) % keys.count]
    }

    private typealias Playback = GoogleExtendedMediaPlaybackCluster

    /// Captions show where the player says which text tracks it has; repeating and shuffling show nowhere.
    private static let playback = CommandTable(
        Playback.clusterID,
        [
            Playback.Command.closedCaptioningOff.rawValue: Table.run { context throws(HomeError) in
                context[MediaPlaybackCluster.activeTextTrack] = MediaPlaybackCluster.TrackStruct?.none
            },
            Playback.Command.closedCaptioningOn.rawValue: Table.take(Playback.ClosedCaptioningOnRequest.self) {
                request, context throws(HomeError) in
                let tracks = context[MediaPlaybackCluster.availableTextTracks] ?? []
                let wanted = request.closedCaptioningLanguage
                let track = tracks.first { wanted.isEmpty || $0.trackAttributes.languageCode == wanted }
                if let track { context[MediaPlaybackCluster.activeTextTrack] = track }
            },
            Playback.Command.setRepeat.rawValue: Table.unseen,
            Playback.Command.shuffle.rawValue: Table.unseen,
        ])

    private static let channel = CommandTable(
        GoogleExtendedChannelCluster.clusterID,
        [
            GoogleExtendedChannelCluster.Command.returnChannel.rawValue: Table.run { context throws(HomeError) in
                try ChannelBehavior.returnToPrevious(&context)
            }
        ])

    // MARK: - Cameras

    private typealias Transport = GooglePushAvStreamTransportCluster

    private static let transports = CommandTable(
        Transport.clusterID,
        [
            Transport.Command.setTransportStatus.rawValue: Table.take(Transport.SetTransportStatusRequest.self) {
                request, context throws(HomeError) in
                try checkConnection(request.connectionID, context)
                context[Transport.currentConnections] = context[Transport.currentConnections]?.map { connection in
                    var connection = connection
                    if request.connectionID ?? connection.connectionID == connection.connectionID {
                        connection.transportStatus = request.transportStatus
                    }
                    return connection
                }
            },
            Transport.Command.findTransport.rawValue: { fields, context throws(HomeError) in
                let wanted = try context.read(fields, as: Transport.FindTransportRequest.self).connectionID
                try checkConnection(wanted, context)
                let connections = context[Transport.currentConnections] ?? []
                return Transport.FindTransportResponse(
                    transportConfigurations: connections.filter { wanted ?? $0.connectionID == $0.connectionID }
                ).fields
            },
            Transport.Command.modifyPushTransport.rawValue: Table.take(Transport.ModifyPushTransportRequest.self) {
                request, context throws(HomeError) in
                try checkConnection(request.connectionID, context)
                context[Transport.currentConnections] = context[Transport.currentConnections]?.map { connection in
                    var connection = connection
                    if connection.connectionID == request.connectionID {
                        connection.transportOptions = request.transportOptions
                    }
                    return connection
                }
            },
        ])

    private static func checkConnection(_ id: UInt16?, _ context: EndpointContext) throws(HomeError) {
        let known = (context[Transport.currentConnections] ?? []).map(\.connectionID)
        guard let id, !known.contains(id) else { return }
        throw HomeError(.notFound, "connectionID: \(context.device.name) has no transport \(id)")
    }
}
