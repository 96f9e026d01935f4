import ClusterTypes
import DataModel
import Foundation
import HomeGraph

/// The clusters of media devices whose commands each do one plain thing (Matter Application Cluster Specification,
/// chapter 6).
enum MediaTables {
    private typealias Table = CommandTable

    static let all: [CommandTable] = [
        keypad, contentLauncher, applicationLauncher, mediaInput, audioOutput, lowPower,
    ]

    // MARK: - Keys

    private typealias Keypad = KeypadInputCluster
    private typealias Key = KeypadInputCluster.CecKeyCodeEnum

    private static let keypad = CommandTable(
        Keypad.clusterID,
        [
            Keypad.Command.sendKey.rawValue: { fields, context throws(HomeError) in
                let key = try context.read(fields, as: Keypad.SendKeyRequest.self).keyCode
                return Keypad.SendKeyResponse(status: press(key, &context)).fields
            }
        ])

    /// The keys that a feature is about, those of menus being everybody's.
    private static let navigation: [Key] = [
        .up, .down, .left, .right, .rightUp, .rightDown, .leftUp, .leftDown, .select,
    ]
    private static let numbers: [Key] = [
        .number0OrNumber10, .numbers1, .numbers2, .numbers3, .numbers4, .numbers5, .numbers6, .numbers7, .numbers8,
        .numbers9,
    ]

    private static func press(_ key: Key, _ context: inout EndpointContext) -> Keypad.StatusEnum {
        if case .unrecognized_ = key { return .unsupportedKey }
        if navigation.contains(key), !context.has(feature: "NV", of: Keypad.clusterID) { return .unsupportedKey }
        if numbers.contains(key), !context.has(feature: "NK", of: Keypad.clusterID) { return .unsupportedKey }
        let isPowerKey = [.power, .powerToggleFunction, .powerOnFunction, .powerOffFunction].contains(key)
        if !isPowerKey, context[OnOffCluster.onOff] == false { return .invalidKeyInCurrentState }
        switch key {
        case .power, .powerToggleFunction: context[OnOffCluster.onOff] = context[OnOffCluster.onOff] == false
        case .powerOnFunction: context[OnOffCluster.onOff] = true
        case .powerOffFunction: context[OnOffCluster.onOff] = false
        case .channelUp: return ChannelBehavior.step(by: 1, &context) ? .success : .unsupportedKey
        case .channelDown: return ChannelBehavior.step(by: -1, &context) ? .success : .unsupportedKey
        case .previousChannel:
            return (try? ChannelBehavior.returnToPrevious(&context)) != nil ? .success : .invalidKeyInCurrentState
        default: return play(key, &context)
        }
        return .success
    }

    /// The player's command for a key; keys that are an application's own affair are taken, and show nowhere.
    private static func play(_ key: Key, _ context: inout EndpointContext) -> Keypad.StatusEnum {
        let commands: [Key: MediaPlaybackCluster.Command] = [
            .play: .play, .playFunction: .play, .pause: .pause, .stop: .stop, .stopFunction: .stop,
            .pausePlayFunction: context[MediaPlaybackCluster.currentState] == .playing ? .pause : .play,
            .rewind: .rewind, .fastForward: .fastForward, .forward: .next, .backward: .previous,
        ]
        guard let command = commands[key] else { return .success }
        guard context.trait(MediaPlaybackCluster.clusterID) != nil else { return .unsupportedKey }
        let response = try? MediaPlaybackBehavior().invoke(command.rawValue, [:], &context)
        return response?[0] == .uint(0) ? .success : .invalidKeyInCurrentState
    }

    // MARK: - Content and applications

    private typealias Content = ContentLauncherCluster

    private static let contentLauncher = CommandTable(
        Content.clusterID,
        [
            Content.Command.launchContent.rawValue: { fields, context throws(HomeError) in
                let request = try context.read(fields, as: Content.LaunchContentRequest.self)
                if let refusal = contentRefusal(context) { return refusal }
                if request.autoPlay { play(&context) }
                return Content.LauncherResponse(status: .success).fields
            },
            Content.Command.launchUrl.rawValue: { fields, context throws(HomeError) in
                let url = try context.read(fields, as: Content.LaunchUrlRequest.self).contentUrl
                let scheme = url.lowercased().prefix { $0 != ":" }
                guard scheme == "https" || scheme == "http" else {
                    return Content.LauncherResponse(status: .urlNotAvailable).fields
                }
                if let refusal = contentRefusal(context) { return refusal }
                play(&context)
                return Content.LauncherResponse(status: .success).fields
            },
        ])

    /// The answer to whoever wants to see what may not be watched; `nil` where it may.
    private static func contentRefusal(_ context: EndpointContext) -> [UInt32: DataValue]? {
        ContentControlBehavior.refusal(of: .unrated, context).map {
            Content.LauncherResponse(status: .authFailed, data: $0).fields
        }
    }

    /// Something else is played, from its beginning.
    private static func play(_ context: inout EndpointContext) {
        guard context.trait(MediaPlaybackCluster.clusterID) != nil else { return }
        context[OnOffCluster.onOff] = true
        MediaPlaybackBehavior.stop(&context)
        _ = try? MediaPlaybackBehavior().invoke(MediaPlaybackCluster.Command.play.rawValue, [:], &context)
    }

    private typealias Launcher = ApplicationLauncherCluster

    private static let applicationLauncher = CommandTable(
        Launcher.clusterID,
        [
            Launcher.Command.launchApp.rawValue: { fields, context throws(HomeError) in
                let application = try context.read(fields, as: Launcher.LaunchAppRequest.self).application
                // A launcher of one application needs not be told which.
                guard let application else { return Launcher.LauncherResponse(status: .success).fields }
                let known = context[Launcher.catalogList] ?? []
                guard !application.applicationId.isEmpty,
                    known.isEmpty || known.contains(application.catalogVendorId)
                else { return Launcher.LauncherResponse(status: .appNotAvailable).fields }
                let content = ContentControlBehavior.Content.application(
                    catalog: application.catalogVendorId, id: application.applicationId)
                if let refusal = ContentControlBehavior.refusal(of: content, context) {
                    return Launcher.LauncherResponse(status: .appNotAvailable, data: Data(refusal.utf8)).fields
                }
                context[Launcher.currentApp] = Launcher.ApplicationEPStruct(application: application)
                return Launcher.LauncherResponse(status: .success).fields
            },
            Launcher.Command.stopApp.rawValue: { fields, context throws(HomeError) in
                leave(try context.read(fields, as: Launcher.StopAppRequest.self).application, &context)
            },
            Launcher.Command.hideApp.rawValue: { fields, context throws(HomeError) in
                leave(try context.read(fields, as: Launcher.HideAppRequest.self).application, &context)
            },
        ])

    /// Only what is in the foreground can be left.
    private static func leave(
        _ application: Launcher.ApplicationStruct?, _ context: inout EndpointContext
    ) -> [UInt32: DataValue] {
        if let application {
            guard context[Launcher.currentApp]?.application == application else {
                return Launcher.LauncherResponse(status: .appNotAvailable).fields
            }
        }
        context[Launcher.currentApp] = Launcher.ApplicationEPStruct?.none
        return Launcher.LauncherResponse(status: .success).fields
    }

    // MARK: - Inputs and outputs

    private typealias Input = MediaInputCluster

    /// The status on the screen shows nowhere else.
    private static let mediaInput = CommandTable(
        Input.clusterID,
        [
            Input.Command.selectInput.rawValue: Table.take(Input.SelectInputRequest.self) {
                request, context throws(HomeError) in
                try checkIndex(request.index, (context[Input.inputList] ?? []).map { ($0.index, $0.name) })
                context[Input.currentInput] = request.index
            },
            Input.Command.renameInput.rawValue: Table.take(Input.RenameInputRequest.self) {
                request, context throws(HomeError) in
                try checkIndex(request.index, (context[Input.inputList] ?? []).map { ($0.index, $0.name) })
                context[Input.inputList] = context[Input.inputList]?.map { input in
                    var input = input
                    if input.index == request.index { input.name = request.name }
                    return input
                }
            },
            Input.Command.showInputStatus.rawValue: Table.unseen,
            Input.Command.hideInputStatus.rawValue: Table.unseen,
        ])

    private typealias Output = AudioOutputCluster

    private static let audioOutput = CommandTable(
        Output.clusterID,
        [
            Output.Command.selectOutput.rawValue: Table.take(Output.SelectOutputRequest.self) {
                request, context throws(HomeError) in
                try checkIndex(request.index, (context[Output.outputList] ?? []).map { ($0.index, $0.name) })
                context[Output.currentOutput] = request.index
            },
            Output.Command.renameOutput.rawValue: Table.take(Output.RenameOutputRequest.self) {
                request, context throws(HomeError) in
                try checkIndex(request.index, (context[Output.outputList] ?? []).map { ($0.index, $0.name) })
                context[Output.outputList] = context[Output.outputList]?.map { output in
                    var output = output
                    if output.index == request.index { output.name = request.name }
                    return output
                }
            },
        ])

    private static func checkIndex(_ index: UInt8, _ known: [(UInt8, String)]) throws(HomeError) {
        guard !known.contains(where: { $0.0 == index }) else { return }
        throw .unknownName("\(index)", field: "index", known: known.map { "\($0.0) (\($0.1))" })
    }

    /// Sleeping is being off.
    private static let lowPower = CommandTable(
        LowPowerCluster.clusterID,
        [
            LowPowerCluster.Command.sleep.rawValue: Table.run { context throws(HomeError) in
                context[OnOffCluster.onOff] = false
                MediaPlaybackBehavior.stop(&context)
            }
        ])
}

/// Targets of a screen to go to (Matter Application Cluster Specification, section 6.11).
struct TargetNavigatorBehavior: Behavior {
    private typealias Navigator = TargetNavigatorCluster

    var cluster: UInt32 { Navigator.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard Navigator.Command(rawValue: command) == .navigateTarget else {
            throw context.unimplemented(command, of: cluster)
        }
        let target = try context.read(fields, as: Navigator.NavigateTargetRequest.self).target
        guard (context[Navigator.targetList] ?? []).contains(where: { $0.identifier == target }) else {
            return Navigator.NavigateTargetResponse(status: .targetNotFound).fields
        }
        context[Navigator.currentTarget] = target
        return Navigator.NavigateTargetResponse(status: .success).fields
    }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster else { return }
        context.emit(
            Navigator.TargetUpdatedEvent(
                targetList: context[Navigator.targetList], currentTarget: context[Navigator.currentTarget]))
    }
}
